import { useEffect } from 'react';
import type { Parts } from '../base/parts.ts';
import { partsText } from '../tui/text/parts.ts';
import { useDeck } from './use-deck.ts';

/** What the message line says for this screen while there is no message. */
export function useHint(parts: Parts): void {
  const { hint } = useDeck();
  const text = partsText(parts);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the parts, which are made anew at each render
  useEffect(() => {
    hint.set(parts);
    return () => hint.set([]);
  }, [text, hint]);
}
