import { padEnd, padStart, width } from '../cells.ts';
import type { User } from '../client/wire.ts';
import { wrapWords } from '../wrap-words.ts';
import type { Io } from './io.ts';

/** A column of a printed list. A row is a pure function of the record. */
export type PrintColumn<T> = {
  title: string;
  /** As a person reads it. */
  text: (record: T) => string;
  /** As a script reads it: the plain figure in the service's unit, empty when it is not known. */
  raw: (record: T) => string | number | boolean | null | undefined;
  right?: boolean;
};

const gap = '  ';

/**
 * Prints records: an aligned table on a terminal, tab-separated rows without a heading anywhere else. Columns
 * that do not fit the terminal are left out from the right; they are listed most important first.
 */
export function printRows<T>(io: Io, columns: readonly PrintColumn<T>[], records: readonly T[]): void {
  if (!io.outIsTerminal) {
    for (const record of records) io.out(`${columns.map((c) => plain(c.raw(record))).join('\t')}\n`);
    return;
  }
  const table = columns.map((column) => {
    const cells = records.map(column.text);
    return { column, cells, cellWidth: Math.max(width(column.title), ...cells.map(width)) };
  });
  let room = io.columns;
  const shown = table.filter(({ cellWidth }, index) => {
    if (room < 0) return false;
    room -= cellWidth + (index === 0 ? 0 : gap.length);
    return room >= 0 || index === 0;
  });
  const line = (cellOf: (part: (typeof table)[number]) => string) =>
    shown
      .map((part) => {
        // A single column may be wider than the terminal; it is cut there and nowhere else.
        const cells = Math.min(part.cellWidth, io.columns);
        return (part.column.right ? padStart : padEnd)(cellOf(part), cells);
      })
      .join(gap)
      .trimEnd();
  io.out(`${line((part) => part.column.title)}\n`);
  for (const index of records.keys()) io.out(`${line((part) => part.cells[index] ?? '')}\n`);
}

/** With less room than this beside the names a value is left to the terminal. */
const leastRoom = 20;

/** Prints what is known by name, a line each; on a terminal a long value goes on under itself. */
export function printFields(io: Io, fields: readonly (readonly [name: string, value: string])[]): void {
  const names = Math.max(...fields.map(([name]) => width(name))) + gap.length;
  const room = io.columns - names;
  for (const [name, value] of fields) {
    const wraps = io.outIsTerminal && room >= leastRoom;
    const parts = wraps ? wrapWords(value, room, { whole: true }) : [value];
    for (const [index, part] of parts.entries()) io.out(`${padEnd(index === 0 ? name : '', names)}${part}\n`);
  }
}

/** One JSON value on a line of its own. */
export function printJson(io: Io, value: { schema: 1; [field: string]: unknown }): void {
  io.out(`${JSON.stringify(value)}\n`);
}

/** What is told of an account in JSON: null where nothing is known. */
export function accountFields(user: User | undefined) {
  if (user === undefined) return null;
  return { id: user.id, email: user.email ?? null, credit: user.credit ?? null };
}

function plain(value: ReturnType<PrintColumn<never>['raw']>): string {
  return value === null || value === undefined ? '' : String(value).replace(/[\t\n\r]+/g, ' ');
}
