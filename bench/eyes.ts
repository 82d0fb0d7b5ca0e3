/** What a person would see of a program in a pty, piece by piece: which frame is the one that shows a key. */

import { createScreen } from '../test/support/screen.ts';
import type { BenchPty } from './pty.ts';

/** Something that could be seen from `at` on, in ms of `performance.now()`. */
export type Seen<T> = { at: number; value: T };

export type Eyes = {
  /**
   * Puts what was written since this was asked last on an emulated screen: what `look` makes of its lines after each
   * piece, where it makes anything of them. Called after what is timed, since it takes as long as it takes.
   */
  since<T>(look: (lines: string[]) => T | undefined): Seen<T>[];
};

export function eyesOn(pty: BenchPty): Eyes {
  const screen = createScreen(pty.cols, pty.rows);
  let read = 0;
  return {
    since<T>(look: (lines: string[]) => T | undefined) {
      const seen: Seen<T>[] = [];
      for (const { data, at } of pty.pieces().slice(read)) {
        screen.write(data);
        const value = look(screen.lines());
        if (value !== undefined) seen.push({ at, value });
      }
      read = pty.pieces().length;
      return seen;
    },
  };
}

/** The line on which a cursor stands that is drawn as the deck draws it. */
export function cursorRow(lines: readonly string[]): number | undefined {
  const row = lines.findIndex((line) => line.startsWith('▌'));
  return row < 0 ? undefined : row;
}

/** A key, when it was pressed, and the row to which it moves the cursor. */
export type KeyTo = { at: number; row: number };

/**
 * How long after each key its frame was seen. A frame belongs to the first key that was pressed by then, is not seen yet
 * and leads to the row it shows; the keys before that one are seen with it. What no frame shows is seen with the last one
 * if that is where the keys lead, and never (infinity) if it is not.
 */
export function lateness(keys: readonly KeyTo[], frames: readonly Seen<number>[]): number[] {
  const late: number[] = [];
  // A frame can come in several pieces.
  for (const { at, value } of frames.filter((frame, index) => frame.value !== frames[index - 1]?.value)) {
    const next = keys.findIndex((key, index) => index >= late.length && key.at <= at && key.row === value);
    for (const key of keys.slice(late.length, next + 1)) late.push(at - key.at);
  }
  const last = frames.at(-1);
  const end = last !== undefined && last.value === keys.at(-1)?.row ? last.at : Number.POSITIVE_INFINITY;
  return [...late, ...keys.slice(late.length).map(({ at }) => end - at)];
}

/** When it was seen first. */
export function firstAt<T>(seen: readonly Seen<T>[], holds: (value: T) => boolean): number | undefined {
  return seen.find(({ value }) => holds(value))?.at;
}

/** When what is seen became what it is at the end. */
export function settledAt(seen: readonly Seen<string>[]): number | undefined {
  const end = seen.at(-1)?.value;
  return seen[seen.findLastIndex(({ value }) => value !== end) + 1]?.at;
}

/**
 * What was written but for the money line, the second of the screen: its age, and the hour at which the credit ends. That
 * is a move there, what is written there, and the move back where one is made.
 */
export const withoutMoneyLine = (written: string): string =>
  written.replace(/\x1b\[2;\d+H(?:[^\x1b\r\n]|\x1b\[[\d;]*[mCKX])*(?:\x1b\[\d+H)?/g, '');
