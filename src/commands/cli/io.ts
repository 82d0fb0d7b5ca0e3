import { fstatSync, readSync, statSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { inLines } from './prose.ts';

const usualColumns = 80;

/** What `--json=id,label` picks: these fields of each row of these lists; `known` are those that a row may have. */
export type RowFields = {
  lists: readonly string[];
  fields: readonly string[];
  known: ReadonlySet<string>;
};

/**
 * What a command reads from and writes to. Data goes to `out`, everything that is said about it to `say`; nothing
 * is asked where nobody sits.
 */
export type Io = {
  /** Standard output, as it is given. Silent once the reader has gone. */
  out(text: string): void;
  /** A sentence or more on standard error: broken between words on a terminal, one line of text anywhere else. */
  say(text: string): void;
  /** Resolves once standard output has taken what was given to it: whether it took all of it. */
  taken(): Promise<boolean>;
  /** Aborts once standard output takes nothing any more, which a write finds out: what only prints need not go on. */
  readonly outGone: AbortSignal;
  /** Whether somebody may still read standard output, as far as that can be told without a write. */
  isRead(): boolean;
  readonly outIsTerminal: boolean;
  /** Both ends are terminals, so that a question can be asked. */
  readonly canAsk: boolean;
  /** What is printed of each row in JSON; all of it without. */
  readonly rowFields?: RowFields;
  /** Cells of a line of the terminal; 80 where it is not told. */
  readonly columns: number;
  /** Lines of the terminal, where it tells. */
  readonly rows?: number;
  /** The typed line, or undefined when the person gave up (Ctrl+C, Ctrl+D). Only where `canAsk`. */
  ask(question: string, options?: { masked?: boolean }): Promise<string | undefined>;
  /** All of standard input. */
  readAll(): Promise<string>;
  /** The next line of standard input, read when it is asked for; undefined when there is none. Not with readAll. */
  readLine(): Promise<string | undefined>;
};

/** A stream of the process; the terminal's fields are there only when it is one. */
export type OutStream = Writable & { isTTY?: boolean; columns?: number; rows?: number; fd?: number };
export type InStream = Readable & { isTTY?: boolean; setRawMode?(on: boolean): unknown };

/** An Io over real streams, which may break. */
export type ProcessIo = Io & {
  /** Why some of the data could not be written, as the system says; undefined while all went well. */
  lost(): string | undefined;
};

/**
 * The process's three streams as an Io. A reader that goes away early and a closed standard error end nothing; data
 * that finds no room is another matter, and `lost` tells of it.
 */
export function processIo(streams: {
  stdin: InStream;
  stdout: OutStream;
  stderr: OutStream;
  /** Whether the other end of standard output is still held by somebody. */
  hasReader?: () => boolean;
}): ProcessIo {
  const { stdin, stdout, stderr, hasReader = () => true } = streams;
  const outIsTerminal = stdout.isTTY === true;
  const canAsk = stdin.isTTY === true && stderr.isTTY === true;
  const { write: out, lost, taken, gone: outGone } = guarded(stdout);
  const { write: err } = guarded(stderr);
  const prose = (text: string): string =>
    stderr.isTTY === true ? inLines(text, stderr.columns || usualColumns) : text;
  let lines: AsyncIterator<string> | undefined;
  return {
    out,
    lost,
    taken,
    outGone,
    isRead: () => !outGone.aborted && hasReader(),
    say: (text) => err(`${prose(text)}\n`),
    outIsTerminal,
    canAsk,
    // A terminal can claim to have no columns at all.
    columns: stdout.columns || usualColumns,
    ...(stdout.rows ? { rows: stdout.rows } : {}),
    async ask(question, { masked = false } = {}) {
      if (!canAsk) return undefined;
      const { askLine } = await import('./ask.ts');
      const asked = question.trimEnd();
      const blank = question.slice(asked.length);
      return askLine({ stdin, write: err, question: `${prose(asked)}${blank}`, masked });
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
function guarded(stream: OutStream) {
  const write = wholeWrite(stream);
  const gone = new AbortController();
  let isChecked = false;
  const isGone = (): boolean => {
    if (!isChecked && isClosed(stream)) gone.abort();
    isChecked = true;
    return gone.signal.aborted || stream.destroyed;
  };
  let reason: string | undefined;
  // Streams over files throw, those over pipes and terminals tell later.
  const onError = (error: unknown) => {
    gone.abort();
    const { code, message } = error as NodeJS.ErrnoException;
    // A reader that has seen enough (`| head`) loses nothing that it wants.
    if (code !== 'EPIPE') reason ??= message.replace(/, write$/, '');
  };
  stream.on('error', onError);
  return {
    write(text: string): void {
      if (isGone()) return;
      try {
        write(text);
      } catch (error) {
        onError(error);
      }
    },
    lost: () => reason,
    gone: gone.signal,
    taken: () =>
      new Promise<boolean>((resolve) => {
        if (isGone()) resolve(false);
        else stream.write('', (error) => resolve(!error && !gone.signal.aborted));
      }),
  };
}

/** Node's stream over a file counts a write that found room for only a part of it as a success. */
function wholeWrite(stream: OutStream): (text: string) => void {
  const { fd } = stream;
  if (fd === undefined || !isFile(fd)) return (text) => void stream.write(text);
  return (text) => {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
  };
}

/**
 * Whether the process was started with this output closed (`>&-`). Node opens the null device in its place, and for
 * reading as well, which no `>/dev/null` of a shell does.
 */
function isClosed({ fd }: OutStream): boolean {
  if (fd === undefined) return false;
  try {
    const { rdev } = fstatSync(fd);
    return rdev === statSync(devNull).rdev && readSync(fd, Buffer.alloc(1)) === 0;
  } catch {
    return false;
  }
}

function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile();
  } catch {
    return false;
  }
}
