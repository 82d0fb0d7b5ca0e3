import type { Deck } from '../engine/deck.ts';
import type { ActionId, Bindings, MoveAction } from '../engine/keymap.ts';
import type { Column, GridSort } from '../tui/list/columns.ts';
import type { ListState } from '../tui/list/list-state.ts';

/** The keys that move in a list of `count` rows; `moveTo` is given a row that may lie outside of it. */
export function moveBindings(
  cursor: number,
  count: number,
  page: number,
  moveTo: (index: number) => () => void,
): Bindings<MoveAction> {
  const half = Math.max(1, Math.floor(page / 2));
  return {
    'list.down': { run: moveTo(cursor + 1) },
    'list.up': { run: moveTo(cursor - 1) },
    'list.top': { run: moveTo(0) },
    'list.bottom': { run: moveTo(count - 1) },
    'list.page-down': { run: moveTo(cursor + page) },
    'list.page-up': { run: moveTo(cursor - page) },
    'list.half-down': { run: moveTo(cursor + half) },
    'list.half-up': { run: moveTo(cursor - half) },
  };
}

export type SortAction = 'list.sort' | 'list.reverse' | 'list.sort-left' | 'list.sort-right';

type Sorting<Row> = {
  deck: Deck;
  /** What it is sorted by here, or else by the service. */
  sort: GridSort | undefined;
  /** Columns with a letter, shown or not. */
  all: readonly Column<Row>[];
  /** Columns that are shown, in their order. */
  shown: readonly Column<Row>[];
  /** Rows are marked. */
  marked: boolean;
  change(what: string, next: Partial<ListState>): void;
};

/** The keys that sort: by the letter of a column, by the one beside, or the other way round. */
export function sortBindings<Row>({
  deck,
  sort,
  all,
  shown,
  marked,
  change,
}: Sorting<Row>): Bindings<SortAction> {
  const sortable = shown.filter((column) => column.value !== undefined);
  // What a person sorts for is at the top; with marks they are at work on rows, and stay there.
  const top = marked ? {} : { cursor: { key: undefined, index: 0 } };
  const order = (by: GridSort) => change('order', { sort: by, ...top });
  const sortBy = (id: string) => order({ id, descending: sort?.id === id ? !sort.descending : false });
  const beside = (by: number) => () => {
    const at = sortable.findIndex((column) => column.id === sort?.id);
    const next = sortable[Math.max(0, Math.min(sortable.length - 1, at < 0 ? 0 : at + by))];
    if (next === undefined || next.id === sort?.id) return;
    order({ id: next.id, descending: sort?.descending ?? false });
  };
  const choices = all.flatMap((column) =>
    column.value === undefined || column.letter === undefined ? [] : [{ ...column, key: column.letter }],
  );
  return {
    'list.sort': {
      run: () => {
        const at = choices.findIndex(({ id }) => id === sort?.id);
        deck.open({
          kind: 'sort',
          sorted: sort && at >= 0 ? { at, descending: sort.descending } : undefined,
          entries: choices.map(({ id, key, title }) => ({
            key,
            label: title,
            hint: sort?.id === id ? 'again to turn it round' : '',
            run: () => sortBy(id),
          })),
        });
      },
    },
    'list.reverse': {
      run: () => sort && order({ ...sort, descending: !sort.descending }),
      blocked:
        sort === undefined
          ? `The order is the service’s: press ${deck.keyName('list.sort')} to sort here`
          : undefined,
    },
    'list.sort-left': { run: beside(-1) },
    'list.sort-right': { run: beside(1) },
  };
}

/** Some of the bindings of a list, for a screen that does not take them all. */
export const pick = <Id extends ActionId>(bindings: Bindings<Id>, ids: readonly Id[]): Bindings<Id> =>
  Object.fromEntries(ids.map((id) => [id, bindings[id]])) as Bindings<Id>;
