/** Runs a command of the person's own, in this terminal or out of sight. */

import { type ChildEnd, runChild, type Spawn } from './child.ts';
import type { Env } from './colour.ts';
import { duration } from './duration.ts';
import { withoutSecrets } from './start-program.ts';

export type OwnCall = {
  /** What it is called. */
  name: string;
  /** A line for the shell, or a program with its arguments, which no shell sees. */
  run: string | readonly string[];
  /** What its environment holds beside this process's own; `undefined` takes a variable away. */
  variables: Readonly<Record<string, string | undefined>>;
};

/** Starts it and waits for its end. Never rejects. `apart` leaves the terminal alone. */
export function runOwnCommand(
  { run, variables }: OwnCall,
  around: { spawn: Spawn; now(): number; env: Env; platform: NodeJS.Platform; apart: boolean },
): Promise<ChildEnd> {
  const { spawn, now, platform, apart } = around;
  const given = Object.entries({ ...around.env, ...variables });
  const env = withoutSecrets(Object.fromEntries(given.filter(([, value]) => value !== undefined)));
  const [command = '', ...args] = typeof run === 'string' ? shellCall(run, platform) : run;
  return runChild({ spawn, command, args, now, env, apart });
}

const shellCall = (line: string, platform: NodeJS.Platform): readonly string[] =>
  platform === 'win32' ? ['cmd.exe', '/d', '/s', '/c', line] : ['/bin/sh', '-c', line];

/** What its end means, in a line: the exit code and how long it took. */
export function explainOwn(
  name: string,
  { failure, signal, code, ms }: ChildEnd,
): { ok: boolean; text: string } {
  if (failure !== undefined) {
    const why = failure === 'ENOENT' ? 'there is no such program' : failure;
    return { ok: false, text: `${name} did not start: ${why}` };
  }
  const took = duration(ms);
  if (signal !== undefined) return { ok: false, text: `${name} was ended by ${signal} after ${took}` };
  return { ok: code === 0, text: `${name} ended with exit code ${code} after ${took}` };
}
