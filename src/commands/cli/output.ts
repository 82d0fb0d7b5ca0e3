import { padEnd, padStart, width } from '../../base/cells.ts';
import { withoutSecrets } from '../../base/record-secrets.ts';
import { steadyText } from '../../base/steady-text.ts';
import { wrapWords } from '../../base/wrap-words.ts';
import type { User } from '../../client/wire.ts';
import { type Column, columnGap, placeColumns } from '../../tui/list/columns.ts';
import { failure } from './failure.ts';
import type { Io, RowFields } from './io.ts';

/** A column of a printed list. A row is a pure function of the record. */
export type PrintColumn<T> = {
  title: string;
  /** As a person reads it. */
  text: (record: T) => string;
  /** As a script reads it: the plain figure in the service's unit, empty when it is not known. */
  raw: (record: T) => string | number | boolean | null | undefined;
  right?: boolean;
  /** Cells that its text may be cut to; without it nothing of it is ever cut, as of a number or an id. */
  least?: number;
  /** 1 stays longest on a narrow terminal; its place in the list where it is not said. */
  priority?: number;
  /** Only in what a script reads. */
  onlyPiped?: true;
};

const gap = ' '.repeat(columnGap);

/**
 * Prints records: an aligned table on a terminal, tab-separated rows without a heading anywhere else. Where the
 * terminal is too narrow, texts are cut first, and then the columns that matter least are left out; no number is cut.
 */
export function printRows<T>(io: Io, columns: readonly PrintColumn<T>[], records: readonly T[]): void {
  if (!io.outIsTerminal) {
    for (const record of records) io.out(`${columns.map((c) => plain(c.raw(record))).join('\t')}\n`);
    return;
  }
  const placed = placeColumns(
    columns
      .filter(({ onlyPiped }) => onlyPiped !== true)
      .map((column, index) => toPlace(column, index, records)),
    io.columns,
  );
  const line = (cellOf: (column: (typeof placed)[number]['column']) => string) =>
    placed
      .map(({ column, width: cells }) =>
        // A single column may be wider than the terminal; it is cut there, whatever it holds.
        (column.align === 'right' ? padStart : padEnd)(cellOf(column), Math.min(cells, io.columns)),
      )
      .join(gap)
      .trimEnd();
  io.out(`${line(({ title }) => title)}\n`);
  for (const record of records) io.out(`${line((column) => steadyText(column.cell(record, 0) ?? ''))}\n`);
}

function toPlace<T>(
  { title, text, right, least, priority }: PrintColumn<T>,
  index: number,
  records: readonly T[],
): Column<T> {
  const ideal = Math.max(width(title), ...records.map((record) => width(text(record))));
  return {
    id: String(index),
    title,
    align: right === true ? 'right' : 'left',
    min: least === undefined ? ideal : Math.min(ideal, Math.max(least, width(title))),
    ideal,
    priority: priority ?? index + 1,
    cell: text,
  };
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

/**
 * Words above or in place of a list. On a terminal they are read with it; elsewhere whoever takes the list apart must
 * not meet them, so that they are said on standard error.
 */
export function printBeside(io: Io, text: string): void {
  if (io.outIsTerminal) io.out(`${text}\n`);
  else io.say(text);
}

export type Printed = { schema: 1; [field: string]: unknown };

/** One JSON value on a line of its own, without what may be a secret. */
export const printJson = (io: Io, value: Printed): void =>
  printJsonAsIs(io, withoutSecrets(value) as Printed);

/** The same as it is: for a secret that it is the purpose of a command to hand out, and for the words of a machine. */
export function printJsonAsIs(io: Io, value: Printed): void {
  const { rowFields } = io;
  io.out(`${JSON.stringify(rowFields === undefined ? value : pickFields(rowFields, value))}\n`);
}

/**
 * `value` with these fields alone in each row, null where a row has none of that name. A list that is not there stays as
 * it is. A field that is not known may be a new one of the service's; where no row that came has it, it is a slip.
 */
function pickFields({ lists, fields, known }: RowFields, value: Record<string, unknown>): object {
  const rowsOf = lists.flatMap((list): [string, Record<string, unknown>[]][] => {
    const rows = value[list];
    return Array.isArray(rows) ? [[list, rows]] : [];
  });
  const there = new Set([...known, ...rowsOf.flatMap(([, rows]) => rows.flatMap((row) => Object.keys(row)))]);
  const unknown = fields.filter((name) => !there.has(name));
  if (unknown.length > 0)
    throw failure(
      'usage',
      'unknown_field',
      `Unknown JSON field: ${unknown.join(', ')}.`,
      `Available fields: ${[...there].sort().join(', ')}.`,
    );
  const picked = (row: Record<string, unknown>) =>
    Object.fromEntries(fields.map((name) => [name, row[name] ?? null]));
  return { ...value, ...Object.fromEntries(rowsOf.map(([list, rows]) => [list, rows.map(picked)])) };
}

/** What is told of an account in JSON: null where nothing is known. */
export function accountFields(user: User | undefined) {
  if (user === undefined) return null;
  return { id: user.id, email: user.email ?? null, credit: user.credit ?? null };
}

function plain(value: ReturnType<PrintColumn<never>['raw']>): string {
  return value === null || value === undefined ? '' : String(value).replace(/[\t\n\r]+/g, ' ');
}
