import { AskingLine } from './asking-line.tsx';
import { Line } from './line.tsx';
import { type Parts, partsText } from './parts.ts';

/** A line of a page; `waits`: a sign that moves stands before its last part. */
export type LineRow = { parts: Parts; waits?: true };

/** Rows below each other; they have no identity beyond their place. */
export function RowLines({ rows, columns }: { rows: readonly LineRow[]; columns: number }) {
  return rows.map(({ parts, waits }, index) => {
    const said = parts.at(-1);
    return waits === true && said !== undefined ? (
      <AskingLine
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity beyond its place
        key={index}
        indent={partsText(parts.slice(0, -1))}
        said={partsText([said])}
        columns={columns}
        style="busy"
      />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity beyond its place
      <Line key={index} parts={parts} columns={columns} />
    );
  });
}
