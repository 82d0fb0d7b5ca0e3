import { useCallback, useSyncExternalStore } from 'react';
import type { JournalEvent } from '../engine/journal-events.ts';
import { useDeck, useSession } from './use-deck.ts';

const none: readonly JournalEvent[] = [];

/** The journal of the account that is signed in; the component redraws with each event. */
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
