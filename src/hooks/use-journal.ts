import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { type OpenLimit, openLimits } from '../engine/auto-stop/limits.ts';
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

/** The limits of the account that stand; the component redraws when one is set, changed or ends. */
export function useOpenLimits(): readonly OpenLimit[] {
  const events = useJournal();
  return useMemo(() => openLimits(events), [events]);
}
