import { useEffect } from 'react';
import { epochMs } from '../base/format-time.ts';
import type { Instance } from '../client/wire.ts';
import type { Deck } from '../engine/deck.ts';
import type { BootHistory } from '../engine/instances/boot.ts';
import { keys } from '../engine/read-keys.ts';
import { useStore } from '../tui/use-store.ts';
import { useDeck } from './use-deck.ts';

/**
 * Adds the state of an instance as it was read at `at` (epoch ms). The list and the instance alone are read in turn:
 * what is older than what is known already says nothing new, and a state that lasts is one entry.
 */
function record(deck: Deck, instance: Instance, at: number): void {
  const { id, actual_status: status } = instance;
  const { watches } = deck.services;
  deck.boots.set((now) => {
    const known = now.get(id);
    const last = known?.seen.at(-1);
    if (last !== undefined && (last.status === status || at < last.at)) return now;
    const session = deck.session.get();
    const rented =
      session &&
      watches(session)
        .list()
        .find((watch) => watch.id === id)?.at;
    const created = instance.start_date === undefined ? at : epochMs(instance.start_date);
    const history = known ?? { rentedAt: rented ?? created, seen: [] };
    return new Map(now).set(id, { ...history, seen: [...history.seen, { status, at }] });
  });
}

/** Keeps the states of every instance of the list, whatever screen is shown. */
export function useBootRecords(instances: readonly Instance[] | undefined): void {
  const deck = useDeck();
  useEffect(() => {
    const at = deck.reads.askedAt(keys.instances);
    if (at !== undefined) for (const instance of instances ?? []) record(deck, instance, at);
  }, [deck, instances]);
}

/**
 * The states in which an instance was seen, with the times at which they were. The service keeps no history, so this
 * is ours: it begins with the rent when that was made here, else with what the record says of its creation.
 * `alone` is what the read of this one instance says.
 */
export function useBootHistory(id: number, alone: Instance | null | undefined): BootHistory {
  const deck = useDeck();
  const { clock } = deck.services;
  const all = useStore(deck.boots);
  useEffect(() => {
    const at = deck.reads.askedAt(keys.instance(id));
    if (alone !== null && alone !== undefined && at !== undefined) record(deck, alone, at);
  }, [deck, id, alone]);
  return all.get(id) ?? { rentedAt: clock.now(), seen: [] };
}
