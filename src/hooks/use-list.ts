import type { Column, GridSort } from '../columns.ts';
import { compileFilter } from '../domain/filter-rows.ts';
import { sortRows } from '../domain/sort-rows.ts';
import type { Bindings, listActions } from '../keymap.ts';
import { useDeck } from './deck.ts';
import { cursorIndex, freshList, type ListState } from './list-state.ts';
import { createStore, type Store, useStore } from './store.ts';

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

function storeOf(lists: Map<string, Store<ListState>>, name: string): Store<ListState> {
  const known = lists.get(name) ?? createStore(freshList);
  lists.set(name, known);
  return known;
}

/** A list's filter, order and cursor over the rows that are loaded, and the keys that move in it. */
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
  const store = storeOf(deck.lists, name);
  const state = useStore(store);
  const set = (change: Partial<ListState>) => store.set((was) => ({ ...was, ...change }));

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

  const moveTo = (index: number) => () => {
    const at = Math.max(0, Math.min(shown.length - 1, index));
    const target = shown[at];
    set({ cursor: { key: target === undefined ? undefined : keyOf(target), index: at } });
  };
  const sortable = columns.filter((column) => column.value !== undefined);
  const sortBy = (id: string) =>
    set({ sort: { id, descending: state.sort?.id === id ? !state.sort.descending : false } });
  const sortBeside = (by: number) => () => {
    const at = sortable.findIndex((column) => column.id === state.sort?.id);
    const next = sortable[Math.max(0, Math.min(sortable.length - 1, at < 0 ? 0 : at + by))];
    if (next !== undefined) set({ sort: { id: next.id, descending: state.sort?.descending ?? false } });
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
    'list.filter': { run: () => set({ typing: true }) },
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
      run: () => state.sort && set({ sort: { ...state.sort, descending: !state.sort.descending } }),
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
          lines: JSON.stringify(raw(row as Row), null, 2).split('\n'),
        }),
      blocked: empty,
    },
  };
  return {
    rows: shown,
    total: rows.length,
    cursor,
    row,
    state,
    sort: state.sort,
    filterError: filter.ok ? undefined : filter.reason,
    set,
    bindings,
  };
}
