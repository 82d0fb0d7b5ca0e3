import type { Parts, StyleName } from '../../base/parts.ts';
import { hungWords, measured } from '../../base/wrap-words.ts';
import type { Body } from '../use-viewport.ts';
import { AskingLine } from './asking-line.tsx';
import { Line } from './line.tsx';
import { partsText } from './parts.ts';

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

/** A line of a page. Where there is no room for all, those with the greatest `drop` go first, 0 never. */
export type Row = LineRow & { drop: number };

/** The rows that fit into `room`, in their order; of equals the last goes first. */
export function fitRows(rows: readonly Row[], room: number): readonly Row[] {
  const kept = [...rows];
  while (kept.length > room) {
    const most = Math.max(...kept.map(({ drop }) => drop));
    if (most === 0) break;
    kept.splice(
      kept.findLastIndex(({ drop }) => drop === most),
      1,
    );
  }
  return kept.slice(0, Math.max(0, room));
}

export const indent = '    ';

export const blank = (drop: number): Row => ({ parts: [], drop });

export const row = (parts: Parts, drop = 0): Row => ({ parts: [indent, ...parts], drop });

/** A sentence over as many lines as it takes; its first line stays longest. */
export function prose(
  text: string,
  columns: number,
  style: StyleName = 'plain',
  drop = 0,
  margin = indent,
): Row[] {
  return hungWords(text, measured(columns - margin.length - 1)).map((line, index) => ({
    parts: [margin, [line, style]],
    drop: index === 0 || drop === 0 ? drop : drop + 1,
  }));
}

/**
 * The rows of a page that holds still whatever is said below it: laid out for the room that it has while the message
 * is one line, with a line to spare where a blank one pays for it. A longer message covers the end of the page.
 */
export function steadyRows(
  layOut: (rows: number) => readonly Row[],
  { rows, calmRows }: Body,
): readonly Row[] {
  const calm = layOut(calmRows);
  const tight = layOut(calmRows - 1);
  const said = (some: readonly Row[]) => some.filter(({ parts }) => parts.length > 0).length;
  return (said(tight) === said(calm) ? tight : calm).slice(0, rows);
}
