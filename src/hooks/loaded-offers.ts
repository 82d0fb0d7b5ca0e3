import type { Offer, SearchReply } from '../client/wire.ts';
import { buildSearchBody } from '../engine/offers/query.ts';
import { keys } from '../engine/read-keys.ts';
import { useDeck } from './use-deck.ts';

export type LoadedOffers = {
  /** The offers of the search that the Offers screen shows, as they were last read; asks nothing. */
  ofSearch(): readonly Offer[];
  /** When that reading was made, in our own time (`DeckClock.own`). */
  readAt(): number | undefined;
  /** GPU names that any search of this run brought, in alphabetical order. */
  gpuNames(): readonly string[];
};

/** What is known of offers already, from the cache. */
export function useLoadedOffers(): LoadedOffers {
  const deck = useDeck();
  const current = () => keys.offers(buildSearchBody(deck.search.get()));
  const rows = (key: string) => deck.reads.data<SearchReply>(key)?.offers ?? [];
  return {
    ofSearch: () => rows(current()),
    readAt: () => deck.reads.askedAtOwn(current()),
    gpuNames: () => {
      const all = deck.reads
        .keys()
        .filter((key) => key.startsWith(keys.anyOffers))
        .flatMap(rows);
      return [...new Set(all.flatMap(({ gpu_name }) => gpu_name ?? []))].sort();
    },
  };
}
