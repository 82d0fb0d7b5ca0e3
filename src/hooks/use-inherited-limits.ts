import { followWords } from '../engine/auto-stop/limit-words.ts';
import { breakOf, limitsOf } from '../engine/auto-stop/limits.ts';
import { useDeck } from './use-deck.ts';
import { useJournal, useOpenLimits } from './use-journal.ts';

/** The limits of an instance that were set on the one whose place it took: since when (epoch ms), and what they say. */
export function useInheritedLimits(id: number): readonly { at: number; text: string }[] {
  const { services } = useDeck();
  const events = useJournal();
  const { timeZone } = services;
  return limitsOf(useOpenLimits(), id).flatMap((limit) => {
    const at = breakOf(events, limit)?.to;
    if (at === undefined) return [];
    return [
      { at, text: `the limit of ${limit.first} goes on here: ${followWords(limit, { now: at, timeZone })}` },
    ];
  });
}
