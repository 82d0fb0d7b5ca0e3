import { ratePerHour } from '../../base/format.ts';
import type { Offer } from '../../client/wire.ts';
import type { Deck } from '../../engine/deck.ts';
import { gpuLabel } from '../../engine/instances/names.ts';
import { actionRow } from '../../engine/keymap.ts';
import { currentRoute } from '../../engine/route.ts';
import { settlingReason } from '../../hooks/list-settling.ts';
import { useLoadedOffers } from '../../hooks/loaded-offers.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import { useFormBlock } from '../../hooks/use-rent-block.ts';
import type { MenuEntry } from '../../tui/dialog/modal.ts';
import type { Reachable } from '../../tui/keys/layers.ts';
import type { Takes } from '../../tui/palette/palette-line.ts';

const fromLast = '--from';

/** What `:rent` takes: the id of an offer that is loaded, and `--from last` for the form as it was filled in last. */
export function useOfferVerbs(): (bound: readonly Reachable[]) => {
  takes: ReadonlyMap<string, Takes>;
  entries: readonly MenuEntry[];
} {
  const deck = useDeck();
  const session = useSession();
  const loaded = useLoadedOffers();
  const block = useFormBlock();
  return (bound) => {
    if (session === undefined || session.loggedOut !== undefined) return { takes: new Map(), entries: [] };
    const run = (words: readonly string[]): string | undefined => {
      const last = words.findIndex((word) => word === fromLast || word === `${fromLast}=last`);
      const isSplit = words[last] === fromLast;
      if (isSplit && words[last + 1] !== 'last')
        return '--from takes the word last: the form as it was filled in last';
      const rest = last < 0 ? words : words.toSpliced(last, isSplit ? 2 : 1);
      if (rest.length > 1) return 'rent takes one offer at a time';
      const offer = offerOf(deck, rest[0], loaded.ofSearch());
      if (typeof offer === 'string') return offer;
      const why = deck.gone.get().get(offer.id) ?? block;
      if (why !== undefined) return why;
      if (last >= 0 && !takeLast(deck, offer)) return 'No rent form has been filled in yet';
      deck.go({ go: 'push', route: { screen: 'rent', offer } });
      return undefined;
    };
    const takes: Takes = {
      what: 'the id of an offer, --from last',
      options: (before) => {
        if (before.at(-1) === fromLast) return [{ word: 'last', note: 'the form as it was filled in last' }];
        const from = before.includes(fromLast)
          ? []
          : [{ word: fromLast, note: 'last: the form as it was filled in last' }];
        if (before.some((word) => /^\d+$/.test(word))) return from;
        return [
          ...from,
          ...loaded.ofSearch().map((offer) => ({
            word: String(offer.id),
            note: [gpuLabel(offer), offer.dph_total === undefined ? undefined : ratePerHour(offer.dph_total)]
              .filter(Boolean)
              .join(', '),
          })),
        ];
      },
      run,
    };
    const isBound = bound.some(({ id }) => id === 'offer.rent');
    const entry: MenuEntry = {
      label: actionRow('offer.rent').help,
      names: ['rent'],
      takes,
      needsWords: true,
      run: () => {},
    };
    return { takes: new Map([['offer.rent', takes]]), entries: isBound ? [] : [entry] };
  };
}

/** The offer of a typed id, else the one under the cursor where offers are shown; a sentence where there is none. */
function offerOf(deck: Deck, word: string | undefined, offers: readonly Offer[]): Offer | string {
  const isShown = currentRoute(deck.nav.get()).screen === 'offers';
  const id = word ?? (isShown ? String(deck.underCursor.get('offers') ?? '') : '');
  if (word === undefined && isShown && deck.settling.get() === 'asked') return settlingReason;
  if (id === '') return 'Name an offer by its id';
  if (!/^\d+$/.test(id)) return `An offer is named by its id: "${id}" is none`;
  return (
    offers.find((offer) => offer.id === Number(id)) ??
    `Offer ${id} is not among those of the search that is loaded: search for it first`
  );
}

/** Lets the form for `offer` begin with what was filled in last; false where nothing was. */
function takeLast(deck: Deck, offer: Offer): boolean {
  const last = [...deck.drafts.keys()].at(-1);
  if (last === undefined) return deck.services.drafts?.load() !== undefined;
  if (last !== offer.id) deck.drafts.delete(offer.id);
  return true;
}
