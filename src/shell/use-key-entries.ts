import { useDeck, useSession } from '../hooks/deck.ts';
import type { MenuEntry } from '../hooks/modal.ts';

/** The palette's way to the keys of the account, from everywhere: `:keys` and `:ssh-keys`. */
export function useKeyEntries(): () => readonly MenuEntry[] {
  const deck = useDeck();
  const session = useSession();
  return () =>
    session === undefined || session.loggedOut !== undefined
      ? []
      : [
          {
            label: 'Keys: API keys of the account, and what this one may do',
            run: () => deck.go({ go: 'push', route: { screen: 'keys' } }),
          },
          {
            label: 'SSH-keys: the public keys that open instances',
            run: () => deck.go({ go: 'push', route: { screen: 'ssh-keys' } }),
          },
        ];
}
