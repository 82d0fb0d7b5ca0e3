import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ColumnView } from '../../../src/base/column-view.ts';
import { chosenColumns, movedColumn, plainView, toggledColumn } from '../../../src/tui/list/column-view.ts';
import type { Column } from '../../../src/tui/list/columns.ts';

const column = (id: string, extra?: true): Column<unknown> => ({
  ...{ id, title: id, align: 'left', min: 1, ideal: 1, priority: 1, cell: () => '' },
  ...(extra && { extra }),
});
const columns = [column('a'), column('b'), column('c'), column('x', true), column('y', true)];
const shown = (view: ColumnView, all = false) => chosenColumns(columns, view, all).map(({ id }) => id);

describe('the columns that a person has chosen', () => {
  it('are those of the list until something is chosen; wide adds the fields behind them', () => {
    expect(shown(plainView)).toEqual(['a', 'b', 'c']);
    expect(shown(plainView, true)).toEqual(['a', 'b', 'c', 'x', 'y']);
    expect(shown(toggledColumn(columns, plainView, 'b'), true)).toEqual(['a', 'c', 'b', 'x', 'y']);
  });

  it('can be hidden, shown again and moved, fields of the record among them', () => {
    const hidden = toggledColumn(columns, plainView, 'b');
    expect(shown(hidden)).toEqual(['a', 'c']);
    expect(shown(toggledColumn(columns, hidden, 'b'))).toEqual(['a', 'b', 'c']);
    expect(shown(toggledColumn(columns, hidden, 'y'))).toEqual(['a', 'c', 'y']);
    expect(shown(movedColumn(columns, plainView, 'c', -1))).toEqual(['a', 'c', 'b']);
    expect(movedColumn(columns, plainView, 'a', -1)).toBe(plainView);
  });

  it('are never none', () => {
    const one = ['b', 'c'].reduce((view, id) => toggledColumn(columns, view, id), plainView);
    expect(shown(one)).toEqual(['a']);
    expect(toggledColumn(columns, one, 'a')).toBe(one);
  });

  it('leave a column of a later version where the list itself puts it', () => {
    const view: ColumnView = { order: ['c', 'a'], on: [], off: [] };
    expect(shown(view)).toEqual(['c', 'a', 'b']);
  });

  it('are the same columns, each once, whatever is pressed', () => {
    const act = fc.tuple(fc.constantFrom('a', 'b', 'c', 'x', 'y'), fc.constantFrom(0, 1, -1));
    fc.assert(
      fc.property(fc.array(act), (acts) => {
        let view = plainView;
        for (const [id, what] of acts) {
          view =
            what === 0 ? toggledColumn(columns, view, id) : movedColumn(columns, view, id, what as 1 | -1);
        }
        expect(shown(view, true).toSorted()).toEqual(['a', 'b', 'c', 'x', 'y']);
        expect(shown(view).length).toBeGreaterThan(0);
      }),
    );
  });
});
