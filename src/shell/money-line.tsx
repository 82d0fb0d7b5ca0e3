import { Line } from '../components/line.tsx';
import { dollars, ratePerHour } from '../domain/format.ts';
import { runwaySpan, span, weekdayTime } from '../domain/format-time.ts';
import { burn, runway } from '../domain/money.ts';
import { useDeck, useSession } from '../hooks/deck.ts';
import { keys, useInstances, useUser } from '../hooks/resources.ts';
import { useNow } from '../hooks/use-now.ts';
import { dataOf, type Loadable } from '../loadable.ts';
import { type Parts, spread } from '../parts.ts';
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
  const left = moneyParts({
    credit: dataOf(user)?.credit,
    rows: dataOf(instances)?.instances,
    now,
    timeZone: services.timeZone,
    glyphs,
  });
  const at = freshAt.get(keys.instances);
  const right = freshness(instances, at, retryAt.get(keys.instances), now, glyphs.sep);
  return <Line parts={spread([' ', ...left], right, columns)} columns={columns} />;
}

type Money = {
  credit: number | undefined;
  rows: Parameters<typeof burn>[0] | undefined;
  now: number;
  timeZone: string;
  glyphs: { sep: string; arrow: string };
};

/** The figures of the account; a burn that knows only some of the prices is a lower bound and says so. */
export function moneyParts({ credit, rows, now, timeZone, glyphs }: Money): Parts {
  const sep = ` ${glyphs.sep} `;
  if (rows === undefined) return [`${dollars(credit)} credit`];
  const spent = burn(rows);
  const partly = spent.priced < spent.count;
  const left = runway(credit, spent.perHour, now);
  const until: Parts =
    left === undefined || left === 'forever'
      ? [left === 'forever' && !partly ? 'nothing is being spent' : '']
      : [
          [`${partly ? '≤ ' : ''}${runwaySpan(left.ms)} runway`, runwayTone(left.ms)],
          ` ${glyphs.arrow} ${weekdayTime(left.endsAt, timeZone)}`,
        ];
  const known = partly ? ` (${spent.priced} of ${spent.count} priced)` : '';
  return [
    `${dollars(credit)} credit`,
    sep,
    `${partly ? '≥ ' : ''}${ratePerHour(spent.perHour)} burn${known}`,
    sep,
    ...until,
  ];
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
