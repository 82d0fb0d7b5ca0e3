import type { Line } from './cells.ts';
import { between, type Look, ofBlank, plain } from './style.ts';

/** Where the next sign would stand, from 0, and how it would look. What is not known has to be set, not stepped from. */
export type Place = { row: number | undefined; column: number | undefined; look: Look };
export type Written = { bytes: string; place: Place };

/** A way over this many cells costs as much as writing them. */
export const shortWay = 4;
const nextLine = '\x1bE';
const eraseToEnd = '\x1b[K';

const forward = (cells: number): string => (cells === 0 ? '' : cells === 1 ? '\x1b[C' : `\x1b[${cells}C`);
const shorter = (a: string, b: string): string => (b.length < a.length ? b : a);

/** How to get to a cell: forward in a row, at the beginning of a row a little below, or from wherever it is. */
function way(from: Place, row: number, column: number): string {
  const anywhere = `\x1b[${row + 1}${column === 0 ? '' : `;${column + 1}`}H`;
  if (from.row === undefined || row < from.row) return anywhere;
  if (row > from.row) return shorter(anywhere, nextLine.repeat(row - from.row) + forward(column));
  if (from.column === undefined || column < from.column) return anywhere;
  return shorter(anywhere, forward(column - from.column));
}

/** Writes from left to right into one row after the other of the screen. */
export function createPen(start: Place) {
  let bytes = '';
  let { row, column, look } = start;
  const take = (next: Look) => {
    bytes += between(look, next);
    look = next;
  };
  const pen = {
    goTo(toRow: number, to: number) {
      bytes += way({ row, column, look }, toRow, to);
      [row, column] = [toRow, to];
    },
    /** The same, over the first cells of `line`, of which blanks are written sooner than gone over. */
    reach(toRow: number, to: number, line: Line) {
      const blanks = way({ row, column, look }, toRow, 0) + ' '.repeat(to);
      const isAtRow = row === toRow && column !== 0;
      const canWrite = !isAtRow && to < shortWay && to <= line.certain && isBlank(line, to, ofBlank(look));
      if (canWrite && blanks.length < way({ row, column, look }, toRow, to).length) {
        bytes += blanks;
        [row, column] = [toRow, to];
      } else pen.goTo(toRow, to);
    },
    /** What stands at these places of a line; a blank takes no other pen than shows in it. */
    put(line: Line, from: number, to: number) {
      for (let index = from; index < to; index += 1) {
        const text = line.texts[index] ?? ' ';
        const wanted = line.looks[index] ?? plain;
        if (text !== ' ' || index >= line.certain || ofBlank(look) !== wanted) take(wanted);
        bytes += text;
        if (index >= line.certain) column = undefined;
        else if (column !== undefined) column += 1;
      }
    },
    eraseToEnd() {
      take(plain);
      bytes += eraseToEnd;
    },
    /** Takes rows away, and the rows below come up; or puts blank ones between, and the rows below go down. */
    shift(at: number, rows: number, kind: 'M' | 'L') {
      take(plain);
      pen.goTo(at, 0);
      bytes += `\x1b[${rows === 1 ? '' : rows}${kind}`;
    },
    /** What only text and looks can be told of, as it is. */
    whole(toRow: number, text: string) {
      take(plain);
      pen.goTo(toRow, 0);
      bytes += eraseToEnd + text;
      [row, column] = [undefined, undefined];
    },
    take,
    written: (): Written => ({ bytes, place: { row, column, look } }),
  };
  return pen;
}

export type Pen = ReturnType<typeof createPen>;

const isBlank = (line: Line, to: number, look: Look): boolean => {
  for (let at = 0; at < to; at += 1)
    if ((line.texts[at] ?? ' ') !== ' ' || (line.looks[at] ?? plain) !== look) return false;
  return true;
};
