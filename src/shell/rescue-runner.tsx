import { useEffect } from 'react';
import { useDeck, useSession } from '../hooks/deck.ts';
import { advanceRescue } from '../hooks/rescue-run.ts';
import { noteStops, seeBoots } from '../hooks/rescue-seen.ts';
import { keys, useInstances } from '../hooks/resources.ts';
import { useStore } from '../hooks/store.ts';
import { useJournal } from '../hooks/use-journal.ts';
import { useNow, useTicking } from '../hooks/use-now.ts';
import { dataOf } from '../loadable.ts';

/**
 * Carries the rescues out, one step after the other, whatever screen is shown. It looks again with each second, each
 * read of the list and each line of the journal; what is to be done is a pure rule (domain/rescue-move.ts). Draws
 * nothing.
 */
export function RescueRunner() {
  const deck = useDeck();
  const session = useSession();
  const instances = dataOf(useInstances())?.instances;
  const at = useTicking(() => deck.freshAt.get(keys.instances) ?? 0);
  const events = useJournal();
  const memory = useStore(deck.rescue);
  const now = useNow();
  const stopAsked = useStore(deck.stopAsked);
  useEffect(() => {
    if (stopAsked.size > 0) noteStops(deck, stopAsked.keys());
  }, [deck, stopAsked]);
  // A poll that brings the same rows is a poll all the same: three of them are a verdict.
  useEffect(() => {
    if (session !== undefined && instances !== undefined && at > 0) seeBoots(deck, session, instances, at);
  }, [deck, session, instances, at]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what the next move depends on
  useEffect(() => {
    if (session !== undefined) void advanceRescue(deck, session);
  }, [deck, session, events, memory, now]);
  return null;
}
