/**
 * Who reads the keyboard. Ink stops listening when it lends the terminal, but Node's stream goes on reading
 * from it and would take keys that are meant for the other program.
 */

import { closeSync, constants, openSync, readSync } from 'node:fs';

export type Keyboard = {
  /** Makes Node stop reading; Ink starts it again when it takes the terminal back. Call it once Ink has let go. */
  release(): Promise<void>;
  /** Throws away what was typed and read by no program; it was not meant for the deck. */
  dropTypedAhead(): void;
};

type Stdin = {
  isTTY?: boolean;
  setRawMode?(on: boolean): unknown;
  pause(): unknown;
  read(): unknown;
};

const mostReads = 64;

export function createKeyboard(stdin: Stdin): Keyboard {
  return {
    async release() {
      // The stream takes note of the lost listener one turn later, and of the pause another turn later.
      await nextTurn();
      stdin.pause();
      await nextTurn();
    },
    dropTypedAhead() {
      if (!stdin.isTTY) return;
      while (stdin.read() !== null);
      emptyTerminalQueue(stdin);
    },
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** What waits in the terminal itself. Does nothing where there is no /dev/tty. */
function emptyTerminalQueue(stdin: Stdin): void {
  let fd: number | undefined;
  try {
    // A descriptor of its own, since only this one may answer at once that there is nothing.
    fd = openSync('/dev/tty', constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    // In line mode an unfinished line could not be read.
    stdin.setRawMode?.(true);
    const buffer = Buffer.alloc(4096);
    for (let reads = 0; reads < mostReads && readSync(fd, buffer) > 0; reads++);
  } catch {
    // Empty (EAGAIN), or no such terminal.
  } finally {
    if (fd !== undefined) closeSync(fd);
    attempt(() => stdin.setRawMode?.(false));
  }
}

function attempt(step: () => unknown): void {
  try {
    step();
  } catch {}
}
