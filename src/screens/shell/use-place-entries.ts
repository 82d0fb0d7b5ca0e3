import { places } from '../../engine/places.ts';
import { currentRoute } from '../../engine/route.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import type { MenuEntry } from '../../tui/dialog/modal.ts';
import type { Reachable } from '../../tui/keys/layers.ts';

/** The palette's way to the places that have no key of their own; what keeps a person from Offers keeps them from these. */
export function usePlaceEntries(): (bound: readonly Reachable[]) => readonly MenuEntry[] {
  const deck = useDeck();
  const session = useSession();
  return (bound) => {
    if (session === undefined || session.loggedOut !== undefined) return [];
    const blocked = bound.find(({ id }) => id === 'app.offers')?.binding.blocked;
    return places.flatMap((place): MenuEntry[] => {
      if ('action' in place) return [];
      const { names, label, route } = place;
      return [
        {
          ...{ names, label, isPlace: true },
          ...(blocked === undefined ? {} : { hint: blocked }),
          run: () => {
            if (blocked !== undefined) return deck.messages.say('warn', blocked);
            if (currentRoute(deck.nav.get()).screen !== route.screen) deck.go({ go: 'push', route });
          },
        },
      ];
    });
  };
}
