import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { createSandbox } from './index.ts';
import { listen } from './listen.ts';
import type { State } from './state.ts';
import { readStateFile, type Written, WrittenElsewhere, writeStateFile } from './state-file.ts';

export type RunOptions = {
  /** 0 or nothing takes a free one. */
  port?: number;
  seed?: number;
  offers?: number;
  /** How many times as fast the sandbox's clock runs. */
  speed?: number;
  /** Path of the file that the state survives in. */
  state?: string;
  world?: 'fresh' | 'busy';
  lively?: boolean;
  rateLimits?: boolean;
  clock: Clock;
  stdout: { write(text: string, written: (error?: Error | null) => void): unknown };
  /** Says a sentence to the person, apart from `stdout`. */
  say: (text: string) => void;
  /** Serves until this aborts. */
  signal: AbortSignal;
};

/**
 * The sandbox command: prints `{"url","api_key","control"}` as one line of JSON, then serves until the signal
 * aborts. Rejects when the port cannot be had, the state file is not one. Ends at once
 * when the line cannot be written: nobody would know where it serves.
 */
export async function runSandbox(options: RunOptions): Promise<void> {
  const { state: path, speed = 1, signal } = options;
  const kept = path === undefined ? undefined : readStateFile(path);
  const keeps = path === undefined ? undefined : keeper(path, options.say);
  const sandbox = createSandbox({
    clock: speed === 1 ? options.clock : faster(options.clock, speed),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(options.offers === undefined ? {} : { offers: options.offers }),
    ...(options.world === undefined ? {} : { world: options.world }),
    lively: options.lively ?? false,
    rateLimits: options.rateLimits ?? false,
    ...(kept === undefined ? {} : { state: kept }),
    ...(keeps === undefined ? {} : { onChange: keeps.change }),
  });
  // A key that was printed has to be the same after a restart, whatever happens next.
  if (path !== undefined && keeps !== undefined) {
    const folder = dirname(path);
    const isNew = !existsSync(folder);
    keeps.first(sandbox.snapshot());
    if (isNew) options.say(`There was no folder ${folder}: it is made, and the sandbox is kept in it.`);
  }
  const server = await listen(sandbox, { port: options.port ?? 0 });
  const line = { url: server.url, api_key: sandbox.apiKey, control: `${server.url}/_sandbox` };
  const told = await new Promise<boolean>((written) =>
    options.stdout.write(`${JSON.stringify(line)}\n`, (error) => written(!error)),
  );
  if (told)
    await new Promise<void>((stopped) => {
      if (signal.aborted) stopped();
      signal.addEventListener('abort', () => stopped(), { once: true });
    });
  await server.close();
}

type Keeper = { first(state: State): void; change(state: State): void };

/** Keeps each change; what finds no room is said once, and kept with the first change that does. */
function keeper(path: string, say: (text: string) => void): Keeper {
  let written: Written | undefined;
  let lost: 'no room' | 'taken' | undefined;
  return {
    first(state) {
      written = writeStateFile(path, state);
    },
    change(state) {
      if (lost === 'taken') return;
      try {
        written = writeStateFile(path, state, written);
        if (lost !== undefined) say(`The sandbox is kept in ${path} again.`);
        lost = undefined;
      } catch (error) {
        const { message } = error as Error;
        if (error instanceof WrittenElsewhere) {
          lost = 'taken';
          say(`${message} This sandbox continues, but its changes are no longer saved.`);
          return;
        }
        if (lost === undefined)
          say(`${message} It goes on; until there is room, a restart goes back to what was kept before.`);
        lost = 'no room';
      }
    },
  };
}

/** A clock `factor` times as fast as `base` from now on; waiting takes the base clock's time. */
function faster(base: Clock, factor: number): Clock {
  const start = base.now();
  return {
    now: () => start + (base.now() - start) * factor,
    sleep: (ms, signal) => base.sleep(ms, signal),
  };
}
