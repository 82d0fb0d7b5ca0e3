import type { Column, View } from './columns.ts';
import type { Query } from './query.ts';

/**
 * The places of the offers that a query finds, in its order, at most `limit`. `found` is room to work in, one
 * number per offer of the market; the answer may be a part of it.
 */
export function select(view: View, found: Uint32Array, query: Query): Uint32Array {
  const tests = query.tests.flatMap((test) => {
    const column = view.column(test.column);
    return column === undefined ? [] : [{ column, test }];
  });
  const begun = beginWithWords(tests, found);
  let count = begun?.count ?? everyPlace(found);
  for (const one of tests) if (one !== begun?.by) count = narrow(found, count, one);
  const before = comparison(query.order, view);
  return first(found.subarray(0, count), Math.min(query.limit, count), before);
}

type Tested = { column: Column; test: Query['tests'][number] };

function everyPlace(found: Uint32Array): number {
  for (let i = 0; i < found.length; i++) found[i] = i;
  return found.length;
}

/** Begins with the places of the words that fit, of that test of a word that leaves the fewest: most are never looked at. */
function beginWithWords(
  tests: readonly Tested[],
  found: Uint32Array,
): { by: Tested; count: number } | undefined {
  let best: { by: Tested; count: number; places: readonly Uint32Array[] } | undefined;
  for (const by of tests) {
    const { column, test } = by;
    if (column.kind !== 'text' || !('word' in test)) continue;
    const all = placesByWord(column);
    const places = all.filter((_, code) => test.word(column.words[code] ?? null));
    const count = places.reduce((sum, some) => sum + some.length, 0);
    if (best === undefined || count < best.count) best = { by, count, places };
  }
  if (best === undefined) return undefined;
  let at = 0;
  for (const some of best.places) {
    found.set(some, at);
    at += some.length;
  }
  return best;
}

const placesOf = new WeakMap<Column, Uint32Array[]>();

/** Where each word of a column stands, by the word's code. Columns of words never change. */
function placesByWord(column: Extract<Column, { kind: 'text' }>): Uint32Array[] {
  let places = placesOf.get(column);
  if (places === undefined) {
    const lists = column.words.map((): number[] => []);
    for (let i = 0; i < column.codes.length; i++) lists[column.codes[i] as number]?.push(i);
    places = lists.map((list) => Uint32Array.from(list));
    placesOf.set(column, places);
  }
  return places;
}

/** Keeps the places that pass at the front of `found`; answers how many they are. */
function narrow(found: Uint32Array, count: number, { column, test }: Tested): number {
  let kept = 0;
  if (column.kind === 'text') {
    const { codes, words } = column;
    if (!('word' in test)) return count;
    const passes = words.map(test.word);
    for (let j = 0; j < count; j++) {
      const i = found[j] as number;
      if (passes[codes[i] as number]) found[kept++] = i;
    }
    return kept;
  }
  if (!('number' in test)) return count;
  const { values } = column;
  if (test.range !== undefined) {
    const { from, to, fromToo, toToo } = test.range;
    for (let j = 0; j < count; j++) {
      const i = found[j] as number;
      const value = values[i] as number;
      if ((value > from || (fromToo && value === from)) && (value < to || (toToo && value === to)))
        found[kept++] = i;
    }
    return kept;
  }
  const passes = test.number;
  for (let j = 0; j < count; j++) {
    const i = found[j] as number;
    if (passes(values[i] as number)) found[kept++] = i;
  }
  return kept;
}

type Before = (a: number, b: number) => number;

/** Unknown values come last whatever the direction; equal ones keep the order of the market. */
function comparison(order: Query['order'], view: View): Before {
  const keys = order.map(({ column, down }) => ({
    values: sortable(view.column(column)),
    sign: down ? -1 : 1,
  }));
  return (a, b) => {
    for (const { values, sign } of keys) {
      const x = values[a] as number;
      const y = values[b] as number;
      if (x === y) continue;
      if (x < y) return -sign;
      if (x > y) return sign;
      const lost = Number(Number.isNaN(x)) - Number(Number.isNaN(y));
      if (lost !== 0) return lost;
    }
    return a - b;
  };
}

const ranks = new WeakMap<Column, Float64Array>();

/** The column as numbers that sort as it does. */
function sortable(column: Column | undefined): ArrayLike<number> {
  if (column === undefined) return [];
  if (column.kind !== 'text') return column.values;
  let values = ranks.get(column);
  if (values === undefined) {
    const sorted = column.words.filter((word) => word !== null).sort();
    const rankOf = new Map(sorted.map((word, rank) => [word, rank]));
    const byCode = column.words.map((word) => (word === null ? Number.NaN : (rankOf.get(word) as number)));
    values = Float64Array.from(column.codes, (code) => byCode[code] as number);
    ranks.set(column, values);
  }
  return values;
}

/** The first `limit` in order. A heap of that size beats sorting all when few are wanted. */
function first(found: Uint32Array, limit: number, before: Before): Uint32Array {
  if (limit > found.length / 8) return found.slice().sort(before).slice(0, limit);
  const heap = found.slice(0, limit);
  const sink = (from: number) => {
    for (let at = from; ; ) {
      const left = 2 * at + 1;
      if (left >= limit) return;
      const right = left + 1;
      const child = right < limit && before(heap[right] as number, heap[left] as number) > 0 ? right : left;
      if (before(heap[child] as number, heap[at] as number) <= 0) return;
      const moved = heap[at] as number;
      heap[at] = heap[child] as number;
      heap[child] = moved;
      at = child;
    }
  };
  for (let at = (limit >> 1) - 1; at >= 0; at--) sink(at);
  for (let j = limit; j < found.length; j++) {
    if (limit > 0 && before(found[j] as number, heap[0] as number) < 0) {
      heap[0] = found[j] as number;
      sink(0);
    }
  }
  return heap.sort(before);
}
