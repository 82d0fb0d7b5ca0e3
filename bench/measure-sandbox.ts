/** A search of the sandbox's market by the whole way, against the bare filter and sort of the same columns. */

import { performance } from 'node:perf_hooks';
import { systemClock } from '../src/base/clock.ts';
import { assumptions } from '../src/sandbox/assumptions.ts';
import { createSandbox } from '../src/sandbox/index.ts';
import { createColumns } from '../src/sandbox/market/columns.ts';
import { layGround } from '../src/sandbox/market/ground.ts';
import { against, type Measure, median, percentile } from './result.ts';

const offers = 100_000;
const limit = 64;

/** One of many searches that a person makes: some cards of a model below a price, the cheapest first. */
type Search = { gpu: string; gpus: number; below: number };
const searches: Search[] = ['RTX 4090', 'RTX 3090', 'A100 SXM4', 'H100 SXM'].flatMap((gpu) =>
  [1, 2, 4].flatMap((gpus) => [0.5, 2, 20].map((below) => ({ gpu, gpus, below }))),
);

const bodyOf = ({ gpu, gpus, below }: Search) =>
  JSON.stringify({
    gpu_name: { eq: gpu },
    num_gpus: { gte: gpus },
    dph_total: { lt: below },
    rentable: { eq: true },
    order: [['dph_total', 'asc']],
    limit,
  });

/** The same searches over plain arrays, by the least code that answers them. */
function bareSearch(): (search: Search) => number[] {
  const ground = layGround(7, offers);
  const at = { at: Math.floor(systemClock.now() / 1000), diskGb: assumptions.pricedDiskGb, bid: false };
  const view = createColumns(ground, false)(at, new Map(), 0);
  const names = view.column('gpu_name');
  const numbers = (name: string) => {
    const column = view.column(name);
    if (column === undefined || column.kind === 'text') throw new Error(`${name} is no number`);
    return column.values;
  };
  if (names?.kind !== 'text') throw new Error('gpu_name is no text');
  const [price, gpus, rentable] = [numbers('dph_total'), numbers('num_gpus'), numbers('rentable')];
  return (search) => {
    const wanted = names.words.indexOf(search.gpu);
    const found: number[] = [];
    for (let i = 0; i < offers; i += 1) {
      if (
        names.codes[i] === wanted &&
        (gpus[i] as number) >= search.gpus &&
        (price[i] as number) < search.below &&
        rentable[i] === 1
      )
        found.push(i);
    }
    return found.sort((a, b) => (price[a] as number) - (price[b] as number)).slice(0, limit);
  };
}

const measure: Measure = async ({ quick }) => {
  const rounds = quick ? 2 : 12;
  const made = (count: number) => {
    const startedAt = performance.now();
    const sandbox = createSandbox({ clock: systemClock, seed: 7, offers: count });
    return { sandbox, ms: performance.now() - startedAt };
  };
  made(1000);
  const starts = Array.from({ length: quick ? 3 : 15 }, () => [made(100).ms, made(offers).ms] as const);
  const { sandbox } = made(offers);
  const bare = bareSearch();
  const times = { sandbox: [] as number[], bare: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    for (const search of searches) {
      const request = new Request('http://sandbox.test/api/v0/bundles/', {
        method: 'POST',
        headers: { Authorization: `Bearer ${sandbox.apiKey}`, 'Content-Type': 'application/json' },
        body: bodyOf(search),
      });
      const from = performance.now();
      const reply = await (await sandbox.fetch(request)).text();
      const between = performance.now();
      const found = bare(search);
      const to = performance.now();
      const shown = (JSON.parse(reply) as { offers: unknown[] }).offers.length;
      if (shown !== found.length) throw new Error(`${shown} offers are not ${found.length}`);
      // The first round fills columns and warms the code.
      if (round === 0) continue;
      times.sandbox.push(between - from);
      times.bare.push(to - between);
    }
  }
  const runs = times.sandbox.length;
  const row = (id: string, what: string, value: number) =>
    ({ id: `sandbox-${id}`, group: 'sandbox', what, value, unit: 'ms', runs }) as const;
  const what = 'plain filter and sort';
  return [
    against(
      {
        ...row('search', 'a search over 100,000 offers, p50', median(times.sandbox)),
        ...{ target: 2, stretch: 1.3 },
      },
      { what, value: median(times.bare) },
    ),
    against(row('search-p99', 'the same, p99', percentile(times.sandbox, 99)), {
      what: `${what}, p99`,
      value: percentile(times.bare, 99),
    }),
    {
      ...row('rate', '1,000 searches in sequence', 1000 * median(times.sandbox)),
      what: '1,000 searches in sequence',
    },
    against(
      {
        ...row('start', 'create a sandbox of 100,000 offers', median(starts.map(([, most]) => most))),
        runs: starts.length,
      },
      { what: '100 offers', value: median(starts.map(([least]) => least)) },
    ),
  ];
};

export default measure;
