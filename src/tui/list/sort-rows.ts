/** What a column is sorted by; undefined, null and NaN mean unknown. */
export type SortValue = string | number | boolean | null | undefined;
export type Direction = 'asc' | 'desc';

function isUnknown(value: SortValue): value is null | undefined {
  return value === undefined || value === null || Number.isNaN(value);
}

/** By code units: the same order on every machine, whatever its locale. */
function compare(a: string | number | boolean, b: string | number | boolean): number {
  if (typeof a === 'string' || typeof b === 'string') {
    const [left, right] = [String(a), String(b)];
    const [low, high] = [left.toLowerCase(), right.toLowerCase()];
    return low === high ? Number(left > right) - Number(left < right) : low < high ? -1 : 1;
  }
  return Number(a) - Number(b);
}

/** How two rows stand to each other by their values; unknown ones come last in both directions. */
export function orderOf(direction: Direction): (a: { value: SortValue }, b: { value: SortValue }) => number {
  const sign = direction === 'asc' ? 1 : -1;
  return (a, b) =>
    isUnknown(a.value) || isUnknown(b.value)
      ? Number(isUnknown(a.value)) - Number(isUnknown(b.value))
      : sign * compare(a.value, b.value);
}

/**
 * The rows in order of `by`, as a new array. Equal rows keep their places in both directions, and rows whose
 * value is unknown come last in both.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  by: (row: Row) => SortValue,
  direction: Direction = 'asc',
): Row[] {
  return rows
    .map((row) => ({ row, value: by(row) }))
    .sort(orderOf(direction))
    .map(({ row }) => row);
}
