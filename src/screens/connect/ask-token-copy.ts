import type { Deck } from '../../engine/deck.ts';
import { copyText } from './copy-text.ts';

/**
 * Asks before a Jupyter address goes to the clipboard, whose history may keep its token: so it takes the key twice.
 * `show` is what else may be done with it.
 */
export function askTokenCopy(
  deck: Deck,
  url: string,
  { key, show }: { key: string; show?: () => void },
): void {
  deck.open({
    kind: 'menu',
    title: 'It holds a token, and clipboards keep a history',
    entries: [
      { key, label: 'Copy it all the same', run: () => void copyText(deck, 'Jupyter address', url) },
      ...(show === undefined ? [] : [{ key: 'v', label: 'Show it here, and copy nothing', run: show }]),
    ],
  });
}
