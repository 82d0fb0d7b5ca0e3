import { Box } from 'ink';
import { useMemo, useRef } from 'react';
import { cut, padEnd, padStart } from '../../base/cells.ts';
import type { Parts } from '../../base/parts.ts';
import { steadyText } from '../../base/steady-text.ts';
import { Line } from '../text/line.tsx';
import { moreLine } from '../text/more-line.ts';
import { cutParts, partsText, partsWidth } from '../text/parts.ts';
import { type Glyphs, useTheme } from '../theme/theme.ts';
import { cellParts, type Found } from './cell-parts.ts';
import {
  type Column,
  columnGap,
  type GridSort,
  leastWidths,
  type Placed,
  placeColumns,
  placeSideways,
  scrollTop,
  wantedWidths,
} from './columns.ts';
import { spokenHeading, spokenRow } from './spoken-row.ts';

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
  gutter?: (row: Row) => Parts;
  /** Cells for the cursor and that mark. */
  gutterCells?: number;
  dimmed?: boolean;
  dimmedRow?: (row: Row) => boolean;
  /** What of a cell is underlined. */
  found?: Found | undefined;
  /** Every column at the width that it needs, those behind the first `offset` in view; `reach` is told how far it goes. */
  sideways?: { wide: boolean; offset: number; reach: { sideways: number } };
  /** What the rows are of: the widths of the columns are learned anew when it changes, and only grow until then. */
  of?: string;
};

const noWidths: ReadonlyMap<string, number> = new Map();

/** Lists up to this long are measured whole. */
const wholeLength = 1000;
/** Of longer ones what stands this near to the cursor. */
const nearRows = 64;

/** The rows that columns are measured for: as long as the cursor stays among them, they stay the same. */
function useMeasured<Row>(rows: readonly Row[], cursor: number): readonly Row[] {
  const near = rows.length <= wholeLength ? undefined : Math.floor(cursor / nearRows);
  return useMemo(
    () => (near === undefined ? rows : rows.slice(Math.max(0, near - 1) * nearRows, (near + 2) * nearRows)),
    [rows, near],
  );
}

/** The columns in view and their widths, which never become less while the same list is shown. */
function usePlaced<Row>(
  props: GridProps<Row>,
  cells: number,
): { placed: Placed<Row>[]; before: number; after: number } {
  const { columns, now, sideways, of = '' } = props;
  const rows = useMeasured(props.rows, props.cursor);
  const learned = useRef({ of, plain: noWidths, whole: noWidths, wanted: noWidths });
  if (learned.current.of !== of) learned.current = { of, plain: noWidths, whole: noWidths, wanted: noWidths };
  const isScrolled = sideways !== undefined && (sideways.wide || sideways.offset > 0);
  const kind = isScrolled ? 'whole' : 'plain';
  // What a cell says of the time is as wide a second later: only other rows and columns are measured.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above; and the widths are learned for each list and kind
  const least = useMemo(
    () => leastWidths(columns, rows, now, { before: learned.current[kind], texts: isScrolled }),
    [columns, rows, kind, of],
  );
  learned.current[kind] = least;
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const wanted = useMemo(
    () =>
      isScrolled ? noWidths : wantedWidths(columns, rows, now, { before: learned.current.wanted, least }),
    [columns, rows, kind, of],
  );
  if (!isScrolled) learned.current.wanted = wanted;
  const offset = isScrolled ? sideways.offset : undefined;
  const { furthest, ...view } = useMemo(() => {
    // A cell stays free for the sign that there is more.
    if (offset !== undefined) return placeSideways(columns, cells - 1, offset, least);
    const placed = placeColumns(columns, cells, least, wanted);
    // What was dropped can be scrolled to, which shows every column at the width that it needs.
    const hides = placed.length < columns.length;
    const furthest = hides ? placeSideways(columns, cells - 1, 0, least).furthest : 0;
    return { placed, before: 0, after: 0, furthest };
  }, [columns, cells, offset, least, wanted]);
  if (sideways !== undefined) sideways.reach.sideways = furthest;
  return view;
}

function headerParts<Row>(
  gutterCells: number,
  placed: readonly Placed<Row>[],
  sort: GridSort | undefined,
  glyphs: Glyphs,
  hidden: { before: number; after: number },
): Parts {
  // The arrow stands in the gap behind its column, so that no title gives way to it.
  const titles = placed.map(({ column, width }) => {
    const arrow = sort?.id === column.id ? (sort.descending ? glyphs.down : glyphs.up) : ' ';
    const title = cut(column.title, width);
    return (column.align === 'right' ? padStart(title, width) : padEnd(title, width)) + arrow;
  });
  const back = hidden.before > 0 ? glyphs.moreLeft : '';
  const on = hidden.after > 0 ? glyphs.moreRight : '';
  return [[padEnd(back, gutterCells) + titles.join(' '.repeat(columnGap - 1)) + on, 'dim']];
}

function rowParts<Row>(
  placed: readonly Placed<Row>[],
  row: Row,
  { now, glyphs, found }: { now: number; glyphs: Glyphs; found: Found | undefined },
): Parts {
  return placed.flatMap(({ column, width }, index): Parts => {
    const text = column.cell(row, now);
    const shown = text === undefined ? glyphs.absent : steadyText(text);
    const fitted = cut(shown, width);
    const gap = index === placed.length - 1 ? '' : ' '.repeat(columnGap);
    const tone = column.tone?.(row, now);
    const padded = column.align === 'right' ? padStart(fitted, width) : padEnd(fitted, width);
    const marks = text === undefined ? [] : (found?.(column.id, shown) ?? []);
    return cellParts(padded + gap, tone, marks, {
      text: fitted,
      whole: fitted === shown,
      right: column.align === 'right',
    });
  });
}

/** Cells of so many rows are kept. */
const keptRows = 500;

/** The cells of a row, written once for as long as they are drawn in the same way. */
function useWritten<Row>(
  placed: readonly Placed<Row>[],
  { now, glyphs, found }: { now: number; glyphs: Glyphs; found: Found | undefined },
): (row: Row) => Parts {
  return useMemo(() => {
    const written = new Map<Row, Parts>();
    return (row) => {
      const known = written.get(row);
      if (known !== undefined) return known;
      if (written.size >= keptRows) written.clear();
      const parts = rowParts(placed, row, { now, glyphs, found });
      written.set(row, parts);
      return parts;
    };
  }, [placed, now, glyphs, found]);
}

/** The row under the cursor with its place and its headings, and what the rows are sorted by. */
function SpokenGrid<Row>({ columns, rows, cursor, now, sort, gutter, width }: GridProps<Row>) {
  const row = rows[cursor];
  const by = columns.find(({ id }) => id === sort?.id);
  const order = sort?.descending === true ? 'descending' : 'ascending';
  return (
    <Box flexDirection="column">
      {by === undefined ? null : (
        <Line parts={[`sorted by ${spokenHeading(by.title)}, ${order}`]} columns={width} />
      )}
      {row === undefined ? null : (
        <Line
          selected
          columns={width}
          parts={[
            `${cursor + 1} of ${rows.length}: ${partsText(gutter?.(row) ?? []).trim()} `,
            spokenRow(columns, row, now),
          ]}
        />
      )}
    </Box>
  );
}

/** A list of which only the rows in view are drawn, whatever its length. */
export function Grid<Row>(props: GridProps<Row>) {
  return useTheme().spoken ? <SpokenGrid {...props} /> : <DrawnGrid {...props} />;
}

function DrawnGrid<Row>(props: GridProps<Row>) {
  const { rows, cursor, height, width, now, sort, gutter, gutterCells = 3, dimmed = false, found } = props;
  const { glyphs } = useTheme();
  const top = useRef(0);
  const { placed, before, after } = usePlaced(props, width - gutterCells - 1);
  const cellsOf = useWritten(placed, { now, glyphs, found });
  const overflows = rows.length > height - 1;
  const room = Math.max(1, height - (overflows ? 2 : 1));
  top.current = scrollTop(top.current, cursor, rows.length, room);
  const shown = rows.slice(top.current, top.current + room);
  const below = rows.length - top.current - shown.length;
  return (
    <Box flexDirection="column" width={width}>
      <Line parts={headerParts(gutterCells, placed, sort, glyphs, { before, after })} columns={width} />
      {shown.map((row, index) => {
        const selected = top.current + index === cursor;
        const mark = cutParts(gutter?.(row) ?? [], gutterCells - 1);
        return (
          <Line
            key={props.rowKey(row)}
            columns={width}
            selected={selected}
            dimmed={dimmed || props.dimmedRow?.(row) === true}
            parts={[
              selected ? glyphs.cursor : ' ',
              ...mark,
              ' '.repeat(gutterCells - 1 - partsWidth(mark)),
              ...cellsOf(row),
            ]}
          />
        );
      })}
      {overflows ? <Line columns={width} parts={moreLine({ above: top.current, below }, glyphs)} /> : null}
    </Box>
  );
}
