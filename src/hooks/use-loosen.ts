import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../client/errors.ts';
import type { Binding } from '../engine/keymap.ts';
import { conditionsOf, foundWords, mostTried, type Tried, without } from '../engine/offers/loosen.ts';
import { buildSearchBody } from '../engine/offers/query.ts';
import { defaultSearch, type SearchState } from '../engine/offers/search-state.ts';
import { useDeck, useSession } from './use-deck.ts';

/**
 * Which condition of a search keeps offers out. The first press asks the service once without each of them, a few at
 * the most; the next one gives the choice. What was asked is dropped when the search changes or the screen is left.
 */
export function useLoosen(
  search: SearchState,
  isEmpty: boolean,
): { binding: Binding; lines: readonly string[] } {
  const deck = useDeck();
  // Offers is drawn before it is known whether there is a session.
  const api = useSession()?.api;
  const [tried, setTried] = useState<readonly Tried[]>([]);
  const stop = useRef<AbortController>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search, or the same one from another account
  useEffect(() => {
    setTried([]);
    return () => stop.current?.abort();
  }, [search, api]);
  const conditions = conditionsOf(search.filters, defaultSearch.filters);

  const ask = async () => {
    if (api === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    stop.current = controller;
    const asked = conditions.slice(0, mostTried);
    setTried(asked);
    for (const { field } of asked) {
      const looser = { ...search, filters: without(search.filters, field) };
      const found = await api.searchOffers(buildSearchBody(looser), { signal }).then(
        ({ offers }) => offers.length,
        (error: unknown) => {
          if (!(error instanceof ApiError)) throw error;
          return 'failed' as const;
        },
      );
      if (signal.aborted) return;
      setTried((all) => all.map((one) => (one.field === field ? { ...one, found } : one)));
    }
  };
  const choose = () =>
    deck.open({
      kind: 'menu',
      title: 'Search without',
      entries: tried.map((one, index) => ({
        key: String(index + 1),
        label: one.words,
        hint: foundWords(one, search.limit),
        run: () => deck.search.set((was) => ({ ...was, filters: without(was.filters, one.field) })),
      })),
    });

  const asking = tried.some(({ found }) => found === undefined);
  return {
    binding: {
      run: () => (tried.length === 0 ? void ask() : choose()),
      blocked: !isEmpty
        ? 'This search has offers: nothing has to be loosened'
        : conditions.length === 0
          ? 'This search has no condition that could be loosened'
          : asking
            ? 'The service is being asked, a moment'
            : undefined,
    },
    lines:
      tried.length === 0
        ? [
            conditions.length === 0
              ? 'It has no condition: the service has no offer at all.'
              : `In force: ${conditions.map(({ words }) => words).join(', ')}.`,
            ...(conditions.length === 0
              ? []
              : [
                  `${deck.keyName('offers.loosen')} asks which one to loosen, ${deck.keyName('offers.search')} changes the search.`,
                ]),
          ]
        : [
            ...tried.map((one) => `without ${one.words}: ${foundWords(one, search.limit)}`),
            asking
              ? 'Asking the service.'
              : `${deck.keyName('offers.loosen')} picks one of them, ${deck.keyName('offers.search')} changes the search.`,
          ],
  };
}
