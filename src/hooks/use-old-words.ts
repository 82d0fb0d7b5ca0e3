import { span } from '../base/format-time.ts';
import { useStore } from '../tui/use-store.ts';
import { useDeck } from './use-deck.ts';
import { useTicking } from './use-now.ts';

/**
 * That what the screen shows is from before, in a sentence: the last read of it failed. For questions, which are answered
 * by what stands there; undefined while the reads go well, and where nothing was read yet.
 */
export function useOldWords(): string | undefined {
  const deck = useDeck();
  const shown = useStore(deck.shown);
  const { clock } = deck.services;
  const words = useTicking(() => {
    const at = shown?.error === undefined ? undefined : deck.reads.askedAt(shown.key);
    return at === undefined
      ? ''
      : `What stands here is ${span(clock.now() - at)} old: reading it again has failed since.`;
  });
  return words === '' ? undefined : words;
}
