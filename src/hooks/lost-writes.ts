import { useEffect } from 'react';
import { ApiError } from '../client/errors.ts';
import type { Told } from '../domain/lost-creation.ts';
import { isUnclear } from '../domain/write-advice.ts';
import { type Deck, useDeck } from './deck.ts';
import { useTicking } from './use-now.ts';

/**
 * A creation or a deletion whose answer was lost, at `at` (own ms), until the list that it was made on tells what became
 * of it.
 */
export type LostWrite = {
  /** What is looked for, and by whom: a list's read, or a name of its own for what is made on that list. */
  list: string;
  /** How messages about it begin. */
  what: string;
  target: unknown;
  at: number;
};

/**
 * Sends a creation or a deletion, and notes it where its answer is lost: before the lists are read anew, since those are
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
      deck.lostWrites.set((all) => [...all, { ...lost, at: deck.own() }]);
    throw error;
  }
}

/**
 * Says of each write on `list` whose answer was lost what `told` makes of the lists, once every one of `reads` was
 * asked for after that: `waitedMs` after it. It looks at each draw, and draws anew for each answer while something is open:
 * a list that is as it was before tells, too, and changes nothing. `Target` is what was noted with it.
 */
export function useLostWrites<Target>(
  list: string,
  told: (target: Target, waitedMs: number) => Told | undefined,
  reads: readonly string[] = [list],
): void {
  const deck = useDeck();
  const lastAsked = () => Math.min(...reads.map((key) => deck.freshAt.own(key) ?? 0));
  useTicking(() => (deck.lostWrites.get().some((lost) => lost.list === list) ? lastAsked() : 0));
  useEffect(() => {
    const askedAt = lastAsked();
    for (const lost of deck.lostWrites.get()) {
      if (lost.list !== list || askedAt < lost.at) continue;
      const now = told(lost.target as Target, askedAt - lost.at);
      if (now === undefined) continue;
      deck.lostWrites.set((all) => all.filter((one) => one !== lost));
      deck.messages.settle(lost.what);
      deck.messages.say(now.level, now.text);
    }
  });
}

/** What the list itself tells of a deletion: whether it still has what was to go. `again` names the key that deletes it. */
export const toldByList = (
  name: string,
  there: boolean,
  { gone, again }: { gone: string; again: string },
): Told =>
  there
    ? { level: 'warn', text: `${name} is still in the list, read after that: ${again}.` }
    : { level: 'info', text: `${name} is ${gone}: the list has it no more.` };
