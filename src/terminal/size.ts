/** The size of a terminal that may not know its own. */

export type Size = { columns: number; rows: number };

const usual: Size = { columns: 80, rows: 24 };

/** The size of an output stream in cells; what it does not tell (undefined, 0) is taken for 80 by 24. */
export function terminalSize(stream: { columns?: number | undefined; rows?: number | undefined }): Size {
  return { columns: known(stream.columns, usual.columns), rows: known(stream.rows, usual.rows) };
}

function known(value: number | undefined, otherwise: number): number {
  return value !== undefined && Number.isInteger(value) && value > 0 ? value : otherwise;
}
