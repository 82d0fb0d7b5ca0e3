import type { GridSort } from '../columns.ts';

/** What a list remembers while the person is elsewhere. */
export type ListState = {
  /** Key of the row under the cursor, and where it stood, in case the row goes. */
  cursor: { key: number | undefined; index: number };
  filter: string;
  /** The filter line is being typed in. */
  typing: boolean;
  sort: GridSort | undefined;
  pane: boolean;
};

export const freshList: ListState = {
  cursor: { key: undefined, index: 0 },
  filter: '',
  typing: false,
  sort: undefined,
  pane: true,
};

/** Where the cursor stands among these rows: on its row if that is still there, else where it was. */
export function cursorIndex<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => number,
  cursor: ListState['cursor'],
): number {
  const found = cursor.key === undefined ? -1 : rows.findIndex((row) => keyOf(row) === cursor.key);
  return found >= 0 ? found : Math.max(0, Math.min(cursor.index, rows.length - 1));
}
