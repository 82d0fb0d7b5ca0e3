/** Whether a terminal is known to mark what is pasted, so that whatever comes without marks was typed. */

import type { Env } from './colour.ts';

/** Asks for the marks, as Ink does later: what is pasted before is no keys either. */
export const markPastes = '\x1b[?2004h';

const marking =
  /^(xterm|rxvt|alacritty|foot|ghostty|kitty|wezterm|konsole|gnome|vte|contour|mintty|st-|tmux)/;

/** By the name of its kind. The Linux console and GNU screen hand a paste on as if it were typed. */
export function marksPastes(env: Env): boolean {
  if (env.TMUX) return true;
  return !env.STY && marking.test(env.TERM ?? '');
}
