/** Puts a text on the person's clipboard, on this computer or through the terminal on a far one. */

import type { ChildProcess } from 'node:child_process';
import type { Spawn } from './child.ts';
import type { Env } from './colour.ts';
import { osc52 } from './osc52.ts';

export type ClipboardIo = {
  env: Env;
  platform: NodeJS.Platform;
  /** Whether the output is a terminal. */
  isTTY: boolean;
  spawn: Spawn;
  write(text: string): void;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
};

/** `copied` is certain; `sent` went to the terminal, which does not say what it did with it. */
export type CopyOutcome = { how: 'copied' | 'sent' | 'not-copied'; text: string };

const helperSeconds = 2;

/** Copies `text` as it is. Never rejects. RIGDECK_CLIPBOARD chooses the way: auto, native, osc52 or off. */
export async function copyText(text: string, io: ClipboardIo): Promise<CopyOutcome> {
  const way = io.env.RIGDECK_CLIPBOARD ?? 'auto';
  if (way === 'off') return notCopied('The clipboard is switched off (RIGDECK_CLIPBOARD=off)');
  if (way !== 'osc52' && (way === 'native' || !isRemote(io.env))) {
    for (const [command, ...args] of nativeTools(io.env, io.platform)) {
      if (await pipeInto(command, args, text, io)) return { how: 'copied', text: 'Copied' };
    }
    if (way === 'native') return notCopied('No clipboard program answered; select the text on screen');
  }
  if (!io.isTTY || io.env.TERM === 'dumb')
    return notCopied('This terminal has no clipboard; select the text on screen');
  const sequence = osc52(text, io.env);
  if (sequence === undefined)
    return notCopied("Too long for the terminal's clipboard; select the text on screen");
  if (io.env.TMUX) await pipeInto('tmux', ['load-buffer', '-w', '-'], text, io);
  io.write(sequence);
  return {
    how: 'sent',
    text: "Sent to your terminal's clipboard; if it did not arrive, select the text on screen",
  };
}

function notCopied(text: string): CopyOutcome {
  return { how: 'not-copied', text };
}

function isRemote(env: Env): boolean {
  return Boolean(env.SSH_CONNECTION || env.SSH_TTY || env.SSH_CLIENT);
}

function nativeTools(env: Env, platform: NodeJS.Platform): [string, ...string[]][] {
  if (platform === 'darwin') return [['pbcopy']];
  if (platform === 'win32') return [['clip.exe']];
  const tools: [string, ...string[]][] = [];
  if (env.WAYLAND_DISPLAY) tools.push(['wl-copy']);
  if (env.DISPLAY) tools.push(['xclip', '-selection', 'clipboard'], ['xsel', '--clipboard', '--input']);
  if (env.WSL_DISTRO_NAME) tools.push(['clip.exe']);
  return tools;
}

/**
 * Whether `command` took `text` in and ended well in time; one that hangs is ended, when this process has ended
 * meanwhile, too. What serves the selection from then on, as xclip and wl-copy do, is a process that it leaves behind
 * as it ends: nothing here touches that one, and no terminal that goes away takes it along.
 */
function pipeInto(command: string, args: string[], text: string, io: ClipboardIo): Promise<boolean> {
  return new Promise((resolve) => {
    const done = new AbortController();
    const end = (ok: boolean) => {
      done.abort();
      resolve(ok);
    };
    let child: ChildProcess;
    try {
      // Its output is not listened to: xclip stays behind as the clipboard's owner and never closes it.
      child = io.spawn(command, args, {
        stdio: ['pipe', 'ignore', 'ignore'],
        secondsAlone: helperSeconds,
        // On Windows that would be a window of its own.
        detached: io.platform !== 'win32',
      });
    } catch {
      end(false);
      return;
    }
    child.on('error', () => end(false));
    child.on('exit', (code) => end(code === 0));
    child.stdin?.on('error', () => {});
    // The Windows tool takes bytes for the old code page unless they are UTF-16.
    child.stdin?.end(text, command === 'clip.exe' ? 'utf16le' : 'utf8');
    io.sleep(helperSeconds * 1000, done.signal).then(
      () => {
        child.kill('SIGKILL');
        end(false);
      },
      () => {},
    );
  });
}
