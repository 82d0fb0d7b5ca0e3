import { Line } from '../components/line.tsx';
import { dollars, ratePerHour } from '../domain/format.ts';
import { runwaySpan, span } from '../domain/format-time.ts';
import { burn, burnOnceBooted, runway, runwayEnd } from '../domain/money.ts';
import { useDeck, useSession } from '../hooks/deck.ts';
import { keys, useInstances, useUser } from '../hooks/resources.ts';
import { useNow } from '../hooks/use-now.ts';
import { dataOf, type Loadable } from '../loadable.ts';
import { type Parts, partsWidth, spread } from '../parts.ts';
import { type StyleName, useTheme } from '../theme.ts';

const hourMs = 3_600_000;

/** Data older than this is stale: it is said so, in words, on the money line. */
export const staleAfterMs = 60_000;

/** Credit, burn and runway, on every screen; how fresh they are at the right. */
export function MoneyLine({ columns }: { columns: number }) {
  const session = useSession();
  const user = useUser();
  const instances = useInstances();
  const { services, freshAt, retryAt } = useDeck();
  const { glyphs } = useTheme();
  const now = useNow();
  if (session === undefined) return <Line parts={[[' not signed in', 'dim']]} columns={columns} />;
  const money = {
    credit: dataOf(user)?.credit,
    rows: dataOf(instances)?.instances,
    now,
    timeZone: services.timeZone,
    glyphs,
  };
  const at = freshAt.get(keys.instances);
  const right = freshness(instances, at, retryAt.get(keys.instances), now, glyphs.sep);
  const room = columns - partsWidth(right) - 2;
  const full = moneyParts(money);
  const left = partsWidth(full) <= room ? full : moneyParts({ ...money, short: true });
  return <Line parts={spread([' ', ...left], right, columns)} columns={columns} />;
}

type Money = {
  credit: number | undefined;
  rows: Parameters<typeof burn>[0] | undefined;
  now: number;
  timeZone: string;
  glyphs: { sep: string; arrow: string };
  /** Figures with as few words as can be understood, for a narrow screen. */
  short?: boolean;
};

/** The figures of the account; a burn that knows only some of the prices is a lower bound and says so. */
export function moneyParts({ credit, rows, now, timeZone, glyphs, short = false }: Money): Parts {
  const sep = ` ${glyphs.sep} `;
  if (rows === undefined) return [`${dollars(credit)} credit`];
  const spent = burn(rows);
  const partly = spent.priced < spent.count;
  // What boots is not charged for its GPU yet, and will be in minutes: the runway reckons with it.
  const coming = burnOnceBooted(rows);
  const left = runway(credit, coming ?? spent.perHour, now);
  const known = partly ? ` (${spent.priced} of ${spent.count} priced)` : '';
  const soon = coming === undefined ? '' : `, ${ratePerHour(coming)} once booted`;
  const rateNow = `${partly ? '≥ ' : ''}${ratePerHour(spent.perHour)}`;
  const pieces: Parts[] = [
    [short ? dollars(credit) : `${dollars(credit)} credit`],
    [
      short
        ? coming === undefined
          ? rateNow
          : `→ ${ratePerHour(coming)}`
        : `${rateNow} burn${known}${soon}`,
    ],
    ...(left === undefined || (left === 'forever' && partly)
      ? []
      : left === 'forever'
        ? [[short ? 'no end' : 'nothing is being spent'] as Parts]
        : [
            [
              [`${partly ? '≤ ' : ''}${runwaySpan(left.ms)}${short ? '' : ' runway'}`, runwayTone(left.ms)],
              short ? '' : ends(left, timeZone, glyphs.arrow),
            ] as Parts,
          ]),
  ];
  return pieces.flatMap((parts, index): Parts => (index === 0 ? parts : [sep, ...parts]));
}

function ends({ ms, endsAt }: { ms: number; endsAt: number }, timeZone: string, arrow: string): string {
  const end = runwayEnd(ms, endsAt, timeZone);
  return end === '' ? '' : ` ${arrow} ${end}`;
}

function runwayTone(ms: number): StyleName {
  return ms < 2 * hourMs ? 'bad' : ms < 24 * hourMs ? 'warn' : 'plain';
}

function freshness(
  read: Loadable<unknown>,
  at: number | undefined,
  retry: number | undefined,
  now: number,
  sep: string,
): Parts {
  const again = retry === undefined || retry <= now ? '' : `, retry in ${span(retry - now)}`;
  if (at === undefined) {
    return read.state === 'failed' ? [[`no answer${again} `, 'bad']] : [['asking the service ', 'dim']];
  }
  const age = Math.max(0, now - at);
  if (age > staleAfterMs) return [[`STALE ${span(age)}${again} `, 'warn']];
  if (read.state === 'failed') return [[`last answer ${span(age)} ago${again} `, 'warn']];
  return [[`live ${sep} ${span(age)} ago `, 'dim']];
}
