/**
 * Puts key presses together that a slow line has torn apart.
 *
 * Ink gives up on an unfinished escape sequence after 20 ms and then reports its pieces as an Escape and as
 * typed text. This reader waits a little longer before it believes in an Escape, and takes the text that
 * follows in time for the rest of the sequence. It is a plain state machine: the caller passes the time.
 */

import { controlStrokes, finishedSequence, isUnfinished } from './control-sequence.ts';
import { beginsString, isStringIntroducer, mayBeginString, stringEnd } from './control-string.ts';
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

/**
 * What is held back: the text after ESC so far, and the strokes it stands for if nothing more comes. `together` when
 * that text came with its ESC in one piece.
 */
type Held = { tail: string; alone: Stroke[]; due: number; together: boolean };

/** A reply that breaks off is over after this silence, in ms: a slow line may bring it in pieces. */
const replySilenceMs = 1000;

/** @param escWaitMs how long a lone ESC is held back, in ms (see escapeWaitMs) */
export function createStrokeReader({ escWaitMs }: { escWaitMs: number }): StrokeReader {
  const trace = createRawTrace();
  let held: Held | undefined;
  // A terminal's reply such as "ESC ] 11;rgb:… BEL" reaches us as Alt+] and text: swallowed up to its end.
  let reply: { due: number } | undefined;

  const hold = (tail: string, alone: Stroke[], now: number, together = false) => {
    held = { tail, alone, due: now + escWaitMs, together };
  };
  const release = (): Stroke[] => {
    const strokes = held?.alone ?? [];
    held = undefined;
    return strokes;
  };
  const flush = (now: number): Stroke[] => {
    if (reply && now >= reply.due) reply = undefined;
    if (!held || now < held.due) return [];
    // A person's Escape, whatever reply it came into.
    reply = undefined;
    return release();
  };

  const continueHeld = (input: string, now: number): Stroke[] | undefined => {
    if (held === undefined) return undefined;
    const tail = held.tail + input;
    if (reply && tail.startsWith('\\')) {
      // ESC \ ends a reply, also when it was torn apart.
      held = undefined;
      reply = undefined;
      return textStrokes(tail.slice(1));
    }
    if ((held.together && isStringIntroducer(held.tail)) || beginsString(tail)) {
      held = undefined;
      return swallowReply(tail.slice(1), now);
    }
    const sequence = finishedSequence(tail);
    if (sequence !== undefined) {
      held = undefined;
      const where = sequence === '[M' ? tail.slice(2, 5) : '';
      if (sequence === '[M') trace.mouseFollows(3 - where.length);
      return [...controlStrokes(sequence), ...textStrokes(tail.slice(sequence.length + where.length))];
    }
    if (isUnfinished(tail)) hold(tail, [], now);
    else if (mayBeginString(tail)) hold(tail, [{ key: 'esc' }, ...textStrokes(tail)], now);
    else return undefined;
    return [];
  };

  const swallowReply = (text: string, now: number): Stroke[] => {
    const end = stringEnd(text);
    reply = end < 0 ? { due: now + replySilenceMs } : undefined;
    return end < 0 ? [] : textStrokes(text.slice(end));
  };

  const feedPlain = (input: string, now: number): Stroke[] => {
    const continued = continueHeld(input, now);
    if (continued) return continued;
    const before = release();
    if (reply && before.length === 0) return swallowReply(input, now);
    reply = undefined;
    if (trace.isUnfinished(input)) {
      hold(input, [], now);
      return before;
    }
    return [...before, ...textStrokes(trace.withoutRubbish(input))];
  };

  const feedAlt = (input: string, key: KeyFlags, now: number): Stroke[] => {
    const before = release();
    const endsReply = reply !== undefined && input === '\\';
    reply = undefined;
    if (endsReply) return before;
    const strokes = toStrokes(input, key);
    if (input === 'O' || isStringIntroducer(input)) {
      hold(input, strokes, now, true);
      return before;
    }
    return [...before, ...strokes];
  };

  const feed = (input: string, key: KeyFlags, now: number): Stroke[] => {
    const before = flush(now);
    const isKitty = key.eventType !== undefined;
    if (isKitty) {
      const strokes = toStrokes(input, key);
      // Ink reads "[15~", a function key as terminals have always sent it, by the enhanced rules, and names none.
      const unnamed = input === '' && strokes.length === 0 && key.eventType !== 'release';
      const name = unnamed ? trace.functionKey() : undefined;
      return [...before, ...release(), ...(name ? [{ key: name }] : strokes)];
    }
    if (key.escape) {
      trace.forget();
      const strokes = [...before, ...release(), ...toStrokes(input, key).slice(1)];
      hold('', [{ key: 'esc' }], now);
      return strokes;
    }
    const plain = input !== '' && !key.ctrl && !key.meta && input !== '\r';
    if (plain) return [...before, ...feedPlain(input, now)];
    if (input !== '' && key.meta && !key.ctrl) return [...before, ...feedAlt(input, key, now)];
    // The end of a reply, BEL, is also Ctrl+G; every other key ends one as well, and is a key.
    const endsReply = reply !== undefined && key.ctrl && input === 'g';
    reply = undefined;
    if (endsReply) return [...before, ...release()];
    const strokes = toStrokes(input, key);
    const unnamed = input === '' && strokes.length === 0 ? trace.functionKey() : undefined;
    return [...before, ...release(), ...(unnamed ? [{ key: unnamed }] : strokes)];
  };

  return { raw: trace.see, feed, flush, due: () => held?.due ?? reply?.due };
}
