import { useState } from 'react';
import { useDeck } from '../hooks/use-deck.ts';
import { useNow } from '../hooks/use-now.ts';
import { useLayer } from '../tui/keys/use-layer.ts';

const idleMs = 2 * 60_000;

/** True when nobody has pressed a key for two minutes. The next key only shows again what was there. */
export function useIdleBlank(): boolean {
  const deck = useDeck();
  useNow();
  const now = deck.local.now();
  const [since, setSince] = useState(now);
  const blank = now - Math.max(since, deck.lastKeyAt.current) >= idleMs;
  const wake = () => setSince(deck.local.now());
  useLayer(
    blank
      ? {
          kind: 'text',
          bindings: {},
          paste: wake,
          edits: ({ key }) => {
            wake();
            return key !== 'ctrl+c';
          },
        }
      : undefined,
  );
  return blank;
}
