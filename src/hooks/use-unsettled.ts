import { useMemo } from 'react';
import { keys } from '../engine/read-keys.ts';
import type { Unsettled } from '../engine/rent/rent-journal-machine.ts';
import { judgeRents, type ListReading, readingOf, type Verdict } from '../engine/rent/rent-verdict.ts';
import { useStore } from '../tui/use-store.ts';
import { useInstances } from './resources.ts';
import { useDeck } from './use-deck.ts';
import { useJournal } from './use-journal.ts';
import { useTicking } from './use-now.ts';

/**
 * What the list of instances says; undefined while it cannot be read, which says nothing. Unless it is `asked`, no later
 * poll redraws anything.
 */
export function useListReading(asked = true): ListReading | undefined {
  const deck = useDeck();
  const read = useInstances();
  const data = read.state === 'ready' ? read.data : undefined;
  // A poll that brings the same rows is news all the same: they are still the only ones.
  const at = useTicking(() => (asked ? (deck.reads.askedAtOwn(keys.instances) ?? 0) : 0));
  return useMemo(() => (data === undefined || at === 0 ? undefined : readingOf(data, at)), [data, at]);
}

/** Every rent without an outcome that is not on its way, with what the list says of it. */
export function useUnsettled(): readonly { rent: Unsettled; verdict: Verdict }[] {
  const deck = useDeck();
  const events = useJournal();
  const sending = useStore(deck.sending);
  const isOpen = useMemo(() => judgeRents(events, undefined, sending).length > 0, [events, sending]);
  const list = useListReading(isOpen);
  return useMemo(
    () => judgeRents(events, list, sending).filter(({ rent }) => !sending.has(rent.rent)),
    [events, list, sending],
  );
}
