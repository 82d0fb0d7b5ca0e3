import { useEffect, useMemo, useState } from 'react';
import type { Deck } from '../engine/deck.ts';
import type { Bindings, MoveAction } from '../engine/keymap.ts';
import type { ListState } from '../tui/list/list-state.ts';
import { useDeck } from './use-deck.ts';

export type PaneAction =
  | 'list.pane'
  | 'list.pane-grow'
  | 'list.pane-shrink'
  | 'list.pane-focus'
  | 'list.pane-down'
  | 'list.pane-up';

/** What was drawn last: whether there is a pane, how far it can be scrolled, and whether it can grow or shrink. */
export type PaneReach = { shown: boolean; furthest: number; grows: boolean; shrinks: boolean };

type Pane = {
  state: ListState;
  reach: PaneReach;
  cursorKey: number | undefined;
  set(change: Partial<ListState>): void;
  say: Deck['messages']['say'];
};

const scroller =
  ({ state, reach, cursorKey, set }: Pick<Pane, 'state' | 'reach' | 'cursorKey' | 'set'>) =>
  (by: number) => {
    const line = state.paneTop.key === cursorKey ? state.paneTop.line : 0;
    set({ paneTop: { key: cursorKey, line: Math.max(0, Math.min(reach.furthest, line + by)) } });
  };

/** The keys of the detail pane; the list keeps the cursor. */
export function paneBindings(pane: Pane): Bindings<PaneAction> {
  const { state, reach, set, say } = pane;
  const scrollBy = scroller(pane);
  const shown = () => (reach.shown ? undefined : set({ pane: true }));
  const scroll = (by: number) => () => {
    shown();
    scrollBy(by);
  };
  const size = (by: number, can: () => boolean) => () => {
    if (!reach.shown) shown();
    else if (can()) set({ paneSteps: state.paneSteps + by });
  };
  const focus = () => {
    if (!reach.shown) shown();
    else if (!state.inPane && reach.furthest === 0) say('info', 'The pane shows all that there is');
    else set({ inPane: !state.inPane });
  };
  return {
    'list.pane': { run: () => set({ pane: !reach.shown, inPane: false }) },
    'list.pane-grow': { run: size(1, () => reach.grows) },
    'list.pane-shrink': { run: size(-1, () => reach.shrinks) },
    'list.pane-focus': { run: focus },
    'list.pane-down': { run: scroll(1) },
    'list.pane-up': { run: scroll(-1) },
  };
}

/** The keys that move, in the pane while they are there and it has more than fits; in the list otherwise. */
export function moveInPane(
  inList: Bindings<MoveAction>,
  pane: Omit<Pane, 'say'>,
  page: number,
): Bindings<MoveAction> {
  const { state, reach } = pane;
  if (!state.inPane) return inList;
  const scrollBy = scroller(pane);
  const half = Math.max(1, Math.floor(page / 2));
  const by: Record<MoveAction, number> = {
    'list.down': 1,
    'list.up': -1,
    'list.top': Number.NEGATIVE_INFINITY,
    'list.bottom': Number.POSITIVE_INFINITY,
    'list.page-down': page,
    'list.page-up': -page,
    'list.half-down': half,
    'list.half-up': -half,
  };
  const all = Object.keys(by) as MoveAction[];
  return Object.fromEntries(
    all.map((id) => [
      id,
      { run: () => (reach.shown && reach.furthest > 0 ? scrollBy(by[id]) : inList[id].run()) },
    ]),
  ) as Bindings<MoveAction>;
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
    // With a reason of its own no error with a stack is made at each key.
    return () => moved.abort('moved');
  }, [key, local]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key of a row is the same by every closure
  const found = useMemo(
    () => (rested === undefined || rested === key ? undefined : rows.find((one) => keyOf(one) === rested)),
    [rows, rested, rested === key],
  );
  return row === undefined ? undefined : (found ?? row);
}
