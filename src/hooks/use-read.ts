import { useCallback, useRef } from 'react';
import useSWR from 'swr';
import type { Client } from '../client/client-type.ts';
import { ApiError } from '../client/errors.ts';
import type { Loadable } from '../loadable.ts';
import { useDeck, useSession } from './deck.ts';
import { pollDelay } from './polling.ts';

export type ReadOptions<T> = {
  /** Seconds between reads, 0 for none, or a function of the data that is known. */
  every: number | ((data: T | undefined) => number);
};

/**
 * Reads something from the service and keeps it fresh. `key` undefined reads nothing. The last good data stays when
 * a read fails; an error is never read as an empty list.
 */
export function useRead<T>(
  key: string | undefined,
  read: (api: Client) => Promise<T>,
  { every }: ReadOptions<T>,
): Loadable<T> & { refresh: () => void } {
  const deck = useDeck();
  const session = useSession();
  const { clock } = deck.services;
  const policy = useRef({ every, key });
  policy.current = { every, key };
  // SWR starts its timer anew whenever this function changes, and a countdown redraws each second: it stays the same.
  const refreshInterval = useCallback(
    (latest: T | undefined) => {
      const now = policy.current;
      const seconds = typeof now.every === 'function' ? now.every(latest) : now.every;
      const delay = seconds === 0 ? 0 : pollDelay(deck, seconds);
      if (now.key !== undefined) deck.everyMs.set(now.key, delay);
      return delay;
    },
    [deck],
  );
  const swr = useSWR<T, ApiError>(
    // Somebody logged out may read nothing (2FA matrix, first column).
    session === undefined || session.loggedOut !== undefined || key === undefined ? null : key,
    async (asked: string) => {
      const pause = deck.pausedUntil.current - clock.now();
      if (pause > 0) await clock.sleep(pause);
      try {
        const data = await read((session as NonNullable<typeof session>).api);
        deck.freshAt.set(asked, clock.now());
        deck.retryAt.delete(asked);
        return data;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.status === 429) deck.pausedUntil.current = clock.now() + (error.retryAfterMs ?? 10_000);
        throw error;
      }
    },
    { refreshInterval },
  );
  const refresh = () => void swr.mutate();
  if (swr.error !== undefined) {
    if (!(swr.error instanceof ApiError)) throw swr.error;
    return {
      state: 'failed',
      error: swr.error,
      ...(swr.data === undefined ? {} : { last: swr.data }),
      refresh,
    };
  }
  return swr.data === undefined ? { state: 'loading', refresh } : { state: 'ready', data: swr.data, refresh };
}
