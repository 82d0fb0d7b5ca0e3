import { useEffect } from 'react';
import type { Column, GridSort } from '../columns.ts';
import { compileFilter } from '../domain/filter-rows.ts';
import { withoutSecrets } from '../domain/record-secrets.ts';
import { sortRows } from '../domain/sort-rows.ts';
import type { Bindings, listActions } from '../keymap.ts';
import { useDeck } from './deck.ts';
import { markBindings } from './list-marks.ts';
import { cursorIndex, type ListState, listStore } from './list-state.ts';
import { useStore } from './store.ts';

export type ListAction = (typeof listActions)[number];

export type ListView<Row> = {
  /** What is left after the filter, in the order of the sort. */
  rows: readonly Row[];
  total: number;
  cursor: number;
  row: Row | undefined;
  state: ListState;
  sort: GridSort | undefined;
  filterError: string | undefined;
  /** The marked rows, those that the filter hides included. */
  marked: readonly Row[];
  isMarked(row: Row): boolean;
  /** Takes off the marks, or else the filter; undefined while there is neither. */
  clear: (() => void) | undefined;
  set(change: Partial<ListState>): void;
  bindings: Bindings<ListAction>;
};

type ListOptions<Row> = {
  name: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => number;
  /** Rows that fit on the screen, for paging. */
  page: number;
  now: number;
  /** The record behind a row, as the service sent it. */
  raw: (row: Row) => unknown;
};

/** A list's filter, order, marks and cursor over the rows that are loaded, and the keys that move in it. */
export function useList<Row>({
  name,
  rows,
  columns,
  keyOf,
  page,
  now,
  raw,
}: ListOptions<Row>): ListView<Row> {
  const deck = useDeck();
  const store = listStore(deck.lists, name);
  const state = useStore(store);
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

  const filter = compileFilter(
    state.filter,
    columns.map(({ id, title, cell, value }) => ({
      id,
      names: [title],
      text: (row: Row) => cell(row, now) ?? '',
      ...(value === undefined ? {} : { value: (row: Row) => value(row, now) }),
    })),
  );
  const kept = filter.ok ? rows.filter(filter.test) : rows;
  const sortColumn = columns.find((column) => column.id === state.sort?.id);
  const value = sortColumn?.value;
  const shown =
    value === undefined || state.sort === undefined
      ? kept
      : sortRows(kept, (row) => value(row, now), state.sort.descending ? 'desc' : 'asc');
  const cursor = cursorIndex(shown, keyOf, state.cursor);
  const row = shown[cursor];
  if (row === undefined) deck.underCursor.delete(name);
  else deck.underCursor.set(name, keyOf(row));

  const alive = new Set(rows.map(keyOf));
  const marked: ReadonlySet<number> = new Set([...state.marks].filter((key) => alive.has(key)));
  // A row that is gone loses its mark, so that it cannot come back with it. Without any row nothing is known of them.
  const lost = rows.length > 0 && marked.size < state.marks.size;
  useEffect(() => {
    if (lost) store.set((was) => ({ ...was, marks: marked }));
  });

  const moveTo = (index: number) => () => {
    const at = Math.max(0, Math.min(shown.length - 1, index));
    const target = shown[at];
    set({ cursor: { key: target === undefined ? undefined : keyOf(target), index: at } });
  };
  const sortable = columns.filter((column) => column.value !== undefined);
  const sortBy = (id: string) =>
    change('order', { sort: { id, descending: state.sort?.id === id ? !state.sort.descending : false } });
  const sortBeside = (by: number) => () => {
    const at = sortable.findIndex((column) => column.id === state.sort?.id);
    const next = sortable[Math.max(0, Math.min(sortable.length - 1, at < 0 ? 0 : at + by))];
    if (next === undefined || next.id === state.sort?.id) return;
    change('order', { sort: { id: next.id, descending: state.sort?.descending ?? false } });
  };
  const half = Math.max(1, Math.floor(page / 2));
  const empty = row === undefined ? 'There is no row here' : undefined;

  const bindings: Bindings<ListAction> = {
    'list.down': { run: moveTo(cursor + 1) },
    'list.up': { run: moveTo(cursor - 1) },
    'list.top': { run: moveTo(0) },
    'list.bottom': { run: moveTo(shown.length - 1) },
    'list.page-down': { run: moveTo(cursor + page) },
    'list.page-up': { run: moveTo(cursor - page) },
    'list.half-down': { run: moveTo(cursor + half) },
    'list.half-up': { run: moveTo(cursor - half) },
    'list.filter': { run: () => change('filter', { typing: true }) },
    'list.sort': {
      run: () =>
        deck.open({
          kind: 'menu',
          title: 'Sort by',
          entries: sortable
            .filter((column) => column.letter !== undefined)
            .map((column) => ({
              key: column.letter as string,
              label: column.title,
              hint: state.sort?.id === column.id ? 'again to turn it round' : '',
              run: () => sortBy(column.id),
            })),
        }),
    },
    'list.reverse': {
      run: () =>
        state.sort && change('order', { sort: { ...state.sort, descending: !state.sort.descending } }),
      blocked: state.sort === undefined ? 'The order is the service’s: press o to sort here' : undefined,
    },
    'list.sort-left': { run: sortBeside(-1) },
    'list.sort-right': { run: sortBeside(1) },
    'list.pane': { run: () => set({ pane: !state.pane }) },
    'list.raw': {
      run: () =>
        deck.open({
          kind: 'pager',
          title: 'As the service sent it',
          lines: JSON.stringify(withoutSecrets(raw(row as Row)), null, 2).split('\n'),
        }),
      blocked: empty,
    },
    ...markBindings({ state, shown: shown.map(keyOf), marked, cursor, change }),
  };
  return {
    rows: shown,
    total: rows.length,
    cursor,
    row,
    state,
    sort: state.sort,
    filterError: filter.ok ? undefined : filter.reason,
    marked: rows.filter((row) => marked.has(keyOf(row))),
    isMarked: (row) => marked.has(keyOf(row)),
    clear: clearing({ state, marked, change }),
    set,
    bindings,
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
