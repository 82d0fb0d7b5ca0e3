/**
 * What is written as the process ends, when nothing can be waited for: at once where the terminal takes it, else by a
 * process that stays until the terminal reads again.
 */

import type { Spawn } from './child.ts';
import { writeNow, writeToTerminal } from './modes.ts';

export type LastOutput = {
  write(text: string): void;
  /** Nothing comes after it. */
  end(): void;
};

export function createLastOutput(fd: number, spawn: Spawn): LastOutput {
  let rest = '';
  return {
    write(text) {
      rest = rest === '' ? writeNow(fd, text) : rest + text;
    },
    end() {
      if (rest !== '') rest = writeToTerminal(rest);
      if (rest !== '') leaveBehind(rest, spawn);
      rest = '';
    },
  };
}

function leaveBehind(text: string, spawn: Spawn): void {
  // Not as an argument, which everybody on the machine can read.
  const env = { PATH: process.env.PATH, TEXT: text };
  const child = spawn('/bin/sh', ['-c', 'printf %s "$TEXT" >/dev/tty'], { env, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
}
