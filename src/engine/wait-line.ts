import { span } from '../base/format-time.ts';

/**
 * Waits shorter than the first are not worth a word, in ms; from the second on their length is told, from the third for
 * what, and how to get away.
 */
export const quietMs = 300;
export const longMs = 3_000;
export const tooLongMs = 10_000;

const looks = {
  moving: { first: quietMs, second: longMs, every: 1000 },
  still: { first: quietMs, second: longMs, every: 5000 },
} as const;

/** When the length of a wait is looked at: each second once it is told, or each fifth where nothing moves by itself. */
export const waitLooks = (still: boolean): (typeof looks)[keyof typeof looks] =>
  still ? looks.still : looks.moving;

/** One line of a wait of `ms` so far; empty as long as that is not worth a word. */
export const waitLine = (ms: number): string =>
  ms < quietMs ? '' : `asking the service${ms < longMs ? '' : `, ${span(ms)}`}`;
