/** Tells a program of the person's what happened, one event after the other. */

import type { Spawn } from './child.ts';
import type { Env } from './colour.ts';

/** A program that takes longer is no longer waited for; it goes on by itself. */
const longestMs = 30_000;
/** Events that wait for the one before; what is more is dropped, and named as a failure. */
const mostWaiting = 50;

export type EventHook = (event: Readonly<Record<string, unknown>>, failed: (why: string) => void) => void;

type HookIo = { env: Env; spawn: Spawn; sleep(ms: number, signal: AbortSignal): Promise<void> };

/**
 * `command` is a program with its arguments, or a line for the shell. It gets the event as a line of JSON on stdin and
 * nothing of ours otherwise: no terminal, and no variable of ours, which might hold a key.
 */
export function createEventHook(command: string | readonly string[], io: HookIo): EventHook {
  const [program = '', ...args] = typeof command === 'string' ? ['/bin/sh', '-c', command] : command;
  const env = Object.fromEntries(Object.entries(io.env).filter(([name]) => !name.startsWith('RIGDECK_')));
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;

  const run = (line: string, failed: (why: string) => void) =>
    new Promise<void>((resolve) => {
      const done = new AbortController();
      const end = (why?: string) => {
        if (why !== undefined && !done.signal.aborted) failed(why);
        done.abort();
        resolve();
      };
      try {
        const child = io.spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'], env, detached: true });
        child.on('error', (error: NodeJS.ErrnoException) =>
          end(`${program} could not be started (${error.code})`),
        );
        child.on('exit', (code, signal) =>
          end(code === 0 ? undefined : `it ended with ${signal ?? `exit code ${code}`}`),
        );
        // One that reads nothing has had its chance.
        child.stdin?.on('error', () => {});
        child.stdin?.end(`${line}\n`);
        child.unref();
      } catch {
        end(`${program} could not be started`);
      }
      io.sleep(longestMs, done.signal).then(
        () => end(),
        () => {},
      );
    });

  return (event, failed) => {
    if (waiting >= mostWaiting) return failed('more happens than it can take');
    waiting += 1;
    last = last
      .then(() => run(JSON.stringify(event), failed))
      .finally(() => {
        waiting -= 1;
      });
  };
}
