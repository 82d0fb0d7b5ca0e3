import { Line } from '../components/line.tsx';
import { useDeck, useSession } from '../hooks/deck.ts';
import { useLiveReads } from '../hooks/live-reads.ts';
import { useStore } from '../hooks/store.ts';
import { useAccountBurn, useCredit } from '../hooks/use-money.ts';
import { useNow } from '../hooks/use-now.ts';
import { fitting, partsWidth, spread } from '../parts.ts';
import { useTheme } from '../theme.ts';
import { freshnessParts, isFine } from './freshness.ts';
import { moneyBriefly, moneyWordings } from './money-words.ts';

/** Blank cells between the figures and how fresh they are, and before the line. */
const gaps = 2;

/** Credit, burn and runway, on every screen; how fresh they are at the right. */
export function MoneyLine({ columns }: { columns: number }) {
  const session = useSession();
  const credit = useCredit();
  const now = useNow();
  const burn = useAccountBurn(now);
  const { services, lookingUp: lookUp } = useDeck();
  const lookingUp = useStore(lookUp);
  const reads = useLiveReads();
  const { glyphs } = useTheme();
  if (session === undefined) {
    const words = lookingUp ? ' looking up your key' : ' not signed in';
    return <Line parts={[[words, 'dim']]} columns={columns} />;
  }
  const facts = { credit, burn, now, timeZone: services.timeZone, glyphs };
  const fresh = (room: number) => freshnessParts(reads, now, room - gaps, glyphs);
  // A reading that cannot be relied on says why before the figures are spelt out; one that can takes what they leave.
  const least = fresh(isFine(reads, now) ? 0 : columns - partsWidth(fitting(moneyBriefly(facts), columns)));
  const left = fitting(moneyWordings(facts), columns - partsWidth(least) - gaps);
  const right = fresh(columns - partsWidth(left));
  return <Line parts={spread([' ', ...left], right, columns)} columns={columns} />;
}
