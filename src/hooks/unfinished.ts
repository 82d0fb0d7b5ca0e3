import { armedRescues } from '../domain/armed-rescues.ts';
import { limitsEndingWithDeck } from '../domain/limits.ts';
import { awaitsCodes } from '../domain/tfa-outcome.ts';
import type { Deck } from './deck.ts';
import { heldName } from './held-acts.ts';
import { lostKey } from './new-key.ts';

/** What would be lost by leaving now, a sentence each; none when nothing would. */
export function unfinished(deck: Deck): string[] {
  const held = deck.held.get();
  const session = deck.session.get();
  const events = session === undefined ? [] : deck.services.journal(session).events();
  const limits = limitsEndingWithDeck(events).map(({ id }) => id);
  const rescues = armedRescues(events);
  const waiting = held.filter(({ sending }) => !sending).map(heldName);
  const sending = held.filter((one) => one.sending).map(heldName);
  const key = lostKey(deck.newKey.get());
  return [
    ...lostCodes(deck),
    ...(key === undefined ? [] : [key]),
    ...(deck.renting.get() === undefined && deck.sending.get().size === 0
      ? []
      : ['A rent is on its way: quit now and its outcome is not known.']),
    ...(deck.copy.records.get().some(({ state }) => state === 'sent')
      ? ['A copy is on its way: quit now and its outcome is not known.']
      : []),
    ...(waiting.length === 0 ? [] : [`Quit now and this is not sent: ${waiting.join(', ')}.`]),
    ...(sending.length === 0
      ? []
      : [`On its way: ${sending.join(', ')}. Quit now and nobody says what came of it.`]),
    ...(limits.length === 0 ? [] : [`Quit now and the limit of ${limits.join(', ')} is not kept.`]),
    ...(rescues.length === 0
      ? []
      : [`Quit now and nothing rescues ${rescues.join(', ')} if it does not boot.`]),
  ];
}

/** Backup codes come once: those that are on their way, and those that are shown and not yet kept. */
function lostCodes({ tfa }: Deck): string[] {
  if (tfa.held.get() !== undefined)
    return ['Quit now and these codes are lost; new ones can be made with B on Security.'];
  const awaited = [...tfa.runs.values()].some(({ state }) => awaitsCodes(state.get()));
  return awaited
    ? ['Backup codes may be on their way. Quit now and they are lost; B on Security makes new ones.']
    : [];
}
