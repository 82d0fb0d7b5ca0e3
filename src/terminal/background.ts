/** Whether the terminal draws on a light or a dark ground. */

import type { Env } from './colour.ts';

export type Background = 'light' | 'dark';

/** Asks for the background colour; every terminal answers the second question, which marks the end. */
export const backgroundQuery = '\x1b]11;?\x07\x1b[c';

const colourReply =
  /\x1b\]11;rgba?:([0-9a-f]{1,4})\/([0-9a-f]{1,4})\/([0-9a-f]{1,4})[^\x07\x1b]*(?:\x07|\x1b\\)/i;
const endReply = /\x1b\[\?[\d;]*c/;

/** What the answers in `received` say; `rest` is what was typed meanwhile, `complete` when nothing more comes. */
export function readBackground(
  received: string,
  env: Env,
): { background: Background | undefined; complete: boolean; rest: string } {
  const colour = colourReply.exec(received);
  const rest = received.replace(colourReply, '').replace(endReply, '');
  return {
    background: colour ? shadeOf(colour.slice(1), env) : undefined,
    complete: endReply.test(received),
    rest,
  };
}

function shadeOf(parts: string[], env: Env): Background | undefined {
  const [red = 0, green = 0, blue = 0] = parts.map(
    (hex) => Number.parseInt(hex, 16) / (16 ** hex.length - 1),
  );
  // tmux answers pure white when it does not know.
  if (env.TMUX && red === 1 && green === 1 && blue === 1) return undefined;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5 ? 'light' : 'dark';
}

/** What COLORFGBG says, which some terminals set: "foreground;background" as numbers of the 16 colours. */
export function backgroundFromEnv(env: Env): Background | undefined {
  const last = /;(\d{1,2})$/.exec(env.COLORFGBG ?? '')?.[1];
  if (last === undefined || Number(last) > 15) return undefined;
  return Number(last) <= 6 || last === '8' ? 'dark' : 'light';
}

type Input = NodeJS.ReadableStream & { setRawMode?(on: boolean): unknown; unshift(chunk: string): void };

/**
 * Asks the terminal, before Ink reads from it: an answer that Ink saw would be typed into the deck. Waits at
 * most `waitMs` ms. What was typed meanwhile is put back.
 */
export async function askBackground({
  stdin,
  write,
  env,
  waitMs,
  sleep,
}: {
  stdin: Input;
  write(text: string): void;
  env: Env;
  waitMs: number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}): Promise<Background | undefined> {
  const answered = new AbortController();
  let received = '';
  const hear = (chunk: string | Uint8Array) => {
    received += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    if (readBackground(received, env).complete) answered.abort();
  };
  try {
    stdin.setRawMode?.(true);
    stdin.on('data', hear);
    write(backgroundQuery);
    await sleep(waitMs, answered.signal).catch(() => {});
  } finally {
    stdin.off('data', hear);
    stdin.pause();
    stdin.setRawMode?.(false);
  }
  const { background, rest } = readBackground(received, env);
  if (rest !== '') stdin.unshift(rest);
  return background ?? backgroundFromEnv(env);
}
