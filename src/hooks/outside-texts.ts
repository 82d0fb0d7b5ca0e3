import { useMemo } from 'react';
import type { Deck } from '../engine/deck.ts';
import { pendingOf } from '../engine/engine.ts';
import { outsideNames } from '../tui/reader/outside-names.ts';
import { useDeck } from './use-deck.ts';

/** So many are kept of what has been heard; the service does not make up names without end. */
const most = 500;

const heard = new WeakMap<Deck, Set<string>>();

function heardBy(deck: Deck): Set<string> {
  const known = heard.get(deck) ?? new Set<string>();
  heard.set(deck, known);
  return known;
}

/** Remembers what of `record`, something that the service said, is to be told as it is. */
export function hearOutside(deck: Deck, record: unknown): void {
  const known = heardBy(deck);
  for (const name of outsideNames(record)) known.add(name);
  for (const oldest of known) {
    if (known.size <= most) return;
    known.delete(oldest);
  }
}

/**
 * The texts of the service and of the person that may stand in any line and are told as they are (tui/reader/outside-names.ts).
 * What the service said is remembered, since a message may name what is gone; what stands in a form or a search counts
 * as long as it stands there.
 */
export function useOutsideTexts(): () => readonly string[] {
  const deck = useDeck();
  const { reads } = deck;
  return useMemo(() => {
    const seen = new WeakSet<object>();
    return () => {
      for (const key of reads.keys()) {
        for (const one of [reads.data(key), reads.error(key)]) {
          if (typeof one !== 'object' || one === null || seen.has(one)) continue;
          seen.add(one);
          hearOutside(deck, one);
        }
      }
      return [...new Set([...heardBy(deck), ...typedBy(deck).flatMap((one) => outsideNames(one))])];
    };
  }, [deck, reads]);
}

/** What the person has given, where it stands now. */
function typedBy(deck: Deck): readonly unknown[] {
  const forms = [...deck.drafts.values(), ...[...deck.groupDrafts.values()].map(({ store }) => store)];
  const { current: keyDraft } = deck.keyDraft;
  const session = deck.session.get();
  return [
    ...forms.map((store) => store.get()),
    keyDraft?.get(),
    deck.copy.form.get(),
    deck.copy.records.get(),
    deck.search.get(),
    deck.saved.list(),
    deck.commands,
    pendingOf(deck).map(({ targets, input }) => ({ targets, input })),
    deck.tfa.memory.get(),
    session?.profile,
    session === undefined ? undefined : deck.services.journal(session)?.events(),
  ];
}
