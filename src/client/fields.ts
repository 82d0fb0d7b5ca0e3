/**
 * Readers of one field each, tolerant by design: a value that is not of the kind is undefined, and the field then
 * absent from the record. Only an id makes a whole record unreadable.
 */
export type Reader<T> = (value: unknown) => T | undefined;

const numeric = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;

function finite(value: unknown): number | undefined {
  const read = typeof value === 'string' && numeric.test(value) ? Number(value) : value;
  // Nobody is told of a minus zero.
  return typeof read === 'number' && Number.isFinite(read) ? read + 0 : undefined;
}

/** A number, or text that is one, from `least` to `most`: what is outside of any sense is not known. Null is unknown, never 0. */
export function between(least: number, most: number): Reader<number> {
  return (value) => {
    const read = finite(value);
    return read !== undefined && read >= least && read <= most ? read : undefined;
  };
}

/** A whole number from 0 to `most`. */
export function whole(most: number): Reader<number> {
  return (value) => {
    const read = finite(value);
    return read !== undefined && Number.isInteger(read) && read >= 0 && read <= most ? read : undefined;
  };
}

/** A measure of which nothing else is known: a greater one than this measures nothing. */
export const number = between(-1e12, 1e12);
/** A size or a speed of something: never less than nothing. */
export const size = between(0, 1e9);
/** A part of a whole. */
export const share = between(0, 1);
/** A price in dollars, for an hour or a GB: nobody is paid for renting. */
export const price = between(0, 1e6);
/** Dollars, below nothing where they are owed or given back. */
export const money = between(-1e9, 1e9);
/** How many of something there are. */
export const count = whole(1e6);
/** A port; a service maps those from 70000 on to themselves. */
export const port = whole(999_999);

/** A whole number that addresses something: one that JavaScript had to round would address something else. */
export const id: Reader<number> = (value) => {
  const read = finite(value);
  return read !== undefined && Number.isSafeInteger(read) && read >= 0 ? read : undefined;
};

export const text: Reader<string> = (value) => (typeof value === 'string' ? value : undefined);

export const flag: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

/** Epoch seconds up to the year 5138, or epoch milliseconds up to then: see `epochMs`. */
const moment = between(0, 1e14);

/** Epoch seconds, given as a number or as an ISO date (older lists of such services); without a zone it is UTC. */
export const time: Reader<number> = (value) => {
  const seconds = moment(value);
  if (seconds !== undefined) return seconds;
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return undefined;
  const zoned = /(z|[+-]\d\d:?\d\d)$/i.test(value.trim()) || !value.includes(':');
  const parsed = Date.parse(zoned ? value : `${value.trim().replace(' ', 'T')}Z`);
  return moment(parsed / 1000);
};

/** One of a fixed list of words. */
export function word<const W extends string>(...words: W[]): Reader<W> {
  return (value) => words.find((known) => known === value);
}

/** Like `inner`, and null stays null. */
export function orNull<T>(inner: Reader<T>): Reader<T | null> {
  return (value) => (value === null ? null : inner(value));
}

/** The elements that can be read. */
export function list<T>(inner: Reader<T>): Reader<T[]> {
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    return value.flatMap((one) => {
      const read = inner(one);
      return read === undefined ? [] : [read];
    });
  };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A reader for every field of T, no more and no less: the compiler keeps it in step with wire.ts. */
export type Fields<T> = { readonly [K in keyof Required<T>]: Reader<Exclude<T[K], undefined>> };

/**
 * Reads the known fields of a record fresh from the wire and leaves the unknown ones as they came. It works on the
 * record itself and copies only where a field has to go: ten thousand offers pass here while somebody waits, and
 * a copy, or a schema library, takes several times as long for them.
 */
export function readFields<T>(record: Record<string, unknown>, fields: Fields<T>): Partial<T> {
  let unreadable: Set<string> | undefined;
  for (const [key, reader] of entriesOf(fields)) {
    const raw = record[key];
    if (raw === undefined) continue;
    const value = reader(raw);
    if (value === undefined) {
      unreadable ??= new Set();
      unreadable.add(key);
    } else if (value !== raw) {
      record[key] = value;
    }
  }
  if (unreadable === undefined) return record as Partial<T>;
  // Not `delete`: it makes an object slow to read for good, and lists are sorted and drawn by these fields.
  const out: Record<string, unknown> = {};
  for (const key in record) if (!unreadable.has(key)) out[key] = record[key];
  return out as Partial<T>;
}

const entriesByFields = new WeakMap<object, (readonly [string, Reader<unknown>])[]>();

function entriesOf(fields: object): (readonly [string, Reader<unknown>])[] {
  const known = entriesByFields.get(fields);
  if (known !== undefined) return known;
  const entries = Object.entries(fields as Record<string, Reader<unknown>>);
  entriesByFields.set(fields, entries);
  return entries;
}
