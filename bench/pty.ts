/** A program in a pty for measuring: what it writes is timed as it comes, and nothing interprets it. */

import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';

const { spawn } = createRequire(import.meta.url)('@lydell/node-pty') as typeof import('@lydell/node-pty');

export type BenchPty = {
  /** All that was written so far. */
  text(): string;
  /** Bytes written so far. */
  bytes(): number;
  /** All that was written so far as it came, and when. */
  pieces(): readonly { data: string; at: number }[];
  cols: number;
  rows: number;
  write(keys: string): void;
  /**
   * Resolves with the time (ms of `performance.now()`) at which a piece arrived after which `holds`; rejects after
   * `ms`, or when the program ends first.
   */
  when(holds: (text: string) => boolean, ms?: number): Promise<number>;
  /** Called with each piece as it comes. */
  listen(piece: (data: string, at: number) => void): () => void;
  /** When the program was started. */
  startedAt: number;
  pid: number;
  /** Ends it and waits until it has ended. */
  kill(): Promise<void>;
  exited: Promise<number>;
};

export type BenchPtyOptions = {
  argv: readonly string[];
  cols?: number;
  rows?: number;
  env?: Readonly<Record<string, string>>;
  /** A terminal that tells its background (a dark one) and its kind when it is asked, as most do. */
  answers?: boolean;
};

const question = '\x1b]11;?';
const answer = '\x1b]11;rgb:0000/0000/0000\x1b\\\x1b[?62;c';

/** Starts `argv` in a pty of 160 by 50 cells unless said. */
export function openPty({
  argv,
  cols = 160,
  rows = 50,
  env = {},
  answers = true,
}: BenchPtyOptions): BenchPty {
  const [file = '', ...args] = argv;
  const startedAt = performance.now();
  const child = spawn(file, args, {
    name: 'xterm-256color',
    cols,
    rows,
    cwd: process.cwd(),
    env: { PATH: process.env.PATH ?? '', TERM: 'xterm-256color', LANG: 'C.UTF-8', ...env },
  });
  let text = '';
  let bytes = 0;
  const pieces: { data: string; at: number }[] = [];
  let ended = false;
  const listeners = new Set<(data: string, at: number) => void>();
  child.onData((data) => {
    const at = performance.now();
    text += data;
    pieces.push({ data, at });
    bytes += Buffer.byteLength(data);
    if (answers && data.includes(question)) child.write(answer);
    for (const listener of [...listeners]) listener(data, at);
  });
  const exited = new Promise<number>((resolve) => {
    child.onExit(({ exitCode }) => {
      ended = true;
      resolve(exitCode);
    });
  });
  return {
    text: () => text,
    bytes: () => bytes,
    pieces: () => pieces,
    cols,
    rows,
    write: (keys) => child.write(keys),
    when(holds, ms = 30_000) {
      return new Promise((resolve, reject) => {
        if (holds(text)) return resolve(performance.now());
        const fail = (why: string) => {
          done();
          reject(new Error(`${why}\n${JSON.stringify(text.slice(-600))}`));
        };
        const timer = setTimeout(() => fail(`not seen within ${ms} ms`), ms);
        const listener = (_: string, at: number) => {
          if (!holds(text)) return;
          done();
          resolve(at);
        };
        const done = () => {
          clearTimeout(timer);
          listeners.delete(listener);
        };
        listeners.add(listener);
        void exited.then(() => fail('the program ended'));
      });
    },
    listen(piece) {
      listeners.add(piece);
      return () => void listeners.delete(piece);
    },
    startedAt,
    pid: child.pid,
    async kill() {
      if (!ended) child.kill('SIGKILL');
      await exited;
    },
    exited,
  };
}
