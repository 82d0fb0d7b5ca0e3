import type { Readable, Writable } from 'node:stream';

/**
 * What a command reads from and writes to. Data goes to `out`, everything that is said about it to `say`; nothing
 * is asked where nobody sits.
 */
export type Io = {
  /** Standard output, as it is given. Silent once the reader has gone. */
  out(text: string): void;
  /** A line on standard error. */
  say(line: string): void;
  readonly outIsTerminal: boolean;
  /** Both ends are terminals, so that a question can be asked. */
  readonly canAsk: boolean;
  /** Cells of a line of the terminal; 80 where it is not told. */
  readonly columns: number;
  /** The typed line, or undefined when the person gave up (Ctrl+C, Ctrl+D). Only where `canAsk`. */
  ask(question: string, options?: { masked?: boolean }): Promise<string | undefined>;
  /** All of standard input. */
  readAll(): Promise<string>;
  /** The next line of standard input, read when it is asked for; undefined when there is none. Not with readAll. */
  readLine(): Promise<string | undefined>;
};

/** A stream of the process; the terminal's fields are there only when it is one. */
export type OutStream = Writable & { isTTY?: boolean; columns?: number };
export type InStream = Readable & { isTTY?: boolean; setRawMode?(on: boolean): unknown };

/** The process's three streams as an Io. A reader that goes away early and a closed standard error end nothing. */
export function processIo(streams: { stdin: InStream; stdout: OutStream; stderr: OutStream }): Io {
  const { stdin, stdout, stderr } = streams;
  const outIsTerminal = stdout.isTTY === true;
  const canAsk = stdin.isTTY === true && stderr.isTTY === true;
  const out = guarded(stdout);
  const err = guarded(stderr);
  let lines: AsyncIterator<string> | undefined;
  return {
    out,
    say: (line) => err(`${line}\n`),
    outIsTerminal,
    canAsk,
    // A terminal can claim to have no columns at all.
    columns: stdout.columns || 80,
    async ask(question, { masked = false } = {}) {
      if (!canAsk) return undefined;
      const { askLine } = await import('./ask.ts');
      return askLine({ stdin, write: err, question, masked });
    },
    async readAll() {
      let text = '';
      for await (const chunk of stdin.setEncoding('utf8')) text += chunk;
      return text;
    },
    async readLine() {
      const { createInterface } = await import('node:readline');
      // What waits behind the first line belongs to a later question, so the reader stays.
      lines ??= createInterface({ input: stdin })[Symbol.asyncIterator]();
      const { value, done } = await lines.next();
      return done === true ? undefined : value;
    },
  };
}

/** Writes to a stream until it breaks; from then on nothing, and never an uncaught error. */
function guarded(stream: Writable): (text: string) => void {
  let broken = false;
  stream.on('error', () => {
    broken = true;
  });
  return (text) => {
    if (broken || stream.destroyed) return;
    try {
      stream.write(text);
    } catch {
      broken = true;
    }
  };
}
