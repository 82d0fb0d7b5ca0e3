import type { Deck } from '../../engine/deck.ts';

/** Refuses every write from here on and calls back what waits to be sent. False without a session. */
export function goReadOnly(deck: Deck): boolean {
  const session = deck.session.get();
  if (session === undefined) return false;
  while (deck.engine.get()?.writes.cancelNewest() !== undefined);
  deck.services.refuseWrites();
  deck.session.set({ ...session, readOnly: true });
  return true;
}
