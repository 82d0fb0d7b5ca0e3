import type { Deck } from './deck.ts';
import { keys } from './read-keys.ts';

/** Data older than this is nothing to spend money or destroy machines by. */
const decideWithinMs = 60_000;

/**
 * Why nothing may be changed by what was read at `readAt` (epoch ms), and what ends that; undefined while it is fresh
 * enough, and while nothing was ever read. `refreshKey` is what the key is called that reads anew.
 */
export function staleBlock(readAt: number | undefined, now: number, refreshKey: string): string | undefined {
  if (readAt === undefined || now - readAt <= decideWithinMs) return undefined;
  const minutes = Math.floor((now - readAt) / 60_000);
  return `What stands here is over ${minutes} min old, too old to decide by: ${refreshKey} asks the service again`;
}

/**
 * Why nothing may be spent or destroyed now, and what ends that: what stands on the screen is more than a minute old.
 * Of several reads `behind` it the newest counts; undefined while it is fresh, and while nothing was ever read.
 */
export function staleNow(
  { reads, services, keyName }: Pick<Deck, 'reads' | 'services' | 'keyName'>,
  behind: readonly string[] = [keys.instances],
): string | undefined {
  const known = behind.map((key) => reads.askedAt(key)).filter((at) => at !== undefined);
  return staleBlock(
    known.length === 0 ? undefined : Math.max(...known),
    services.clock.now(),
    keyName('app.refresh'),
  );
}
