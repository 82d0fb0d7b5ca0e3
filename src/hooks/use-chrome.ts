import { useLayoutEffect } from 'react';
import { useDeck } from './use-deck.ts';

/**
 * Draws less around the screen while it is shown: `slim` keeps the first line and the keys and leaves messages to the
 * screen (use-current-message.ts), so that its room never changes under it; `bare` keeps nothing.
 */
export function useChrome(chrome: 'full' | 'slim' | 'bare'): void {
  const deck = useDeck();
  useLayoutEffect(() => {
    deck.chrome.set(chrome);
    return () => deck.chrome.set('full');
  }, [deck, chrome]);
}
