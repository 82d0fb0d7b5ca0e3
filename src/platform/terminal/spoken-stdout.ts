/** The stream that Ink draws on while a screen reader is in use: nothing that it writes reaches the terminal. */

import { Writable } from 'node:stream';

/** Wide and tall enough that nothing is cut, broken or left out: the terminal itself breaks what is said. */
const spokenSize = { columns: 400, rows: 60 } as const;

export type SpokenStdoutOptions = {
  /** How every frame begins; anything else that is written is for the terminal. */
  frameStart: string;
  frame(text: string): void;
  /** Ink asks for marked pastes, or gives them up as it leaves the terminal to somebody else. */
  pastes(on: boolean): void;
};

/**
 * A stream that Ink takes for a terminal. With Ink's `debug` it is written each frame whole, which is what is wanted
 * of it; of the modes that Ink sets, only marked pastes concern a terminal that is never drawn on.
 */
export function createSpokenStdout({ frameStart, frame, pastes }: SpokenStdoutOptions): NodeJS.WriteStream {
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
      if (text.startsWith(frameStart)) frame(text);
      else if (text.includes('\x1b[?2004h')) pastes(true);
      else if (text.includes('\x1b[?2004l')) pastes(false);
      done();
    },
  });
  return Object.assign(stream, { isTTY: true, ...spokenSize }) as unknown as NodeJS.WriteStream;
}
