import type { Offer } from '../../client/wire.ts';
import type { Deck } from '../../engine/deck.ts';
import type { ActionId, Bindings } from '../../engine/keymap.ts';
import { comparable } from '../../engine/offers/compare-offers.ts';
import { nextOffer } from '../../engine/offers/next-offer.ts';
import type { ListAction, ListView } from '../../hooks/use-list.ts';
import { offerColumns, offerFields, offerPrice } from './columns.ts';

export const offerActions = [
  'offer.rent',
  'offers.search',
  'offers.saved',
  'offers.bid',
  'offers.next-best',
  'offers.compare',
  'offers.loosen',
] as const satisfies readonly ActionId[];
export type OfferAction = (typeof offerActions)[number] | ListAction;

/** What the keys of the Offers screen do beyond those of every list. */
export function offerBindings(
  deck: Deck,
  list: ListView<Offer>,
  {
    gone,
    lost,
    block,
  }: {
    gone: ReadonlyMap<number, string>;
    lost: (offer: Offer) => string | undefined;
    /** Why nothing at all can be rented just now. */
    block: string | undefined;
  },
): Bindings<Exclude<(typeof offerActions)[number], 'offers.loosen'>> {
  const offer = list.row;
  const taken = offer === undefined ? undefined : gone.get(offer.id);
  return {
    'offer.rent': {
      run: () => offer && deck.go({ go: 'push', route: { screen: 'rent', offer } }),
      blocked: offer === undefined ? 'There is no offer here' : (taken ?? block),
    },
    'offers.compare': {
      run: () =>
        deck.open({
          kind: 'compare',
          of: { offers: list.marked, columns: offerColumns, covered: offerFields },
        }),
      blocked:
        list.marked.length < comparable.least || list.marked.length > comparable.most
          ? `Mark ${comparable.least} to ${comparable.most} offers with ${deck.keyName('list.mark')} first`
          : undefined,
    },
    'offers.search': { run: () => deck.go({ go: 'push', route: { screen: 'search' } }) },
    'offers.saved': { run: () => deck.go({ go: 'push', route: { screen: 'searches' } }) },
    'offers.bid': {
      run: () => deck.search.set((was) => ({ ...was, type: was.type === 'bid' ? 'on-demand' : 'bid' })),
    },
    'offers.next-best': {
      run: () => {
        const next =
          offer &&
          nextOffer({
            failed: offer,
            offers: list.rows.filter((row) => lost(row) === undefined),
            price: offerPrice,
          });
        if (next !== undefined) list.set({ cursor: { key: next.id, index: 0 } });
        else deck.messages.say('warn', 'No other offer of this search is like it');
      },
      blocked: offer === undefined ? 'There is no offer here' : undefined,
    },
  };
}
