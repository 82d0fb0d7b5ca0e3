import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Column,
  columnGap,
  leastWidths,
  placeColumns,
  placeSideways,
  scrollTop,
  wantedWidths,
} from '../../../src/tui/list/columns.ts';

const column = (id: string, min: number, ideal: number, priority: number): Column<unknown> => ({
  id,
  title: id,
  align: 'right',
  min,
  ideal,
  priority,
  cell: () => '',
});
const columns = [column('a', 4, 8, 1), column('b', 4, 4, 3), column('c', 6, 10, 2)];
const shape = (cells: number) =>
  placeColumns(columns, cells).map(({ column: c, width }) => `${c.id}${width}`);

describe('columns in the room there is', () => {
  it('take their ideal width where it fits', () => {
    expect(shape(60)).toEqual(['a8', 'b4', 'c10']);
  });

  it('shrink to their least width before any is dropped, the most important last', () => {
    expect(shape(20)).toEqual(['a6', 'b4', 'c6']);
    expect(shape(18)).toEqual(['a4', 'b4', 'c6']);
  });

  it('are dropped by priority and never cut below their least', () => {
    expect(shape(17)).toEqual(['a8', 'c7']);
    expect(shape(5)).toEqual(['a5']);
  });

  it('go, the least important first, before a name of the first rank is cut; those of worth stay', () => {
    const name: Column<unknown> = { ...column('name', 6, 18, 1), align: 'left' };
    const list = [name, column('price', 6, 6, 1), column('much', 6, 6, 3), column('less', 6, 6, 5)];
    const placed = (cells: number, could: number) =>
      placeColumns(list, cells, new Map(), new Map([['name', could]])).map((c) => `${c.column.id}${c.width}`);
    expect(placed(36, 12)).toEqual(['name12', 'price6', 'much6', 'less6']);
    expect(placed(35, 12)).toEqual(['name18', 'price6', 'much6']);
    expect(placed(27, 18)).toEqual(['name11', 'price6', 'much6']);
  });

  it('never take more room than there is, whatever the columns', () => {
    const any = fc.record({
      min: fc.integer({ min: 1, max: 12 }),
      more: fc.integer({ min: 0, max: 9 }),
      priority: fc.integer({ min: 1, max: 6 }),
    });
    fc.assert(
      fc.property(
        fc.array(any, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 12, max: 200 }),
        (list, cells) => {
          const placed = placeColumns(
            list.map((c, i) => column(String(i), c.min, c.min + c.more, c.priority)),
            cells,
          );
          const used = placed.reduce((sum, { width }) => sum + width, 0) + columnGap * (placed.length - 1);
          expect(used).toBeLessThanOrEqual(cells);
          for (const { column: c, width } of placed) expect(width).toBeGreaterThanOrEqual(c.min);
        },
      ),
    );
  });
});

describe('the rows in view', () => {
  it('keep the cursor inside with a margin', () => {
    expect(scrollTop(0, 5, 100, 10)).toBe(0);
    expect(scrollTop(0, 8, 100, 10)).toBe(1);
    expect(scrollTop(50, 51, 100, 10)).toBe(49);
  });

  it('end with the last row', () => {
    expect(scrollTop(95, 99, 100, 10)).toBe(90);
    expect(scrollTop(7, 2, 5, 10)).toBe(0);
  });

  it('always hold the cursor', () => {
    const n = fc.integer({ min: 0, max: 500 });
    fc.assert(
      fc.property(n, n, fc.integer({ min: 1, max: 60 }), n, (top, at, height, count) => {
        const cursor = Math.min(at, Math.max(0, count - 1));
        const first = scrollTop(top, cursor, count, height);
        expect(first).toBeGreaterThanOrEqual(0);
        expect(cursor).toBeGreaterThanOrEqual(first);
        expect(cursor).toBeLessThan(first + height);
      }),
    );
  });
});

describe('what columns need', () => {
  type Row = { n: string; t: string };
  const number: Column<Row> = { ...column('n', 4, 4, 2), cell: (row) => row.n };
  const text: Column<Row> = { ...column('t', 5, 9, 1), align: 'left', cell: (row) => row.t };
  const none = new Map<string, number>();

  it('is the whole of every number, which is dropped sooner than cut', () => {
    const least = leastWidths([text, number], [{ n: '1234567.890', t: 'long text' }], 0, { before: none });
    expect(least.get('n')).toBe(11);
    expect(placeColumns([text, number], 20, least).map(({ width }) => width)).toEqual([7, 11]);
    expect(placeColumns([text, number], 17, least).map(({ column: c }) => c.id)).toEqual(['t']);
  });

  it('is the whole of a text that is never cut, and the room stays with it when it has become shorter', () => {
    const state = { ...text, whole: true as const };
    const before = leastWidths([state], [{ n: '', t: 'provisioning' }], 0, { before: none });
    expect(before.get('t')).toBe(12);
    expect(leastWidths([state], [{ n: '', t: 'running' }], 0, { before }).get('t')).toBe(12);
  });

  it('never becomes less while the same list is shown', () => {
    const before = leastWidths([number], [{ n: '1234567', t: '' }], 0, { before: none });
    expect(leastWidths([number], [{ n: '1', t: '' }], 0, { before }).get('n')).toBe(7);
  });
});

describe('room that is left', () => {
  type Row = { a: string; b: string };
  const first: Column<Row> = { ...column('a', 4, 16, 1), align: 'left', cell: (row) => row.a };
  const second: Column<Row> = { ...column('b', 4, 12, 2), align: 'left', cell: (row) => row.b };
  const least = new Map<string, number>();
  const widths = (rows: Row[], cells: number, before = least) => {
    const wanted = wantedWidths([first, second], rows, 0, { before, least });
    return placeColumns([first, second], cells, least, wanted).map(({ width }) => width);
  };

  it('goes to a text that would be cut before it goes to blanks', () => {
    expect(widths([{ a: 'short', b: 'a longer one' }], 22)).toEqual([8, 12]);
    expect(widths([{ a: 'short', b: 'short' }], 22)).toEqual([15, 5]);
  });

  it('stays with a column whose long text is gone', () => {
    const before = wantedWidths([first, second], [{ a: '', b: 'a longer one' }], 0, { before: least, least });
    expect(widths([{ a: 'short', b: 'b' }], 22, before)).toEqual([8, 12]);
  });

  it('brings spare columns only behind the ideal of all others, the most important first', () => {
    const list = [
      column('a', 4, 10, 1),
      { ...column('late', 4, 4, 8), spare: true as const },
      { ...column('soon', 4, 4, 7), spare: true as const },
    ];
    const shown = (cells: number) =>
      placeColumns(list, cells).map(({ column: c, width }) => `${c.id}${width}`);
    expect(shown(15)).toEqual(['a10']);
    expect(shown(16)).toEqual(['a10', 'soon4']);
    expect(shown(22)).toEqual(['a10', 'late4', 'soon4']);
  });
});

describe('columns that are scrolled', () => {
  const many = ['a', 'b', 'c', 'd', 'e'].map((id) => column(id, 6, 6, 1));
  const at = (cells: number, offset: number) => {
    const { placed, before, after, furthest } = placeSideways(many, cells, offset, new Map());
    return [placed.map(({ column: c }) => c.id).join(''), before, after, furthest];
  };

  it('keep the first one, show whole columns alone, and end with the last', () => {
    expect(at(24, 0)).toEqual(['abc', 0, 2, 2]);
    expect(at(24, 2)).toEqual(['ade', 2, 0, 2]);
    expect(at(24, 9)).toEqual(['ade', 2, 0, 2]);
    expect(at(80, 0)).toEqual(['abcde', 0, 0, 0]);
  });

  it('show one at least, however little room there is', () => {
    expect(at(8, 1)).toEqual(['ac', 1, 2, 3]);
  });
});
