import { isRecord } from '../client/fields.ts';

/**
 * A long list that is read again is held against the last one piece by piece, so that no key waits for it, and what is
 * the same in both is the same record: whoever looks at the list sees by identity what has changed.
 */

/** Lists up to this long are compared whole, within a frame. */
const longRows = 2000;
/** Records that are compared in one turn of the event loop. */
const atOnce = 512;

const turn = () => new Promise<void>((next) => setImmediate(next));

type Rec = Readonly<Record<string, unknown>>;

const isLongList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > longRows;

/** The field of a reply that holds a long list; undefined where it has none. */
const longField = (reply: unknown): string | undefined =>
  isRecord(reply) ? Object.keys(reply).find((name) => isLongList(reply[name])) : undefined;

/** Whether it would take long to compare it with another. */
export const isLong = (reply: unknown): boolean => isLongList(reply) || longField(reply) !== undefined;

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

/** The rows of `now`, those that say the same as before in their old records; `before` itself where all do. */
async function rowsTakenOver(
  before: readonly unknown[],
  now: readonly unknown[],
): Promise<readonly unknown[]> {
  const rows: unknown[] = [];
  let byId: Map<unknown, unknown> | undefined;
  let isSame = before.length === now.length;
  for (const [index, row] of now.entries()) {
    if (index % atOnce === atOnce - 1) await turn();
    let old = before[index];
    if (idOf(old) !== idOf(row)) {
      byId ??= await indexed(before);
      old = byId.get(idOf(row));
    }
    const taken = saysSame(old, row) ? old : row;
    isSame &&= taken === before[index];
    rows.push(taken);
  }
  return isSame ? before : rows;
}

async function indexed(rows: readonly unknown[]): Promise<Map<unknown, unknown>> {
  const byId = new Map<unknown, unknown>();
  for (const [index, row] of rows.entries()) {
    if (index % (8 * atOnce) === 8 * atOnce - 1) await turn();
    byId.set(idOf(row), row);
  }
  return byId;
}

/**
 * `now` with what it has in common with `before`, the reply to the same question before it; `before` itself where both
 * say the same. A reply without a long list is `now`.
 */
export async function takenOver<T>(before: T | undefined, now: T): Promise<T> {
  if (isLongList(now) && isLongList(before)) return (await rowsTakenOver(before, now)) as T;
  const field = longField(now);
  if (field === undefined || !isRecord(before) || !isLongList(before[field])) return now;
  const old = before[field];
  const rows = await rowsTakenOver(old, (now as Rec)[field] as readonly unknown[]);
  const taken = { ...now, [field]: rows };
  const isSame = rows === old && saysSame({ ...before, [field]: 0 }, { ...taken, [field]: 0 });
  return isSame ? before : taken;
}
