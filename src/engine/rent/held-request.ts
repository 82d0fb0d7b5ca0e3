import type { CreateRequest, Offer } from '../../client/wire.ts';
import type { Deck } from '../deck.ts';

/** What something was rented with. It holds secrets: it is in memory only, and gone with this run. */
export type HeldRequest = {
  /** The first offer, which the next one is to be like. */
  offer: Offer;
  body: CreateRequest;
  /** GB that it gets; undefined while a template decides and does not say. */
  diskGb: number | undefined;
};

export const withEntry = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> =>
  new Map(map).set(key, value);

/** Keeps what a rent was made with, for as long as the deck runs. `rescue` is the rent's id in the journal. */
export function holdRequest(deck: Deck, rescue: string, request: HeldRequest): void {
  deck.rescue.set((now) => ({ ...now, requests: withEntry(now.requests, rescue, request) }));
}
