import { useDeck, useSession } from '../hooks/deck.ts';
import type { MenuEntry } from '../hooks/modal.ts';

/** The palette's way to the volumes of the account, from everywhere: `:volumes`. */
export function useVolumeEntries(): () => readonly MenuEntry[] {
  const deck = useDeck();
  const session = useSession();
  return () =>
    session === undefined || session.loggedOut !== undefined
      ? []
      : [
          {
            label: 'Volumes: where they lie, and what they are attached to',
            run: () => deck.go({ go: 'push', route: { screen: 'volumes' } }),
          },
        ];
}
