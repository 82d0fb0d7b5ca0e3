/**
 * Whether the terminal is light or dark, asked of itself. Only before Ink reads the keyboard: a reply that comes later
 * would be taken for keys.
 */

import type { Env } from './colour.ts';

export type Background = 'dark' | 'light';

/** What is its background (OSC 11); and what kind of terminal is it, which every one answers, so that it ends the wait. */
export const backgroundQuestion = '\x1b]11;?\x1b\\\x1b[c';

const colourReply = /\x1b\]11;([^\x07\x1b]*)(?:\x07|\x1b\\)/;
const kindReply = /\x1b\[\?[0-9;]*c/;

/** How long a terminal may take (ms): longer at the other end of a line. */
export const patienceOf = (env: Env): number =>
  env.SSH_CONNECTION || env.SSH_TTY || env.SSH_CLIENT ? 1000 : 200;

type Stdin = Pick<NodeJS.ReadStream, 'on' | 'off' | 'setRawMode' | 'unshift'>;

export type AskIo = {
  stdin: Stdin;
  write(text: string): void;
  env: Env;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Ends the wait. */
  signal: AbortSignal;
  /** Its `exit` gives the keyboard back while nobody else would. */
  process: Pick<NodeJS.Process, 'on' | 'off'>;
};

export type Asked = {
  /** Undefined where the terminal does not say, or not in time. */
  answer: Promise<Background | undefined>;
  /** From now on somebody else restores the keyboard; whoever reads it next gets what was typed meanwhile. */
  passOn(): void;
  /**
   * Gives the keyboard back as it was, once the terminal has answered or had its time: a shell would take an answer
   * that is under way for typed. What was typed is left to whoever reads next.
   */
  stop(): Promise<void>;
};

/**
 * Asks. Replies are taken out of what comes in, those that come late too; everything else was typed by a person and
 * waits, Ctrl+C as well, for the first who reads the keyboard as Ink does.
 */
export function askBackground({ stdin, write, env, sleep, signal, process }: AskIo): Asked {
  const decoder = new TextDecoder();
  const over = new AbortController();
  let typed = '';
  let background: Background | undefined;
  const hear = (chunk: string | Uint8Array) => {
    typed += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const colour = colourReply.exec(typed);
    if (colour !== null) background = backgroundFrom(colour[1] ?? '', env);
    const kind = kindReply.exec(typed);
    typed = typed.replace(colourReply, '').replace(kindReply, '');
    if (kind !== null) over.abort();
  };
  const giveBack = () => {
    try {
      stdin.setRawMode(false);
    } catch {
      // The terminal is gone, and its modes with it.
    }
  };
  const onReader = (event: string) => {
    if (event !== 'readable') return;
    stdin.off('newListener', onReader);
    stdin.off('data', hear);
    // Once it listens: until then the stream would hand it to nobody.
    queueMicrotask(() => {
      if (typed !== '') stdin.unshift(typed, 'utf8');
    });
  };

  process.on('exit', giveBack);
  stdin.setRawMode(true);
  stdin.on('data', hear);
  write(backgroundQuestion);

  return {
    answer: (async () => {
      const ended = AbortSignal.any([signal, over.signal]);
      if (!ended.aborted) await sleep(patienceOf(env), ended).catch(() => {});
      // What came while the program was busy is read in the next turn, after the timer.
      for (let turns = 0; turns < 2 && !ended.aborted; turns += 1)
        await new Promise((next) => setImmediate(next));
      return background;
    })(),
    passOn() {
      process.off('exit', giveBack);
      stdin.on('newListener', onReader);
    },
    async stop() {
      if (!over.signal.aborted) await sleep(patienceOf(env), over.signal).catch(() => {});
      process.off('exit', giveBack);
      stdin.off('data', hear);
      giveBack();
      if (typed !== '') stdin.unshift(typed, 'utf8');
    },
  };
}

/**
 * A reply's colour (`rgb:ffff/ffff/ffff`, one to four digits each, or `#rrggbb`) as light or dark: by which of black and
 * white can be read better on it. tmux says pure white where it does not know.
 */
export function backgroundFrom(reply: string, env: Env): Background | undefined {
  const parts = /^rgba?:([0-9a-f]{1,4})\/([0-9a-f]{1,4})\/([0-9a-f]{1,4})/i.exec(reply)?.slice(1);
  const digits = parts ?? /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(reply)?.slice(1);
  if (digits === undefined) return undefined;
  const [red = 0, green = 0, blue = 0] = digits.map((d) => Number.parseInt(d, 16) / (16 ** d.length - 1));
  if (env.TMUX && red === 1 && green === 1 && blue === 1) return undefined;
  const linear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  const luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  return luminance > 0.179 ? 'light' : 'dark';
}
