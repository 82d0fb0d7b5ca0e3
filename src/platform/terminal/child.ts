/** Runs another program in this terminal. */

import type { ChildProcess, SpawnOptions } from 'node:child_process';

export type StartOptions = SpawnOptions & {
  /**
   * Whole seconds that it may go on alone once this process has ended, even by a kill that nothing hears of; then it is
   * ended, too. Left out, it goes on by itself.
   */
  secondsAlone?: number;
};

export type Spawn = (command: string, args: readonly string[], options: StartOptions) => ChildProcess;

/** How a program ended: an exit code, a signal's name, or the reason why it could not be started. */
export type ChildEnd = {
  code: number | undefined;
  signal: string | undefined;
  /** The system's word when the program could not be started, such as ENOENT. */
  failure: string | undefined;
  /** How long it ran, in ms. */
  ms: number;
  /** The end of what it wrote to stderr, when that was listened to: lines without control characters. */
  lastErrors: string[];
};

export type ChildRequest = {
  spawn: Spawn;
  command: string;
  args: readonly string[];
  /** Milliseconds since the epoch. */
  now(): number;
  env?: NodeJS.ProcessEnv;
  /** Where its error output goes on to, while its end is kept; left out, the child has the terminal for that too. */
  stderr?: { write(chunk: Uint8Array): unknown };
  /** It has nothing of the terminal: no input, and what it writes goes nowhere. */
  apart?: boolean;
  /** See StartOptions. */
  secondsAlone?: number;
};

const keptErrorBytes = 4096;
/** What a program wrote last is in the pipe when it ends; each turn of the event loop reads some of it. */
const turnsForLastWords = 5;

/** Starts the program with the terminal as its own and waits for its end. Never rejects. */
export function runChild({
  spawn,
  command,
  args,
  now,
  env,
  stderr,
  apart = false,
  secondsAlone,
}: ChildRequest): Promise<ChildEnd> {
  const start = now();
  let errors = Buffer.alloc(0);
  return new Promise((resolve) => {
    const end = (how: Partial<ChildEnd>) =>
      resolve({
        code: undefined,
        signal: undefined,
        failure: undefined,
        ms: Math.max(0, now() - start),
        lastErrors: readableLines(errors.toString('utf8')),
        ...how,
      });
    let child: ChildProcess;
    try {
      const stdio: SpawnOptions['stdio'] = apart
        ? 'ignore'
        : ['inherit', 'inherit', stderr ? 'pipe' : 'inherit'];
      child = spawn(command, args, {
        stdio,
        ...(env ? { env } : {}),
        ...(secondsAlone === undefined ? {} : { secondsAlone }),
      });
    } catch (error) {
      end({ failure: (error as NodeJS.ErrnoException).code ?? 'it could not be started' });
      return;
    }
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr?.write(chunk);
      errors = Buffer.concat([errors, chunk]).subarray(-keptErrorBytes);
    });
    child.on('error', (error: NodeJS.ErrnoException) => end({ failure: error.code ?? error.message }));
    // 'exit' and not 'close': a connection kept open in the background would hold the pipe for ever.
    child.on('exit', (code, signal) => {
      afterTurns(turnsForLastWords, () => end({ code: code ?? undefined, signal: signal ?? undefined }));
    });
  });
}

function afterTurns(turns: number, then: () => void): void {
  if (turns === 0) then();
  else setImmediate(() => afterTurns(turns - 1, then));
}

function readableLines(text: string): string[] {
  return text
    .split(/\r?\n|\r/)
    .map((line) =>
      line
        .replace(/\x1b\[[0-?]*[ -/]*[@-~]/g, '')
        .replace(/[\x00-\x1f\x7f-\x9f]/g, '')
        .trim(),
    )
    .filter((line) => line !== '');
}
