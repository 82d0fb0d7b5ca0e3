import { createStore } from '../base/store.ts';
import type { ActionId, Bindings } from '../engine/keymap.ts';
import { cursorIndex, freshList } from '../tui/list/list-state.ts';
import { useStore } from '../tui/use-store.ts';
import { useDeck } from './use-deck.ts';

export const cursorActions = [
  'list.down',
  'list.up',
  'list.top',
  'list.bottom',
] as const satisfies readonly ActionId[];
export type CursorAction = (typeof cursorActions)[number];

export type Cursor<Row> = { index: number; row: Row | undefined; bindings: Bindings<CursorAction> };

/** A cursor over a few rows that are neither filtered nor sorted. It stays on its row, also while one is elsewhere. */
export function useCursor<Row>(name: string, rows: readonly Row[], keyOf: (row: Row) => number): Cursor<Row> {
  const { lists } = useDeck();
  const store = lists.get(name) ?? createStore(freshList);
  lists.set(name, store);
  const index = cursorIndex(rows, keyOf, useStore(store).cursor);
  const moveTo = (to: number) => () => {
    const at = Math.max(0, Math.min(rows.length - 1, to));
    const row = rows[at];
    store.set((now) => ({
      ...now,
      cursor: { key: row === undefined ? undefined : keyOf(row), index: at },
    }));
  };
  return {
    index,
    row: rows[index],
    bindings: {
      'list.down': { run: moveTo(index + 1) },
      'list.up': { run: moveTo(index - 1) },
      'list.top': { run: moveTo(0) },
      'list.bottom': { run: moveTo(rows.length - 1) },
    },
  };
}
