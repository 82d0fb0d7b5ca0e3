import { Box } from 'ink';
import { useRef } from 'react';
import { cut, padEnd, padStart } from '../cells.ts';
import { type Column, columnGap, type GridSort, type Placed, placeColumns, scrollTop } from '../columns.ts';
import type { Parts } from '../parts.ts';
import { type Glyphs, useTheme } from '../theme.ts';
import { Line } from './line.tsx';
import { moreLine } from './more-line.ts';

type GridProps<Row> = {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => number;
  cursor: number;
  /** Lines for header, rows and the line that counts what is below. */
  height: number;
  width: number;
  now: number;
  sort?: GridSort | undefined;
  /** A mark before a row, after the cursor. */
  gutter?: (row: Row) => string | undefined;
  /** Cells for the cursor and that mark. */
  gutterCells?: number;
  dimmed?: boolean;
  dimmedRow?: (row: Row) => boolean;
};

function headerParts<Row>(
  gutterCells: number,
  placed: readonly Placed<Row>[],
  sort: GridSort | undefined,
  glyphs: Glyphs,
): Parts {
  // The arrow stands in the gap behind its column, so that no title gives way to it.
  const titles = placed.map(({ column, width }) => {
    const arrow = sort?.id === column.id ? (sort.descending ? glyphs.down : glyphs.up) : ' ';
    const title = cut(column.title, width);
    return (column.align === 'right' ? padStart(title, width) : padEnd(title, width)) + arrow;
  });
  return [[' '.repeat(gutterCells) + titles.join(' '.repeat(columnGap - 1)), 'dim']];
}

function rowParts<Row>(placed: readonly Placed<Row>[], row: Row, now: number, glyphs: Glyphs): Parts {
  return placed.map(({ column, width }, index) => {
    const text = column.cell(row, now) ?? glyphs.absent;
    const fitted =
      column.align === 'right' ? padStart(cut(text, width), width) : padEnd(cut(text, width), width);
    const gap = index === placed.length - 1 ? '' : ' '.repeat(columnGap);
    const tone = column.tone?.(row, now);
    return tone === undefined ? fitted + gap : ([fitted + gap, tone] as const);
  });
}

/** A list of which only the rows in view are drawn, whatever its length. */
export function Grid<Row>(props: GridProps<Row>) {
  const { columns, rows, cursor, height, width, now, sort, gutter, gutterCells = 3, dimmed = false } = props;
  const { glyphs } = useTheme();
  const top = useRef(0);
  const placed = placeColumns(columns, width - gutterCells - 1);
  const overflows = rows.length > height - 1;
  const room = Math.max(1, height - (overflows ? 2 : 1));
  top.current = scrollTop(top.current, cursor, rows.length, room);
  const shown = rows.slice(top.current, top.current + room);
  const below = rows.length - top.current - shown.length;
  return (
    <Box flexDirection="column" width={width}>
      <Line parts={headerParts(gutterCells, placed, sort, glyphs)} columns={width} />
      {shown.map((row, index) => {
        const selected = top.current + index === cursor;
        const mark = padEnd(gutter?.(row) ?? '', gutterCells - 1);
        return (
          <Line
            key={props.rowKey(row)}
            columns={width}
            selected={selected}
            dimmed={dimmed || props.dimmedRow?.(row) === true}
            parts={[(selected ? glyphs.cursor : ' ') + mark, ...rowParts(placed, row, now, glyphs)]}
          />
        );
      })}
      {overflows ? <Line columns={width} parts={moreLine({ above: top.current, below }, glyphs)} /> : null}
    </Box>
  );
}
