/** What the terminal is told when the deck takes it and when it gives it back. */

import { closeSync, constants, openSync, writeSync } from 'node:fs';

/** Beyond what Ink sets itself (alternate screen, hidden cursor, marked pastes): reports of the window's focus. */
export const enterModes = '\x1b[?1004h';

/**
 * What a screen that is drawn on relies on, whatever was done to it: all lines scroll, positions count from the top, text
 * takes the place of text, letters are letters without a look of their own, and lines do not wrap. Takes the cursor home.
 */
export const drawingModes = '\x1b[r\x1b[?6l\x1b[4l\x1b(B\x0f\x1b[0m\x1b[?7l';

/**
 * Into the alternate screen with the cursor at its top; write it before Ink's render. Ink enters it as well
 * but begins to draw wherever the cursor stood, which leaves a short frame hanging in the middle. Lines do not
 * wrap there: one that the terminal draws wider than it was measured must not scroll the others away.
 */
export const enterScreen = `\x1b[?1049h${drawingModes}\x1b[H`;

/** The same with whatever stands there erased, also where a terminal has no second screen. */
export const enterEmptyScreen = `${enterScreen}\x1b[2J`;

const inputOff = '\x1b[?1004l\x1b[?2004l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1l\x1b>\x1b[<u';
const drawingOff = '\x1b[?2026l\x1b[?7h\x1b[?25h\x1b[4l\x1b[0m';
/** Undoes the scroll region, which takes the cursor home, hence saved around it; and a shifted character set. */
const wholeScreen = '\x1b7\x1b[r\x1b8\x1b(B\x0f';
/**
 * Positions count from the top of the screen again. The mode's own switch takes the cursor home, and a saved cursor brings
 * the mode along: only a soft reset leaves the cursor. A terminal that does not know it loses the mode by the switch, which
 * is written wherever the cursor may move.
 */
const softReset = '\x1b[!p';
const originOff = '\x1b[?6l';

/**
 * Undoes every mode that the deck or a child of it can have set; the last thing that is written. A deck on the
 * ordinary screen leaves its last frame there, whose last line has no end yet.
 *
 * @param lent another program has the terminal: leaving the alternate screen twice would move the cursor back over it
 */
export function restoreModes({
  alternateScreen = true,
  lent = false,
}: {
  alternateScreen?: boolean;
  lent?: boolean;
} = {}): string {
  if (lent) return inputOff + wholeScreen + softReset + drawingOff;
  if (!alternateScreen) return `${inputOff}${wholeScreen}${drawingOff}\r\n`;
  // The cursor comes back with the screen that is left.
  return `${inputOff}\x1b[r${originOff}\x1b(B\x0f${drawingOff}\x1b[?1049l`;
}

/** For another program to start with: what it cannot know that we have set. */
export const leaveModes = '\x1b[?1004l\x1b[?7h';

/**
 * After another program, which may have left its modes on. Its alternate screen is left without moving the
 * cursor (1047, not 1049): what it wrote to the ordinary screen must not be overwritten. Also undone: a scroll
 * region, positions that count from its top, inserting, a shifted character set, switched-off line wrap, a cursor's
 * shape, and enhanced keys on either screen.
 *
 * @param cutOff it did not end by itself, so that the cursor may stand anywhere: on to a new last line
 */
export function afterChildModes({ cutOff }: { cutOff: boolean }): string {
  const screenOff = `\x1b[?1047l\x1b[<u${wholeScreen}${softReset}\x1b[0 q`;
  return inputOff + screenOff + drawingOff + (cutOff ? `${originOff}\x1b[999;1H\n` : '');
}

const triesWhenBusy = 50;
const waitCell = new Int32Array(new SharedArrayBuffer(4));

/**
 * Writes `text` to a file descriptor at once, as it must be done on the way out. A busy terminal is tried
 * again for a tenth of a second; one that is gone is no reason to fail.
 *
 * @returns what was not written
 */
export function writeNow(fd: number, text: string, write: typeof writeSync = writeSync): string {
  let rest = Buffer.from(text, 'utf8');
  for (let tries = 0; rest.length > 0; ) {
    try {
      rest = rest.subarray(write(fd, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || ++tries > triesWhenBusy)
        return rest.toString('utf8');
      Atomics.wait(waitCell, 0, 0, 2);
    }
  }
  return '';
}

/** The terminal by its own name, for when the output that led to it is closed; answers what it does not take now. */
export function writeToTerminal(text: string): string {
  try {
    // One that reads nothing must not keep the process from its end.
    const fd = openSync('/dev/tty', constants.O_WRONLY | (constants.O_NONBLOCK ?? 0));
    try {
      return writeNow(fd, text);
    } finally {
      closeSync(fd);
    }
  } catch {
    return '';
  }
}

/** A routine that gives the terminal back, once however often it is called. */
export function createRestore({
  fd,
  stdin,
  alternateScreen = true,
  title = () => '',
  lent = () => false,
  write = writeNow,
  writeElsewhere = writeToTerminal,
}: {
  fd: number;
  stdin?: { isTTY?: boolean; setRawMode?(on: boolean): unknown };
  alternateScreen?: boolean;
  /** What gives the window its own title back. */
  title?: () => string;
  /** Whether another program has the terminal at this moment. */
  lent?: () => boolean;
  /** Answers what `fd` did not take. */
  write?: (fd: number, text: string) => string;
  /** What is tried with the rest. */
  writeElsewhere?: (text: string) => void;
}): () => void {
  let restored = false;
  return () => {
    if (restored) return;
    restored = true;
    // Each step stands alone: a dead terminal refuses one, and the others must still be tried.
    try {
      if (stdin?.isTTY) stdin.setRawMode?.(false);
    } catch {}
    const text = title() + restoreModes({ alternateScreen, lent: lent() });
    const rest = write(fd, text);
    if (rest !== '') writeElsewhere(rest);
  };
}
