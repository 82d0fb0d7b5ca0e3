import { useEffect } from 'react';
import type { Instance } from '../client/wire.ts';
import { seeWorkers, type WorkersSeen } from '../engine/groups/group-workers.ts';
import { useStore } from '../tui/use-store.ts';
import { useDeck } from './use-deck.ts';

/** Remembers which instances were seen as workers, whatever screen is shown: their label can be changed. */
export function useWorkerRecords(instances: readonly Instance[] | undefined): void {
  const deck = useDeck();
  useEffect(() => {
    deck.workers.set((seen) => seeWorkers(seen, instances ?? []));
  }, [deck, instances]);
}

/** The instances that were seen as workers in this run, with their groups. */
export const useWorkersSeen = (): WorkersSeen => useStore(useDeck().workers);
