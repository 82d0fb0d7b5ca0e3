import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptRows, type Steps, sortedRows } from '../../../src/tui/list/list-steps.ts';
import { sortRows } from '../../../src/tui/list/sort-rows.ts';

/** What the work comes to, and in how many pieces. */
function worked<T>(steps: Steps<T>): { made: T; pieces: number } {
  for (let pieces = 1; ; pieces += 1) {
    const step = steps.next();
    if (step.done === true) return { made: step.value, pieces };
  }
}

/** The values of a column are of one kind, so that there is an order among them. */
const column = fc.oneof(
  fc.array(fc.option(fc.oneof(fc.double(), fc.integer({ max: 3 })), { nil: undefined }), { minLength: 1 }),
  fc.array(fc.option(fc.constantFrom('a', 'B', 'b', 'A', ''), { nil: undefined }), { minLength: 1 }),
);
/** A few values, and by them a list that takes many pieces. */
const list = fc
  .tuple(column, fc.integer({ min: 0, max: 5000 }))
  .map(([values, length]) =>
    Array.from({ length }, (_, id) => ({ id, v: values[(id * 7) % values.length] })),
  );

test('sorting in pieces is sorting, the places of equal rows and of unknown values included', () => {
  fc.assert(
    fc.property(list, fc.constantFrom('asc' as const, 'desc' as const), (rows, direction) => {
      const { made } = worked(sortedRows(rows, (row) => row.v, direction));
      const ids = (sorted: typeof rows) => sorted.map(({ id }) => id).join();
      expect(ids(made)).toBe(ids(sortRows(rows, (row) => row.v, direction)));
    }),
    { numRuns: 20 },
  );
});

test('filtering in pieces leaves what filtering leaves, and looks at no more than 64 rows before a key may go first', () => {
  const rows = Array.from({ length: 2000 }, (_, id) => id);
  let tested = 0;
  let most = 0;
  const steps = keptRows(rows, (id) => {
    tested += 1;
    return id % 3 === 0;
  });
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) {
    most = Math.max(most, tested);
    tested = 0;
  }
  expect(step.value).toEqual(rows.filter((id) => id % 3 === 0));
  expect(most).toBe(64);
});

test('a list of 100,000 rows is sorted in many pieces', () => {
  const rows = Array.from({ length: 100_000 }, (_, id) => (id * 7919) % 100_003);
  expect(worked(sortedRows(rows, (id) => id, 'asc')).pieces).toBeGreaterThan(100);
});
