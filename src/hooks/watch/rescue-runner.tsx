import { useEffect } from 'react';
import { dataOf } from '../../engine/read-health.ts';
import { keys } from '../../engine/read-keys.ts';
import { advanceRescue } from '../../engine/rescue/rescue-run.ts';
import { noteStops, seeBoots } from '../../engine/rescue/rescue-seen.ts';
import { useLayer } from '../../tui/keys/use-layer.ts';
import { useStore } from '../../tui/use-store.ts';
import { useInstances } from '../resources.ts';
import { useAwaitingRescue } from '../use-awaiting-rescue.ts';
import { useDeck, useSession } from '../use-deck.ts';
import { useJournal } from '../use-journal.ts';
import { useEachSecond, useTicking } from '../use-now.ts';
import { useRescueKey } from '../use-rescue-key.ts';
import { useStopsAsked } from '../use-writes.ts';

/**
 * Carries the rescues out, one step after the other, whatever screen is shown. It looks again with each second, each
 * read of the list and each line of the journal; what is to be done is a pure rule (engine/rescue/rescue-move.ts). While one
 * waits for a yes, its key works on every screen that has no other use for it. Draws nothing.
 */
export function RescueRunner() {
  const deck = useDeck();
  const session = useSession();
  const list = dataOf(useInstances());
  // By our own time: what is learned of the service's makes no second poll of one.
  const at = useTicking(() => deck.reads.askedAtOwn(keys.instances) ?? 0);
  const events = useJournal();
  const memory = useStore(deck.rescue);
  const stopAsked = useStopsAsked();
  useEffect(() => {
    if (stopAsked.size > 0) noteStops(deck, stopAsked.keys());
  }, [deck, stopAsked]);
  // A poll that brings the same rows is a poll all the same: three of them are a verdict.
  useEffect(() => {
    if (session !== undefined && list !== undefined && at > 0) seeBoots(deck, session, list, at);
  }, [deck, session, list, at]);
  const awaiting = useAwaitingRescue();
  const { key } = useRescueKey(awaiting?.instance.id ?? 0, awaiting?.instance);
  useLayer(awaiting && { kind: 'global', bindings: { 'instance.rescue': key } });
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what the next move depends on
  useEffect(() => {
    if (session !== undefined) void advanceRescue(deck, session);
  }, [deck, session, events, memory]);
  useEachSecond(() => {
    if (session !== undefined) void advanceRescue(deck, session);
  });
  return null;
}
