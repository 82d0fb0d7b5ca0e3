import type { ColumnView } from '../../base/column-view.ts';
import { createStore, type Store } from '../../base/store.ts';
import type { Column, GridSort } from './columns.ts';

/** What a list remembers while the person is elsewhere. */
export type ListState = {
  /** Key of the row under the cursor, and where it stood, in case the row goes. */
  cursor: { key: number | undefined; index: number };
  filter: string;
  /** The filter line is being typed in. */
  typing: boolean;
  sort: GridSort | undefined;
  /** Whether the detail pane is wanted; undefined until the person says so: then the room decides. */
  pane: boolean | undefined;
  /** Steps by which the pane was grown, or shrunk where they are below 0. */
  paneSteps: number;
  /** The first line of the pane, and the row that it was scrolled on. */
  paneTop: { key: number | undefined; line: number };
  /** The keys that move do so in the pane. */
  inPane: boolean;
  /** Every field is shown, and what does not fit is scrolled to. */
  wide: boolean;
  /** Columns that are scrolled past. */
  offset: number;
  /** The columns that were chosen; undefined until they are looked up. */
  view: ColumnView | undefined;
  /** Keys of the marked rows: they stay marked while a filter hides them, and are dropped when their row is gone. */
  marks: ReadonlySet<number>;
  /** The row at which a range began, until it is closed. */
  anchor: number | undefined;
};

export const freshList: ListState = {
  cursor: { key: undefined, index: 0 },
  filter: '',
  typing: false,
  sort: undefined,
  pane: undefined,
  paneSteps: 0,
  paneTop: { key: undefined, line: 0 },
  inPane: false,
  wide: false,
  offset: 0,
  view: undefined,
  marks: new Set(),
  anchor: undefined,
};

/** The state of a list by its name, made on first use. */
export function listStore(lists: Map<string, Store<ListState>>, name: string): Store<ListState> {
  const known = lists.get(name) ?? createStore(freshList);
  lists.set(name, known);
  return known;
}

/** Where the cursor stands among these rows: on its row if that is still there, else where it was. */
export function cursorIndex<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => number,
  cursor: ListState['cursor'],
): number {
  // It is where it was left, most of the time, and a list can be long.
  const there = rows[cursor.index];
  if (there !== undefined && keyOf(there) === cursor.key) return cursor.index;
  const found = cursor.key === undefined ? -1 : rows.findIndex((row) => keyOf(row) === cursor.key);
  return found >= 0 ? found : Math.max(0, Math.min(cursor.index, rows.length - 1));
}

/** What the picker looks at and changes; it stays the same while the picker is open. */
export type PickedList = {
  columns: readonly Column<never>[];
  store: Store<ListState>;
  /** Keeps what is chosen now. */
  keep(): void;
};
