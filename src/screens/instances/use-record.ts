import { useEffect, useRef } from 'react';
import type { Instance } from '../../client/wire.ts';
import { readInstance } from '../../engine/instances/lifecycle.ts';
import { isNotListed, saysNotThere } from '../../engine/known-gone.ts';
import { dataOf, type Loadable } from '../../engine/loadable.ts';
import { keys } from '../../engine/read-keys.ts';
import { pollSeconds } from '../../engine/reads.ts';
import { useShownRead } from '../../hooks/live-reads.ts';
import { useInstance, useInstances } from '../../hooks/resources.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useTicking } from '../../hooks/use-now.ts';

/** Polling ends when there is nothing more to learn: it runs, it is gone, or it will never run. */
const pollEvery = (instance: Instance | null | undefined): number => {
  if (instance === null || instance === undefined) return pollSeconds.boot;
  const { kind, neverRuns } = readInstance(instance);
  if (neverRuns) return pollSeconds.instances;
  return kind === 'running' || kind === 'stopped' ? 0 : pollSeconds.boot;
};

export type InstanceRecord = {
  /** As it was read last, alone or in the list; null when the service has no record of it. */
  instance: Instance | null | undefined;
  /** As the read of it alone said; null of one that was there only where a whole list agrees that it is gone. */
  alone: Instance | null | undefined;
  /** It was there, and is no more. */
  gone: boolean;
  read: Loadable<Instance | null>;
  /** The read that told `instance`, and when (epoch ms). */
  checked(): { key: string; at: number };
  /** Seconds to the next read of it alone, 0 when there is none. */
  nextPoll: number;
  trouble: readonly string[];
  old: boolean;
  again: string | undefined;
};

/** One instance, kept fresh: read alone while it boots, in the list after that. */
export function useInstanceRecord(id: number): InstanceRecord {
  const deck = useDeck();
  const list = useInstances();
  const listed = dataOf(list)?.instances.find((row) => row.id === id);
  // No record is none yet after a rent, and none any more once there was one: then there is nothing left to ask for.
  const wasThere = useRef<number>(undefined);
  const hasBeen = () => wasThere.current === id || deck.destroyed.has(id) || deck.boots.get().has(id);
  const readAt = (key: string): number => deck.reads.askedAt(key) ?? 0;
  // Null is said of one that is gone, and by mistake: only a whole list that is no older tells which.
  const isGone = () =>
    hasBeen() &&
    list.state === 'ready' &&
    isNotListed(list.data, id) &&
    (deck.destroyed.has(id) || readAt(keys.instances) >= readAt(keys.instance(id)));
  const wanted = (data: Instance | null | undefined): number =>
    data === null && isGone() ? 0 : pollEvery(data);
  const read = useInstance(id, wanted);
  const last = dataOf(read);
  if (listed !== undefined || (last !== undefined && last !== null)) wasThere.current = id;
  // Reading it alone ends with its boot, the list goes on; whichever was read last is the record as it is now. An answer
  // that says the same draws nothing, so when it came is asked each time.
  const listIsNewer = () => readAt(keys.instances) > readAt(keys.instance(id));
  // No record of one that was there: only a whole list, read after that, tells that it is gone (engine/known-gone.ts).
  const noRecord = read.state === 'failed' ? saysNotThere(read.error) : last === null;
  // A list that says the same as before draws nothing, and tells all the same.
  useTicking(() => (noRecord ? readAt(keys.instances) : 0));
  const isLater = readAt(keys.instances) >= readAt(keys.instance(id));
  const isMissing = noRecord && list.state === 'ready' && isNotListed(list.data, id) && isLater && hasBeen();
  const isOpen = noRecord && listed === undefined && !isMissing && hasBeen();
  const one = isMissing ? null : isOpen && last === null ? undefined : last;
  const byList = () => listed !== undefined && (one === undefined || one === null || listIsNewer());
  const nextPoll = wanted(one);
  const rest = nextPoll === 0 && (isMissing || read.state !== 'failed');
  const { trouble, old, again } = useShownRead(
    rest ? keys.instances : keys.instance(id),
    rest ? list : read,
    'Record',
  );
  // What stands here and what the money line counts by must not contradict each other for longer than a read takes.
  const differ = one !== undefined && listed?.actual_status !== one?.actual_status;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each difference, not at each render
  useEffect(() => {
    if (differ) (listIsNewer() ? read : list).refresh();
  }, [differ, one?.actual_status, listed?.actual_status]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, then as often as the list is read anyway
  useEffect(() => {
    if (isOpen) list.refresh();
  }, [isOpen]);
  return {
    instance: byList() ? listed : one,
    alone: one,
    gone: isMissing && listed === undefined,
    read,
    checked() {
      const key = byList() ? keys.instances : keys.instance(id);
      return { key, at: readAt(key) };
    },
    nextPoll,
    trouble,
    old,
    again,
  };
}
