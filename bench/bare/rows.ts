/** The table that the bare programs draw: 10 columns, as many rows as asked for, the same on every run. */
const widths = [4, 9, 22, 7, 8, 9, 9, 12, 14, 12];

export const tableRows = (count: number): string[] =>
  Array.from({ length: count }, (_, row) =>
    widths.map((width, column) => `r${row}c${column}`.padEnd(width)).join(' '),
  );
