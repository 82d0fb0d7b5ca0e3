import { padEnd, width } from '../../base/cells.ts';
import type { Column } from '../../tui/list/columns.ts';
import type { ShownUnit } from '../../tui/list/filter-units.ts';
import { spokenHeading } from '../../tui/list/spoken-row.ts';

/** A line of a comparison: what it is called, what each record has of it, and whose is the best by its place. */
export type ComparedField = {
  id: string;
  /** What it is called where there is room, and where there is little. */
  label: string;
  short: string;
  spoken: string;
  values: readonly (string | undefined)[];
  unit: ShownUnit | undefined;
  best: readonly number[];
  /** All have the same. */
  same: boolean;
};

/**
 * A line for each column, in the words and the form of the list, and behind them for each field that no column stands
 * for, by `rank`: 0 first. `best` says of a field and its values whose is the best.
 */
export function comparedFields<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  others: readonly Column<Row>[],
  rules: {
    best: (field: string, values: readonly unknown[]) => readonly number[];
    rank: (field: string) => number;
    /** What a field is called that no column stands for. */
    words: (field: string) => string;
  },
): ComparedField[] {
  const line = (column: Column<Row>): ComparedField => {
    const { id, title, field = id } = column;
    const name = column.extra === true ? rules.words(id) : (column.name ?? title);
    const values = rows.map((row) => column.cell(row, 0));
    // A sum of money says per what; the other cells bring their unit along.
    const [label, spoken] =
      column.extra !== true && title.includes('$/')
        ? [`${name} ${title}`, `${name} in ${spokenHeading(title)}`]
        : [column.extra !== true && title.includes('$') ? `${name} ${title}` : name, name];
    return {
      id,
      label,
      short: column.extra === true ? name : title,
      spoken,
      values,
      unit: column.unit,
      best: rules.best(field, column.value === undefined ? [] : rows.map((row) => column.value?.(row, 0))),
      same: values.every((value) => value === values[0]),
    };
  };
  const rest = others.map((column) => ({ column, rank: rules.rank(column.id) }));
  return [...columns, ...rest.sort((a, b) => a.rank - b.rank).map(({ column }) => column)].map(line);
}

/** A figure, and what stands behind its point or, without one, behind its last digit: `99` and `.8%`, `24` and `G`. */
const figure = /^(-?\d+)((?:\.\d+)?[%A-Za-z]?)$/;

/** A whole number of more digits than this is a name that something was given, and no size to be weighed. */
const mostDigits = 5;

/** How many cells stand before the point where figures of all these lines are set below each other. */
export const pointAt = (texts: readonly (string | undefined)[]): number =>
  Math.max(
    0,
    ...texts.map((text) => {
      const [, whole = ''] = figure.exec(text ?? '') ?? [];
      return whole.length > mostDigits ? 0 : whole.length;
    }),
  );

/** A text of exactly `cells` cells: a figure with its point behind `point` cells, as far as there is room; words at the left. */
export function onPoint(text: string, point: number, cells: number, ellipsis?: string): string {
  const [, whole = ''] = figure.exec(text) ?? [];
  const before = whole === '' ? 0 : Math.max(0, Math.min(point - whole.length, cells - width(text)));
  return padEnd(' '.repeat(before) + text, cells, ellipsis);
}
