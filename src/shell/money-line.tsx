import { Line } from '../components/line.tsx';
import { useDeck, useSession } from '../hooks/deck.ts';
import { useLiveReads } from '../hooks/live-reads.ts';
import { useStore } from '../hooks/store.ts';
import { useBurnAt, useCredit } from '../hooks/use-money.ts';
import { useShownNow } from '../hooks/use-now.ts';
import { fitting, type Parts, partsWidth, spread } from '../parts.ts';
import { useTheme } from '../theme.ts';
import { freshnessParts, isFine } from './freshness.ts';
import { moneyBriefly, moneyWordings } from './money-words.ts';

/** Blank cells between the figures and how fresh they are, and before the line. */
const gaps = 2;

/** Credit, burn and runway, on every screen; how fresh they are at the right. */
export function MoneyLine({ columns }: { columns: number }) {
  const session = useSession();
  const credit = useCredit();
  const burnAt = useBurnAt();
  const { services, lookingUp: lookUp } = useDeck();
  const lookingUp = useStore(lookUp);
  const reads = useLiveReads();
  const { glyphs } = useTheme();
  const drawnAt = (now: number): Parts => {
    const facts = { credit, burn: burnAt(now), now, timeZone: services.timeZone, glyphs };
    const read = reads();
    const fresh = (room: number) => freshnessParts(read, now, room - gaps, glyphs);
    // A reading that cannot be relied on says why before the figures are spelt out; one that can takes what they leave.
    const least = fresh(isFine(read, now) ? 0 : columns - partsWidth(fitting(moneyBriefly(facts), columns)));
    const left = fitting(moneyWordings(facts), columns - partsWidth(least) - gaps);
    const right = fresh(columns - partsWidth(left));
    return spread([' ', ...left], right, columns);
  };
  const now = useShownNow((at) => (session === undefined ? '' : JSON.stringify(drawnAt(at))));
  if (session === undefined) {
    const words = lookingUp ? ' looking up your key' : ' not signed in';
    return <Line parts={[[words, 'dim']]} columns={columns} />;
  }
  return <Line parts={drawnAt(now)} columns={columns} />;
}
