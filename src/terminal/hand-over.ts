/** Lends the terminal to another program and takes it back in the state in which it was. */

import { afterChildModes, enterModes, leaveModes } from './modes.ts';
import type { StdinTap } from './stdin-tap.ts';

/** Ink's suspendTerminal: gives up screen and keyboard, runs the callback, takes both back and redraws. */
export type Suspend = (callback: () => void | Promise<void>) => Promise<void>;

export type HandOver = {
  suspend: Suspend;
  tap: StdinTap;
  /** Writes to the terminal. */
  write(text: string): void;
  /** Until the returned function is called, Ctrl+C is the other program's business. */
  holdInterrupt(): () => void;
  /** Throws away what was typed and read by nobody; it was not meant for the deck. */
  dropTypedAhead(): void;
};

/**
 * Runs `program` while it has the terminal. Screen and keyboard come back whatever happens: a program that
 * was killed leaves its modes on, and keys that it did not read must not act here.
 *
 * @param announce a line for the ordinary screen, such as the command that is run
 */
export async function handOver<T>(io: HandOver, program: () => Promise<T>, announce = ''): Promise<T> {
  const release = io.holdInterrupt();
  let outcome: { value: T } | undefined;
  try {
    io.tap.pause();
    await io.suspend(async () => {
      io.write(`${leaveModes}${announce === '' ? '' : `${announce}\n`}`);
      try {
        outcome = { value: await program() };
      } finally {
        io.write(afterChildModes);
        io.dropTypedAhead();
      }
    });
  } finally {
    io.write(enterModes);
    io.tap.resume();
    release();
  }
  // Ink runs the callback before it resolves, so the value is there.
  return (outcome as unknown as { value: T }).value;
}
