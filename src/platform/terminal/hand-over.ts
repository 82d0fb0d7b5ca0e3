/** Lends the terminal to another program and takes it back in the state in which it was. */

import type { Keyboard } from './keyboard.ts';
import { afterChildModes, enterModes, enterScreen, leaveModes } from './modes.ts';
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
  keyboard: Keyboard;
  /** See output.ts. */
  lendOutput(): Promise<() => void>;
  /** Whether the deck draws on the alternate screen. */
  alternateScreen: boolean;
};

/**
 * Runs `program` while it has the terminal. Screen and keyboard come back whatever happens: a program that
 * was killed leaves its modes on, and keys that it did not read must not act here.
 *
 * @param announce a line for the ordinary screen, such as the command that is run
 * @param wasCutOff whether the program's end left the terminal as it was at some moment
 */
export async function handOver<T>(
  io: HandOver,
  program: () => Promise<T>,
  { announce = '', wasCutOff = () => false }: { announce?: string; wasCutOff?: (value: T) => boolean } = {},
): Promise<T> {
  const release = io.holdInterrupt();
  let outcome: { value: T } | undefined;
  try {
    io.tap.pause();
    await io.suspend(async () => {
      await io.keyboard.release();
      io.write(`${leaveModes}${announce === '' ? '' : `${announce}\n`}`);
      const outputBack = await io.lendOutput();
      try {
        outcome = { value: await program() };
      } finally {
        outputBack();
        io.write(afterChildModes({ cutOff: outcome === undefined || wasCutOff(outcome.value) }));
        io.keyboard.dropTypedAhead();
        if (io.alternateScreen) io.write(enterScreen);
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
