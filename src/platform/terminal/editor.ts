/** Lets the person's own editor change a text. */

import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChildEnd, runChild, type Spawn } from './child.ts';
import type { Env } from './colour.ts';

export type EditOutcome = { text: string } | { text: undefined; note: string };

/** The editor's command as the person has set it; a line for a shell, since it may carry options. */
function editorCommand(env: Env, platform: NodeJS.Platform): string {
  return env.VISUAL || env.EDITOR || (platform === 'win32' ? 'notepad' : 'vi');
}

/**
 * Opens `text` in the editor and answers what was saved; the caller has handed the terminal over. The file
 * is readable by nobody else and gone afterwards, since a start script may hold a secret. Never rejects.
 *
 * @param fileName what the editor sees, for its colours: 'onstart.sh'
 */
export async function editText({
  text,
  fileName,
  env,
  platform,
  spawn,
  now,
  directory = tmpdir(),
}: {
  text: string;
  fileName: string;
  env: Env;
  platform: NodeJS.Platform;
  spawn: Spawn;
  now(): number;
  directory?: string;
}): Promise<EditOutcome> {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(directory, 'rigdeck-'));
    chmodSync(folder, 0o700);
    const file = join(folder, fileName);
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
    const command = editorCommand(env, platform);
    const end = await runChild({ spawn, now, ...shellCall(command, file, platform) });
    const note = whyNot(end, command);
    return note === undefined ? { text: saved(text, readFileSync(file, 'utf8')) } : { text: undefined, note };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return {
      text: undefined,
      note: `The text could not be passed to the editor (${code ?? 'unknown reason'})`,
    };
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** The file's name reaches the shell as a parameter, never as part of the line it reads. */
function shellCall(
  command: string,
  file: string,
  platform: NodeJS.Platform,
): { command: string; args: string[] } {
  if (platform === 'win32') return { command: 'cmd.exe', args: ['/d', '/s', '/c', `${command} "${file}"`] };
  return { command: '/bin/sh', args: ['-c', `${command} "$1"`, 'editor', file] };
}

/** Editors end the last line; a text that did not have that does not get it. */
function saved(before: string, after: string): string {
  const plain = after.replace(/\r\n?/g, '\n');
  return before.endsWith('\n') ? plain : plain.replace(/\n$/, '');
}

function whyNot(end: ChildEnd, command: string): string | undefined {
  if (end.failure !== undefined) return `The editor did not start (${end.failure}); nothing was changed`;
  if (end.code === 127) return `No editor: ${command} was not found. Set EDITOR; nothing was changed`;
  if (end.code === 0) return undefined;
  return `The editor ended with ${end.signal ?? `exit code ${end.code}`}; nothing was changed`;
}
