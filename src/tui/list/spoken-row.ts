import { markedVerbatim } from '../reader/spoken-marks.ts';
import type { Column } from './columns.ts';
import type { ShownUnit } from './filter-units.ts';

/** How a heading of a list is told before its cell, and what behind that; `#` is the cell. */
const headings: Readonly<Record<string, string>> = {
  GPU: '#',
  ID: '#',
  LABEL: '#',
  NAME: '#',
  STATE: '#',
  WATCH: '#',
  STATUS: '#',
  PATH: '#',
  METHOD: '#',
  GROUP: '#',
  '$/H': '# dollars per hour',
  '$/DAY': '# dollars per day',
  'DISK/H': 'disk # dollars per hour',
  'GPU/H': 'GPU # dollars per hour',
  'DL/$': 'learning score per dollar #',
  SPENT: 'spent # dollars',
  'AT WORST': 'at worst # dollars per hour',
  VRAM: 'memory #',
  RAM: 'RAM #',
  REL: 'reliability #',
  DOWN: 'download #',
  WHERE: 'in #',
  MAX: 'for at most #',
  MS: '# milliseconds',
  TRY: 'try #',
  TIME: 'at #',
  FROM: 'source #',
  DAY: '#',
  'GPU $': 'GPU # dollars',
  'DISK $': 'disk # dollars',
  'OTHER $': 'other # dollars',
  'TOTAL $': 'in all # dollars',
};

/** Columns of names that somebody gave: nothing is made of what stands in them. */
const names = new Set(['ID', 'LABEL', 'NAME', 'PATH', 'GROUP', 'IMAGE']);

/** A cell with its heading. */
export const spokenCell = (title: string, text: string): string =>
  (headings[title] ?? `${title.toLowerCase()} #`).replace('#', () => text);

/** A heading as it is named by itself. */
export function spokenHeading(title: string): string {
  const said = headings[title]?.replace('#', '').trim();
  return said === undefined || said === '' ? title.toLowerCase() : said;
}

/** A column as it is named in a choice of columns: as its rows are told. */
export function spokenColumn<Row>({ title, name }: Column<Row>): string {
  return headings[title] === undefined ? (name ?? title.toLowerCase()) : spokenHeading(title);
}

/** A speed as its cell shows it: a letter alone would be told as one. */
export const spokenFigure = (text: string, unit: ShownUnit | undefined): string =>
  unit !== 'Mb/s'
    ? text
    : text.replace(
        /^(\d+(?:\.\d+)?)([MG])$/,
        (_, figure: string, size: string) => `${figure} ${size === 'M' ? 'megabits' : 'gigabits'} per second`,
      );

/**
 * A row as it is told: each cell that is known with its heading, in the order of the columns. What is not known is left
 * out, as a column without data is left out of a list.
 */
export function spokenRow<Row>(columns: readonly Column<Row>[], row: Row, now: number): string {
  return columns
    .flatMap(({ title, name, unit, cell }) => {
      const drawn = cell(row, now)?.trim();
      const shown = drawn === undefined ? undefined : spokenFigure(drawn, unit);
      // An order is written as the search takes it, with its minus behind the field.
      const text =
        title === 'ORDER' ? shown?.replace(/-(?=,|$)/g, ' descending').replaceAll('_', ' ') : shown;
      if (text === undefined || text === '' || text === '·' || text === '…') return [];
      return [
        (headings[title] ?? `${name ?? title.toLowerCase()} #`).replace('#', () =>
          names.has(title) ? markedVerbatim(text) : text,
        ),
      ];
    })
    .join(', ');
}
