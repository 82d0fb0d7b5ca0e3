/** A list as it is shown: what its columns are called, its cells, undefined for unknown ones, and the records behind. */
export type SavedView = {
  /** What its rows are, in the plural. */
  rows: string;
  titles: readonly string[];
  /** True for columns of numbers. */
  right: readonly boolean[];
  cells: readonly (readonly (string | undefined)[])[];
  /** As the service sent them, with secrets masked. */
  records: readonly unknown[];
};

export const viewEndings = ['txt', 'json', 'csv'] as const;
export type ViewEnding = (typeof viewEndings)[number];

/** The ending of a file name that says what to write; undefined for any other. */
export const viewEnding = (path: string): ViewEnding | undefined => {
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase();
  return viewEndings.find((one) => one === ending);
};

const unknown = '·';

/** `width` counts cells of the terminal. */
function asText({ titles, right, cells }: SavedView, width: (text: string) => number): string {
  const rows = [titles, ...cells].map((row) => row.map((cell) => cell ?? unknown));
  const sizes = titles.map((_, i) => Math.max(...rows.map((row) => width(row[i] ?? ''))));
  return rows
    .map((row) =>
      row
        .map((cell, i) => {
          const gap = ' '.repeat((sizes[i] ?? 0) - width(cell));
          return right[i] === true ? `${gap}${cell}` : `${cell}${gap}`;
        })
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

/** A cell that a spreadsheet would run as a formula is given as the text that it is. */
const csvCell = (cell: string): string => {
  const safe = /^[=+@\t\r]/.test(cell) || /^-[^\d.]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const asCsv = ({ titles, cells }: SavedView): string =>
  [titles, ...cells].map((row) => `${row.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`).join('');

/** The text of the file: aligned columns, RFC 4180 lines, or the records as JSON. */
export function viewText(view: SavedView, ending: ViewEnding, width: (text: string) => number): string {
  if (ending === 'json') return `${JSON.stringify(view.records, null, 2)}\n`;
  return ending === 'csv' ? asCsv(view) : asText(view, width);
}
