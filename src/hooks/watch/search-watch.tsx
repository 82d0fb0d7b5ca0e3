import { useEffect, useRef } from 'react';
import { bestOf, bestWords, seeBest } from '../../engine/offers/best-price.ts';
import { buildSearchBody } from '../../engine/offers/query.ts';
import { quotedName, type SavedSearch, searchText, watchedOf } from '../../engine/offers/saved-search.ts';
import { dataOf } from '../../engine/read-health.ts';
import { useOffers } from '../resources.ts';
import { useSavedSearches } from '../saved-searches.ts';
import { useDeck, useSession } from '../use-deck.ts';

/** Asks the watched searches as Offers does, each minute while somebody looks. Draws nothing. */
export function SearchWatch() {
  const saved = useSavedSearches();
  return watchedOf(saved).map((one) => <Watched key={`${one.name} ${searchText(one.search)}`} saved={one} />);
}

/** Says and calls when one has a new best price. */
function Watched({ saved: { name, search } }: { saved: SavedSearch }) {
  const deck = useDeck();
  const session = useSession();
  const offers = dataOf(useOffers(buildSearchBody(search)))?.offers;
  const lowest = useRef<{ session: typeof session; price?: number | undefined }>({ session });
  useEffect(() => {
    // Another service has other prices.
    if (lowest.current.session !== session) lowest.current = { session };
    if (offers === undefined) return;
    const best = bestOf(offers);
    const next = seeBest(lowest.current.price, best);
    lowest.current.price = next.lowest;
    const { lowest: price } = next;
    if (price !== undefined) deck.best.set((now) => new Map(now).set(name, price));
    if (!next.isNews || best === undefined) return;
    const text = bestWords(quotedName(name), best);
    deck.alerts.raise({ event: 'best-price', text });
    deck.messages.settle(`best price of ${name}`);
    deck.messages.say('info', `${text}. :${name} goes there.`, { stays: true, of: `best price of ${name}` });
  }, [deck, session, offers, name]);
  return null;
}
