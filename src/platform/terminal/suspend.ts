/** Stops the program as Ctrl+Z does, and comes back with `fg`. */

import type { Suspend } from './hand-over.ts';
import { enterModes, enterScreen, leaveModes } from './modes.ts';
import { isTerminalGone } from './restore-on-exit.ts';
import type { StdinTap } from './stdin-tap.ts';

export type StopProcess = Pick<NodeJS.Process, 'kill' | 'pid'> & {
  on(event: 'SIGCONT' | 'SIGTSTP', listener: () => void): unknown;
  emit(event: 'SIGWINCH', signal: 'SIGWINCH'): unknown;
  off(event: 'SIGCONT' | 'SIGTSTP', listener: () => void): unknown;
};

export type StopIo = {
  process: StopProcess;
  platform: NodeJS.Platform;
  suspend: Suspend;
  tap: StdinTap;
  write(text: string): void;
  /** See output.ts. */
  lendOutput(): Promise<() => void>;
  /** Whether the deck draws on the alternate screen. */
  alternateScreen: boolean;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Hears stops from elsewhere; as long as somebody does, the system stops nothing. */
  onStop(): void;
};

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Has the size of the terminal read anew: whoever is stopped is not told that it has changed. A window that was closed
 * sends a continuation beside its hang-up; answers false when the terminal is gone, and nothing more is to be done.
 */
export function readSize(process: Pick<StopProcess, 'emit'>): boolean {
  try {
    process.emit('SIGWINCH', 'SIGWINCH');
    return true;
  } catch (error) {
    if (!isTerminalGone(error)) throw error;
    return false;
  }
}

/** A stopped program does not notice time; one that still runs after this was not stopped (ms). */
const notStoppedAfterMs = 150;

/**
 * Gives the terminal to the shell, stops the whole process group (a wrapper such as npx stops too), and
 * takes the terminal back when it is continued. Answers a note when the program cannot be stopped here.
 */
export async function stopProcess(io: StopIo): Promise<string | undefined> {
  if (io.platform === 'win32') return 'This system has no job control; the deck keeps running';
  let continued = false;
  const stillAwake = new AbortController();
  const onContinue = () => {
    continued = true;
    stillAwake.abort();
  };
  io.tap.pause();
  try {
    await io.suspend(async () => {
      io.write(leaveModes);
      const outputBack = await io.lendOutput();
      io.process.on('SIGCONT', onContinue);
      io.process.off('SIGTSTP', io.onStop);
      try {
        io.process.kill(0, 'SIGTSTP');
        // Started by something that is no shell, the group cannot be stopped: no continuation would ever come.
        await io.sleep(notStoppedAfterMs, stillAwake.signal).catch(() => {});
        // `kill %1` ends a stopped program by a signal beside the one that continues it. That one goes first: taking
        // the terminal back from behind the shell would stop the program once more.
        await nextTurn();
      } finally {
        io.process.off('SIGCONT', onContinue);
        io.process.on('SIGTSTP', io.onStop);
        outputBack();
        if (io.alternateScreen) io.write(enterScreen);
      }
    });
  } finally {
    io.write(enterModes);
    io.tap.resume();
  }
  return continued ? undefined : 'The deck cannot be stopped here: no shell is waiting for it';
}
