import { width } from '../../base/cells.ts';
import type { StyleName } from '../../base/parts.ts';
import type { ShownUnit } from './filter-units.ts';

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
  /** One that takes the time shows something of it (isTimed). */
  cell(row: Row, now: number): string | undefined;
  tone?(row: Row, now: number): StyleName | undefined;
  /** What it sorts and compares by; absent when it does not sort. */
  value?(row: Row, now: number): number | string | undefined;
  /** What its figures stand for, so that a filter can be typed with the unit that is shown. */
  unit?: ShownUnit;
  /** The letter that picks it in the sort menu. */
  letter?: string;
  /** What the service calls it, when the service can sort by it. */
  field?: string;
  /** Fields of the record that it stands for; its id where it does not say. */
  fields?: readonly string[];
  /** What a sentence calls it; its title where there is no better word. */
  name?: string;
  /** A text that is never cut, as no number is: it takes what it needs for the rows that there are. */
  whole?: true;
  /** Stays at the left while the columns beside it are scrolled; the first one where none says so. */
  pinned?: true;
  /** A field of the record that is shown only where it was asked for. */
  extra?: true;
  /** Stands only where every other column has its ideal width and there is room left. */
  spare?: true;
};

/** Fields of the record that these columns stand for. */
export const coveredBy = <Row>(columns: readonly Column<Row>[]): readonly string[] =>
  columns.flatMap(({ id, fields }) => fields ?? [id]);

/** Whether what a column shows changes as time goes by: no mark, which could be forgotten, but what its cell takes. */
export const isTimed = <Row>({ cell, tone }: Column<Row>): boolean =>
  cell.length > 1 || (tone?.length ?? 0) > 1;

export type Placed<Row> = { column: Column<Row>; width: number };

export const columnGap = 2;

/** Cells that columns need at least for what they hold, by id: what a list has needed so far, so that it never jumps. */
export type Least = ReadonlyMap<string, number>;

/** A text of a scrolled list may take this much of a line; a number, and a text that stands whole, what it needs. */
const widestText = 28;

/** No heading is cut either: where there is no room for it, its column goes. */
const minOf = <Row>(column: Column<Row>, least: Least | undefined): number =>
  Math.max(column.min, width(column.title), least?.get(column.id) ?? 0);

/**
 * What each column needs for these rows, and no less than it needed `before`: the whole of every number and of a text
 * that is never cut, and, with `texts`, of every text that is not too long.
 */
export function leastWidths<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  now: number,
  { before, texts = false }: { before: Least; texts?: boolean },
): Map<string, number> {
  const least = new Map(before);
  for (const column of columns) {
    const isWhole = column.align === 'right' || column.whole === true;
    let cells = minOf(column, before);
    if (isWhole || texts)
      for (const row of rows) {
        const needs = width(column.cell(row, now) ?? '');
        cells = Math.max(cells, isWhole ? needs : Math.min(needs, widestText));
      }
    least.set(column.id, cells);
  }
  return least;
}

/**
 * What each column could use for these rows, and no less than it could `before`: a text all of itself up to its ideal,
 * a number nothing beyond what it needs at `least`.
 */
export function wantedWidths<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  now: number,
  { before, least }: { before: Least; least: Least },
): Map<string, number> {
  const wanted = new Map(before);
  for (const column of columns) {
    let cells = Math.max(minOf(column, least), before.get(column.id) ?? 0);
    if (column.align === 'left')
      for (const row of rows) {
        if (cells >= column.ideal) break;
        cells = Math.max(cells, Math.min(column.ideal, width(column.cell(row, now) ?? '')));
      }
    wanted.set(column.id, cells);
  }
  return wanted;
}

/** The columns without those for which there is no room when all others are as wide as they would be. */
function withoutSpare<Row>(
  columns: readonly Column<Row>[],
  cells: number,
  least: Least | undefined,
): Column<Row>[] {
  const ideal = (column: Column<Row>) => columnGap + Math.max(column.ideal, minOf(column, least));
  let left = cells + columnGap - columns.reduce((sum, c) => sum + (c.spare ? 0 : ideal(c)), 0);
  const spare = columns.filter((column) => column.spare).sort((a, b) => a.priority - b.priority);
  const kept = new Set<Column<Row>>();
  for (const column of spare) {
    left -= ideal(column);
    if (left < 0) break;
    kept.add(column);
  }
  return columns.filter((column) => !column.spare || kept.has(column));
}

/** From here on a column goes before a name is cut that says what a row is. */
const lesserFrom = 5;

const leastWorth = <Row>(columns: readonly Column<Row>[]): number => {
  const lowest = Math.max(...columns.map(({ priority }) => priority));
  return columns.findLastIndex(({ priority }) => priority === lowest);
};

/** The columns without as many lesser ones as it takes for the texts of the first rank to have what they could use. */
function withoutLesser<Row>(
  columns: readonly Column<Row>[],
  cells: number,
  cellsOf: (column: Column<Row>) => number,
  wanted: Least,
): readonly Column<Row>[] {
  const isName = ({ align, priority }: Column<Row>) => align === 'left' && priority === 1;
  const needs = (column: Column<Row>) =>
    isName(column)
      ? Math.min(Math.max(column.ideal, cellsOf(column)), wanted.get(column.id) ?? 0)
      : cellsOf(column);
  let kept = columns;
  while (kept.reduce((sum, column) => sum + needs(column) + columnGap, -columnGap) > cells) {
    const last = leastWorth(kept);
    if ((kept[last]?.priority ?? 0) < lesserFrom) break;
    kept = kept.filter((_, index) => index !== last);
  }
  return kept;
}

/**
 * The columns that fit into `cells`, in their order, with their widths: below the ideal they shrink, then the least
 * important are dropped. Nothing wraps and no number is cut. What all of them could use (`wanted`) is given out before
 * blanks are, and lesser columns go before a name of the first rank is cut.
 */
export function placeColumns<Row>(
  columns: readonly Column<Row>[],
  cells: number,
  least?: Least,
  wanted?: Least,
): Placed<Row>[] {
  const used = (list: readonly Column<Row>[]) =>
    list.reduce((sum, column) => sum + minOf(column, least), 0) + columnGap * Math.max(0, list.length - 1);
  let kept = withoutSpare(columns, cells, least);
  while (kept.length > 1 && used(kept) > cells) {
    const last = leastWorth(kept);
    kept = kept.filter((_, index) => index !== last);
  }
  if (wanted !== undefined) kept = [...withoutLesser(kept, cells, (column) => minOf(column, least), wanted)];
  const widths = new Map(kept.map((column) => [column.id, minOf(column, least)]));
  let left = cells - used(kept);
  const byRank = [...kept].sort((a, b) => a.priority - b.priority);
  const grow = (upTo: (column: Column<Row>) => number) => {
    for (const column of byRank) {
      const now = widths.get(column.id) as number;
      const more = Math.max(0, Math.min(left, upTo(column) - now));
      widths.set(column.id, now + more);
      left -= more;
    }
  };
  if (wanted !== undefined) grow(({ id }) => wanted.get(id) ?? 0);
  grow(({ ideal }) => ideal);
  return kept.map((column) => ({ column, width: widths.get(column.id) ?? column.min }));
}

/** What of a scrolled list is in view: how many columns are hidden on either side, and how far it can be scrolled. */
export type Sideways<Row> = { placed: Placed<Row>[]; before: number; after: number; furthest: number };

/**
 * All columns at the width that they need, of which those behind the first `offset` are shown beside the pinned ones
 * as far as they fit whole.
 */
export function placeSideways<Row>(
  columns: readonly Column<Row>[],
  cells: number,
  offset: number,
  least: Least,
): Sideways<Row> {
  const pinned = columns.some((column) => column.pinned)
    ? columns.filter((c) => c.pinned)
    : columns.slice(0, 1);
  const rest = columns.filter((column) => !pinned.includes(column));
  const fixed = placeColumns(pinned, Math.max(1, Math.floor(cells / 2)), least);
  const taken = fixed.reduce((sum, { width: w }) => sum + w + columnGap, 0);
  const room = Math.max(1, cells - taken);
  const widths = rest.map((column) => Math.min(room, minOf(column, least)));
  let furthest = rest.length;
  for (let used = -columnGap; furthest > 0; furthest -= 1) {
    used += (widths[furthest - 1] as number) + columnGap;
    if (used > room) break;
  }
  // One column is always shown, however little room there is.
  furthest = Math.max(0, Math.min(furthest, rest.length - 1));
  const first = Math.max(0, Math.min(offset, furthest));
  const shown: Placed<Row>[] = [];
  for (let used = -columnGap, at = first; at < rest.length; at += 1) {
    const cellsOf = widths[at] as number;
    used += cellsOf + columnGap;
    if (used > room && shown.length > 0) break;
    shown.push({ column: rest[at] as Column<Row>, width: cellsOf });
  }
  const after = rest.length - first - shown.length;
  return { placed: [...fixed, ...shown], before: first, after, furthest };
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
