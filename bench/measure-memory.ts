/** How much memory a deck takes, and whether it stays so. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deckOver, drive, pause, residentOf } from './driven.ts';
import { against, type BenchTools, type Measure, type Result } from './result.ts';

/** Keys in a chunk: each is a state of its own that is drawn. */
const keysAtOnce = 100;

const weekTest = ['test/soak/simulated.test.tsx', '-t', 'hours of polling'];

/** A week of polling on simulated time, played by the test of it. */
function week({ node, tempHome }: BenchTools): Result {
  const file = join(tempHome(), 'week');
  const done = spawnSync(node, ['node_modules/vitest/vitest.mjs', 'run', ...weekTest], {
    encoding: 'utf8',
    env: { ...process.env, RIGDECK_TEST_WEEK: file },
  });
  if (done.status !== 0) throw new Error(done.stdout.slice(-2000));
  const { reads, grown } = JSON.parse(readFileSync(file, 'utf8')) as { reads: number; grown: number };
  return {
    ...{ id: 'memory-week', group: 'memory', unit: 'MB', target: 5, stretch: 1, runs: 1 },
    what: `growth of the heap over a week of polling with 50 instances, ${reads.toLocaleString('en-US')} reads`,
    value: grown / 1e6,
  };
}

const measure: Measure = async (tools) => {
  const renders = tools.quick ? 2000 : 20_000;
  const ink = drive(tools, [tools.bare.ink]);
  const plain = await deckOver(tools, { offers: 64 }, false);
  const asked = await deckOver(tools, { offers: 64 }, true);
  try {
    await pause(3000);
    const resident = { deck: residentOf(plain.pty.pid), ink: residentOf(ink.pty.pid) };
    const draw = async (count: number) => {
      for (let key = 0; key < count; key += keysAtOnce) await asked.press('jk'.repeat(keysAtOnce / 2), 30);
      return (await asked.inside()).heap / 1e6;
    };
    const warm = await draw(2000);
    const grown = (await draw(renders)) - warm;
    return [
      against(
        {
          ...{
            id: 'memory-resident',
            group: 'memory',
            what: 'resident size on the Offers screen',
            unit: 'MB',
          },
          ...{ value: resident.deck, target: 1.4, stretch: 1.15, runs: 1 },
        },
        { what: 'bare Ink', value: resident.ink },
      ),
      {
        ...{ id: 'memory-renders', group: 'memory', unit: 'MB', target: 5, stretch: 1, runs: 1 },
        what: `growth of the heap over ${renders.toLocaleString('en-US')} cursor moves`,
        value: grown,
      },
      ...(tools.quick ? [] : [week(tools)]),
    ];
  } finally {
    await Promise.all([ink, plain, asked].map((one) => one.stop()));
  }
};

export default measure;
