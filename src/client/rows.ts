import { isRecord, type Reader } from './fields.ts';
import { turn } from './long-body.ts';
import type { ListReply } from './wire.ts';

/** Rows that are read in one turn. */
const pieceRows = 128;

/**
 * The rows that can be read, each id once, and how many are missing: those that cannot be read, and those beyond all that
 * were sent where the service counted more of them (`found`); one at least where what it counted is no number.
 */
function rowsOf<T>(reader: Reader<T>) {
  const rows: T[] = [];
  const ids = new Set<unknown>();
  let sent = 0;
  let unreadable = 0;
  return {
    take(row: unknown): void {
      sent += 1;
      const one = reader(row);
      if (one === undefined) unreadable += 1;
      else if (!isRecord(one) || one.id === undefined) rows.push(one);
      else if (!ids.has(one.id)) {
        ids.add(one.id);
        rows.push(one);
      }
    },
    end(found = 0): ListReply<T> {
      const missing = unreadable + (Number.isNaN(found) ? 1 : Math.max(0, found - sent));
      return missing === 0 ? { rows } : { rows, missing };
    },
  };
}

/** A list that is not there is undefined and never an empty one. */
export function readRows<T>(value: unknown, reader: Reader<T>, found?: number): ListReply<T> | undefined {
  if (!Array.isArray(value)) return undefined;
  const rows = rowsOf(reader);
  for (const row of value) rows.take(row);
  return rows.end(found);
}

/** The same, some rows in each turn of the event loop. */
export async function readLongRows<T>(value: readonly unknown[], reader: Reader<T>): Promise<ListReply<T>> {
  const rows = rowsOf(reader);
  for (let from = 0; from < value.length; from += pieceRows) {
    if (from > 0) await turn();
    for (const row of value.slice(from, from + pieceRows)) rows.take(row);
  }
  return rows.end();
}
