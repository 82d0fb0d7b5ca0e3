/** Streams that Ink takes for a terminal, inside the test's own process. */

import { Readable, Writable } from 'node:stream';
import { createScreen, type Screen } from './screen.ts';

export type FakeOut = NodeJS.WriteStream & { readonly screen: Screen };
export type FakeIn = NodeJS.ReadStream & { readonly rawHistory: boolean[] };

export type FakeTerminal = {
  stdin: FakeIn;
  stdout: FakeOut;
  stderr: FakeOut;
  /** The lines of the screen, trailing blanks cut, one per row. */
  frame(): string[];
  /** The same as one text, without the empty lines at its end. */
  text(): string;
  /** Sends bytes as the keyboard does, in one chunk. */
  type(bytes: string): void;
  /** Sends `text` as a marked paste. */
  paste(text: string): void;
  resize(cols: number, rows: number): void;
  screen: Screen;
  /** Everything written to the output so far. */
  output(): string;
};

/** A terminal of `cols` by `rows` cells; pass its streams to Ink's render with `interactive: true`. */
export function fakeTerminal({ cols = 80, rows = 24 }: { cols?: number; rows?: number } = {}): FakeTerminal {
  const screen = createScreen(cols, rows);
  let written = '';
  const stdout = fakeOut(screen, (data) => {
    written += data;
  });
  const stdin = fakeIn();
  return {
    stdin,
    stdout,
    stderr: stdout,
    screen,
    frame: () => screen.lines(),
    text: () => screen.lines().join('\n').trimEnd(),
    type: (bytes) => {
      stdin.push(bytes, 'utf8');
    },
    paste: (text) => {
      stdin.push(`\x1b[200~${text}\x1b[201~`, 'utf8');
    },
    resize(nextCols, nextRows) {
      screen.resize(nextCols, nextRows);
      Object.assign(stdout, { columns: nextCols, rows: nextRows });
      stdout.emit('resize');
    },
    output: () => written,
  };
}

/** An output stream that draws on `screen` at once. */
export function fakeOut(screen: Screen, onWrite: (data: string) => void = () => {}): FakeOut {
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      const data = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
      onWrite(data);
      // What a real terminal's line discipline does to a bare newline.
      screen.write(data.replace(/\r?\n/g, '\r\n'));
      done();
    },
  });
  const extra = { isTTY: true, columns: screen.cols, rows: screen.rows, screen, getColorDepth: () => 24 };
  return Object.assign(stream, extra) as unknown as FakeOut;
}

/** A keyboard: `push` sends bytes; `rawHistory` keeps each call of setRawMode. */
export function fakeIn(): FakeIn {
  const stream = new Readable({ read() {} });
  const rawHistory: boolean[] = [];
  const extra = {
    isTTY: true,
    isRaw: false,
    rawHistory,
    ref: () => stream,
    unref: () => stream,
    setRawMode(on: boolean) {
      rawHistory.push(on);
      extra.isRaw = on;
      return stream;
    },
  };
  return Object.assign(stream, extra) as unknown as FakeIn;
}

/** Lets everything run that is ready: promises, stream events, React's passive effects. No time passes. */
export async function settle(turns = 5): Promise<void> {
  for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
}
