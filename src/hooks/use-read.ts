import { useCallback, useEffect, useRef } from 'react';
import useSWR from 'swr';
import { ApiError, readAuth } from '../client/errors.ts';
import type { Deck } from '../engine/deck.ts';
import type { Loadable } from '../engine/loadable.ts';
import { everyMs, nextJitter, periodMs } from '../engine/polling.ts';
import { type AskRead, fly } from '../engine/read-desk.ts';
import { nextTryIn } from '../engine/read-plan.ts';
import { openRents } from '../engine/rent/open-rents.ts';
import { isLong, takenOver } from '../engine/taken-over.ts';
import { readsWantLogin } from '../engine/tfa-login.ts';
import { useDeck, useSession } from './use-deck.ts';

export type ReadOptions<T> = {
  /** Seconds between reads, 0 for none, or a function of the data that is known. */
  every: number | ((data: T | undefined) => number);
};

/** Data that is younger is not asked for again only because another component shows it, too. */
const recentMs = 5_000;

/**
 * Reads something from the service and keeps it fresh. `key` undefined reads nothing. The last good data stays when
 * a read fails; an error is never read as an empty list. When it is read again is decided in read-schedule.tsx.
 */
export function useRead<T>(
  key: string | undefined,
  read: AskRead<T>,
  { every }: ReadOptions<T>,
): Loadable<T> & { refresh: () => void } {
  const deck = useDeck();
  const session = useSession();
  const { clock } = deck.services;
  // Somebody logged out may read nothing (2FA matrix, first column).
  const asked = session === undefined || session.loggedOut !== undefined ? undefined : key;
  const at = asked === undefined ? undefined : deck.freshAt.get(asked);
  const failed = asked !== undefined && deck.reads.of(asked).failed > 0;
  const swr = useSWR<T, ApiError>(
    asked ?? null,
    (name: string) =>
      keptRead(deck, name, (options) => read((session as NonNullable<typeof session>).api, options)),
    { revalidateIfStale: at === undefined || failed || clock.now() - at > recentMs },
  );
  const wanted = useRef((): number => 0);
  wanted.current = () => (typeof every === 'function' ? every(swr.data) : every);
  useEffect(() => {
    if (asked === undefined) return undefined;
    const { watchers } = deck.reads.of(asked);
    const watcher = () => wanted.current();
    watchers.add(watcher);
    return () => {
      watchers.delete(watcher);
    };
  }, [deck, asked]);
  const mutate = swr.mutate;
  const refresh = useCallback(() => void mutate(), [mutate]);
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

/** The reads by which what costs money is watched. */
const watching: ReadonlySet<string> = new Set(['instances', 'user']);

/** Whether something costs money as far as is known: by the list as it was read last, or by what was rented here. */
function mayCost(deck: Deck): boolean {
  const session = deck.session.get();
  if ((deck.latest.current?.length ?? 0) > 0) return true;
  return session !== undefined && openRents(deck.services.journal(session).events()).length > 0;
}

/** Makes a read and keeps how it went: what it tells is as old as its asking, so that a slow one is never the newer. */
function keptRead<T>(
  deck: Deck,
  key: string,
  read: (options: Parameters<AskRead<T>>[1]) => Promise<T>,
): Promise<T> {
  const { random } = deck.services;
  const clock = deck.local;
  const kept = deck.reads.of(key);
  const askedAt = clock.now();
  return fly(kept, askedAt, async (signal, current) => {
    const ended = () => Object.assign(kept, { endedAt: clock.now(), jitter: nextJitter(random) });
    try {
      // A short fault is got over unseen; of a lasting one each try is shown, and made once.
      const now = await read({ signal, once: kept.failed > 0 });
      const data = await takenOver(kept.last as T | undefined, now);
      if (!current()) return data;
      kept.last = isLong(data) ? data : undefined;
      ended();
      kept.failed = 0;
      deck.freshAt.set(key, askedAt);
      deck.retryAt.delete(key);
      deck.everyMs.set(key, periodMs(deck, kept));
      return data;
    } catch (error) {
      if (!(error instanceof ApiError) || !current()) throw error;
      ended();
      const session = deck.session.get();
      if (session?.verified !== undefined && readAuth(error) === 'session-over')
        readsWantLogin(deck, session);
      kept.failed += 1;
      const slower = deck.session.get()?.api.limits().slower ?? 1;
      const costs = watching.has(key) && mayCost(deck);
      const wait = nextTryIn(error, kept.failed, { everyMs: everyMs(kept), slower, random, costs });
      kept.retryAt = wait === undefined ? undefined : clock.now() + wait;
      if (kept.retryAt === undefined) deck.retryAt.delete(key);
      else deck.retryAt.set(key, kept.retryAt);
      throw error;
    }
  });
}
