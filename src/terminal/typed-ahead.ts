/** Throws away keys that wait in the terminal's own queue, unread by any program. */

import { closeSync, constants, openSync, readSync } from 'node:fs';

type Keyboard = { isTTY?: boolean; setRawMode?(on: boolean): unknown };

const mostReads = 64;

/**
 * Empties the keyboard queue of the controlling terminal. Nothing is read through `stdin`, whose stream
 * belongs to Ink; it only takes the terminal out of line mode, in which unfinished lines cannot be read.
 * Does nothing where there is no such terminal.
 */
export function dropTypedAhead(stdin: Keyboard): void {
  if (!stdin.isTTY || stdin.setRawMode === undefined) return;
  let fd: number | undefined;
  try {
    fd = openSync('/dev/tty', constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    stdin.setRawMode(true);
    const buffer = Buffer.alloc(4096);
    for (let reads = 0; reads < mostReads && readSync(fd, buffer) > 0; reads++);
  } catch {
    // Empty (EAGAIN), or a system without /dev/tty.
  } finally {
    if (fd !== undefined) {
      closeSync(fd);
      attempt(() => stdin.setRawMode?.(false));
    }
  }
}

function attempt(step: () => unknown): void {
  try {
    step();
  } catch {}
}
