import { countdown } from '../base/format-time.ts';
import { absentAfterMs } from './write.ts';

/** What to do where nobody can tell whether a write was done. */
export const look = 'Check before you retry.';

const names = (targets: readonly { name: string }[]): string => targets.map(({ name }) => name).join(', ');

/** Messages about a batch of this write that failed in part are of this. */
export const batchOf = (write: { id: string }): string => `failed ${write.id}`;

/** What is said of every write; what only one of them says is in its record. */
export const writeMessages = {
  readOnly: 'rigdeck is in read-only mode',
  nothingHere: (one: string) => `No ${one} selected`,
  noneOfThem: (many: string, done = 'changed') => `None of the marked ${many} can be ${done} now`,
  sending: 'The last request is still in progress',
  waiting: (what: string, undo: string) => `Pending: ${what}. Press ${undo} to cancel it first.`,
  nothingSent: 'The session has changed. Nothing was sent.',
  running: (what: string) => `Running ${what}`,
  noOutput: 'No output',
  cancelled: (what: string) => `Canceled: ${what}. Nothing was sent.`,
  heldAgain: (what: readonly string[], seconds: number, undo: string) =>
    `Not sent while rigdeck was suspended: ${what.join(', ')}. Sending in ${seconds}s. Press ${undo} to cancel.`,
  tooOld: (what: string, why: string) => `Not sent: ${what}. ${why}.`,
  skipped: (name: string, why: string) => `Skipped ${name}: it ${why}. Nothing was sent to it.`,
  otherSession: (what: string) => `Not sent: ${what}. The session has changed.`,
  one: (done: string, count: number, of: number) => `${done} (${count} of ${of})`,
  together: (done: string, targets: readonly { name: string }[]) => `${done}: ${names(targets)}.`,
  /** Which of them failed, and which may have been done all the same. */
  failed: (failed: readonly { name: string; unclear: boolean }[]): string =>
    [
      { words: 'Failed, still marked:', of: failed.filter(({ unclear }) => !unclear) },
      { words: 'Not confirmed, still marked:', of: failed.filter(({ unclear }) => unclear) },
    ]
      .flatMap(({ words, of }) => (of.length === 0 ? [] : [`${words} ${names(of)}.`]))
      .join(' '),
  notListed: (name: string) => `${name} is not in the list`,
  gone: (name: string) => `${name} is no longer in the list`,
  removedAfterAll: (name: string) => `Confirmed: ${name} is gone.`,
  confirmed: (shows: string) => `Confirmed: ${shows}`,
  never: (shows: string, again: string) => `After ${absentAfterMs / 1000}s, ${shows}. ${again}`,
  notYet: (shows: string, leftMs: number) =>
    `Not confirmed yet: ${shows}. Checking ${leftMs > 0 ? `for another ${countdown(leftMs)}` : 'once more'}.`,
  inTheList: (shows: string) => `the list says ${shows}`,
  stays: (name: string) => `${name} is still in the list`,
} as const;
