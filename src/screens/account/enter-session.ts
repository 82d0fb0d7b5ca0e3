import type { Deck } from '../../engine/deck.ts';
import type { Session } from '../../engine/services.ts';

/** Goes on with a session, at Offers. Nothing that was known of another account stays behind. */
export function enterSession(deck: Deck, session: Session): void {
  deck.close();
  deck.gone.set(new Map());
  deck.boots.set(new Map());
  deck.lists.clear();
  Object.assign(deck.latest, { current: undefined, missing: 0 });
  deck.session.set(session);
  deck.go({ go: 'jump', route: { screen: 'offers' } });
}
