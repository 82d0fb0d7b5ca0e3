/** Starts other programs: the one place where this process lets go of them. */

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import type { Spawn } from './child.ts';

/** Variables of this process that are nobody else's business, in capitals. */
const secrets: readonly string[] = ['RIGDECK_API_KEY'];

/** An environment for another program. Names are compared in capitals, as Windows has one variable for all of them. */
export const withoutSecrets = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !secrets.includes(name.toUpperCase())));

/** `spawn` for every program there is, ssh, an editor and the keyring child among them: none is handed the API key. */
export const startProgram: Spawn = (command, args, { secondsAlone, ...options }) => {
  const guard = secondsAlone === undefined ? undefined : startGuard(secondsAlone);
  let child: ChildProcess | undefined;
  try {
    child = spawn(command, [...args], { ...options, env: withoutSecrets(options.env ?? process.env) });
  } finally {
    guard?.watch(child);
  }
  if (!hasTerminal(options)) return child;
  lent.add(child);
  child.once('exit', () => lent.delete(child));
  // Not started at all; whoever started it hears of it as well.
  child.once('error', () => lent.delete(child));
  return child;
};

/** What has this terminal in our place now: ssh, an editor, a command of the person's own. */
const lent = new Set<ChildProcess>();

const hasTerminal = ({ stdio }: SpawnOptions): boolean =>
  stdio === 'inherit' || (Array.isArray(stdio) && stdio[0] === 'inherit');

/** From the signal to the end of a program that does not end by itself. */
const patienceMs = 1000;

/**
 * Ends what has the terminal in our place, since it would stay behind without anybody who waits for it: a tunnel would
 * hold its port for ever. Resolves when nothing of it runs any more; undefined where there is nothing.
 */
export function endLent(
  signal: NodeJS.Signals,
  sleep: (ms: number, stop: AbortSignal) => Promise<void>,
): Promise<unknown> | undefined {
  if (lent.size === 0) return undefined;
  return Promise.all([...lent].map((child) => ended(child, signal, sleep)));
}

function ended(
  child: ChildProcess,
  signal: NodeJS.Signals,
  sleep: (ms: number, stop: AbortSignal) => Promise<void>,
): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    child.once('exit', () => {
      over.abort();
      resolve();
    });
    child.kill(signal);
    sleep(patienceMs, over.signal).then(
      () => child.kill('SIGKILL'),
      () => {},
    );
  });
}

/**
 * Reads the number of the program, then a line, which comes when that has ended by itself, or the end of the pipe
 * without one: then whoever holds its other end is gone. The program is looked for each second, so that its number is
 * nobody else's by now.
 */
const guardLines = `read -r pid || exit
read -r _ && exit
left=$1
while [ "$left" -gt 0 ]; do sleep 1; kill -0 "$pid" || exit; left=$((left - 1)); done
kill "$pid" && sleep 1 && kill -9 "$pid"`;

/**
 * Starts what ends a program when this process has ended, however that ends: nobody can act on a SIGKILL, but a pipe
 * closes. It is there before the program, as that may be at work before we are told that it started.
 */
function startGuard(seconds: number): { watch(child: ChildProcess | undefined): void } | undefined {
  if (process.platform === 'win32') return undefined;
  let guard: ChildProcess;
  try {
    // No key of the terminal and no hangup is for it.
    const apart: SpawnOptions = { cwd: '/', env: { PATH: process.env.PATH }, detached: true };
    const args = ['-c', guardLines, 'rigdeck-guard', String(seconds)];
    guard = spawn('/bin/sh', args, { stdio: ['pipe', 'ignore', 'ignore'], ...apart });
  } catch {
    // Without it everything else goes on.
    return undefined;
  }
  guard.on('error', () => {});
  guard.unref();
  const pipe = guard.stdin as (Writable & { unref?(): void }) | null;
  pipe?.on('error', () => {});
  pipe?.unref?.();
  return {
    watch(child) {
      if (child?.pid === undefined) return void pipe?.end();
      pipe?.write(`${child.pid}\n`);
      child.once('exit', () => pipe?.end('\n'));
    },
  };
}
