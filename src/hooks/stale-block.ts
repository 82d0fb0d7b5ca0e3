import { staleBlock } from '../domain/stale-block.ts';
import { useDeck } from './deck.ts';
import { keys } from './resources.ts';
import { useTicking } from './use-now.ts';

/**
 * Why nothing may be spent or destroyed just now, and what ends that: what stands on the screen is more than a minute
 * old. Of several reads behind it the newest counts; undefined while it is fresh.
 */
export function useStaleBlock(...behind: readonly string[]): string | undefined {
  const { freshAt, services } = useDeck();
  const words = useTicking(() => {
    const times = (behind.length === 0 ? [keys.instances] : behind).map((key) => freshAt.get(key));
    const known = times.filter((at) => at !== undefined);
    return staleBlock(known.length === 0 ? undefined : Math.max(...known), services.clock.now()) ?? '';
  });
  return words === '' ? undefined : words;
}
