import { countdown } from '../base/format-time.ts';
import { absentAfterMs } from './lost-creation.ts';

/** What to do where nobody can tell whether a write was done. */
export const look = 'Look at it before you do it again.';

/** What is said of every write alike; what only one of them says stands with its record. */

const names = (targets: readonly { name: string }[]): string => targets.map(({ name }) => name).join(', ');

/** Messages about a batch of this write that failed in part are of this. */
export const batchOf = (write: { id: string }): string => `failed ${write.id}`;

export const writeMessages = {
  readOnly: 'rigdeck is in read-only mode',
  nothingHere: (one: string) => `There is no ${one} here`,
  noneOfThem: (many: string, done = 'changed') => `None of the marked ${many} can be ${done} now`,
  sending: 'The last request is still on its way',
  waiting: (what: string, undo: string) => `Waiting to ${what}: ${undo} calls it back first`,
  nothingSent: 'Another session began: nothing was sent.',
  running: (what: string) => `Running ${what}`,
  noOutput: 'No output',
  cancelled: (what: string) => `Called back: ${what}. Nothing was sent.`,
  heldAgain: (what: readonly string[], seconds: number, undo: string) =>
    `Not sent while rigdeck stood still: ${what.join(', ')}. It waits ${seconds}s anew; ${undo} calls it back.`,
  tooOld: (what: string, why: string) => `Not sent: ${what}. ${why}.`,
  skipped: (name: string, why: string) => `${name} ${why}, so it was left out: nothing was sent to it.`,
  otherSession: (what: string) => `Another session began: ${what} was not sent.`,
  one: (done: string, count: number, of: number) => `${done} (${count} of ${of})`,
  together: (done: string, targets: readonly { name: string }[]) => `${done}: ${names(targets)}.`,
  /** Which of them failed, and which may have been done all the same. */
  failed: (failed: readonly { name: string; unclear: boolean }[]): string =>
    [
      { words: 'Failed and still marked:', of: failed.filter(({ unclear }) => !unclear) },
      { words: 'Not confirmed and still marked:', of: failed.filter(({ unclear }) => unclear) },
    ]
      .flatMap(({ words, of }) => (of.length === 0 ? [] : [`${words} ${names(of)}.`]))
      .join(' '),
  notListed: (name: string) => `${name} is not in the list`,
  gone: (name: string) => `${name} is not in the list any more`,
  removedAfterAll: (name: string) => `${name} is gone after all.`,
  confirmed: (shows: string) => `${shows}: the list, read after that, says so`,
  never: (shows: string, again: string) => `${shows}, ${absentAfterMs / 1000} s after that: ${again}`,
  notYet: (shows: string, leftMs: number) =>
    `Not known yet: ${shows}. Looked at ${leftMs > 0 ? `again for ${countdown(leftMs)}` : 'once more'}.`,
  inTheList: (shows: string) => `${shows} in the list`,
  stays: (name: string) => `${name} is still in the list`,
} as const;
