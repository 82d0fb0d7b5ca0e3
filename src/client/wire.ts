/**
 * The shapes that go over the wire. Types only, so that the sandbox may share them without sharing code.
 *
 * Only what interface.md names is required. Every other field is one that services of this kind are publicly
 * known to send; it is optional, and a screen shows `·` where it is absent. Fields not listed are kept on the
 * decoded record at run time (for raw JSON and `--json`), but no code relies on them.
 */

/**
 * How many rows of a list did not come or could not be read: without an id that addresses something, or counted by the
 * service and not sent. Absent when the list is complete. What is not among the rows may be among these.
 */
export type Missing = { missing?: number };

/** A list of rows, each id once. */
export type ListReply<T> = { rows: T[] } & Missing;

/** What answers a change: nothing in it is promised, the status says that it was done. */
export type DoneReply = { success?: boolean; msg?: string };

/** An error body; outside 2FA its shape is not shown by interface.md, so every field is optional. */
export type ErrorBody = {
  success?: false;
  error?: string;
  msg?: string;
  fail_count?: number;
  locked_until?: number | null;
};

export type * from './wire-account.ts';
export type * from './wire-groups.ts';
export type * from './wire-instances.ts';
