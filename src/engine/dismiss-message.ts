import type { Deck } from './deck.ts';

/** Takes what is open off the message line; `u` brings it back. */
export function dismissMessage({ messages, undo }: Pick<Deck, 'messages' | 'undo'>): void {
  const was = messages.dismissed.get();
  messages.dismiss();
  undo.push({
    what: 'dismissed message',
    back: () => {
      if (messages.dismissed.get() === was) return false;
      messages.dismissed.set(was);
      return true;
    },
  });
}
