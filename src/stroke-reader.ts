/**
 * Puts key presses together that a slow line has torn apart.
 *
 * Ink gives up on an unfinished escape sequence after 20 ms and then reports its pieces as an Escape and as
 * typed text. This reader waits a little longer before it believes in an Escape, and takes the text that
 * follows in time for the rest of the sequence. It is a plain state machine: the caller passes the time.
 */

import { controlStrokes, finishedSequence, isUnfinished } from './control-sequence.ts';
import { createRawTrace } from './raw-trace.ts';
import { type KeyFlags, type Stroke, textStrokes, toStrokes } from './strokes.ts';

export type StrokeReader = {
  /**
   * Optional and exact: the chunk as it came from stdin, seen before Ink takes it apart (a 'data' listener
   * is). With it the reader knows F1 from F12, and a typed '[' from the rest of an arrow key.
   */
  raw(chunk: string): void;
  /** One call of `useInput` at `now` (ms); answers the strokes that are certain by then. */
  feed(input: string, key: KeyFlags, now: number): Stroke[];
  /** When `flush` should be called (ms), if anything is held back. */
  due(): number | undefined;
  /** The strokes whose waiting time is over at `now` (ms). */
  flush(now: number): Stroke[];
};

/** How long a lone ESC waits before it is an Escape, in ms: longer over SSH, where sequences come in pieces. */
export function escapeWaitMs(env: Readonly<Record<string, string | undefined>>): number {
  return env.SSH_CONNECTION || env.SSH_TTY || env.SSH_CLIENT ? 100 : 30;
}

/** What is held back: the text after ESC so far, and the strokes it stands for if nothing more comes. */
type Held = { tail: string; alone: Stroke[]; due: number };

const stringIntroducers: Readonly<Record<string, true>> = { ']': true, P: true, _: true, '^': true };

/** @param escWaitMs how long a lone ESC is held back, in ms (see escapeWaitMs) */
export function createStrokeReader({ escWaitMs }: { escWaitMs: number }): StrokeReader {
  const trace = createRawTrace();
  let held: Held | undefined;
  // A terminal's reply such as "ESC ] 11;rgb:… BEL" reaches us as Alt+] and text: swallowed up to its end.
  let reply: { due: number } | undefined;

  const hold = (tail: string, alone: Stroke[], now: number) => {
    held = { tail, alone, due: now + escWaitMs };
  };
  const release = (): Stroke[] => {
    const strokes = held?.alone ?? [];
    held = undefined;
    return strokes;
  };
  const flush = (now: number): Stroke[] => {
    if (reply && now >= reply.due) reply = undefined;
    return held && now >= held.due ? release() : [];
  };

  const continueHeld = (input: string, now: number): Stroke[] | undefined => {
    if (held === undefined) return undefined;
    const tail = held.tail + input;
    if (/^[\]P_^]\d+(?:;|\$|[+])/.test(tail)) {
      held = undefined;
      return swallowReply(tail, now);
    }
    const sequence = finishedSequence(tail);
    if (sequence !== undefined) {
      held = undefined;
      return [...controlStrokes(sequence), ...textStrokes(tail.slice(sequence.length))];
    }
    if (!isUnfinished(tail)) return undefined;
    hold(tail, [], now);
    return [];
  };

  const swallowReply = (text: string, now: number): Stroke[] => {
    const end = text.indexOf('\x07');
    reply = end < 0 ? { due: now + escWaitMs } : undefined;
    return end < 0 ? [] : textStrokes(text.slice(end + 1));
  };

  const feedPlain = (input: string, now: number): Stroke[] => {
    if (reply) return swallowReply(input, now);
    const continued = continueHeld(input, now);
    if (continued) return continued;
    const before = release();
    if (trace.isUnfinished(input)) {
      hold(input, [], now);
      return before;
    }
    return [...before, ...textStrokes(input)];
  };

  const feedAlt = (input: string, key: KeyFlags, now: number): Stroke[] => {
    if (reply) {
      // ESC \ ends a reply.
      if (input === '\\') reply = undefined;
      return [];
    }
    const before = release();
    const strokes = toStrokes(input, key);
    if (input === 'O' || stringIntroducers[input]) {
      hold(input, strokes, now);
      return before;
    }
    return [...before, ...strokes];
  };

  const feed = (input: string, key: KeyFlags, now: number): Stroke[] => {
    const before = flush(now);
    const isKitty = key.eventType !== undefined;
    if (isKitty) return [...before, ...release(), ...toStrokes(input, key)];
    if (key.escape) {
      trace.forget();
      const strokes = [...before, ...release(), ...toStrokes(input, key).slice(1)];
      hold('', [{ key: 'esc' }], now);
      return strokes;
    }
    const plain = input !== '' && !key.ctrl && !key.meta && input !== '\r';
    if (plain) return [...before, ...feedPlain(input, now)];
    if (input !== '' && key.meta && !key.ctrl) return [...before, ...feedAlt(input, key, now)];
    const strokes = toStrokes(input, key);
    const unnamed = input === '' && strokes.length === 0 ? trace.functionKey() : undefined;
    return [...before, ...release(), ...(unnamed ? [{ key: unnamed }] : strokes)];
  };

  return { raw: trace.see, feed, flush, due: () => held?.due ?? reply?.due };
}
