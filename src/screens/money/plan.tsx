import { padEnd, width } from '../../base/cells.ts';
import { runwayGainSpan, runwaySpan } from '../../base/format.ts';
import type { Parts } from '../../base/parts.ts';
import type { Instance } from '../../client/wire.ts';
import { type Money, runwayEnd } from '../../engine/money/money.ts';
import { type Gain, stopPlan } from '../../engine/money/runway-alarm.ts';
import { Rule } from '../../tui/text/header.tsx';
import { Lines } from '../../tui/text/line.tsx';
import { useTheme } from '../../tui/theme/theme.ts';

type PlanProps = {
  rows: readonly Instance[];
  missing: number;
  money: Money;
  left: { ms: number; endsAt: number };
  timeZone: string;
  columns: number;
  /** Lines that there are, the rule included. */
  height: number;
};

/** Cells of `   stop `, and of `  +123h 45m → Sat 14 Nov 12:07` behind a name. */
const besideName = 8 + 34;
const leastName = 8;

/** What stopping buys how much time, the most first: it stands in place of the past while little time is left. */
export function Plan({ rows, missing, money, left, timeZone, columns, height }: PlanProps) {
  const { glyphs } = useTheme();
  const plan = stopPlan(rows, money, missing);
  const who = ({ names }: Gain) => (names.length === 1 ? `${names[0]}` : `all ${names.length} together`);
  // What a stop buys, and until when, stands behind every name.
  const cells = Math.min(
    Math.max(0, ...plan.map((gain) => width(who(gain)))),
    Math.max(leastName, columns - besideName),
  );
  const until = (gainMs: number) => runwayEnd(left.ms + gainMs, left.endsAt + gainMs, timeZone);
  const lines = plan.map((gain): Parts => {
    if (gain.gainMs === 'forever') return [`   stop ${padEnd(who(gain), cells)}  `, 'nothing is spent then'];
    const end = until(gain.gainMs);
    const when = end === '' ? '' : ` ${glyphs.arrow} ${end}`;
    return [`   stop ${padEnd(who(gain), cells)}  `, [runwayGainSpan(gain.gainMs), 'bold'], when];
  });
  // All together stands last and stays where there is no room for each.
  const room = Math.max(1, height - 1);
  const shown = lines.length <= room ? lines : [...lines.slice(0, room - 1), ...lines.slice(-1)];
  const none: Parts = [
    '   Nothing that could be stopped would win time: destroy what you do not need, or add credit.',
  ];
  return (
    <>
      <Rule columns={columns} title={`${runwaySpan(left.ms)} left: what stopping buys`} />
      <Lines lines={lines.length === 0 ? [none] : shown} columns={columns} />
    </>
  );
}
