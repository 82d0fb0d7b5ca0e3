/** The escape sequence that asks a terminal to set its clipboard. The clipboard is never read that way. */

import type { Env } from './colour.ts';
import { passedThrough } from './passthrough.ts';

/** Several terminals ignore more than this, in characters after encoding. */
const mostEncoded = 74_994;

/** The sequence for `text`, wrapped for tmux and screen to pass on; undefined when it is too long. */
export function osc52(text: string, env: Env): string | undefined {
  const encoded = Buffer.from(text, 'utf8').toString('base64');
  return encoded.length > mostEncoded ? undefined : passedThrough(`\x1b]52;c;${encoded}\x07`, env);
}
