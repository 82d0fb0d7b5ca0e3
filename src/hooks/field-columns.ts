import { withoutSecrets } from '../base/record-secrets.ts';
import type { Column } from '../tui/list/columns.ts';

/** Further digits behind the point say nothing in a list. */
const mostDecimals = 4;

/** The least figure of a column is told to so many digits, and the others to the same place. */
const tellingDigits = 3;

/** How many decimals a figure needs to be told to `tellingDigits` digits: 0 for 523.1, 3 for 0.319. */
const decimalsFor = (least: number): number =>
  Math.min(mostDecimals, Math.max(0, tellingDigits - 1 - Math.floor(Math.log10(least))));

const isShown = (value: unknown): boolean =>
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value));

const decimalsOf = (value: number): number => {
  const [, behind = ''] = /\.(\d+)$/.exec(String(Number(value.toFixed(mostDecimals)))) ?? [];
  return behind.length;
};

/** `least` is the number next to 0, which is none itself. */
type Field = { seen: number; numbers: number; decimals: number; least: number };

/**
 * A column for every field of the records that is a text, a number or a yes and no, and that no column of the list is
 * named for: a field that did not arrive has none. Numbers of a field have the same digits behind the point in every row.
 */
export function fieldColumns<Row>(
  rows: readonly Row[],
  raw: (row: Row) => unknown,
  covered: readonly string[],
): readonly Column<Row>[] {
  const fields = new Map<string, Field>();
  for (const row of rows) {
    for (const [name, value] of Object.entries((raw(row) ?? {}) as Record<string, unknown>)) {
      if (!isShown(value)) continue;
      const field = fields.get(name) ?? { seen: 0, numbers: 0, decimals: 0, least: Infinity };
      fields.set(name, field);
      field.seen += 1;
      if (typeof value !== 'number') continue;
      field.numbers += 1;
      if (value !== 0) field.least = Math.min(field.least, Math.abs(value));
      if (field.decimals < mostDecimals) field.decimals = Math.max(field.decimals, decimalsOf(value));
    }
  }
  return [...fields]
    .filter(([name]) => !covered.includes(name))
    .map(([name, field]) => fieldColumn(name, field, raw));
}

function fieldColumn<Row>(name: string, field: Field, raw: (row: Row) => unknown): Column<Row> {
  const isNumber = field.numbers === field.seen;
  const decimals = Math.min(field.decimals, decimalsFor(field.least));
  const fieldOf = (row: Row): unknown => (raw(row) as Record<string, unknown> | undefined)?.[name];
  const text = (value: unknown): string | undefined => {
    if (!isShown(value) || value === '') return undefined;
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    if (typeof value === 'number') return value.toFixed(isNumber ? decimals : decimalsOf(value));
    return String(withoutSecrets(value, name));
  };
  return {
    id: name,
    title: name.replaceAll('_', ' ').toUpperCase(),
    name,
    align: isNumber ? 'right' : 'left',
    min: 4,
    ideal: 12,
    priority: 8,
    extra: true,
    cell: (row) => text(fieldOf(row)),
    value: (row) => {
      const value = fieldOf(row);
      return typeof value === 'number' ? value : text(value);
    },
  };
}
