import { describe, expect, it } from 'vitest';
import { type Fields, start, world } from './world.ts';

const day = 86_400;
const begin = start / 1000;
const get = async (w: ReturnType<typeof world>, filters: unknown, more = '') => {
  const query = `select_filters=${encodeURIComponent(JSON.stringify(filters))}${more}`;
  return w.call('GET', `/api/v0/charges/?${query}`);
};
const all = { day: { gte: begin - day, lte: begin + 90 * day } };
const sum = (rows: Fields[]) => rows.reduce((total, row) => total + row.amount, 0);

describe('GET /charges/', () => {
  it('gives a row for each instance and day, which together are what the ledger says', async () => {
    const w = world();
    const id = await w.rented({ label: 'train-a' });
    await w.control('POST', `instances/${id}`, { actual_status: 'running' });
    w.pass(3 * day);
    const { body } = await get(w, all);
    const { charges } = await w.ledger();
    expect(sum(body.results)).toBeCloseTo(sum(charges), 9);
    // The world begins at 14:13 UTC, so that three days of running touch four.
    expect(body.results).toHaveLength(4);
    for (const row of body.results) {
      expect(Math.floor(row.start / day)).toBe(Math.floor((row.end - 1) / day));
      expect(row).toMatchObject({
        type: 'instance',
        source: `instance-${id}`,
        metadata: { label: 'train-a' },
      });
      expect(sum(row.items)).toBeCloseTo(row.amount, 9);
    }
  });

  it('charges no more than what falls into the range that is asked for', async () => {
    const w = world();
    await w.rented();
    w.pass(10 * day);
    const { body } = await get(w, { day: { gte: begin + day, lte: begin + 2 * day } });
    const { body: later } = await get(w, { day: { gte: begin + 5 * day, lte: begin + 7 * day } });
    expect(sum(body.results)).toBeGreaterThan(0);
    expect(sum(later.results)).toBeCloseTo(2 * sum(body.results), 9);
    expect(Math.min(...body.results.map((row: Fields) => row.start))).toBe(begin + day);
  });

  it('hands out pages, and refuses a token that it did not give', async () => {
    const w = world();
    await w.rented();
    w.pass(4 * day);
    const first = (await get(w, all, '&limit=2')).body;
    expect(first).toMatchObject({ success: true, count: 2, total: 5 });
    const second = (await get(w, all, `&limit=2&after_token=${encodeURIComponent(first.next_token)}`)).body;
    const last = (await get(w, all, `&limit=2&after_token=${encodeURIComponent(second.next_token)}`)).body;
    expect(last.next_token).toBeNull();
    const starts = [first, second, last].flatMap(({ results }) => results.map((row: Fields) => row.start));
    expect(starts).toHaveLength(5);
    expect([...new Set(starts)].sort((a, b) => a - b)).toEqual(starts);
    expect(await get(w, all, '&after_token=nonsense')).toMatchObject({
      status: 400,
      body: { error: 'invalid_token' },
    });
  });

  it('puts the latest first when asked to, and keeps to the types that are named', async () => {
    const w = world();
    await w.rented();
    w.pass(2 * day);
    const { results } = (await get(w, all, '&latest_first=true')).body;
    expect(results[0].start).toBeGreaterThan(results.at(-1).start);
    expect((await get(w, { ...all, type: { in: ['volume'] } })).body.results).toEqual([]);
    expect((await get(w, { ...all, type: { in: ['instance'] } })).body.results).toHaveLength(3);
  });

  it('wants a range of days', async () => {
    expect(await get(world(), {})).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });
});
