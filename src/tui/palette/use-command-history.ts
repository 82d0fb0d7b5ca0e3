import { useState } from 'react';
import { createStore } from '../../base/store.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import type { LineField } from '../text/use-line.ts';
import { useStore } from '../use-store.ts';

/** Walks the commands of before. What was typed when it began comes back behind the latest one. */
export function useCommandHistory(typed: LineField): {
  /** An earlier command stands on the line as it was. */
  walking: boolean;
  older(): void;
  newer(): void;
} {
  const deck = useDeck();
  const [lines] = useState(() => deck.palette.history());
  const [store] = useState(() => createStore({ index: lines.length, text: '', draft: '' }));
  const walk = useStore(store);
  const walking = walk.index < lines.length && walk.text === typed.text;
  const go = (index: number, draft: string) => {
    const text = lines[index] ?? draft;
    store.set({ index, text, draft });
    typed.set(text);
  };
  return {
    walking,
    older: () => {
      const from = walking ? walk.index : lines.length;
      if (from > 0) go(from - 1, walking ? walk.draft : typed.text);
    },
    newer: () => walking && go(walk.index + 1, walk.draft),
  };
}
