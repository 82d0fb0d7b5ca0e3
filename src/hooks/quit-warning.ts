import { useSyncExternalStore } from 'react';
import type { Deck } from '../engine/deck.ts';
import { unfinished } from '../engine/unfinished.ts';
import { useStore } from '../tui/use-store.ts';
import { useDeck } from './use-deck.ts';
import { useTicking } from './use-now.ts';
import { usePending } from './use-writes.ts';

const none = [] as const;
const never = () => () => {};

/** How long the warning before a loss stands; after that another Ctrl+C warns anew. */
const warnsMs = 8_000;

/** Ends the deck; where something would be lost by that, says so first, and ends it when asked again. */
export function askToQuit(deck: Deck): void {
  const lost = lostByQuitting(deck);
  if (lost === '' || lost === standing(deck)) {
    deck.quit.current();
    return;
  }
  deck.quitAsked.set({ lost, at: deck.local.now() });
  deck.messages.note(`${lost} Press again to quit anyway.`);
}

/** What was said to be lost, as long as it still would be and was said a moment ago. */
function standing(deck: Deck): string | undefined {
  const asked = deck.quitAsked.get();
  if (asked === undefined || deck.local.now() - asked.at >= warnsMs) return undefined;
  return lostByQuitting(deck) === asked.lost ? asked.lost : undefined;
}

/** The warning that stands now: it goes by itself, and at once when what it says is no longer so. */
export function useQuitWarning(): string | undefined {
  const deck = useDeck();
  useStore(deck.quitAsked);
  usePending();
  useStore(deck.sending);
  useStore(deck.renting);
  const { calls } = deck.services;
  useSyncExternalStore(calls?.subscribe ?? never, calls?.underWay ?? (() => none));
  const lost = useTicking(() => standing(deck) ?? '');
  return lost === '' ? undefined : `${lost} Press again to quit anyway.`;
}

/** What quitting now would lose, in one text; empty when nothing. */
function lostByQuitting(deck: Deck): string {
  const { underWay, unkept } = unfinished(deck, 'quit');
  return [...underWay, ...unkept].join(' ');
}
