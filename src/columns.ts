import type { StyleName } from './theme.ts';

/**
 * A column as data: what it shows of a row, and how it gives way when the screen is narrow. A cell is a pure
 * function of the record and the time; unknown is `undefined`, and the grid draws it as `·`.
 */
export type Column<Row> = {
  id: string;
  title: string;
  align: 'left' | 'right';
  /** Cells it needs at least; text is cut to it, a number never is. */
  min: number;
  /** Cells it takes when there is room. */
  ideal: number;
  /** 1 stays longest. */
  priority: number;
  cell(row: Row, now: number): string | undefined;
  tone?(row: Row, now: number): StyleName | undefined;
  /** What it sorts and compares by; absent when it does not sort. */
  value?(row: Row, now: number): number | string | undefined;
  /** The letter that picks it in the sort menu. */
  letter?: string;
  /** What the service calls it, when the service can sort by it. */
  field?: string;
};

export type Placed<Row> = { column: Column<Row>; width: number };

export const columnGap = 2;

/**
 * The columns that fit into `cells`, in their order, with their widths: below the ideal they shrink, then the least
 * important are dropped. Nothing wraps and no number is cut.
 */
export function placeColumns<Row>(columns: readonly Column<Row>[], cells: number): Placed<Row>[] {
  const used = (list: readonly Column<Row>[], size: (c: Column<Row>) => number) =>
    list.reduce((sum, column) => sum + size(column), 0) + columnGap * Math.max(0, list.length - 1);
  let kept = [...columns];
  while (kept.length > 1 && used(kept, (c) => c.min) > cells) {
    const least = Math.max(...kept.map((c) => c.priority));
    const last = kept.findLastIndex((c) => c.priority === least);
    kept = kept.filter((_, index) => index !== last);
  }
  const widths = new Map(kept.map((column) => [column.id, column.min]));
  let left = cells - used(kept, (c) => c.min);
  for (const column of [...kept].sort((a, b) => a.priority - b.priority)) {
    const more = Math.max(0, Math.min(left, column.ideal - column.min));
    widths.set(column.id, column.min + more);
    left -= more;
  }
  return kept.map((column) => ({ column, width: widths.get(column.id) ?? column.min }));
}

/**
 * The first row to show so that the cursor stays in view with a margin above and below.
 * `top` is the first row of the frame before.
 */
export function scrollTop(top: number, cursor: number, count: number, height: number, margin = 2): number {
  const room = Math.max(1, height);
  const edge = Math.min(margin, Math.floor((room - 1) / 2));
  const lowest = Math.max(0, count - room);
  const upper = Math.min(top, cursor - edge);
  const lower = Math.max(upper, cursor + edge - room + 1);
  return Math.min(lowest, Math.max(0, lower));
}

/** The column that a list is sorted by here, rather than by the service. */
export type GridSort = { id: string; descending: boolean };
