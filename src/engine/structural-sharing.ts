import { isRecord } from '../client/fields.ts';

/** Rows that are compared in one turn of the event loop, so that no key waits for a long list. */
const atOnce = 512;

const turn = () => new Promise<void>((next) => setImmediate(next));

/** Whether two values out of JSON say the same. */
export function saysSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((one, at) => saysSame(one, b[at]));
  if (!isRecord(a) || !isRecord(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && saysSame(a[name], b[name]))
  );
}

const idOf = (row: unknown): unknown => (isRecord(row) ? row.id : undefined);

/** `now` with the rows of `before` that say the same, found by id; `before` itself where all do. */
async function sharedRows(before: readonly unknown[], now: readonly unknown[]): Promise<readonly unknown[]> {
  const rows: unknown[] = [];
  let byId: Map<unknown, unknown> | undefined;
  let isSame = before.length === now.length;
  for (const [index, row] of now.entries()) {
    if (index % atOnce === atOnce - 1) await turn();
    let old = before[index];
    if (idOf(old) !== idOf(row)) {
      byId ??= new Map(before.map((one) => [idOf(one), one]));
      old = byId.get(idOf(row));
    }
    const shared = saysSame(old, row) ? old : row;
    isSame &&= shared === before[index];
    rows.push(shared);
  }
  return isSame ? before : rows;
}

/**
 * A reply with what it has in common with the one before it: what says the same, a row or all of it, is the same object.
 * So whoever looks sees by identity what has changed.
 */
export async function withShared<T>(before: T | undefined, now: T): Promise<T> {
  if (Array.isArray(now) && Array.isArray(before)) return (await sharedRows(before, now)) as T;
  if (!isRecord(now) || !isRecord(before)) return now;
  const shared: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(now)) {
    const old = before[name];
    if (Array.isArray(value) && Array.isArray(old)) shared[name] = await sharedRows(old, value);
    else shared[name] = saysSame(old, value) ? old : value;
  }
  const names = Object.keys(shared);
  const isSame =
    names.length === Object.keys(before).length &&
    names.every((name) => Object.hasOwn(before, name) && shared[name] === before[name]);
  return isSame ? before : (shared as T);
}
