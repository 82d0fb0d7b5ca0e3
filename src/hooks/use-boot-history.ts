import { useEffect } from 'react';
import type { Instance } from '../client/wire.ts';
import { epochMs } from '../domain/format-time.ts';
import type { BootHistory } from '../domain/lifecycle.ts';
import { useDeck, useSession } from './deck.ts';
import { useStore } from './store.ts';

/**
 * The states in which an instance was seen, with the times at which they were. The service keeps no history, so this
 * is ours: it begins with the rent when that was made here, else with what the record says of its creation.
 */
export function useBootHistory(id: number, instance: Instance | null | undefined): BootHistory {
  const deck = useDeck();
  const session = useSession();
  const { clock, watches } = deck.services;
  const all = useStore(deck.boots);
  const status = instance?.actual_status;

  useEffect(() => {
    if (instance === null || instance === undefined || status === undefined) return;
    deck.boots.set((now) => {
      const known = now.get(id);
      if (known?.seen.at(-1)?.status === status) return now;
      const rented =
        session === undefined
          ? undefined
          : watches(session)
              .list()
              .find((watch) => watch.id === id)?.at;
      const created = instance.start_date === undefined ? clock.now() : epochMs(instance.start_date);
      const history = known ?? { rentedAt: rented ?? created, seen: [] };
      return new Map(now).set(id, { ...history, seen: [...history.seen, { status, at: clock.now() }] });
    });
  }, [deck, id, status, instance, session, watches, clock]);

  return all.get(id) ?? { rentedAt: clock.now(), seen: [] };
}
