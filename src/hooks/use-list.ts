import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { withoutSecrets } from '../base/record-secrets.ts';
import type { Settling } from '../engine/deck.ts';
import type { ActionId, Bindings, MoveAction } from '../engine/keymap.ts';
import type { Column, GridSort } from '../tui/list/columns.ts';
import type { Mark } from '../tui/list/filter-rows.ts';
import { cursorIndex, type ListState, listStore } from '../tui/list/list-state.ts';
import { useStore } from '../tui/use-store.ts';
import { type ColumnAction, columnBindings, useChosenColumns, viewOf } from './list-columns.ts';
import { moveBindings, type SortAction, sortBindings } from './list-keys.ts';
import { knowMarked, type MarkAction, markBindings, useMarked } from './list-marks.ts';
import { moveInPane, type PaneAction, type PaneReach, paneBindings } from './list-pane.ts';
import { useListRows } from './list-rows.ts';
import { useSlip } from './list-slip.ts';
import { listTold } from './list-told.ts';
import { useSavedView } from './saved-view.ts';
import { useDeck } from './use-deck.ts';
import { useToldNow } from './use-now.ts';

export type ListAction =
  | MoveAction
  | SortAction
  | MarkAction
  | PaneAction
  | ColumnAction
  | Extract<ActionId, 'list.filter' | 'list.raw'>;

/** What the last frame has found out, for the keys: how far there is to scroll. Written while drawing, read by keys. */
export type ListReach = { sideways: number; pane: PaneReach };

export type ListView<Row> = {
  name: string;
  /** What is left after the filter, in the order of the sort. */
  rows: readonly Row[];
  /** The columns that are shown, in their order. */
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => number;
  total: number;
  cursor: number;
  row: Row | undefined;
  state: ListState;
  /** The order that is shown: the one made here, or else the service's. */
  order: GridSort | undefined;
  /** The column that it is sorted by here, shown or not. */
  sortColumn: Column<Row> | undefined;
  filterError: string | undefined;
  /** The rows are those of before: what they are to be is still being worked out. */
  settling: Settling | undefined;
  /** What the filter has found in a cell; undefined while there is no filter. */
  found: ((columnId: string, text: string) => readonly Mark[]) | undefined;
  /** The marked rows, those that the filter hides and those of a range that is open included. */
  marked: readonly Row[];
  /** Key of the row at which the range began that is open. */
  rangeFrom: number | undefined;
  isMarked(row: Row): boolean;
  /** Takes off the marks, or else the filter; undefined while there is neither. */
  clear: (() => void) | undefined;
  set(change: Partial<ListState>): void;
  reach: ListReach;
  bindings: Bindings<ListAction>;
  /** The time as of which it is drawn: the screen is drawn again only when it would say something else of it. */
  now: number;
  /** Of what else the screen says of the time, as one text; to be called in each drawing where there is such a thing. */
  tellsBeside(beside: (now: number) => string): void;
};

type ListOptions<Row> = {
  name: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => number;
  /** What a row is called, of a list whose rows go by themselves and are acted on. */
  nameOf?: (row: Row) => string;
  /** Rows that fit on the screen, for paging. */
  page: number;
  /** The record behind a row, as the service sent it. */
  raw: (row: Row) => unknown;
  /** Fields of the record that columns stand for; without it the record has no columns of its own. */
  covered?: readonly string[];
  /** The column that the service has sorted the rows by. */
  served?: GridSort | undefined;
  /** Looked through by the filter and never drawn. */
  sought?: Column<Row>;
  /** The rows are other records at each drawing. */
  atOnce?: boolean;
};

/** A list's filter, order, columns, marks and cursor over the rows that are loaded, and the keys that work on it. */
export function useList<Row>(options: ListOptions<Row>): ListView<Row> {
  const { name, rows, keyOf, page, raw, covered, sought, served, atOnce } = options;
  const deck = useDeck();
  const { now, tells } = useToldNow();
  const store = listStore(deck.lists, name);
  const state = useStore(store);
  const reach = useRef<ListReach>({
    sideways: 0,
    pane: { shown: false, furthest: 0, grows: false, shrinks: false },
  }).current;
  const set = (change: Partial<ListState>) => store.set((was) => ({ ...was, ...change }));
  /** The same, and `u` takes it back: filter, order and marks, and not where the cursor has gone. */
  const change = (what: string, next: Partial<ListState>) => {
    const { filter, sort, marks, anchor } = store.get();
    set(next);
    deck.undo.push({
      what,
      back: () => {
        const now = store.get();
        if (now.filter === filter && now.sort === sort && sameMarks(now.marks, marks)) return false;
        store.set({ ...now, filter, sort, marks, anchor, typing: false });
        return true;
      },
    });
  };

  const order = state.sort ?? served;
  const view = viewOf(deck, name, state);
  const columns = useChosenColumns({ columns: options.columns, rows, raw, covered }, view, state.wide);
  const looked = useMemo(
    () => (sought === undefined ? columns.shown : [...columns.shown, sought]),
    [columns.shown, sought],
  );
  const sortColumn =
    state.sort && [...columns.shown, ...options.columns].find(({ id }) => id === state.sort?.id);
  const { shown, filter, error, settling } = useListRows<Row>({
    ...{ list: store, rows, columns: looked, sortColumn, now },
    ...{ sort: state.sort, text: state.filter, atOnce },
  });
  // Told before any key is taken again, together with the bindings of the same drawing.
  useLayoutEffect(() => {
    deck.settling.set(settling);
    return () => deck.settling.set(undefined);
  }, [deck, settling]);
  const cursor = cursorIndex(shown, keyOf, state.cursor);
  const row = shown[cursor];
  const cursorKey = row === undefined ? undefined : keyOf(row);
  if (cursorKey === undefined) deck.underCursor.delete(name);
  else deck.underCursor.set(name, cursorKey);

  useSlip(deck, { row, state, isSettling: settling !== undefined, keyOf, nameOf: options.nameOf });
  useSavedView({ name, columns: columns.shown, rows: shown, now, raw });

  const { marks, marked, isMarked, range } = useMarked({ rows, shown, keyOf, state, cursor });
  // A row that is gone loses its mark, so that it cannot come back with it. Without any row nothing is known of them.
  const lost = rows.length > 0 && marks.size < state.marks.size;
  useEffect(() => {
    if (lost) store.set((was) => ({ ...was, marks }));
  });

  const told = { list: { rows: shown, columns: columns.shown, cursor, state }, all: rows, height: page + 3 };
  tells(listTold(told), 'late');
  const moveTo = (index: number) => () => {
    const at = Math.max(0, Math.min(shown.length - 1, index));
    const target = shown[at];
    set({ cursor: { key: target === undefined ? undefined : keyOf(target), index: at } });
  };
  const pane = { state, reach: reach.pane, cursorKey, set };
  const bindings: Bindings<ListAction> = {
    ...moveInPane(moveBindings(cursor, shown.length, page, moveTo), pane, page),
    'list.filter': { run: () => change('filter', { typing: true }) },
    ...sortBindings({
      ...{ deck, sort: order, all: options.columns, shown: columns.shown },
      ...{ marked: marks.size > 0, change },
    }),
    ...paneBindings({ ...pane, say: deck.messages.say }),
    ...columnBindings(deck, { name, store, all: columns.all }),
    'list.raw': {
      run: () =>
        deck.open({
          kind: 'pager',
          title: 'As the service sent it',
          lines: JSON.stringify(withoutSecrets(raw(row as Row)), null, 2).split('\n'),
        }),
      blocked: row === undefined ? 'There is no row here' : undefined,
    },
    ...markBindings({
      state,
      shown: () => shown.map(keyOf),
      isShown: (marks) => knowMarked(marks, { among: rows, shown, sorted: state.sort !== undefined }),
      at: cursorKey,
      marked: marks,
      cursor,
      change,
      settle: deck.messages.settle,
    }),
  };
  return {
    ...{ name, rows: shown, columns: columns.shown, keyOf, total: rows.length, cursor, row, state, reach },
    ...{ order, sortColumn, filterError: error, settling, marked, isMarked, set, bindings, now },
    tellsBeside: (beside) => tells(listTold({ ...told, beside }), 'late'),
    found: state.filter === '' ? undefined : filter.marks,
    rangeFrom: range.length === 0 ? undefined : state.anchor,
    clear: clearing({ state, marked: marks, change }),
  };
}

const sameMarks = (a: ReadonlySet<number>, b: ReadonlySet<number>): boolean =>
  a.size === b.size && [...a].every((key) => b.has(key));

function clearing({
  state,
  marked,
  change,
}: {
  state: ListState;
  marked: ReadonlySet<number>;
  change: (what: string, next: Partial<ListState>) => void;
}): (() => void) | undefined {
  if (marked.size > 0 || state.anchor !== undefined)
    return () => change('marks', { marks: new Set(), anchor: undefined });
  return state.filter === '' ? undefined : () => change('filter', { filter: '' });
}
