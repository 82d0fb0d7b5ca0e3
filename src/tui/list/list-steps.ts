import { type Direction, orderOf, type SortValue } from './sort-rows.ts';

/** Work in pieces that are short enough to let a key go first: each `next()` does one, the last returns what was made. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Rows that are looked at in a piece: every cell of each is written out. */
const testedAtOnce = 64;
/** Rows that are sorted, read or merged in a piece. */
const movedAtOnce = 1024;

/** The rows that pass, in their order. */
export function* keptRows<Row>(rows: readonly Row[], test: (row: Row) => boolean): Steps<Row[]> {
  const kept: Row[] = [];
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % testedAtOnce === 0) yield;
    if (test(row)) kept.push(row);
  }
  return kept;
}

/** The same as `sortRows`: runs that are sorted each at once, and then merged. */
export function* sortedRows<Row>(
  rows: readonly Row[],
  by: (row: Row) => SortValue,
  direction: Direction,
): Steps<Row[]> {
  const order = orderOf(direction);
  let runs: { row: Row; value: SortValue }[][] = [];
  for (let start = 0; start < rows.length; start += movedAtOnce) {
    const run = rows.slice(start, start + movedAtOnce).map((row) => ({ row, value: by(row) }));
    runs.push(run.sort(order));
    yield;
  }
  while (runs.length > 1) {
    const merged: typeof runs = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(yield* merge(runs[index] ?? [], runs[index + 1] ?? [], order));
    runs = merged;
  }
  return (runs[0] ?? []).map(({ row }) => row);
}

/** Both in one order; of equal ones those of `left` go first. */
function* merge<T>(left: T[], right: T[], order: (a: T, b: T) => number): Steps<T[]> {
  const merged: T[] = [];
  let [l, r] = [0, 0];
  while (l < left.length || r < right.length) {
    // Two infinite values are told by NaN to be equal.
    const takesLeft = r >= right.length || (l < left.length && !(order(left[l] as T, right[r] as T) > 0));
    merged.push((takesLeft ? left[l++] : right[r++]) as T);
    if (merged.length % movedAtOnce === 0) yield;
  }
  return merged;
}
