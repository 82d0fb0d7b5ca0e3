/** A program in a pty that is pressed keys: how long each takes, how many bytes, and how long its loop stood still. */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { type Held, offerService } from './offer-service.ts';
import { type BenchPty, openPty } from './pty.ts';
import type { BenchTools } from './result.ts';

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export type Pressed = {
  /** From the key to the first byte, and to the last before it was quiet, in ms. */
  first: number;
  last: number;
  bytes: number;
};

export type Driven = {
  pty: BenchPty;
  /** Presses keys and waits until nothing came for `quietMs`, or as long as nothing at all comes for a second. */
  press(keys: string, quietMs?: number): Promise<Pressed>;
  /** The longest work during which the loop took nothing, since this was asked last; and the memory. */
  inside(): Promise<Inside>;
  stop(): Promise<void>;
};

/** A deck, and how often its list of instances was asked for. */
export type DeckDriven = Driven & { polls(): number };

export type Inside = {
  /** In ms of processor time, of all threads: what else runs on the machine does not stretch it. 0 when asked first. */
  longestMs: number;
  /** The same of the thread that takes keys alone: what others compile and collect meanwhile keeps no key waiting. */
  longestOwnMs: number;
  /** Bytes after garbage was collected. */
  heap: number;
  resident: number;
};

/** A module to be loaded before a program, which then tells of its inside into a file at SIGUSR1. */
export const told = (file: string) => `
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
let longest = [0, 0];
let last;
const own = '/proc/self/task/' + process.pid + '/schedstat';
const worked = () => {
  const { user, system } = process.cpuUsage();
  return [(user + system) / 1000, Number(readFileSync(own, 'utf8').split(' ')[0]) / 1e6];
};
const beat = () => {
  const now = worked();
  longest = longest.map((most, index) => Math.max(most, now[index] - last[index]));
  last = now;
  setTimeout(beat, 1).unref();
};
process.on('SIGUSR1', () => {
  globalThis.gc?.();
  const { heapUsed: heap, rss: resident } = process.memoryUsage();
  writeFileSync(${JSON.stringify(`${file}.new`)}, JSON.stringify({ longestMs: longest[0], longestOwnMs: longest[1], heap, resident }));
  renameSync(${JSON.stringify(`${file}.new`)}, ${JSON.stringify(file)});
  const begins = last === undefined;
  last = worked();
  longest = [0, 0];
  if (begins) beat();
});`;

/** Starts a program of ours; with `asks` it can be asked about its inside. */
export function drive(
  tools: BenchTools,
  argv: readonly string[],
  { env = {}, asks = false }: { env?: Record<string, string>; asks?: boolean } = {},
): Driven {
  const file = join(tools.tempHome(), 'inside.json');
  const preload = asks
    ? ['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(told(file))}`]
    : [];
  return driveAny(tools, [tools.node, ...preload, ...argv], { env, file });
}

/** Starts any program; `file` is where it tells of its inside, if it does. */
export function driveAny(
  tools: BenchTools,
  argv: readonly string[],
  { env = {}, file = '' }: { env?: Record<string, string>; file?: string } = {},
): Driven {
  const pty = openPty({ argv, env: { HOME: tools.tempHome(), TZ: 'UTC', ...env } });
  return {
    pty,
    async press(keys, quietMs = 40) {
      const bytes = pty.bytes();
      const at = performance.now();
      let [first, last] = [0, 0];
      const silent = pty.listen((_, when) => {
        first ||= when;
        last = when;
      });
      pty.write(keys);
      while (performance.now() - (last || at + 1000 - quietMs) < quietMs) await pause(2);
      silent();
      return { first: (first || at) - at, last: (last || at) - at, bytes: pty.bytes() - bytes };
    },
    async inside() {
      rmSync(file, { force: true });
      process.kill(pty.pid, 'SIGUSR1');
      for (;;) {
        await pause(20);
        try {
          return JSON.parse(readFileSync(file, 'utf8')) as Inside;
        } catch {
          // Not written yet.
        }
      }
    },
    stop: () => pty.kill(),
  };
}

/** Processor time of a process so far in ms, all its threads. */
export const cpuOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map((id) => Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]) / 1e6)
    .reduce((sum, ms) => sum + ms, 0);

/** Resident memory of a process in MB. */
export const residentOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** The deck as it starts, over a service that holds this; `asks` lets it be asked about its inside. */
export async function deckOver(tools: BenchTools, held: Held, asks: boolean): Promise<DeckDriven> {
  const service = await offerService(tools, held);
  const config = tools.tempHome();
  mkdirSync(join(config, 'rigdeck'));
  writeFileSync(
    join(config, 'rigdeck', 'searches.toml'),
    `version = 1\n\n[[search]]\nname = "everything"\nlimit = ${held.offers}\n`,
  );
  const deck = drive(tools, [tools.program], {
    env: { RIGDECK_BASE_URL: service.url, RIGDECK_API_KEY: service.apiKey, XDG_CONFIG_HOME: config },
    asks,
  });
  await deck.pty.when((text) => text.includes('$') && /more may exist|offers/.test(text), 60_000);
  await pause(1500);
  return {
    ...deck,
    polls: service.polls,
    async stop() {
      await deck.stop();
      service.stop();
    },
  };
}

/** Searches for all that the service of the bench has, and waits until they are shown. */
export async function searchAll(deck: Driven, offers: number): Promise<void> {
  await deck.press(':', 300);
  await deck.press('everything', 300);
  await deck.press('\r', 300);
  await deck.pty.when((text) => text.includes(`first ${offers}`), 120_000);
}

/** The deck on the Offers screen, with so many offers in it. */
export async function offersDeck(tools: BenchTools, offers: number): Promise<Driven> {
  const deck = await deckOver(tools, { offers }, true);
  await searchAll(deck, offers);
  await pause(2000);
  return deck;
}
