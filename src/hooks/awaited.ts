import type { Deck } from '../engine/deck.ts';
import { currentRoute, type ScreenName } from '../engine/route.ts';
import { useStore } from '../tui/use-store.ts';
import { useDeck } from './use-deck.ts';

/** Why a key does nothing while it is not known yet whose account it is. */
export const lookingUpReason = 'Looking up your key, a moment';

/** Where one can go before that, and of which nothing can be shown until then. Offers begins by what is looked for. */
const ofAccount: ReadonlySet<ScreenName> = new Set<ScreenName>([
  ...(['instances', 'groups', 'copy', 'security', 'money'] as const),
]);

/** Whether the place is open and waits for the account. */
export const isAwaited = ({
  session,
  lookingUp,
  nav,
}: Pick<Deck, 'session' | 'lookingUp' | 'nav'>): boolean =>
  session.get() === undefined && lookingUp.get() && ofAccount.has(currentRoute(nav.get()).screen);

export function useAwaited(): boolean {
  const deck = useDeck();
  useStore(deck.session);
  useStore(deck.lookingUp);
  useStore(deck.nav);
  return isAwaited(deck);
}
