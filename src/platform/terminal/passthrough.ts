/** How a sequence gets past a program that stands between the deck and the terminal. */

import type { Env } from './colour.ts';

/** GNU screen cuts off a string that is longer than a few hundred characters. */
const screenPiece = 200;

export const inMultiplexer = (env: Env): boolean =>
  Boolean(env.TMUX || env.STY || env.TERM?.startsWith('screen') || env.TERM?.startsWith('tmux'));

/** The sequence as it is, or wrapped for tmux or screen to pass on. tmux does so where `allow-passthrough` is on. */
export function passedThrough(sequence: string, env: Env): string {
  if (env.TMUX) return `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`;
  if (env.STY || env.TERM?.startsWith('screen')) {
    const pieces = sequence.match(new RegExp(`[\\s\\S]{1,${screenPiece}}`, 'g')) ?? [];
    return pieces.map((piece) => `\x1bP${piece}\x1b\\`).join('');
  }
  return sequence;
}
