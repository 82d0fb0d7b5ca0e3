import type { Deck } from '../../engine/deck.ts';
import { writeMessages } from '../../engine/write-messages.ts';
import { nameOf } from '../../engine/writes.ts';

/** Refuses every write from here on and calls back what waits to be sent. False without a session. */
export function goReadOnly(deck: Deck): boolean {
  const session = deck.session.get();
  if (session === undefined) return false;
  const { writes } = deck.engine.get() ?? {};
  for (let one = writes?.cancelNewest(); one !== undefined; one = writes?.cancelNewest())
    deck.messages.say('info', writeMessages.cancelled(nameOf(one)));
  deck.services.refuseWrites();
  deck.session.set({ ...session, readOnly: true });
  return true;
}
