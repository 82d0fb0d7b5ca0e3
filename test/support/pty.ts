/** Runs a command in a real pty and reads its screen through a terminal emulator. Nothing here sleeps. */

import { createRequire } from 'node:module';
import type { IPty } from '@lydell/node-pty';
import { createScreen, type ScreenModes } from './screen.ts';

export type PtyExit = { code: number; signal: number };

export type Pty = {
  /** Sends bytes as the keyboard does. */
  write(bytes: string): void;
  /** The screen's lines, trailing blanks cut, one per row. */
  screen(): string[];
  /** The same as one text. */
  text(): string;
  /** Scrollback and screen of the buffer in use. */
  history(): string[];
  modes(): ScreenModes;
  cursor(): { x: number; y: number };
  /** All that the program has written, escape sequences included. */
  raw(): string;
  /** Resolves when the screen shows `wanted` (or satisfies it); rejects with the screen after `ms`. */
  waitFor(wanted: string | RegExp | ((lines: string[], pty: Pty) => boolean), ms?: number): Promise<void>;
  resize(cols: number, rows: number): void;
  /** Reads nothing of what the program writes until the returned function is called, as a terminal that hangs. */
  stopReading(): () => void;
  kill(signal?: string): void;
  /** Closes the terminal's own end, as a window that goes away does. */
  close(): void;
  /** The program's end. `signal` is its number, 0 when it ended by itself. */
  readonly exited: Promise<PtyExit>;
  readonly pid: number;
};

export type PtyOptions = {
  /** Program and arguments. */
  argv: readonly string[];
  cols?: number;
  rows?: number;
  cwd?: string;
  /** The whole environment; only PATH and TERM are filled in. */
  env?: Readonly<Record<string, string>>;
};

type NodePty = typeof import('@lydell/node-pty');

const loaded = loadNodePty();

function loadNodePty(): { pty: NodePty } | { reason: string } {
  try {
    // Loaded on demand: on a system without its binary the tests say so instead of falling over.
    return { pty: createRequire(import.meta.url)('@lydell/node-pty') as NodePty };
  } catch (error) {
    return { reason: `no pty: ${String((error as Error).message).split('\n')[0]}` };
  }
}

/** Undefined when ptys work here, else the reason in one line. */
export function ptyUnavailable(): string | undefined {
  return 'reason' in loaded ? loaded.reason : undefined;
}

/** Starts `argv` in a pty of `cols` by `rows` cells (80 by 24 unless said). */
export function startPty({ argv, cols = 80, rows = 24, cwd, env = {} }: PtyOptions): Pty {
  if ('reason' in loaded) throw new Error(loaded.reason);
  const [file, ...args] = argv;
  if (file === undefined) throw new Error('argv is empty');
  const child: IPty = loaded.pty.spawn(file, args, {
    name: 'xterm-256color',
    cols,
    rows,
    cwd: cwd ?? process.cwd(),
    env: { PATH: process.env.PATH ?? '', TERM: 'xterm-256color', LANG: 'C.UTF-8', ...env },
  });
  const screen = createScreen(cols, rows);
  let raw = '';
  let exit: PtyExit | undefined;
  const watchers = new Set<() => void>();
  const changed = () => {
    for (const watcher of [...watchers]) watcher();
  };
  child.onData((data) => {
    raw += data;
    screen.write(data);
    changed();
  });
  const exited = new Promise<PtyExit>((resolve) => {
    child.onExit(({ exitCode, signal }) => {
      exit = { code: exitCode, signal: signal ?? 0 };
      resolve(exit);
      changed();
    });
  });

  const shown = () => screen.lines().join('\n');
  const pty: Pty = {
    write: (bytes) => child.write(bytes),
    screen: screen.lines,
    text: shown,
    history: screen.history,
    modes: screen.modes,
    cursor: screen.cursor,
    raw: () => raw,
    waitFor(wanted, ms = 10_000) {
      const holds = () => {
        if (typeof wanted === 'string') return shown().includes(wanted);
        return wanted instanceof RegExp ? wanted.test(shown()) : wanted(screen.lines(), pty);
      };
      return new Promise((resolve, reject) => {
        const settle = (error?: string) => {
          clearTimeout(timer);
          watchers.delete(check);
          if (error === undefined) return resolve();
          const what = typeof wanted === 'function' ? 'the condition' : String(wanted);
          reject(new Error(`${error}: ${what}\n${'-'.repeat(20)}\n${shown()}\n${'-'.repeat(20)}`));
        };
        const check = () => {
          if (holds()) settle();
          else if (exit)
            settle(`the program ended (code ${exit.code}, signal ${exit.signal}) before it showed`);
        };
        const timer = setTimeout(() => settle(`not seen within ${ms} ms`), ms);
        watchers.add(check);
        check();
      });
    },
    resize(nextCols, nextRows) {
      screen.resize(nextCols, nextRows);
      child.resize(nextCols, nextRows);
    },
    stopReading() {
      child.pause();
      return () => child.resume();
    },
    kill: (signal) => child.kill(signal),
    close: () => (child as IPty & { destroy(): void }).destroy(),
    exited,
    pid: child.pid,
  };
  running.add(pty);
  void exited.then(() => running.delete(pty));
  return pty;
}

const running = new Set<Pty>();

/** Ends what a failed test has left running; for afterEach. */
export async function stopPtys(): Promise<void> {
  const left = [...running];
  for (const pty of left) pty.kill('SIGKILL');
  await Promise.all(left.map((pty) => pty.exited));
}
