import { useEffect, useMemo, useState } from 'react';
import type { Bindings } from '../keymap.ts';
import { useDeck } from './deck.ts';
import type { ListState } from './list-state.ts';

export type PaneAction =
  | 'list.pane'
  | 'list.pane-grow'
  | 'list.pane-shrink'
  | 'list.pane-down'
  | 'list.pane-up';

/** What was drawn last: whether there is a pane, how far it can be scrolled, and whether it can grow or shrink. */
export type PaneReach = { shown: boolean; furthest: number; grows: boolean; shrinks: boolean };

type Pane = {
  state: ListState;
  reach: PaneReach;
  cursorKey: number | undefined;
  set(change: Partial<ListState>): void;
};

/** The keys of the detail pane; the list keeps the cursor. */
export function paneBindings({ state, reach, cursorKey, set }: Pane): Bindings<PaneAction> {
  const shown = () => (reach.shown ? undefined : set({ pane: true }));
  const line = state.paneTop.key === cursorKey ? state.paneTop.line : 0;
  const scroll = (by: number) => () => {
    shown();
    set({
      paneTop: { key: cursorKey, line: Math.max(0, Math.min(reach.furthest, line + by)) },
    });
  };
  const size = (by: number, can: () => boolean) => () => {
    if (!reach.shown) shown();
    else if (can()) set({ paneSteps: state.paneSteps + by });
  };
  return {
    'list.pane': { run: () => set({ pane: !reach.shown }) },
    'list.pane-grow': { run: size(1, () => reach.grows) },
    'list.pane-shrink': { run: size(-1, () => reach.shrinks) },
    'list.pane-down': { run: scroll(1) },
    'list.pane-up': { run: scroll(-1) },
  };
}

/** A cursor that rests this long (ms) is followed by the pane: while it moves nothing is worked out for it. */
const restMs = 80;

/** The row that the pane tells of: the one that the cursor rested on last, as long as it is in the list. */
export function usePaneRow<Row>(list: {
  rows: readonly Row[];
  row: Row | undefined;
  keyOf: (row: Row) => number;
}): Row | undefined {
  const { local } = useDeck();
  const { rows, row, keyOf } = list;
  const key = row === undefined ? undefined : keyOf(row);
  const [rested, setRested] = useState(key);
  useEffect(() => {
    const moved = new AbortController();
    local
      .sleep(restMs, moved.signal)
      .then(() => setRested(key))
      .catch(() => {});
    return () => moved.abort();
  }, [key, local]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key of a row is the same by every closure
  const found = useMemo(
    () => (rested === undefined ? undefined : rows.find((one) => keyOf(one) === rested)),
    [rows, rested],
  );
  return row === undefined ? undefined : (found ?? row);
}
