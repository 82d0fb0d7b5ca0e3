import type { Deck } from './deck.ts';
import { heldName } from './held-acts.ts';

/** What would be lost by leaving now, a sentence each; none when nothing would. */
export function unfinished(deck: Deck): string[] {
  const held = deck.held.get();
  const waiting = held.filter(({ sending }) => !sending).map(heldName);
  const sending = held.filter((one) => one.sending).map(heldName);
  return [
    ...(deck.renting.get() === undefined
      ? []
      : ['A rent is on its way: quit now and its outcome is not known.']),
    ...(waiting.length === 0 ? [] : [`Quit now and this is not sent: ${waiting.join(', ')}.`]),
    ...(sending.length === 0
      ? []
      : [`On its way: ${sending.join(', ')}. Quit now and nobody says what came of it.`]),
  ];
}
