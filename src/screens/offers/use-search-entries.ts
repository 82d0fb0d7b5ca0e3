import { buildSearchBody, describeFilters } from '../../engine/offers/query.ts';
import { runSaved } from '../../hooks/saved-searches.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import type { MenuEntry } from '../../tui/dialog/modal.ts';
import type { Reachable } from '../../tui/keys/layers.ts';

/** The palette's entries for the saved searches, by their names; what keeps a person from Offers keeps them from these. */
export function useSearchEntries(): (bound: readonly Reachable[]) => readonly MenuEntry[] {
  const deck = useDeck();
  const session = useSession();
  return (bound) => {
    if (session === undefined || session.loggedOut !== undefined) return [];
    const blocked = bound.find(({ id }) => id === 'app.offers')?.binding.blocked;
    return deck.saved.list().map((saved) => ({
      label: `Search ${saved.name}: ${describeFilters(buildSearchBody(saved.search))}`,
      names: [saved.name, saved.name.replaceAll('-', ' ')],
      isPlace: true,
      ...(blocked === undefined ? {} : { hint: blocked }),
      run: () => (blocked === undefined ? runSaved(deck, saved) : deck.messages.say('warn', blocked)),
    }));
  };
}
