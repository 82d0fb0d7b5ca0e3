import { useEffect } from 'react';
import type { Groups } from '../client/read-groups.ts';
import type { Instance } from '../client/wire.ts';
import { type GroupRow, groupTitle } from '../domain/group-rows.ts';
import { settledGone } from '../domain/group-words.ts';
import { useDeck } from './deck.ts';
import { keys } from './resources.ts';

/** A deletion of a group whose answer was lost, at `at` (own ms), until a list tells what became of it. */
export type LostGroup = { target: GroupRow; at: number };

/** How a message about the deletion of a group begins. */
export const deletionOf = (target: GroupRow): string => `Delete ${groupTitle(target).toLowerCase()}`;

/**
 * Says of each deletion whose answer was lost what the lists tell, once both were asked for after that. It looks at each
 * draw: a list that is as it was before tells, too, and changes nothing.
 */
export function useLostGroups(
  groups: Groups | undefined,
  workersOf: ReadonlyMap<number, readonly Instance[]> | undefined,
): void {
  const deck = useDeck();
  useEffect(() => {
    const askedAt = Math.min(...[keys.groups, keys.instances].map((key) => deck.freshAt.own(key) ?? 0));
    for (const lost of deck.lostGroups.get()) {
      const told = groups && askedAt >= lost.at ? settledGone(lost.target, groups, workersOf) : undefined;
      if (told === undefined) continue;
      deck.lostGroups.set((all) => all.filter((one) => one !== lost));
      deck.messages.settled(deletionOf(lost.target));
      deck.messages.say(told.level, told.text);
    }
  });
}
