import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { JournalEvent } from '../domain/journal-events.ts';
import type { Unsettled } from '../domain/rent-journal-machine.ts';
import { judgeRents, type ListReading, readingOf, type Verdict } from '../domain/rent-verdict.ts';
import { useDeck, useSession } from './deck.ts';
import { keys, useInstances } from './resources.ts';
import { useStore } from './store.ts';
import { useTicking } from './use-now.ts';

const none: readonly JournalEvent[] = [];

/** The journal of the account that is signed in. */
export function useJournal(): readonly JournalEvent[] {
  const deck = useDeck();
  const session = useSession();
  const journal = session === undefined ? undefined : deck.services.journal(session);
  const subscribe = useCallback(
    (changed: () => void) => journal?.subscribe(changed) ?? (() => {}),
    [journal],
  );
  return useSyncExternalStore(subscribe, () => journal?.events() ?? none);
}

/** What the list of instances says; undefined while it cannot be read, which says nothing. */
export function useListReading(): ListReading | undefined {
  const deck = useDeck();
  const read = useInstances();
  const data = read.state === 'ready' ? read.data : undefined;
  // A poll that brings the same rows is news all the same: they are still the only ones.
  const at = useTicking(() => deck.freshAt.get(keys.instances) ?? 0);
  return useMemo(() => (data === undefined || at === 0 ? undefined : readingOf(data, at)), [data, at]);
}

/** Every rent without an outcome that is not on its way, with what the list says of it. */
export function useUnsettled(): readonly { rent: Unsettled; verdict: Verdict }[] {
  const deck = useDeck();
  const events = useJournal();
  const list = useListReading();
  const sending = useStore(deck.sending);
  return useMemo(
    () => judgeRents(events, list, sending).filter(({ rent }) => !sending.has(rent.rent)),
    [events, list, sending],
  );
}
