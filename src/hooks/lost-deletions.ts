import { useEffect } from 'react';
import { ApiError } from '../client/errors.ts';
import { isUnclear } from '../domain/write-advice.ts';
import { type Deck, useDeck } from './deck.ts';

/** A deletion whose answer was lost, at `at` (own ms), until the list that it was made on tells what became of it. */
export type LostDeletion = {
  /** The read of that list. */
  list: string;
  /** How messages about it begin. */
  what: string;
  target: unknown;
  at: number;
};

type Told = { level: 'info' | 'warn'; text: string };

/**
 * Sends a deletion, and notes it where its answer is lost: before the lists are read anew, since those are the ones that
 * tell.
 */
export async function noteLost<R>(
  deck: Deck,
  lost: Omit<LostDeletion, 'at'>,
  send: () => Promise<R>,
): Promise<R> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof ApiError && isUnclear(error))
      deck.lostDeletions.set((all) => [...all, { ...lost, at: deck.own() }]);
    throw error;
  }
}

/**
 * Says of each deletion on `list` whose answer was lost what `told` makes of the lists, once every one of `reads` was
 * asked for after that. It looks at each draw: a list that is as it was before tells, too, and changes nothing.
 * `Target` is what was noted with it.
 */
export function useLostDeletions<Target>(
  list: string,
  told: (target: Target) => Told | undefined,
  reads: readonly string[] = [list],
): void {
  const deck = useDeck();
  useEffect(() => {
    const askedAt = Math.min(...reads.map((key) => deck.freshAt.own(key) ?? 0));
    for (const lost of deck.lostDeletions.get()) {
      if (lost.list !== list || askedAt < lost.at) continue;
      const now = told(lost.target as Target);
      if (now === undefined) continue;
      deck.lostDeletions.set((all) => all.filter((one) => one !== lost));
      deck.messages.settle(lost.what);
      deck.messages.say(now.level, now.text);
    }
  });
}

/** What the list itself tells: whether it still has what was to go. `again` names the key that deletes it. */
export const toldByList = (
  name: string,
  there: boolean,
  { gone, again }: { gone: string; again: string },
): Told =>
  there
    ? { level: 'warn', text: `${name} is still in the list, read after that: ${again}.` }
    : { level: 'info', text: `${name} is ${gone}: the list has it no more.` };
