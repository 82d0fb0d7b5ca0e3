import { expect, test } from 'vitest';
import { saysSame, withShared } from '../../src/engine/structural-sharing.ts';

type Row = { id: number; price?: number; gpus: number[] };
const reply = (change: (id: number) => Partial<Row> = () => ({}), count = 5000) => ({
  offers: Array.from({ length: count }, (_, id): Row => ({ id, price: id / 8, gpus: [0, 1], ...change(id) })),
  more: { told: true },
});

test('a long reply that says the same as the one before is the one before', async () => {
  const before = reply();
  expect(await withShared(before, reply())).toBe(before);
  expect(await withShared(before.offers, reply().offers)).toBe(before.offers);
});

test('of a long reply only the records that say something else are new ones, wherever they stand', async () => {
  const before = reply();
  const cheaper = reply((id) => (id === 4000 ? { price: 1 } : id === 9 ? { gpus: [0, 2] } : {}));
  const now = { ...cheaper, offers: cheaper.offers.slice(1) };
  const taken = await withShared(before, now);
  expect(taken).toEqual(now);
  const fresh = taken.offers.filter((row) => row !== before.offers[row.id]).map(({ id }) => id);
  expect(fresh).toEqual([9, 4000]);
  expect(await withShared(undefined, now)).toBe(now);
});

test('rows that changed places, or a field beside them, make another reply of the same records', async () => {
  const before = reply();
  const turned = await withShared(before, { ...reply(), offers: reply().offers.reverse() });
  expect(turned).not.toBe(before);
  expect(turned.offers[0]).toBe(before.offers.at(-1));
  const other = await withShared(before, { ...reply(), more: { told: false } });
  expect(other.more.told).toBe(false);
  expect(other.offers).toBe(before.offers);
});

test('a short reply is held against the one before as a long one is', async () => {
  const before = reply(undefined, 10);
  expect(await withShared(before, reply(undefined, 10))).toBe(before);
  const now = reply((id) => (id === 3 ? { price: 1 } : {}), 10);
  const shared = await withShared(before, now);
  expect(shared).toEqual(now);
  expect(shared.offers.filter((row, at) => row !== before.offers[at]).map(({ id }) => id)).toEqual([3]);
  expect(shared.more).toBe(before.more);
});

test('a record without lists is the same object where it says the same', async () => {
  const before = { id: 1, credit: 3, keys: { a: [1] } };
  expect(await withShared<object>(before, { id: 1, credit: 3, keys: { a: [1] } })).toBe(before);
  const now = { id: 1, credit: 2, keys: { a: [1] } };
  expect(await withShared<object>(before, now)).toEqual(now);
  expect(await withShared<unknown>(before, null)).toBeNull();
  expect(await withShared<object>(before, { id: 1, credit: 3 })).toEqual({ id: 1, credit: 3 });
});

test('a field that is missing, null or of another kind is another value', () => {
  expect(saysSame({ a: undefined }, { b: undefined })).toBe(false);
  expect(saysSame({ a: null }, { a: undefined })).toBe(false);
  expect(saysSame([], {})).toBe(false);
  expect(saysSame({ a: [1, { b: 'x' }] }, { a: [1, { b: 'x' }] })).toBe(true);
});
