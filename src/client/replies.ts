/** Readers of whole replies: the parts that they are made of, and those that several calls share. */

import * as v from 'valibot';
import { turn } from './body.ts';
import type { Decoder } from './endpoint-row.ts';
import { flag, isRecord, type Reader, text } from './fields.ts';
import type * as W from './wire.ts';

/** A field that the reply must have, read by `reader`. */
export function field<T>(reader: Reader<T>) {
  return v.pipe(
    v.unknown(),
    v.rawTransform<unknown, T>(({ dataset, addIssue, NEVER }) => {
      const value = reader(dataset.value);
      if (value !== undefined) return value;
      addIssue();
      return NEVER;
    }),
  );
}

/** A field that is absent when it is missing, null or of another kind. */
export function optionalField<T>(reader: Reader<T>) {
  return v.optional(v.pipe(v.unknown(), v.transform(reader)));
}

/** One that may be missing or null, and must be readable where it is there. */
export function soundField<T>(reader: Reader<T>) {
  return v.optional(
    v.pipe(
      v.unknown(),
      v.rawTransform<unknown, T | undefined>(({ dataset, addIssue, NEVER }) => {
        if (dataset.value === null) return undefined;
        const value = reader(dataset.value);
        if (value !== undefined) return value;
        addIssue();
        return NEVER;
      }),
    ),
  );
}

/** The reader of a whole reply; undefined when the schema does not hold. Absent fields are left out. */
export function reading<T>(schema: v.GenericSchema<unknown, T>): (body: unknown) => Present<T> | undefined {
  return (body) => {
    const result = v.safeParse(schema, body);
    if (!result.success) return undefined;
    const output = result.output;
    if (typeof output !== 'object' || output === null || Array.isArray(output)) return output as Present<T>;
    return Object.fromEntries(
      Object.entries(output).filter(([, value]) => value !== undefined),
    ) as Present<T>;
  };
}

/** A field that may be undefined becomes one that may be absent. */
type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

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
    end(found = 0): W.ListReply<T> {
      const missing = unreadable + (Number.isNaN(found) ? 1 : Math.max(0, found - sent));
      return missing === 0 ? { rows } : { rows, missing };
    },
  };
}

/** A list that is not there is undefined and never an empty one. */
export function readRows<T>(value: unknown, reader: Reader<T>, found?: number): W.ListReply<T> | undefined {
  if (!Array.isArray(value)) return undefined;
  const rows = rowsOf(reader);
  for (const row of value) rows.take(row);
  return rows.end(found);
}

/** The same, some rows in each turn of the event loop. */
export async function readLongRows<T>(value: readonly unknown[], reader: Reader<T>): Promise<W.ListReply<T>> {
  const rows = rowsOf(reader);
  for (let from = 0; from < value.length; from += pieceRows) {
    if (from > 0) await turn();
    for (const row of value.slice(from, from + pieceRows)) rows.take(row);
  }
  return rows.end();
}

/** A bare array, or one under any of the names that such services give it. */
export function listOf<T>(reader: Reader<T>, ...names: string[]): Decoder<W.ListReply<T>> {
  return (body) => {
    const value = isRecord(body) ? names.map((name) => body[name]).find(Array.isArray) : body;
    return readRows(value, reader);
  };
}

export const readSuccess: Decoder<W.SuccessReply> = reading(
  v.object({ success: field(flag), msg: optionalField(text) }),
);

/** Such services answer a change with an object, a bare text or nothing worth reading; only a refusal in words counts. */
export const readDone: Decoder<W.DoneReply> = (value) => {
  if (!isRecord(value)) return {};
  const [success, msg] = [flag(value.success), text(value.msg)];
  if (success === false) return undefined;
  return { ...(success === undefined ? {} : { success }), ...(msg === undefined ? {} : { msg }) };
};

/** One that was accepted without an address was accepted all the same: the address is empty then. */
export const readResultReply: Decoder<W.ResultReply> = reading(
  v.object({
    success: field(flag),
    msg: optionalField(text),
    result_url: v.optional(
      field((value) => text(value) ?? ''),
      '',
    ),
    writeable_path: optionalField(text),
  }),
);
