import { createStore, type Store } from '../../base/store.ts';
import type { InstanceListReply } from '../../client/wire.ts';
import { isWhole } from '../missing-rows.ts';

/** A stop that the provider accepted: when (epoch ms), and the `actual_status` that it may still report. */
type StopAsked = { at: number; status: string | null | undefined };

/** What is remembered about instances from what was sent to them. */
export type InstanceState = {
  /** The provider accepted a stop of an instance with this `actual_status`, which it may still report for a while. */
  stopAsked(id: number, status: string | null | undefined): void;
  /** Something else has been sent to it since. */
  stopOver(id: number): void;
  /** An instance is known to be gone. */
  instanceGone(id: number): void;
  /** By instance ID, until the provider reports anything else about it. */
  stopsAsked: Store<ReadonlyMap<number, StopAsked>>;
  heard(list: InstanceListReply): void;
};

/** `now` is the provider's time (epoch ms). `before` is what an earlier session of the account left. */
export function createInstanceState(
  now: () => number,
  instanceGone: (id: number) => void,
  before?: InstanceState,
): InstanceState {
  const stopsAsked = before?.stopsAsked ?? createStore<ReadonlyMap<number, StopAsked>>(new Map());
  return {
    stopsAsked,
    stopAsked: (id, status) => stopsAsked.set((was) => new Map(was).set(id, { at: now(), status })),
    stopOver(id) {
      if (stopsAsked.get().has(id)) stopsAsked.set((was) => new Map([...was].filter(([key]) => key !== id)));
    },
    instanceGone,
    heard(list) {
      const asked = stopsAsked.get();
      const still = [...asked].filter(([id, { status }]) => {
        const row = list.instances.find((one) => one.id === id);
        return row === undefined ? status === undefined || !isWhole(list) : row.actual_status === status;
      });
      if (still.length < asked.size) stopsAsked.set(new Map(still));
    },
  };
}
