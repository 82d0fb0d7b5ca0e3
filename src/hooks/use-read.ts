import { useCallback, useEffect, useRef } from 'react';
import useSWR from 'swr';
import { ApiError } from '../client/errors.ts';
import type { Loadable } from '../engine/read-health.ts';
import type { Read, Shown } from '../engine/reads.ts';
import { useDeck, useSession } from './use-deck.ts';

export type ReadOptions<T> = {
  /** Seconds between reads, 0 for none, or a function of the data that is known. */
  every: number | ((data: T | undefined) => number);
};

/**
 * Shows what the engine reads of the service, and has it keep that fresh (engine/reads.ts) as long as this is drawn.
 * `key` undefined reads nothing. The last good data stays when a read fails; an error is never read as an empty list.
 */
export function useRead<T>(
  key: string | undefined,
  read: Read<T>,
  { every }: ReadOptions<T>,
): Loadable<T> & { refresh: () => void } {
  const { reads } = useDeck();
  const session = useSession();
  // Somebody logged out may read nothing (2FA matrix, first column).
  const asked = session === undefined || session.loggedOut !== undefined ? undefined : key;
  // The provider puts there whatever the engine brings.
  const { data, error } = useSWR<Shown<T>>(asked ?? null, null).data ?? {};
  const latest = useRef({ read, every });
  latest.current = { read, every };
  useEffect(() => {
    if (asked === undefined) return undefined;
    // The key says what is read, and the way of it stays; how often may change with each drawing.
    const wanted = (now: T | undefined) => {
      const { every } = latest.current;
      return typeof every === 'function' ? every(now) : every;
    };
    return reads.watch(asked, latest.current.read, wanted);
  }, [reads, asked]);
  const refresh = useCallback(() => {
    if (asked !== undefined) void reads.refresh(asked);
  }, [reads, asked]);
  if (error !== undefined) {
    if (!(error instanceof ApiError)) throw error;
    return { state: 'failed', error, ...(data === undefined ? {} : { last: data }), refresh };
  }
  return data === undefined ? { state: 'loading', refresh } : { state: 'ready', data, refresh };
}
