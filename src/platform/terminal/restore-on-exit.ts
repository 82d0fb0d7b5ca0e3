/** Gives the terminal back however the process ends: by itself, by a signal, or by a bug. */

import { type EndSignal, endSignals } from './ending-signals.ts';

/** The exit code that stands for a bug of ours. */
export const bugExitCode = 70;

/** What is said where the last words cannot be made: nobody is to take silence for nothing that runs. */
const untold = 'What still runs and costs money could not be told. Look with: rigdeck instances\n';

/** The parts of `process` that are used, so that a test can stand in for it. */
export type ProcessLike = Pick<NodeJS.Process, 'pid' | 'on' | 'off' | 'removeAllListeners' | 'kill' | 'exit'>;

export type RestoreOnExit = {
  /** Until the returned function is called, Ctrl+C is another program's business. */
  holdInterrupt(): () => void;
  /** Ends the process by a bug that was caught: as one that nobody caught. */
  fail(error: unknown): void;
  /** Takes the listeners away again; the terminal is not touched. */
  uninstall(): void;
};

export type RestoreOnExitOptions = {
  process: ProcessLike;
  /** Stops drawing: Ink's unmount. May throw. */
  stop(): void;
  /** The one restore routine (see createRestore). */
  restore(): void;
  /** The last lines for the ordinary screen; called after the terminal was restored. */
  goodbye(): string;
  /** A bug: keeps a report and answers what to tell the person. May throw. */
  report(error: unknown): string;
  /** The exit code where an error is no bug of ours; undefined where it is. */
  exitCodeOf?(error: unknown): number | undefined;
  write(text: string): void;
  /** Called first on a signal; true means that the deck ends by itself and the signal goes no further. */
  onSignal?(signal: EndSignal): boolean;
  /** Ends what has the terminal in the deck's place; resolves when it has. Undefined when nothing has it. */
  endOthers?(signal: EndSignal): Promise<unknown> | undefined;
};

/** Installs the listeners. `process` keeps its ordinary exit status: a signal is raised again after cleaning up. */
export function restoreOnExit(options: RestoreOnExitOptions): RestoreOnExit {
  const { process, stop, restore, goodbye, report, write } = options;
  let ended = false;
  let held = 0;

  const tidy = (lastWords: () => string) => {
    if (ended) return;
    ended = true;
    attempt(stop);
    attempt(restore);
    attempt(() => write(attempt(lastWords) ?? untold));
  };
  const onExit = () => tidy(goodbye);
  const onSignal = (signal: EndSignal) => {
    if (signal === 'SIGINT' && held > 0) return;
    if (!ended && options.onSignal?.(signal)) return;
    const end = () => {
      tidy(goodbye);
      die(signal);
    };
    // Whoever has the terminal gives it back before we say anything on it.
    const others = ended ? undefined : attempt(() => options.endOthers?.(signal));
    if (others === undefined) end();
    else void others.then(end, end);
  };
  const onError = (error: unknown) => {
    const gone = isTerminalGone(error);
    // Without waiting: what is broken here must not go on.
    if (!ended) void attempt(() => options.endOthers?.(gone ? 'SIGHUP' : 'SIGTERM'))?.catch(() => {});
    // A bug in telling of a bug must not leave the person without a word.
    const told = () => attempt(() => report(error)) ?? 'The program has a bug and had to stop.';
    tidy(() => (gone ? goodbye() : `${told()}\n${attempt(goodbye) ?? untold}`));
    if (!gone) return process.exit(options.exitCodeOf?.(error) ?? bugExitCode);
    // Not by an exit of its own: Node gives the terminal's modes back then, and aborts where there is none any more.
    die('SIGHUP');
  };
  const die = (signal: EndSignal) => {
    uninstall();
    // A library that still listens would put it off until the program had ended by itself, with another status.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  };
  const uninstall = () => {
    process.off('exit', onExit);
    for (const signal of endSignals) process.off(signal, onSignal);
    process.off('uncaughtException', onError);
    process.off('unhandledRejection', onError);
  };

  process.on('exit', onExit);
  for (const signal of endSignals) process.on(signal, onSignal);
  process.on('uncaughtException', onError);
  process.on('unhandledRejection', onError);
  return {
    uninstall,
    fail: onError,
    holdInterrupt() {
      held += 1;
      let released = false;
      return () => {
        if (!released) held -= 1;
        released = true;
      };
    },
  };
}

const goneCodes = ['EIO', 'EPIPE', 'ENXIO', 'EBADF', 'ENOTTY'];
const terminalCalls = ['write', 'read', 'setRawMode', 'tcsetattr', 'getWindowSize'];

/** A closed window or a dropped connection shows as failing calls on the terminal: no bug, and nobody to tell. */
export function isTerminalGone(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return goneCodes.includes(code ?? '') && terminalCalls.includes(syscall ?? '');
}

/** What a read of a terminal that is gone fails with, where it ends without a failure. */
export const terminalGone = (): Error =>
  Object.assign(new Error('the terminal is gone'), { code: 'EIO', syscall: 'read' });

function attempt<T>(step: () => T): T | undefined {
  try {
    return step();
  } catch {
    return undefined;
  }
}
