import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
/** Prints a text on the default printer. */

import type { Spawn } from './child.ts';

export type PrinterIo = { spawn: Spawn; sleep(ms: number, signal: AbortSignal): Promise<void> };

const patienceSeconds = 5;

/** Hands `text` to `lp` on its standard input, never as an argument. Never rejects; `text` says what came of it. */
export function printText(text: string, { spawn, sleep }: PrinterIo): Promise<{ ok: boolean; text: string }> {
  return new Promise((resolve) => {
    const done = new AbortController();
    const end = (ok: boolean, said: string) => {
      done.abort();
      resolve({ ok, text: said });
    };
    const absent = 'There is no lp on this computer: it cannot print.';
    try {
      const child = spawn('lp', ['-t', 'rigdeck'], {
        stdio: ['pipe', 'ignore', 'ignore'],
        secondsAlone: patienceSeconds,
      });
      child.on('error', () => end(false, absent));
      child.on('exit', (code) =>
        code === 0
          ? end(true, 'Sent to the printer')
          : end(false, 'lp did not take it: is there a default printer?'),
      );
      child.stdin?.on('error', () => {});
      child.stdin?.end(text, 'utf8');
      sleep(patienceSeconds * 1000, done.signal).then(
        () => {
          child.kill('SIGKILL');
          end(false, 'lp did not answer');
        },
        () => {},
      );
    } catch {
      end(false, absent);
    }
  });
}

/** Whether there is an `lp` to print with, looked for as a shell does. */
export function hasPrinter({ PATH = '' }: { PATH?: string | undefined }): boolean {
  return PATH.split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, 'lp')));
}
