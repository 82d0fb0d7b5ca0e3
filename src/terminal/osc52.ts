/** The escape sequence that asks a terminal to set its clipboard. The clipboard is never read that way. */

import type { Env } from './colour.ts';

/** Several terminals ignore more than this, in characters after encoding. */
const mostEncoded = 74_994;
/** GNU screen cuts off a string that is longer than a few hundred characters. */
const screenPiece = 200;

/** The sequence for `text`, wrapped for tmux and screen to pass on; undefined when it is too long. */
export function osc52(text: string, env: Env): string | undefined {
  const encoded = Buffer.from(text, 'utf8').toString('base64');
  if (encoded.length > mostEncoded) return undefined;
  const sequence = `\x1b]52;c;${encoded}\x07`;
  if (env.TMUX) return `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`;
  if (env.STY || env.TERM?.startsWith('screen')) {
    const pieces = sequence.match(new RegExp(`[\\s\\S]{1,${screenPiece}}`, 'g')) ?? [];
    return pieces.map((piece) => `\x1bP${piece}\x1b\\`).join('');
  }
  return sequence;
}
