import type { Instance } from '../client/wire.ts';
import { type BootSeen, bootVerdict, seePoll } from './boot-seen.ts';

export type WaitGoal = 'running' | 'stopped' | 'gone';

/** Looks in a row in which an instance was not there before it counts as gone: one just made can be late on the list. */
export const looksToBeGone = 3;

/** What looking at one instance again and again has shown; `seen` is undefined before the first look. */
export type WaitState = {
  seen: BootSeen | undefined;
  missing: number;
  /** One word for how it is now. */
  word: string;
};

export const noLook: WaitState = { seen: undefined, missing: 0, word: '' };

export type WaitVerdict = { end: 'reached' } | { end: 'failed'; why: string } | { end: 'not yet' };

/** One more look; null is a success reply without an instance, or that there is no such id. */
export function lookAt(before: WaitState, id: number, instance: Instance | null): WaitState {
  if (instance === null) return { ...before, missing: before.missing + 1, word: 'not there' };
  const map = new Map(before.seen === undefined ? [] : [[id, before.seen]]);
  const seen = seePoll(map, [{ ...instance, id }], { ran: new Set(), stopped: new Set() }).get(id);
  return { seen, missing: 0, word: seen?.word ?? '' };
}

/** Whether the wait is over. What never reaches running (interface.md, States) ends it whatever was waited for. */
export function waitVerdict({ seen, missing, word }: WaitState, goal: WaitGoal): WaitVerdict {
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
