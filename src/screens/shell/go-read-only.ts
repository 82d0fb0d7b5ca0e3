import type { Deck } from '../../engine/deck.ts';
import { callBack } from '../../engine/instances/held-acts.ts';

/** Refuses every write from here on and calls back what waits to be sent. False without a session. */
export function goReadOnly(deck: Deck): boolean {
  const session = deck.session.get();
  if (session === undefined) return false;
  while (callBack(deck) !== undefined);
  deck.services.refuseWrites();
  deck.session.set({ ...session, readOnly: true });
  return true;
}
