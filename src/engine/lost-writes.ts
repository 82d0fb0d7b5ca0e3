import { ApiError } from '../client/errors.ts';
import type { EndpointGroupRequest, WorkerGroupRequest } from '../client/wire.ts';
import type { Deck } from './deck.ts';
import type { Groups } from './groups/read-groups.ts';
import { isWhole } from './missing-rows.ts';
import { absentAfterMs } from './write.ts';
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

/** What lists tell of a write whose answer was lost, in a sentence. */
export type Told = { level: 'info' | 'warn'; text: string };

/**
 * One look at the lists for what a write with a lost answer was to do. `soFar` is there while they do not show it: that
 * tells nothing before `absentAfterMs` have passed, since a slow gateway may still hand the request on, and is said as
 * what is so until then: `the SSH key is not in the list`.
 */
export type Look = Told & { soFar?: string };

/** How long nothing in a list meant nothing, at the end of a sentence. */
export const absentFor = `${absentAfterMs / 1000} s after that`;

/** A group that was asked for, and the ids that were listed before that, where they are known. */
export type GroupWish = {
  kind: 'worker' | 'endpoint';
  body: WorkerGroupRequest | EndpointGroupRequest;
  knownIds: readonly number[] | undefined;
};

/** Fields that a list gives as they were sent, where it gives them; a service may give a template by another name. */
const telling = ['endpoint_id', 'endpoint_name'] as const;

/**
 * Ids of the groups in a list that may have come of a creation: new since then, and with nothing that was asked
 * otherwise. Without the ids from before every one that fits may be it. Undefined where there is no list to tell.
 */
export function madeOf({ kind, body, knownIds }: GroupWish, groups: Groups): number[] | undefined {
  const listed = kind === 'endpoint' ? groups.endpoints : groups.workers;
  const asked: Record<string, unknown> = body;
  const made = listed
    ?.filter((row) => {
      const has: Record<string, unknown> = row;
      return telling.every((name) => [undefined, has[name]].includes(asked[name]) || has[name] === undefined);
    })
    .map(({ id }) => id)
    .filter((id) => knownIds?.includes(id) !== true);
  // Among rows that are missing it may be.
  return made?.length === 0 && !isWhole(groups) ? undefined : made;
}

/**
 * What a list that was asked for after a creation with a lost answer tells of it; `ids` may have come of it. `what` is
 * `Worker group`; `more` follows what is said of one that is there.
 */
export function toldOfCreation(
  ids: readonly number[],
  { what, isNew, more }: { what: string; isNew: boolean; more: string },
): Look {
  const named = `${what}${ids.length === 1 ? '' : 's'} ${ids.join(', ')}`;
  const one = ids.length === 1;
  if (ids.length > 0)
    return {
      level: 'warn',
      text: isNew
        ? `${named} ${one ? 'is' : 'are'} new in the list, read after that: ${one ? 'it was' : 'they were'} made. ${more}`
        : `${named} in the list may have come of it: look before you make another. ${more}`,
    };
  const name = `new ${what.charAt(0).toLowerCase()}${what.slice(1)}`;
  return {
    level: 'warn',
    text: `No ${name} has appeared for ${absentAfterMs / 1000} s, so none was made. ${ownGuess}`,
    soFar: `no ${name} is in the list`,
  };
}

/** What a silence is taken for is no answer. */
export const ownGuess = "That is rigdeck's guess, not the service's word.";

/**
 * What the list tells of a deletion: whether it still has what was to go. `again` names the key that deletes it,
 * `meanwhile` what it means that it is there.
 */
export const toldOfDeletion = (
  name: string,
  there: boolean,
  { gone, again, meanwhile = '' }: { gone: string; again: string; meanwhile?: string },
): Look =>
  there
    ? {
        level: 'warn',
        text: `${name} is still in the list, ${absentFor}: ${again}.`,
        soFar: `${name} is still in the list${meanwhile}`,
      }
    : { level: 'info', text: `${name} is ${gone}: the list has it no more.` };

/** Ids of listed groups that have all that a new one is asked to have, as far as the list tells of it. */
export function alreadyThere(body: GroupWish['body'], rows: readonly { id: number }[]): number[] {
  const asked = Object.entries(body);
  return rows
    .filter((row) => {
      const has: Record<string, unknown> = row;
      const told = asked.filter(([name]) => has[name] !== undefined);
      return told.length > 0 && told.every(([name, value]) => has[name] === value);
    })
    .map(({ id }) => id);
}
