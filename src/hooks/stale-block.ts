import { type Deck, useDeck } from '../engine/deck.ts';
import { staleBlock } from '../engine/stale-block.ts';
import { keys } from './resources.ts';
import { useTicking } from './use-now.ts';

/**
 * Why nothing may be spent or destroyed now, and what ends that: what stands on the screen is more than a minute old.
 * Of several reads `behind` it the newest counts; undefined while it is fresh, and while nothing was ever read.
 */
export function staleNow(
  { freshAt, services, keyName }: Pick<Deck, 'freshAt' | 'services' | 'keyName'>,
  behind: readonly string[] = [keys.instances],
): string | undefined {
  const known = behind.map((key) => freshAt.get(key)).filter((at) => at !== undefined);
  return staleBlock(
    known.length === 0 ? undefined : Math.max(...known),
    services.clock.now(),
    keyName('app.refresh'),
  );
}

/** The same for drawing: it changes as time goes by. */
export function useStaleBlock(...behind: readonly string[]): string | undefined {
  const deck = useDeck();
  const words = useTicking(() => staleNow(deck, behind.length === 0 ? undefined : behind) ?? '');
  return words === '' ? undefined : words;
}
