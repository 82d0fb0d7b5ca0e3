import { createStore, type Store } from '../../base/store.ts';
import type { InstanceListReply } from '../../client/wire.ts';
import { isWhole } from '../missing-rows.ts';

/** A stop that the service took: when (epoch ms), and the `actual_status` that it may still report. */
type StopAsked = { at: number; status: string | null | undefined };

/** What is remembered of instances by what was asked of them. */
export type InstanceState = {
  /** The service took a stop of an instance with this `actual_status`, which it may still report for a while. */
  stopAsked(id: number, status: string | null | undefined): void;
  /** It was asked for something else since. */
  stopOver(id: number): void;
  /** An instance is known to be gone. */
  instanceGone(id: number): void;
  /** By the id of the instance, until the service reports anything else of it. */
  stopsAsked: Store<ReadonlyMap<number, StopAsked>>;
  heard(list: InstanceListReply): void;
};

/** `now` is by the service's clock (epoch ms); `before` is what an earlier session of the account has left. */
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
