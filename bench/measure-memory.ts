/** How much memory a deck takes, and whether it stays so. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Driven, deckOver, drive, pause, residentOf, searchAll } from './driven.ts';
import { against, type BenchTools, type Measure, type Result } from './result.ts';

/** How many offers the deck holds whose resident size is told. */
const sizes = (quick: boolean) => (quick ? [64, 10_000] : [64, 10_000, 100_000]);

/**
 * Presses a key, waits for its frame, and presses the next: keys of one chunk share frames. A frame that no key has asked
 * for, as that of a second that passed, lets a key go early, which is drawn all the same.
 */
async function draw({ pty }: Driven, frames: number): Promise<void> {
  let drawn = () => {};
  const silent = pty.listen(() => drawn());
  for (let key = 0; key < frames; key += 1) {
    const frame = new Promise<void>((resolve) => {
      drawn = resolve;
    });
    pty.write('jk'.charAt(key % 2));
    await frame;
  }
  silent();
}

/** What a deck that holds so many offers takes once it was left alone for a while. */
async function residentWith(tools: BenchTools, offers: number): Promise<number> {
  const deck = await deckOver(tools, { offers }, false);
  try {
    if (offers > 64) await searchAll(deck, offers);
    await pause(5000);
    return residentOf(deck.pty.pid);
  } finally {
    await deck.stop();
  }
}

const weekTest = ['test/soak/simulated.test.tsx', '-t', 'hours of polling'];

/** A week of polling on simulated time, played by the test of it. */
async function week({ node, tempHome }: BenchTools): Promise<Result> {
  const file = join(tempHome(), 'week');
  const played = spawn(node, ['node_modules/vitest/vitest.mjs', 'run', ...weekTest], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, RIGDECK_TEST_WEEK: file },
  });
  let said = '';
  played.stdout.on('data', (data) => {
    said += data;
  });
  const [status] = await once(played, 'close');
  if (status !== 0) throw new Error(said.slice(-2000));
  const { reads, grown } = JSON.parse(readFileSync(file, 'utf8')) as { reads: number; grown: number };
  return {
    ...{ id: 'memory-week', group: 'memory', unit: 'MB', target: 5, stretch: 1, runs: 1 },
    what: `heap growth over a week of polling 50 instances, ${reads.toLocaleString('en-US')} reads`,
    value: grown / 1e6,
  };
}

const measure: Measure = async (tools) => {
  const renders = tools.quick ? 2000 : 20_000;
  // It takes minutes beside which the rest is measured: no other program changes what is held.
  const aWeek = tools.quick ? [] : [week(tools)];
  const ink = drive(tools, [tools.bare.ink]);
  const asked = await deckOver({ ...tools, program: tools.unlimited }, { offers: 64 }, true);
  const row = (id: string, what: string, value: number) =>
    ({ id: `memory-${id}`, group: 'memory', what, value, unit: 'MB', runs: 1 }) as const;
  try {
    const results: Result[] = [];
    await pause(5000);
    const bare = { what: 'bare Ink', value: residentOf(ink.pty.pid) };
    for (const offers of sizes(tools.quick)) {
      const what = `resident memory, ${offers.toLocaleString('en-US')} offers`;
      const resident = row(`resident-${offers}`, what, await residentWith(tools, offers));
      const targets = offers === 64 ? { target: 1.4, stretch: 1.15 } : {};
      results.push(against({ ...resident, ...targets }, bare));
    }
    await draw(asked, 2000);
    const warm = (await asked.inside()).heap;
    const before = asked.pty.pieces().length;
    await draw(asked, renders);
    const grown = ((await asked.inside()).heap - warm) / 1e6;
    const pieces = asked.pty.pieces().length - before;
    if (pieces < renders) throw new Error(`only ${pieces} frames were drawn for ${renders} keys`);
    const what = `heap growth over ${renders.toLocaleString('en-US')} frames`;
    results.push({ ...row('renders', what, grown), target: 5, stretch: 1 });
    return [...results, ...(await Promise.all(aWeek))];
  } finally {
    await Promise.all([ink, asked].map((one) => one.stop()));
  }
};

export default measure;
