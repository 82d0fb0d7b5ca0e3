/** A reply of 10,000 offers through the client, against `JSON.parse` of the same text. */

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Decoded } from './decode-child.ts';
import { against, type Measure, median } from './result.ts';

/** Bundled by `bench/run.mjs` beside this file. */
const child = fileURLToPath(new URL('./bench-decode-child.mjs', import.meta.url));

const measure: Measure = async ({ node, quick, log }) => {
  const flags = ['--expose-gc', '--min-semi-space-size=256', '--max-semi-space-size=256'];
  const done = spawnSync(node, [...flags, child, quick ? '2' : '9'], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(done.stderr);
  const all = JSON.parse(done.stdout) as Decoded[];
  const middle = (of: (one: Decoded) => number) => median(all.map(of));
  log(`${all[0]?.rows} offers, ${all[0]?.megabytes.toFixed(1)} MB`);
  const row = (id: string, what: string, value: number, unit: string) =>
    ({ id: `decode-${id}`, group: 'decode', what, value, unit, runs: all.length }) as const;
  return [
    against(
      row(
        'time',
        'decode 10,000 offers',
        middle((one) => one.client),
        'ms',
      ),
      { what: 'JSON.parse alone', value: middle((one) => one.parse) },
    ),
    against(
      row(
        'heap',
        'heap allocated, garbage included',
        middle((one) => one.clientHeap / 1e6),
        'MB',
      ),
      { what: 'JSON.parse alone', value: middle((one) => one.parseHeap / 1e6) },
    ),
    against(
      row(
        'kept',
        'heap retained by the records',
        middle((one) => one.clientKept / 1e6),
        'MB',
      ),
      { what: 'JSON.parse alone', value: middle((one) => one.parseKept / 1e6) },
    ),
    {
      ...row(
        'block',
        'longest main-thread block meanwhile',
        middle((one) => one.blocked),
        'ms',
      ),
      base: { what: 'idle', value: middle((one) => one.calm) },
      ...{ target: 33, stretch: 8 },
    },
  ];
};

export default measure;
