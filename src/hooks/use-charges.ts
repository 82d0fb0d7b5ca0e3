import { type Charged, readCharges } from '../domain/charged.ts';
import type { Loadable } from '../loadable.ts';
import { useDeck } from './deck.ts';
import { pollSeconds } from './polling.ts';
import { useRead } from './use-read.ts';

/** Under this name the charges are in the cache. */
export const chargesKey = 'charges';

/** What the service has charged in the last days. */
export function useCharges(): Loadable<Charged> & { refresh: () => void } {
  const { clock } = useDeck().services;
  return useRead(chargesKey, (api) => readCharges(api, clock.now()), { every: pollSeconds.account });
}
