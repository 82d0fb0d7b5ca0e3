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

export type * from './wire-account.ts';
export type * from './wire-billing.ts';
export type * from './wire-errors.ts';
export type * from './wire-groups.ts';
export type * from './wire-instances.ts';
export type * from './wire-jobs.ts';
export type * from './wire-keys.ts';
export type * from './wire-offers.ts';
export type * from './wire-tfa.ts';
