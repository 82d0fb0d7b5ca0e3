import { ApiError } from '../client/errors.ts';
import type { Deck } from './deck.ts';
import { isUnclear } from './write-advice.ts';

/**
 * A write whose answer was lost, at `at` (own ms), until the list that it was made on tells what became of it.
 */
export type LostWrite = {
  /** What is looked for, and by whom: a list's read, or a name of its own for what is made on that list. */
  list: string;
  /** How messages about it begin. */
  what: string;
  target: unknown;
  at: number;
  /** It was said that the lists do not show it yet, or what was said at first tells more: when it can be sent again. */
  looked?: true;
};

/**
 * Sends a write, and notes it where its answer is lost: before the lists are read anew, since those are
 * the ones that tell.
 */
export async function noteLost<R>(
  deck: Deck,
  lost: Omit<LostWrite, 'at'>,
  send: () => Promise<R>,
): Promise<R> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof ApiError && isUnclear(error))
      deck.lostWrites.set((all) => [
        ...all,
        { ...lost, at: deck.own(), ...(error.waitMs !== undefined && { looked: true as const }) },
      ]);
    throw error;
  }
}
