import { describe, expect, it } from 'vitest';
import type { Instance, WorkerGroup } from '../../../src/client/wire.ts';
import {
  groupPhrase,
  groupRows,
  workersRate,
  workersRateWords,
} from '../../../src/engine/groups/group-rows.ts';
import { lossWords, settledGone } from '../../../src/engine/groups/group-words.ts';
import {
  noWorkersSeen,
  seeWorkers,
  workerGroupOf,
  workersByGroup,
} from '../../../src/engine/groups/group-workers.ts';
import {
  priceSearches,
  searchOfDraft,
  searchOfGroup,
  worstCase,
  worstCaseWords,
} from '../../../src/engine/groups/worker-cost.ts';

const worker = (id: number, group: number, perHour?: number): Instance => ({
  id,
  actual_status: 'running',
  label: `worker group ${group}`,
  ...(perHour === undefined ? {} : { instance: { totalHour: perHour } }),
});

describe('the search that workers are rented by', () => {
  const usual = { verified: { eq: true }, rentable: { eq: true }, rented: { eq: false } };

  it('is the usual one with the memory of the draft, which the search has in MB', () => {
    expect(searchOfDraft({ endpoint_name: 'e' })).toEqual({ ...usual, gpu_ram: { gte: 24_000 } });
    expect(searchOfDraft({ gpu_ram: '48 GB' })).toEqual({ ...usual, gpu_ram: { gte: 48_000 } });
  });

  it('is what was typed in its place, with the memory that it names itself', () => {
    expect(searchOfDraft({ search_params: 'gpu_ram>=80 num_gpus=2', gpu_ram: '24' })).toEqual({
      gpu_ram: { gte: 80_000 },
      num_gpus: { eq: 2 },
    });
  });

  it('is not known of a template, nor while it cannot be read', () => {
    expect(searchOfDraft({ template_hash: 'abc' })).toBeUndefined();
    expect(searchOfDraft({ search_params: 'cheap ones' })).toBeUndefined();
  });

  it('is of a group what the service says, else its own text, else not known', () => {
    const query = { gpu_ram: { gte: 48_000 } };
    expect(searchOfGroup({ id: 1, search_query: query, search_params: 'num_gpus=9', gpu_ram: 24 })).toEqual(
      query,
    );
    expect(searchOfGroup({ id: 1, search_params: 'num_gpus=2', gpu_ram: 24 })).toEqual({
      num_gpus: { eq: 2 },
      gpu_ram: { gte: 24_000 },
    });
    expect(searchOfGroup({ id: 1, gpu_ram: 24 })).toBeUndefined();
  });

  it('is asked for its cheapest and its dearest offer, one of each', () => {
    expect(JSON.stringify(priceSearches({ num_gpus: { eq: 1 } }))).toBe(
      '{"cheapest":{"num_gpus":{"eq":1},"type":"on-demand","order":[["dph_total","asc"]],"limit":1},"dearest":{"num_gpus":{"eq":1},"type":"on-demand","order":[["dph_total","desc"]],"limit":1}}',
    );
  });
});

describe('what all workers may cost', () => {
  const prices = { cheapest: 0.25, dearest: 2 };

  it.each([
    [20, prices, 'At most 20 workers: $5.000/h to $40.000/h, as offers match now.'],
    [1, { cheapest: 0.5, dearest: 0.5 }, 'At most 1 worker: $0.500/h.'],
    [0, prices, 'At most 0 workers: nothing is rented.'],
    [20, { none: true as const }, 'At most 20 workers; no offer matches the search now.'],
    [20, {}, 'At most 20 workers; what they cost is not known.'],
    [20, undefined, 'At most 20 workers; what they cost is not known.'],
    [undefined, prices, 'How many workers at most is not known; what they cost is not known.'],
  ])('of %s workers at %j', (workers, at, words) => {
    expect(worstCaseWords(worstCase(workers, at), at)).toBe(words);
  });
});

describe('the workers of a group', () => {
  it('are the instances that are labelled as such, and no other', () => {
    expect(workerGroupOf({ id: 1, label: 'worker group 801' })).toBe(801);
    for (const label of ['worker group', 'my worker group 801', 'worker group 0', undefined])
      expect(workerGroupOf({ id: 1, ...(label === undefined ? {} : { label }) })).toBeUndefined();
  });

  it('stay its workers whatever they are called later, as long as they are listed', () => {
    const seen = seeWorkers(noWorkersSeen, [worker(1, 801), worker(2, 802)]);
    const later = [{ ...worker(1, 801), label: 'mine' }, worker(3, 801)];
    const now = seeWorkers(seen, later);
    expect([...now]).toEqual([
      [1, 801],
      [2, 802],
      [3, 801],
    ]);
    const byGroup = workersByGroup(later, now);
    expect([...(byGroup ?? [])].map(([group, rows]) => [group, rows.map(({ id }) => id)])).toEqual([
      [801, [1, 3]],
    ]);
    // What says nothing new redraws nothing.
    expect(seeWorkers(now, later)).toBe(now);
  });

  it('are not known while none is marked', () => {
    expect(workersByGroup([{ id: 1, actual_status: 'running' }])).toBeUndefined();
    expect(
      [...(workersByGroup([worker(1, 801), worker(2, 801), worker(3, 802)]) ?? [])].map(
        ([group, workers]) => [group, workers.map(({ id }) => id)],
      ),
    ).toEqual([
      [801, [1, 2]],
      [802, [3]],
    ]);
  });

  it('cost what is known of each of them', () => {
    expect(workersRate([worker(1, 801, 0.25), worker(2, 801, 0.5)])).toEqual({ now: 0.75 });
    expect(workersRate([worker(1, 801, 0.25), worker(2, 801)])).toBeUndefined();
    expect(workersRate(undefined)).toBeUndefined();
  });

  it('are said to cost what they will, too, while one of them boots', () => {
    const prices = { search: { totalHour: 0.129 }, instance: { totalHour: 0.002, diskHour: 0.002 } };
    const boots: Instance = { id: 3, actual_status: 'loading', label: 'worker group 801', ...prices };
    expect(workersRateWords(workersRate([boots]))).toBe('$0.002/h → $0.129/h');
    expect(workersRateWords(workersRate([boots, worker(1, 801, 0.5)]))).toBe('$0.502/h → $0.629/h');
    const [row] = groupRows(
      { workers: [{ id: 801 }] },
      { workersOf: workersByGroup([boots]), pricesOf: () => undefined },
    );
    expect(row && lossWords(row)).toContain(
      '1 worker may go on and is billed then, at $0.002/h now and $0.129/h once it runs, until destroyed:',
    );
  });
});

describe('the rows of the list', () => {
  const endpoints = [
    { id: 702, endpoint_name: 'llm', max_workers: 10 },
    { id: 701, endpoint_name: 'the default' },
  ];
  const workers: WorkerGroup[] = [
    { id: 803, endpoint_id: 9, max_workers: 2 },
    { id: 802, endpoint_id: 702, max_workers: 4 },
    { id: 801, endpoint_id: 702 },
  ];
  const none = { workersOf: undefined, pricesOf: () => undefined };

  it('are endpoint groups by id, each with its worker groups beneath, and strays last', () => {
    const rows = groupRows({ endpoints, workers }, none);
    expect(
      rows.map((row) => `${row.kind} ${row.id}${row.kind === 'worker' && row.last ? ' last' : ''}`),
    ).toEqual(['endpoint 701', 'endpoint 702', 'worker 801', 'worker 802 last', 'worker 803 last']);
    expect(rows.map((row) => row.most)).toEqual([undefined, 10, 10, 4, 2]);
  });

  it('count the workers and what they may cost, of an endpoint group together', () => {
    const rows = groupRows(
      { endpoints, workers },
      {
        workersOf: workersByGroup([worker(1, 801), worker(2, 802)]),
        pricesOf: () => ({ cheapest: 0.5, dearest: 1 }),
      },
    );
    expect(rows.map((row) => row.workers?.length)).toEqual([0, 2, 1, 1, 0]);
    expect(rows.map(({ worst }) => [worst.least, worst.most])).toEqual([
      [0, 0],
      [7, 14],
      [5, 10],
      [2, 4],
      [1, 2],
    ]);
  });

  it('know of an endpoint group together only what is known of each worker group', () => {
    const pricesOf = ({ id }: WorkerGroup) => (id === 801 ? undefined : { cheapest: 1, dearest: 1 });
    const [, llm] = groupRows({ endpoints, workers }, { ...none, pricesOf });
    expect(llm?.worst).toEqual({ workers: 10 });
  });

  it('know nothing of what an endpoint group rents where worker groups are not listed', () => {
    const [row] = groupRows({ endpoints: [{ id: 702, max_workers: 10 }] }, { ...none, workersOf: new Map() });
    expect(row).toMatchObject({ groups: undefined, workers: undefined, worst: { workers: 10 } });
    expect(row && lossWords(row).join(' ')).toMatch(/not known.*go with it.*may go on and be billed/);
    expect(row && settledGone(row, { endpoints: [] }, new Map(), 'D')?.text).toContain(
      'Workers of it may go on and be billed.',
    );
  });

  it('are deleted by a name that can be typed, else by the id', () => {
    const phrases = groupRows({ endpoints, workers }, none).map(groupPhrase);
    expect(phrases).toEqual(['701', 'llm', '801', '802', '803']);
  });
});
