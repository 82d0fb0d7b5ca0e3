import { type Charged, readCharges } from '../engine/money/charged.ts';
import type { Loadable } from '../engine/read-health.ts';
import { pollSeconds } from '../engine/reads.ts';
import { useDeck } from './use-deck.ts';
import { useRead } from './use-read.ts';

/** Under this name the charges are in the cache. */
export const chargesKey = 'charges';

/** What the service has charged in the last days. */
export function useCharges(): Loadable<Charged> & { refresh: () => void } {
  const { clock } = useDeck().services;
  return useRead(chargesKey, (api) => readCharges(api, clock.now()), { every: pollSeconds.account });
}
