/**
 * The requests of an hour with 50 instances, counted by the flow test that plays it on simulated time, against what the
 * service bears of each kind.
 */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '../src/client/endpoints.ts';
import { against, type Measure } from './result.ts';

const test = ['test/flows/request-counts.test.tsx', '-t', 'are those of the list'];

const measure: Measure = async ({ node, tempHome }) => {
  const file = join(tempHome(), 'counts');
  const done = spawnSync(node, ['node_modules/vitest/vitest.mjs', 'run', ...test], {
    encoding: 'utf8',
    env: { ...process.env, RIGDECK_TEST_COUNTS: file },
  });
  if (done.status !== 0) throw new Error(done.stdout.slice(-2000));
  const sums = new Map<string, number>();
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const { counts } = JSON.parse(line) as { counts: Record<string, number> };
    for (const [path, count] of Object.entries(counts)) sums.set(path, (sums.get(path) ?? 0) + count);
  }
  return [...sums].sort().map(([path, count]) => {
    const row = Object.values(endpoints).find((one) => one.method === 'GET' && one.path === path);
    return against(
      {
        id: `requests-${path.split('/').filter(Boolean).slice(2).join('-')}`,
        group: 'requests',
        what: `GET ${path} per hour with 50 instances`,
        ...{ value: count, unit: '', runs: 1, target: 1 },
      },
      { what: 'rate limit', value: 3_600_000 / Math.max(row?.minIntervalMs ?? 0, 1) },
    );
  });
};

export default measure;
