import type { Offer } from '../client/wire.ts';
import type { Deck } from '../engine/deck.ts';
import { failedPlaces, type Place } from '../engine/rescue/rescue.ts';
import { useStore } from '../tui/use-store.ts';
import { useDeck } from './use-deck.ts';

function placesOf(deck: Deck): readonly Place[] {
  const session = deck.session.get();
  const noted = session === undefined ? [] : failedPlaces(deck.services.journal(session).events());
  return [...noted, ...deck.rescue.get().failedHere.values()];
}

/** Why an offer is not picked by itself: something did not boot there, in this run or as the journal knows. */
export function failedHere(deck: Deck, offer: Offer, places = placesOf(deck)): string | undefined {
  const same = <K extends keyof Place>(key: K, value: number | undefined) =>
    value !== undefined && places.some((place) => place[key] === value);
  if (same('offer_id', offer.id)) return 'Failed here: what was rented of this offer did not boot';
  if (same('machine_id', offer.machine_id)) return `Failed here: machine ${offer.machine_id} did not boot`;
  return same('host_id', offer.host_id)
    ? `Failed here: a machine of host ${offer.host_id} did not boot`
    : undefined;
}

/** The same for the rows of a list; redraws it when something else fails. */
export function useFailedHere(): (offer: Offer) => string | undefined {
  const deck = useDeck();
  useStore(deck.rescue);
  const places = placesOf(deck);
  return (offer) => failedHere(deck, offer, places);
}
