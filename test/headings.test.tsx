import { describe, expect, it } from 'vitest';
import { width } from '../src/base/cells.ts';
import { keyColumns } from '../src/screens/api-keys/columns.ts';
import { sshKeyColumns } from '../src/screens/api-keys/ssh-keys-columns.ts';
import { callColumns } from '../src/screens/calls/columns.ts';
import { groupColumns } from '../src/screens/groups/columns.ts';
import { instanceColumns } from '../src/screens/instances/columns.ts';
import { moneyColumns } from '../src/screens/money/columns.ts';
import { dayHead, dayWidths } from '../src/screens/money/history.ts';
import { offerColumns } from '../src/screens/offers/columns.ts';
import { searchColumns } from '../src/screens/offers/searches-columns.ts';
import { volumeColumns } from '../src/screens/volumes/columns.ts';
import { type Column, leastWidths, placeColumns, placeSideways } from '../src/tui/list/columns.ts';
import { partText } from '../src/tui/text/parts.ts';

const spent = { of: () => undefined, isAsked: false };
const glyphs = { ready: '●', warn: '▲' };

/** Every table that is a grid; the cells beside its columns are those of its gutter. */
const tables: Record<string, (cells: number) => readonly Column<never>[]> = {
  offers: () => offerColumns,
  instances: () => instanceColumns(new Map(), spent),
  'instances with a stop that was asked for': () =>
    instanceColumns(new Map([[1, 'stop asked 16:40']]), spent),
  money: () => moneyColumns(spent),
  groups: () => groupColumns([]),
  volumes: () => volumeColumns([]),
  calls: () => callColumns('UTC'),
  searches: () => searchColumns,
  'API keys': () => keyColumns({ inUse: undefined, unkept: [], timeZone: 'UTC', glyphs } as never),
  'SSH keys': (cells) => sshKeyColumns('UTC', cells),
};

const widths = Array.from({ length: 81 }, (_, index) => 60 + index);
const gutterCells = 5;

describe.each(Object.entries(tables))('the headings of %s', (_, columnsAt) => {
  it('stand whole on every terminal from 60 to 140 columns', () => {
    for (const cells of widths) {
      const columns = columnsAt(cells);
      const least = leastWidths(columns, [], 0, { before: new Map() });
      const views = [
        placeColumns(columns, cells - gutterCells - 1),
        placeColumns(columns, cells - gutterCells - 1, least, least),
        placeSideways(columns, cells - gutterCells - 2, 0, least).placed,
        placeSideways(columns, cells - gutterCells - 2, 99, least).placed,
      ];
      for (const placed of views) {
        expect(placed.length).toBeGreaterThan(1);
        for (const { column, width: given } of placed)
          expect([cells, column.title, given]).toEqual([
            cells,
            column.title,
            Math.max(given, width(column.title)),
          ]);
      }
    }
  });
});

it('a heading of the days stands whole in its column, and all of them on the narrowest terminal', () => {
  dayHead.forEach((title, at) => {
    expect(width(partText(title).trimEnd())).toBeLessThan(dayWidths[at] ?? 0);
  });
  expect(dayWidths.reduce((sum, cells) => sum + cells, 0)).toBeLessThanOrEqual(60);
});
