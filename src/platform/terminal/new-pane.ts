/** A program in a pane of its own beside the deck, where the terminal is one of those that have panes. */

import type { Spawn } from './child.ts';
import type { Env } from './colour.ts';
import { ran } from './ran.ts';

export type PaneHost = 'tmux' | 'zellij' | 'WezTerm';

export type PaneIo = {
  env: Env;
  spawn: Spawn;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Cells of a line: a wide terminal is split into two columns. */
  columns?: number | undefined;
};

/** From here on both halves have the eighty cells that most programs are made for. */
const wide = 160;

/** What the deck runs in, as far as it can open a pane. A multiplexer comes before the terminal around it. */
export function paneHost(env: Env): PaneHost | undefined {
  if (env.TMUX) return 'tmux';
  if (env.ZELLIJ) return 'zellij';
  return env.WEZTERM_PANE ? 'WezTerm' : undefined;
}

/**
 * A pane goes with its program, and with it what ssh has said of its own failure (255): such a pane waits for Enter.
 * The program's words are parameters of this fixed line and no part of it. zellij keeps a pane by itself.
 */
const untilRead = [
  '/bin/sh',
  '-c',
  '"$@"; [ $? -eq 255 ] || exit 0; printf "\\nEnter closes this pane. "; read -r _',
  'rigdeck',
];

/** The arguments that open a pane, each as it is. */
function paneCommand(host: PaneHost, argv: readonly string[], { env, columns = 0 }: PaneIo): string[] {
  const beside = columns >= wide;
  if (host === 'zellij')
    return ['zellij', 'action', 'new-pane', '--direction', beside ? 'right' : 'down', '--', ...argv];
  if (host === 'WezTerm') {
    const of = ['--pane-id', env.WEZTERM_PANE ?? ''];
    return [
      'wezterm',
      'cli',
      'split-pane',
      ...of,
      beside ? '--right' : '--bottom',
      '--',
      ...untilRead,
      ...argv,
    ];
  }
  const of = env.TMUX_PANE ? ['-t', env.TMUX_PANE] : [];
  // A semicolon at the end of an argument would end tmux's own command there.
  const plain = argv.map((word) => word.replace(/;$/, '\\;'));
  return ['tmux', 'split-window', ...of, beside ? '-h' : '-v', '--', ...untilRead, ...plain];
}

/** Opens a pane and runs `argv` in it. Never rejects; what the program does there is not waited for. */
export async function openPane(argv: readonly string[], io: PaneIo): Promise<{ ok: boolean; text: string }> {
  const host = paneHost(io.env);
  if (host === undefined) return { ok: false, text: 'There are no panes here' };
  const [command = host, ...args] = paneCommand(host, argv, io);
  const end = await ran(command, args, io);
  if (end === undefined)
    return { ok: false, text: `${host} opened no pane: ${command} was not found or did not answer` };
  if (end.code !== 0) {
    const why = end.text.replace(/[\x00-\x1f\x7f-\x9f]+/g, ' ').trim();
    return {
      ok: false,
      text: `${host} opened no pane${why === '' ? '' : `: ${Array.from(why).slice(0, 200).join('')}`}`,
    };
  }
  return { ok: true, text: `ssh runs in a new pane of ${host}` };
}
