import type { Parts } from '../../base/parts.ts';
import { keys } from '../../engine/read-keys.ts';
import { type LiveRead, useLiveReads } from '../../hooks/live-reads.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import { useBurnAt, useCredit } from '../../hooks/use-money.ts';
import { useShownNow } from '../../hooks/use-now.ts';
import { Line } from '../../tui/text/line.tsx';
import { fitting, partsText, partsWidth, spread } from '../../tui/text/parts.ts';
import { useTheme } from '../../tui/theme/theme.ts';
import { useStore } from '../../tui/use-store.ts';
import { freshnessParts, isFine } from './freshness.ts';
import { moneyBriefly, moneyWordings } from './money-words.ts';

const minute = 60_000;
/** Blank cells between the figures and how fresh they are, and before the line. */
const gaps = 2;

/** Credit, burn and runway, on every screen; how fresh they are at the right. */
export function MoneyLine({ columns }: { columns: number }) {
  const session = useSession();
  const credit = useCredit();
  const burnAt = useBurnAt();
  const { services, lookingUp: lookUp, moneyAsked, looked, reads: known } = useDeck();
  const lookingUp = useStore(lookUp);
  const reads = useLiveReads();
  // What was asked for is seen to have come at once, not a second later.
  useStore(moneyAsked);
  useStore(looked);
  const { glyphs } = useTheme();
  const drawnAt = (now: number, read: readonly LiveRead[]): Parts => {
    // What is left was left when the credit was read: the end does not move on from one read to the next.
    const at = Math.min(now, known.askedAt(keys.user) ?? now);
    const facts = { credit, burn: burnAt(now), now: at, timeZone: services.timeZone, glyphs };
    const fresh = (room: number) => freshnessParts(read, now, room - gaps, glyphs);
    // A reading that cannot be relied on says why before the figures are spelt out; one that can takes what they leave.
    const least = fresh(isFine(read, now) ? 0 : columns - partsWidth(fitting(moneyBriefly(facts), columns)));
    const left = fitting(moneyWordings(facts), columns - partsWidth(least) - gaps);
    const right = fresh(columns - partsWidth(left));
    return spread([' ', ...left], right, columns);
  };
  // Spelt out anew only when something that it is put together from is another.
  const spelt = { from: '', text: '' };
  const now = useShownNow((at) => {
    if (session === undefined) return '';
    const read = reads();
    const from = `${partsText(freshnessParts(read, at, columns, glyphs))} ${Math.floor(at / minute)} ${known.askedAt(keys.user)}`;
    if (from !== spelt.from) Object.assign(spelt, { from, text: JSON.stringify(drawnAt(at, read)) });
    return spelt.text;
  });
  if (session === undefined) {
    const words = lookingUp ? ' looking up your key' : ' not signed in';
    return <Line parts={[[words, 'dim']]} columns={columns} />;
  }
  return <Line parts={drawnAt(now, reads())} columns={columns} />;
}
