import { createStore, type Store } from '../base/store.ts';
import type { CallOptions, Client } from '../client/client-type.ts';
import type { AskedRead } from './asked-reads.ts';

/** The call that a read makes. */
export type AskRead<T> = (api: Client, options: CallOptions) => Promise<T>;

/** A read that is under way. A later one of the same key takes its place: its answer is no longer waited for. */
type Flight = {
  /** When it began, by the machine's clock. */
  since: number;
  /** It took the place of another that was under way. */
  isSecond: boolean;
  giveWay(): void;
};

/** What is known of the reads of one cache key, whoever looks at them. */
export type KeptRead = {
  /** Seconds between reads as each of those who look at it wants them; 0 for none. */
  watchers: Set<() => number>;
  flight: Flight | undefined;
  /** When the last read ended, however it did, by the machine's clock. */
  endedAt: number | undefined;
  /** When one that failed is tried again, by the machine's clock; undefined when it is not. */
  retryAt: number | undefined;
  /** Between 0.9 and 1.1, another for each read, so that no two decks go in step. */
  jitter: number;
  /** How often in a row it failed. */
  failed: number;
  /** The last good reply where it was long: what the next one has in common with it is taken over. */
  last: unknown;
};

/**
 * The reads of a session by cache key: however many components look at one, it is made once, and one schedule decides
 * when it is made again.
 */
export type ReadDesk = {
  of(key: string): KeptRead;
  /** When the person has asked for all of them anew last, by the machine's clock. */
  askedAt: { current: number };
  /** Grows when what was asked for is worth a word, a moment after that. */
  looked: Store<number>;
  /** What keys have asked for and is still waited for, the oldest first. */
  asked: Store<readonly AskedRead[]>;
  /** The keys that somebody looks at. */
  watched(): readonly string[];
  clear(): void;
};

export function createReadDesk(): ReadDesk {
  const reads = new Map<string, KeptRead>();
  return {
    of(key) {
      const known = reads.get(key) ?? {
        watchers: new Set(),
        flight: undefined,
        endedAt: undefined,
        retryAt: undefined,
        jitter: 1,
        failed: 0,
        last: undefined,
      };
      reads.set(key, known);
      return known;
    },
    askedAt: { current: Number.NEGATIVE_INFINITY },
    looked: createStore(0),
    asked: createStore<readonly AskedRead[]>([]),
    watched: () => [...reads].flatMap(([key, { watchers }]) => (watchers.size === 0 ? [] : [key])),
    clear() {
      for (const read of reads.values())
        Object.assign(read, { endedAt: undefined, failed: 0, flight: undefined, last: undefined });
    },
  };
}

/**
 * Begins a read in the place of one that may be under way: that one is called off, and its caller is answered with
 * nothing, which SWR throws away since a newer one has begun. `current` tells whether this one still counts; `since` is
 * now, by the machine's clock.
 */
export function fly<T>(
  read: KeptRead,
  since: number,
  start: (signal: AbortSignal, current: () => boolean) => Promise<T>,
): Promise<T> {
  const isSecond = read.flight !== undefined;
  read.flight?.giveWay();
  const controller = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const flight: Flight = {
      since,
      isSecond,
      giveWay() {
        controller.abort();
        resolve(undefined as T);
      },
    };
    read.flight = flight;
    const current = () => read.flight === flight;
    start(controller.signal, current)
      .finally(() => {
        if (current()) read.flight = undefined;
      })
      .then(resolve, reject);
  });
}
