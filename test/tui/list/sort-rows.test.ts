import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortRows } from '../../../src/tui/list/sort-rows.ts';

test('C070 a numeric column sorts as numbers, with unknown values last', () => {
  const rows = [{ v: 10.2 }, { v: undefined }, { v: 0.9 }, { v: 2.5 }];
  expect(sortRows(rows, (row) => row.v).map((row) => row.v)).toEqual([0.9, 2.5, 10.2, undefined]);
  expect(sortRows(rows, (row) => row.v, 'desc').map((row) => row.v)).toEqual([10.2, 2.5, 0.9, undefined]);
});

test('C070 the order stays when the same rows come again', () => {
  const rows = [
    { id: 1, v: 2 },
    { id: 2, v: 2 },
    { id: 3, v: Number.NaN },
    { id: 4, v: 1 },
  ];
  const ids = (direction: 'asc' | 'desc') => sortRows(rows, (row) => row.v, direction).map((row) => row.id);
  expect(ids('asc')).toEqual([4, 1, 2, 3]);
  expect(ids('desc')).toEqual([1, 2, 4, 3]);
});

test('text sorts without regard to case and the same on every machine', () => {
  const sorted = sortRows(['b', 'ä', 'A', 'a', 'B', ''], (word) => word);
  expect(sorted).toEqual(['', 'A', 'a', 'B', 'b', 'ä']);
});

test('sorting loses no row and leaves the given ones alone', () => {
  const value = fc.option(fc.oneof(fc.double(), fc.string(), fc.boolean()), { nil: undefined });
  fc.assert(
    fc.property(fc.array(value), (values) => {
      const before = [...values];
      const sorted = sortRows(values, (v) => v);
      expect(values).toEqual(before);
      expect(sorted).toHaveLength(values.length);
      expect(new Set(sorted)).toEqual(new Set(values));
    }),
  );
});
