import { useEffect } from 'react';
import { useStore } from '../base/store.ts';
import type { Instance } from '../client/wire.ts';
import { useDeck } from '../engine/deck.ts';
import { seeWorkers, type WorkersSeen } from '../engine/groups/group-workers.ts';

/** Remembers which instances were seen as workers, whatever screen is shown: their label can be changed. */
export function useWorkerRecords(instances: readonly Instance[] | undefined): void {
  const deck = useDeck();
  useEffect(() => {
    deck.workers.set((seen) => seeWorkers(seen, instances ?? []));
  }, [deck, instances]);
}

/** The instances that were seen as workers in this run, with their groups. */
export const useWorkersSeen = (): WorkersSeen => useStore(useDeck().workers);
