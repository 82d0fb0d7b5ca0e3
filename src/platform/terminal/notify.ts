/** How a terminal is asked to call a person who looks elsewhere. */

import type { Env } from './colour.ts';
import { inMultiplexer, passedThrough } from './passthrough.ts';

export type NotifyMethod = 'osc9' | 'osc777' | 'bell';

const bell = '\x07';
/** Notes of a desktop show no more than a few lines. */
const longest = 200;

/**
 * The sequence that this terminal is known to take for a note of the desktop, else the bell. Inside tmux and screen the
 * variables of the terminal around them tell, where they have come along.
 */
export function notifyMethod(wish: NotifyMethod | 'auto', env: Env): NotifyMethod {
  if (wish !== 'auto') return wish;
  const term = env.TERM ?? '';
  const program = env.TERM_PROGRAM ?? env.LC_TERMINAL ?? '';
  const takesOsc9 =
    /^(iTerm\.app|WezTerm|ghostty)$/i.test(program) ||
    env.LC_TERMINAL === 'iTerm2' ||
    Boolean(env.ITERM_SESSION_ID || env.WEZTERM_PANE || env.GHOSTTY_RESOURCES_DIR || env.KITTY_WINDOW_ID) ||
    /^xterm-(kitty|ghostty)/.test(term);
  if (takesOsc9) return 'osc9';
  return /^(rxvt-unicode|foot)/.test(term) ? 'osc777' : 'bell';
}

/**
 * The bytes of a note. Control characters are taken out of it and it is cut. It begins with our name, so that no terminal
 * takes a number at its start for another use of OSC 9. Inside tmux or screen, which may keep the sequence to themselves,
 * the bell goes along.
 */
export function notification(text: string, { method, env }: { method: NotifyMethod; env: Env }): string {
  if (method === 'bell') return bell;
  const clean = [...text.replace(/[\x00-\x1f\x7f-\x9f]+/g, ' ').trim()];
  const note = clean.length > longest ? `${clean.slice(0, longest - 1).join('')}…` : clean.join('');
  const sequence =
    method === 'osc9'
      ? `\x1b]9;rigdeck: ${note}\x07`
      : `\x1b]777;notify;rigdeck;${note.replaceAll(';', ',')}\x07`;
  return inMultiplexer(env) ? passedThrough(sequence, env) + bell : sequence;
}
