import { cut, width } from '../base/cells.ts';
import { longMs, tooLongMs } from '../engine/read-health.ts';

/** Writes, and what keys have asked for, that have no answer yet, as they are shown. */
export type WriteWait = {
  /** The one that has waited longest: `Destroy box-1`. */
  what: string;
  /** Of several targets of one act: how many have been answered for. */
  answers?: { got: number; of: number };
  /** How many others are out as well. */
  more: number;
  /** It is what a key has asked for, and no write (asked-reads.ts). */
  isAsked?: true;
};

/** `Destroy box-1 and 2 more`: what is out, in a few words. */
export const writeWaitHead = ({ what, more }: WriteWait): string => what + others(more);
const others = (more: number): string => (more === 0 ? '' : ` and ${more} more`);

/** Nothing that was sent is sent again, and nobody has to. */
const noRetry = 'No need to retry';
export const onceWords = (write: WriteWait): string =>
  write.isAsked ? 'Press Esc to cancel' : `${noRetry}; the result will show here`;

/** Where nothing moves on its own: 3, 8, 13. */
const stillSeconds = (seconds: number): number => seconds - ((seconds - longMs / 1000) % 5);

/** One line of at most `cells`: what is being done, after three seconds for how long, after ten what becomes of it. */
export function writeWaitWords(
  write: WriteWait,
  waitedMs: number,
  { cells, still }: { cells: number; still: boolean },
): string {
  const all = Math.floor(waitedMs / 1000);
  const time = waitedMs < longMs ? '' : `, ${still ? stillSeconds(all) : all}s`;
  const { answers, what, more } = write;
  const state = `: ${answers === undefined ? (write.isAsked ? 'loading' : 'sent') : `${answers.got} of ${answers.of} answered`}${time}`;
  const words = write.isAsked ? [onceWords(write)] : [onceWords(write), noRetry];
  const explained = words.map((said) => `${writeWaitHead(write)}${state}. ${said}`);
  const fits = explained.find((text) => waitedMs >= tooLongMs && width(text) <= cells);
  if (fits !== undefined) return fits;
  const rest = [others(more), more === 0 ? '' : ` +${more}`].map((said) => said + state);
  const end = rest.find((text) => width(what + text) <= cells) ?? rest.at(-1) ?? state;
  // The name gives way, and not how many there are or how long it takes.
  return cut(what, Math.max(1, cells - width(end))) + end;
}
