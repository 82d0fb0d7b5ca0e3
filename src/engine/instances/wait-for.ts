import type { Instance } from '../../client/wire.ts';
import { type BootSeen, bootVerdict, seePoll } from './boot-seen.ts';

export type WaitGoal = 'running' | 'stopped' | 'gone';

/** Looks in a row in which an instance was not there before it counts as gone: one just made can be late on the list. */
const looksToBeGone = 3;

/** What looking at one instance again and again has shown; `seen` is undefined before the first look. */
export type WaitState = {
  seen: BootSeen | undefined;
  missing: number;
  /** Whether it ever was: it was seen or rented here, or the service answers for it with nothing. */
  known: boolean;
  /** One word for how it is now. */
  word: string;
};

export const noLook: WaitState = { seen: undefined, missing: 0, known: false, word: '' };

export type WaitVerdict =
  | { end: 'reached' }
  | { end: 'failed'; why: string }
  | { end: 'unknown' }
  | { end: 'not yet' };

/** One more look; null is a success reply without an instance, undefined that there is no such id. */
export function lookAt(before: WaitState, id: number, instance: Instance | null | undefined): WaitState {
  if (instance === null || instance === undefined)
    return {
      ...before,
      missing: before.missing + 1,
      known: before.known || instance === null,
      word: 'not there',
    };
  const map = new Map(before.seen === undefined ? [] : [[id, before.seen]]);
  const seen = seePoll(map, [{ ...instance, id }], { ran: new Set(), stopped: new Set() }).get(id);
  return { seen, missing: 0, known: true, word: seen?.word ?? '' };
}

/** Whether the wait is over. What never reaches running (interface.md, States) ends it whatever was waited for. */
export function waitVerdict({ seen, missing, known, word }: WaitState, goal: WaitGoal): WaitVerdict {
  // Of an id that was never anything, as of a slip of the keys, nothing can be gone.
  if (missing >= looksToBeGone && !known) return { end: 'unknown' };
  if (missing >= looksToBeGone)
    return goal === 'gone'
      ? { end: 'reached' }
      : { end: 'failed', why: 'There is no such instance any more.' };
  if (seen === undefined || missing > 0 || goal === 'gone') return { end: 'not yet' };
  if (seen.kind === goal) return { end: 'reached' };
  if (goal === 'running' && seen.kind === 'stopped')
    return { end: 'failed', why: 'It is stopped, and will not run before it is started.' };
  const verdict = bootVerdict(seen);
  return verdict === 'failed' || verdict === 'crashed'
    ? { end: 'failed', why: `It is ${word} and will never reach running. Its disk is still charged.` }
    : { end: 'not yet' };
}
