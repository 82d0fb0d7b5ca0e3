import { Line } from '../components/line.tsx';
import { dollars, ratePerHour } from '../domain/format.ts';
import { runwaySpan } from '../domain/format-time.ts';
import { burn, burnOnceBooted, runway, runwayEnd } from '../domain/money.ts';
import { useDeck, useSession } from '../hooks/deck.ts';
import { useLiveReads } from '../hooks/live-reads.ts';
import { useInstances, useUser } from '../hooks/resources.ts';
import { useStore } from '../hooks/store.ts';
import { useNow } from '../hooks/use-now.ts';
import { dataOf } from '../loadable.ts';
import { type Parts, partsWidth, spread } from '../parts.ts';
import { type StyleName, useTheme } from '../theme.ts';
import { freshnessParts } from './freshness.ts';

const hourMs = 3_600_000;

/** Credit, burn and runway, on every screen; how fresh they are at the right. */
export function MoneyLine({ columns }: { columns: number }) {
  const session = useSession();
  const user = useUser();
  const instances = useInstances();
  const { services, lookingUp: lookUp } = useDeck();
  const lookingUp = useStore(lookUp);
  const reads = useLiveReads();
  const { glyphs } = useTheme();
  const now = useNow();
  if (session === undefined) {
    const words = lookingUp ? ' looking up your key' : ' not signed in';
    return <Line parts={[[words, 'dim']]} columns={columns} />;
  }
  const money = {
    credit: dataOf(user)?.credit,
    rows: dataOf(instances)?.instances,
    now,
    timeZone: services.timeZone,
    glyphs,
  };
  const full = moneyParts(money);
  const short = moneyParts({ ...money, short: true });
  const right = freshnessParts(reads, now, columns - partsWidth(short) - 2, glyphs);
  const left = partsWidth(full) <= columns - partsWidth(right) - 2 ? full : short;
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
  if (rows === undefined) {
    if (credit === undefined) return [short ? 'credit not known' : 'credit and burn not known yet'];
    return [`${dollars(credit)} credit`, ...(short ? [] : [sep, 'burn not known yet'])];
  }
  const spent = burn(rows);
  const partly = spent.priced < spent.count;
  // What boots is not charged for its GPU yet, and will be in minutes: the runway reckons with it.
  const coming = burnOnceBooted(rows);
  const left = runway(credit, coming ?? spent.perHour, now);
  const known = partly ? ` (${spent.priced} of ${spent.count} priced)` : '';
  const soon = coming === undefined ? '' : `${glyphs.arrow} ${ratePerHour(coming)}`;
  const rateNow = `${partly ? '≥ ' : ''}${ratePerHour(spent.perHour)}`;
  const pieces: Parts[] = [
    [credit === undefined ? 'credit not known' : short ? dollars(credit) : `${dollars(credit)} credit`],
    [short ? soon || rateNow : `${[rateNow, soon].filter((part) => part !== '').join(' ')} burn${known}`],
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
