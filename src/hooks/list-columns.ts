import { useMemo } from 'react';
import type { ColumnView } from '../base/column-view.ts';
import type { Store } from '../base/store.ts';
import type { Deck } from '../engine/deck.ts';
import type { Bindings } from '../engine/keymap.ts';
import { useLayer } from '../tui/keys/use-layer.ts';
import { chosenColumns, plainView } from '../tui/list/column-view.ts';
import type { Column } from '../tui/list/columns.ts';
import type { ListState, PickedList } from '../tui/list/list-state.ts';
import { fieldColumns } from './field-columns.ts';
import { useDeck } from './use-deck.ts';
import type { ListReach } from './use-list.ts';

export type ColumnAction = 'list.columns' | 'list.wide';
export type SidewaysAction = 'list.left' | 'list.right';

type Given<Row> = {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  raw: (row: Row) => unknown;
  /** Fields of the record that columns stand for already; undefined where a record has no further fields to show. */
  covered: readonly string[] | undefined;
};

/** The view of a list: as it was chosen in this run, else as it was kept. */
export const viewOf = (deck: Deck, name: string, state: ListState): ColumnView =>
  state.view ?? deck.services.views?.load(name) ?? plainView;

/** The columns that are shown, and every one that there is; the fields of the records are looked at only where they are wanted. */
export function useChosenColumns<Row>(
  { columns, rows, raw, covered }: Given<Row>,
  view: ColumnView,
  wide: boolean,
): { shown: readonly Column<Row>[]; all: () => readonly Column<Row>[] } {
  // biome-ignore lint/correctness/useExhaustiveDependencies: raw reads the row that it is given, whichever closure it is
  const all = useMemo(() => {
    let known: readonly Column<Row>[] | undefined;
    return () => {
      known ??= covered === undefined ? columns : [...columns, ...fieldColumns(rows, raw, covered)];
      return known;
    };
  }, [columns, rows, covered]);
  const shown = useMemo(
    () => chosenColumns(wide || view.on.length > 0 ? all() : columns, view, wide),
    [columns, all, view, wide],
  );
  return { shown, all };
}

/** The keys that choose columns, and that show every field. */
export function columnBindings<Row>(
  deck: Deck,
  { name, store, all }: { name: string; store: Store<ListState>; all: () => readonly Column<Row>[] },
): Bindings<ColumnAction> {
  const keep = (view: ColumnView) =>
    void deck.services.views
      ?.save(name, view)
      .then((note) => note !== undefined && deck.messages.say('warn', note));
  const setView = (view: ColumnView) => store.set((was) => ({ ...was, view }));
  return {
    'list.columns': {
      run: () => {
        const before = viewOf(deck, name, store.get());
        setView(before);
        const list: PickedList = {
          columns: all() as readonly Column<never>[],
          store,
          keep: () => {
            const chosen = viewOf(deck, name, store.get());
            if (chosen === before) return;
            keep(chosen);
            deck.undo.push({
              what: 'columns',
              back: () => {
                if (viewOf(deck, name, store.get()) === before) return false;
                setView(before);
                keep(before);
                return true;
              },
            });
          },
        };
        deck.open({ kind: 'columns', list });
      },
    },
    'list.wide': { run: () => store.set((was) => ({ ...was, wide: !was.wide, offset: 0 })) },
  };
}

type Scrolled = { state: ListState; reach: ListReach; set(change: Partial<ListState>): void };

/**
 * The keys that scroll the columns. They lie over those of the screen, so it is called after the screen has put its
 * own layer down; `onlyWide` leaves `l` to the screen while its own columns are shown.
 */
export function useSideways({ state, reach, set }: Scrolled, onlyWide = false): void {
  const deck = useDeck();
  const by = (step: number) => () => {
    if (reach.sideways === 0) return deck.messages.say('info', 'Every column that is chosen is in view');
    set({ offset: Math.max(0, Math.min(reach.sideways, Math.min(state.offset, reach.sideways) + step)) });
  };
  const bindings: Bindings<SidewaysAction> = { 'list.left': { run: by(-1) }, 'list.right': { run: by(1) } };
  useLayer(onlyWide && !state.wide ? undefined : { kind: 'screen', bindings });
}
