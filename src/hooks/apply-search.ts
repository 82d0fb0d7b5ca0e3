import type { Deck } from '../engine/deck.ts';
import type { SearchState } from '../engine/offers/search-state.ts';

/** From now on the Offers screen asks for this. An order that the service gives is not sorted over here. */
export function applySearch(deck: Deck, search: SearchState): void {
  const list = deck.lists.get('offers');
  const reordered = JSON.stringify(search.order) !== JSON.stringify(deck.search.get().order);
  deck.search.set(search);
  list?.set((was) => ({
    ...was,
    cursor: { key: undefined, index: 0 },
    sort: reordered ? undefined : was.sort,
  }));
}
