import type { Deck } from '../../engine/deck.ts';

/** Copies a text and says what became of it. What could not be copied, or may not have arrived, stays on the screen. */
export async function copyText(deck: Deck, what: string, text: string): Promise<void> {
  const { how, text: said } = await deck.services.terminal.copy(text);
  deck.messages.say(how === 'not-copied' ? 'warn' : 'info', said);
  if (how !== 'copied') deck.open({ kind: 'pager', title: what, lines: text.trimEnd().split('\n') });
}
