import type { Deck } from '../deck.ts';
import type { TfaState } from './tfa-flow-state.ts';
import { settlesCodes, type UnkeptMark } from './unkept-codes.ts';

/** The mark of the account in use; somebody logged out has none. */
export function unkeptMark(deck: Deck): UnkeptMark | undefined {
  const session = deck.session.get();
  return session === undefined || session.loggedOut !== undefined
    ? undefined
    : deck.services.unkeptCodes(session);
}

/** Drops it after a step that settles it, or that lets go of codes: the deck does so once a copy was read back. */
export function forgetUnkept(deck: Deck, was: TfaState, next: TfaState): void {
  const kept = next.codes === undefined && was.codes !== undefined;
  if (kept || settlesCodes(was, next)) void unkeptMark(deck)?.drop();
}
