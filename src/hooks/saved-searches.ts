import { useSyncExternalStore } from 'react';
import type { Deck } from '../engine/deck.ts';
import { quotedName, type SavedSearch, searchName } from '../engine/offers/saved-search.ts';
import type { SearchState } from '../engine/offers/search-state.ts';
import { isCommandWord } from '../engine/places.ts';
import { applySearch } from './apply-search.ts';
import { useDeck } from './use-deck.ts';

export function useSavedSearches(): readonly SavedSearch[] {
  const { saved } = useDeck();
  return useSyncExternalStore(saved.subscribe, saved.list, saved.list);
}

type Change = (now: readonly SavedSearch[]) => readonly SavedSearch[];

/** Changes the list, says `done` or why it lasts for the run only, and lets `u` do the opposite. */
async function changed(
  deck: Deck,
  { of, back, done, what }: { of: Change; back: Change; done: string; what: string },
): Promise<void> {
  deck.undo.push({
    what,
    back: () => {
      void deck.saved.change(back);
      return true;
    },
  });
  const outcome = await deck.saved.change(of);
  if (outcome.ok) deck.messages.say('info', done);
  else deck.messages.say('warn', `${done} Only until rigdeck ends: ${outcome.message.replace(/\.$/, '')}.`);
}

/** The list with one in the place of that of its name, or at its end, or at `index` where there was none. */
const withOne =
  (saved: SavedSearch, index = Number.POSITIVE_INFINITY): Change =>
  (now) =>
    now.some(({ name }) => name === saved.name)
      ? now.map((one) => (one.name === saved.name ? saved : one))
      : now.toSpliced(Math.min(index, now.length), 0, saved);

const without =
  (name: string): Change =>
  (now) =>
    now.filter((one) => one.name !== name);

const altered =
  (name: string, change: Partial<SavedSearch>): Change =>
  (now) =>
    now.map((one) => (one.name === name ? { ...one, ...change } : one));

/** What is wrong with a name that was typed; undefined when it can be used. */
export function wrongName(typed: string, taken: readonly string[] = []): string | undefined {
  const name = searchName(typed);
  if (typed.trim() === '') return undefined;
  if (name === undefined) return 'It needs a letter or a digit';
  if (isCommandWord(name)) return `:${name} is a command of the deck: take another name`;
  return taken.includes(name) ? `There is one called ${name}` : undefined;
}

/** Asks for a name and saves a search under it; one of that name gives way, and `u` brings it back. */
export function askToSave(deck: Deck, search: SearchState): void {
  const known = deck.saved.list();
  deck.open({
    kind: 'prompt',
    title: 'Save this search',
    initial: '',
    limit: 40,
    notes: ['A name of a few words, such as cheap 4090. :cheap-4090 runs it.'],
    wrong: wrongName,
    run: (typed) => {
      const name = searchName(typed);
      if (name === undefined) return;
      const old = known.find((one) => one.name === name);
      void changed(deck, {
        of: withOne({ name, search, watch: old?.watch ?? false }),
        back: old === undefined ? without(name) : withOne(old),
        done: `Saved as ${quotedName(name)}${old === undefined ? '' : ', in the place of the one before'}.`,
        what: `saving ${quotedName(name)}`,
      });
    },
  });
}

/** Asks for another name. */
export function askToRename(deck: Deck, { name: was }: SavedSearch): void {
  const taken = deck.saved.list().flatMap(({ name }) => (name === was ? [] : [name]));
  deck.open({
    kind: 'prompt',
    title: `Rename ${quotedName(was)}`,
    initial: was,
    limit: 40,
    wrong: (typed) => wrongName(typed, taken),
    run: (typed) => {
      const name = searchName(typed);
      if (name === undefined || name === was) return;
      void changed(deck, {
        of: altered(was, { name }),
        back: altered(name, { name: was }),
        done: `${quotedName(was)} is ${quotedName(name)} now.`,
        what: `renaming ${quotedName(was)}`,
      });
    },
  });
}

export function removeSearch(deck: Deck, saved: SavedSearch): void {
  const { name } = saved;
  const index = deck.saved.list().findIndex((one) => one.name === name);
  void changed(deck, {
    of: without(name),
    back: withOne(saved, index),
    done: `${quotedName(name)} is deleted; ${deck.keyName('app.undo')} brings it back.`,
    what: `deleting ${quotedName(name)}`,
  });
}

export function toggleWatch(deck: Deck, { name, watch }: SavedSearch): void {
  void changed(deck, {
    of: altered(name, { watch: !watch }),
    back: altered(name, { watch }),
    done: watch
      ? `${quotedName(name)} is asked no more by itself.`
      : `${quotedName(name)} is asked each minute while rigdeck is open; a new best price calls you.`,
    what: `the watch of ${quotedName(name)}`,
  });
}

/** Offers asks for this search from now on. */
export function runSaved(deck: Deck, { search }: SavedSearch): void {
  applySearch(deck, search);
  deck.go({ go: 'jump', route: { screen: 'offers' } });
}
