import type { Deck } from './deck.ts';

/** Nothing stands over the screen, and nobody types into a field: what opens now interrupts nothing. */
export function isFree(deck: Deck): boolean {
  const typing = deck.layers
    .get()
    .some(({ current }) => current.kind !== 'screen' && current.kind !== 'global');
  return !typing && deck.modal.get() === undefined;
}

/** The same, and the last key is a moment ago: for a question that nobody has asked for. */
export const isUndisturbed = (deck: Deck): boolean =>
  isFree(deck) && Math.abs(deck.local.now() - deck.lastKeyAt.current) > 2_000;
