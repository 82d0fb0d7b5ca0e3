import * as v from 'valibot';
import { assumptions } from '../assumptions.ts';
import { type JsonObject, named, num, readShape } from '../body.ts';
import { reject } from '../errors.ts';
import { type Column, columnKind } from './columns.ts';

/** A search, understood. Tests are all to hold; order is by the first key, then the second, and so on. */
export type Query = {
  tests: Test[];
  order: { column: string; down: boolean }[];
  limit: number;
  diskGb: number;
  bid: boolean;
};
export type Test =
  | { column: string; number: (value: number) => boolean; range?: Range | undefined }
  | { column: string; word: (word: string | null) => boolean };

/** What a comparison with one number lets pass: between two ends, themselves included or not. */
export type Range = { from: number; to: number; fromToo: boolean; toToo: boolean };

/** Other names of a column, those of the public client and of its server (service-facts.md (a)). */
const aliases: Record<string, string> = {
  cuda_vers: 'cuda_max_good',
  dph: 'dph_total',
  dphtotal: 'dph_total',
  dlperf_usd: 'dlperf_per_dphtotal',
  dlperf_per_dph: 'dlperf_per_dphtotal',
  flops_usd: 'flops_per_dphtotal',
  flops_per_dph: 'flops_per_dphtotal',
  display_active: 'gpu_display_active',
  target_reliability: 'reliability',
  driver_version: 'driver_vers',
  ubuntu_version: 'os_version',
  disk: 'disk_space',
};
/** Names for a column in another unit. */
const scaled: Record<string, [column: string, factor: number]> = {
  gpu_ram_GB: ['gpu_ram', 1_000],
  gpu_total_ram_GB: ['gpu_total_ram', 1_000],
  cpu_ram_GB: ['cpu_ram', 1_000],
};
const fixedKeys = new Set(['order', 'type', 'limit', 'allocated_storage']);
const typeWords: Record<string, 'on-demand' | 'bid'> = {
  'on-demand': 'on-demand',
  ondemand: 'on-demand',
  reserved: 'on-demand',
  bid: 'bid',
  interruptible: 'bid',
};

const shape = v.looseObject({
  limit: v.nullish(num),
  allocated_storage: v.nullish(v.union([num, named(num)])),
  type: v.nullish(v.string()),
  order: v.nullish(
    v.array(v.union([v.string(), v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(2))])),
  ),
});

/** Reads the body of `POST /api/v0/bundles/`. Unknown filter keys and operators are refused by name. */
export function readQuery(body: JsonObject): Query {
  const given = readShape(shape, body);
  const type = typeWords[given.type ?? 'on-demand'];
  if (type === undefined) reject('bad_request', `unknown type "${given.type}": on-demand or bid`);
  const limit = given.limit ?? Number.POSITIVE_INFINITY;
  if (limit < 0) reject('bad_request', 'limit must not be negative');

  const stored = given.allocated_storage ?? undefined;
  const diskGb = typeof stored === 'object' ? Object.values(stored)[0] : stored;
  const tests: Test[] = [];
  if (diskGb !== undefined) tests.push({ column: 'disk_space', number: (x) => x >= diskGb });
  for (const [key, filter] of Object.entries(body)) {
    if (!fixedKeys.has(key)) tests.push(...readFilter(key, filter));
  }
  return {
    tests,
    order: (given.order ?? ['score']).map(readOrder),
    limit: Math.floor(limit),
    diskGb: diskGb ?? assumptions.pricedDiskGb,
    bid: type === 'bid',
  };
}

function readOrder(entry: string | readonly string[]): Query['order'][number] {
  const [name = '', direction = 'desc'] = typeof entry === 'string' ? [entry] : entry;
  const column = scaled[name]?.[0] ?? aliases[name] ?? name;
  if (columnKind(column) === undefined) reject('invalid_request', `cannot order by "${name}"`);
  if (direction !== 'asc' && direction !== 'desc') {
    reject('bad_request', `order of "${name}" must be asc or desc`);
  }
  return { column, down: direction === 'desc' };
}

function readFilter(key: string, filter: unknown): Test[] {
  const column = scaled[key]?.[0] ?? aliases[key] ?? key;
  const kind = columnKind(column);
  if (kind === undefined) {
    // Clients send further keys of their own (client_id, user, …); only a filter that would be ignored is refused.
    if (typeof filter === 'object' && filter !== null) reject('invalid_request', `unknown filter "${key}"`);
    return [];
  }
  if (filter === null) return [];
  if (typeof filter !== 'object' || Array.isArray(filter)) {
    reject('bad_request', `filter "${key}" must be an object of operators`);
  }
  return Object.entries(filter).map(([op, value]) => readTest(key, column, kind, op, value));
}

function readTest(key: string, column: string, kind: Column['kind'], op: string, value: unknown): Test {
  const list = op === 'in' || op === 'notin' || op === 'nin';
  if (list && !Array.isArray(value)) reject('bad_request', `"${op}" of "${key}" takes a list`);
  if (!list && typeof value === 'object' && value !== null) {
    reject('bad_request', `"${op}" of "${key}" takes one value`);
  }
  const values = list ? (value as unknown[]) : [value];
  if (kind === 'text') {
    const wanted = values.map((one) => {
      if (one !== null && typeof one !== 'string') reject('bad_request', `"${key}" takes text`);
      return one;
    });
    const compare = wordOps[op];
    if (compare === undefined) reject('invalid_request', `unknown operator "${op}" of "${key}"`);
    return { column, word: (word) => compare(word, wanted, column) };
  }
  const wanted = values.map((one) => readNumber(key, one) * (scaled[key]?.[1] ?? 1));
  const compare = numberOps[op];
  if (compare === undefined) reject('invalid_request', `unknown operator "${op}" of "${key}"`);
  return { column, number: compare(wanted), range: ranges[op]?.(wanted[0] ?? 0) };
}

/** Numbers arrive as strings, too, and booleans as words; null is "not known". */
function readNumber(key: string, value: unknown): number {
  if (value === null) return Number.NaN;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return value;
  if (typeof value === 'string') {
    const text = value.trim();
    if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true' ? 1 : 0;
    if (key === 'driver_version' && /^\d+(\.\d+)+$/.test(text)) {
      return Number(
        text
          .split('.')
          .map((part) => part.padStart(3, '0'))
          .join(''),
      );
    }
    if (text !== '' && Number.isFinite(Number(text))) return Number(text);
  }
  return reject('bad_request', `"${key}" takes a number or true/false`);
}

const equal = (a: number, b: number) => a === b || (Number.isNaN(a) && Number.isNaN(b));
const numberOps: Record<string, (wanted: readonly number[]) => (value: number) => boolean> = {
  eq: ([w = 0]) => (Number.isNaN(w) ? Number.isNaN : (x) => x === w),
  neq: ([w = 0]) => (Number.isNaN(w) ? (x) => !Number.isNaN(x) : (x) => x !== w),
  gt:
    ([w = 0]) =>
    (x) =>
      x > w,
  gte:
    ([w = 0]) =>
    (x) =>
      x >= w,
  lt:
    ([w = 0]) =>
    (x) =>
      x < w,
  lte:
    ([w = 0]) =>
    (x) =>
      x <= w,
  in: (list) => (x) => list.some((w) => equal(x, w)),
  notin: (list) => (x) => !list.some((w) => equal(x, w)),
};
numberOps.nin = numberOps.notin as (typeof numberOps)[string];

const everything: Range = {
  from: Number.NEGATIVE_INFINITY,
  to: Number.POSITIVE_INFINITY,
  fromToo: true,
  toToo: true,
};
/** The same comparisons where two ends say all: a market is gone through quicker so. */
const ranges: Record<string, (wanted: number) => Range | undefined> = {
  eq: (w) => (Number.isNaN(w) ? undefined : { ...everything, from: w, to: w }),
  gt: (w) => ({ ...everything, from: w, fromToo: false }),
  gte: (w) => ({ ...everything, from: w }),
  lt: (w) => ({ ...everything, to: w, toToo: false }),
  lte: (w) => ({ ...everything, to: w }),
};

type WordOp = (word: string | null, wanted: readonly (string | null)[], column: string) => boolean;
const wordOps: Record<string, WordOp> = {
  eq: (word, wanted, column) => sameWord(word, wanted[0] ?? null, column),
  neq: (word, wanted, column) => !sameWord(word, wanted[0] ?? null, column),
  gt: (word, [w]) => word !== null && w != null && word > w,
  gte: (word, [w]) => word !== null && w != null && word >= w,
  lt: (word, [w]) => word !== null && w != null && word < w,
  lte: (word, [w]) => word !== null && w != null && word <= w,
  in: (word, wanted, column) => wanted.some((w) => sameWord(word, w, column)),
  notin: (word, wanted, column) => !wanted.some((w) => sameWord(word, w, column)),
};
wordOps.nin = wordOps.notin as WordOp;

/** A place is found by its country code, too; a GPU model is written with spaces or with underscores. */
function sameWord(word: string | null, wanted: string | null, column: string): boolean {
  if (word === null || wanted === null) return word === wanted;
  if (word === wanted) return true;
  if (column === 'geolocation') return word.endsWith(`, ${wanted.toUpperCase()}`);
  return column === 'gpu_name' && word === wanted.replaceAll('_', ' ');
}
