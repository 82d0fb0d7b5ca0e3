import { answerAge } from '../engine/answer-age.ts';
import type { Deck } from '../engine/deck.ts';
import { useDeck } from './use-deck.ts';

/** For so long after the person has asked for everything anew, ages are counted. */
const countedMs = 60_000;

/** Whether the person has asked for everything anew a short while ago. */
export const hasAsked = (deck: Deck): boolean => deck.local.now() - deck.reads.askedAt.current < countedMs;

/** How old the answer of a cache key is said to be that was asked for at `at` (epoch ms), by answerAge. */
export function useAnswerAge(): (key: string, at: number, now: number) => string {
  const deck = useDeck();
  return (key, at, now) => answerAge(now - at, { everyMs: deck.everyMs.get(key), asked: hasAsked(deck) });
}
