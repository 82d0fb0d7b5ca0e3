import { createStore, type Store } from '../../base/store.ts';
import type { Offer } from '../../client/wire.ts';
import type { Deck } from '../../engine/deck.ts';
import { type FormState, formState } from '../../tui/form/form-state.ts';
import { emptyRentValues, firstValues, keptValues, type RentValues } from './values.ts';

/** Every value of a rent form, whichever fields are shown just now. */
export function rentValues(state: FormState): RentValues {
  return Object.fromEntries(
    Object.keys(emptyRentValues).map((id) => [id, state.texts[id]?.text ?? state.picks[id] ?? '']),
  );
}

/**
 * The form for an offer: as it was left, else filled with what the form of `draftOf` or the one used last held, else
 * with what was kept from an earlier run. It becomes the one used last.
 */
export function rentDraft(deck: Deck, offer: Offer, draftOf?: number): Store<FormState> {
  const { drafts } = deck;
  const last = (draftOf === undefined ? undefined : drafts.get(draftOf)) ?? [...drafts.values()].at(-1);
  const before = last === undefined ? deck.services.drafts?.load() : rentValues(last.get());
  const store = drafts.get(offer.id) ?? createStore(formState(firstValues(offer, before), 'image'));
  // It may have been left from outside its fields; it opens in one.
  store.set((was) => ({ ...was, editing: true }));
  drafts.delete(offer.id);
  drafts.set(offer.id, store);
  return store;
}

/** Keeps what may be kept over the end of this run. */
export function keepDraft(deck: Deck, store: Store<FormState>): void {
  deck.services.drafts?.save(keptValues(rentValues(store.get())));
}
