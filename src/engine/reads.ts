import type { Clock } from '../base/clock.ts';
import type { CallOptions, Client } from '../client/client-type.ts';
import { ApiError, readAuth } from '../client/errors.ts';
import { isRecord } from '../client/fields.ts';
import type { AdviceInput } from './advice.ts';
import { isWhole } from './missing-rows.ts';
import { isLasting, mayHang } from './read-health.ts';
import { withShared } from './structural-sharing.ts';

/** Seconds between reads of each kind while the person looks (interface.md suggests 10 s for a boot). */
export const pollSeconds = {
  boot: 10,
  instances: 20,
  offers: 60,
  user: 60,
  account: 300,
  groups: 30,
  tfaStatus: 30,
} as const;

/** What the reads need from outside. */
export type ReadPorts = {
  /** Without a client nothing is read. */
  client: Client | undefined;
  /** The provider's time: ticks are its seconds. */
  clock: Clock;
  /** The machine's own clock. */
  local: Clock;
  /** Converts a time of the machine's clock to the provider's time, and to our own (`DeckClock`). */
  asServices(at: number): number;
  asOwn(at: number): number;
  random(): number;
  /** How many times slower than planned to read now; `slower` is what the provider asks for. */
  pace(slower: number): number;
  /** Whether something is known to be billed: the reads that watch it never end. */
  costs(): boolean;
  /** A read was refused because its two-factor session is over. */
  sessionOver(): void;
};

export type Read<T> = (client: Client, options: CallOptions) => Promise<T>;

/** What a read has brought. A failure keeps the last good data. A new object whenever something has to be redrawn. */
export type Shown<T = unknown> = { data?: T | undefined; error?: unknown };

/** `askedAt` is our own time: an answer is as old as its request, so that a slow one never counts as newer. */
export type Answer = { data: unknown; askedAt: number; whole: boolean };

/** How long a 429 forbids requests, how long the read that was given up had been in flight, and the end. */
export type AskedAgain = { pausedMs: number; givenUpMs?: number; done: Promise<unknown> };

type Watcher = { read: Read<unknown>; every: (data: never) => number };

/** A read in flight. Its successor gets more time: a slow provider must not be asked forever. */
type Flight = { since: number; isSecond: boolean; stop: AbortController; done: Promise<unknown> | undefined };

type Entry = {
  watchers: Set<Watcher>;
  flight?: Flight | undefined;
  shown: Shown;
  /** Changed while nobody was watching: the next watcher must not see the old data. */
  isOld: boolean;
  /** Failures in a row. */
  failed: number;
  /** 0.9 to 1.1, another for each read, so that two decks don't read in step. */
  jitter: number;
  everyMs?: number;
  /** Times of the machine's clock. */
  askedAt?: number;
  endedAt?: number;
  retryAt?: number | undefined;
};

/** Younger data is not read again just because another watcher starts. */
const recentMs = 5_000;
/** When this much time is missing between ticks, the machine slept. */
const sleptMs = 30_000;
/** A requested read starts within this time, unless the rate limiter holds it back. */
const beginsWithinMs = 500;
/** The reads that watch what costs money. */
const watching: ReadonlySet<string> = new Set(['instances', 'user']);

/** A list of listeners. */
function createListeners<A extends readonly unknown[]>() {
  const all = new Set<(...about: A) => void>();
  return {
    add(listener: (...about: A) => void) {
      all.add(listener);
      return () => void all.delete(listener);
    },
    tell(...about: A) {
      for (const listener of [...all]) listener(...about);
    },
  };
}

export type Reads = ReturnType<typeof createReads>;

/**
 * The one schedule of reads of an account: one request for each key, however many watch it, at the shortest interval that
 * one of them wants. Times are the provider's unless they say otherwise.
 */
export function createReads(ports: ReadPorts) {
  const { client, clock, local, random } = ports;
  const entries = new Map<string, Entry>();
  const answers = createListeners<[key: string, answer: Answer]>();
  const changes = createListeners<[key: string, shown: Shown]>();
  let askedAllAt = Number.NEGATIVE_INFINITY;
  let ticking: AbortController | undefined;
  let isOver = false;

  const limits = () => client?.limits() ?? { pausedMs: 0, slower: 1 };
  const watched = () => [...entries].filter(([, { watchers }]) => watchers.size > 0);

  function entryOf(key: string): Entry {
    const entry: Entry = entries.get(key) ?? {
      ...{ watchers: new Set(), shown: {}, isOld: false, failed: 0, jitter: 1 },
    };
    entries.set(key, entry);
    return entry;
  }

  /** The shortest interval that a watcher wants (ms); 0 if none wants repeats. */
  function wantedMs({ watchers, shown }: Entry): number {
    const wanted = [...watchers].map(({ every }) => every(shown.data as never)).filter((secs) => secs > 0);
    return wanted.length === 0 ? 0 : Math.min(...wanted) * 1000;
  }

  const periodMs = (entry: Entry): number =>
    Math.round(wantedMs(entry) * entry.jitter * ports.pace(limits().slower));

  /** By the machine's clock. Undefined while a read is in flight, or if none is planned. */
  function dueAt(entry: Entry): number | undefined {
    if (entry.flight !== undefined || entry.endedAt === undefined) return undefined;
    if (entry.failed > 0) return entry.retryAt;
    const period = periodMs(entry);
    return period === 0 ? undefined : entry.endedAt + period;
  }

  function show(key: string, entry: Entry, shown: Shown): void {
    entry.shown = shown;
    changes.tell(key, shown);
  }

  /** Starts a read in place of the one in flight, whose caller gets this answer. */
  function begin(key: string, entry: Entry): Promise<unknown> {
    const [watcher] = entry.watchers;
    const before = entry.flight;
    if (watcher === undefined || client === undefined || isOver) {
      entry.isOld = true;
      return Promise.resolve(undefined);
    }
    const stop = new AbortController();
    const flight: Flight = { since: local.now(), isSecond: before !== undefined, stop, done: undefined };
    entry.flight = flight;
    before?.stop.abort();
    flight.done = finish(
      key,
      entry,
      flight,
      watcher.read(client, { signal: stop.signal, once: entry.failed > 0 }),
    );
    return flight.done;
  }

  async function finish(
    key: string,
    entry: Entry,
    flight: Flight,
    reply: Promise<unknown>,
  ): Promise<unknown> {
    const { signal } = flight.stop;
    const given = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', reject, { once: true });
    });
    const got = await Promise.race([reply, given])
      .then((now) => withShared(entry.shown.data, now))
      .then(
        (data) => ({ data }),
        (error: unknown) => ({ error }),
      );
    if (entry.flight !== flight) return entry.flight?.done;
    Object.assign(entry, { flight: undefined, endedAt: local.now(), jitter: 0.9 + 0.2 * random() });
    if ('error' in got) {
      fail(key, entry, got.error);
      return undefined;
    }
    const { data } = got;
    const isNews = entry.shown.data !== data || entry.shown.error !== undefined;
    Object.assign(entry, { askedAt: flight.since, failed: 0, retryAt: undefined, isOld: false });
    entry.everyMs = periodMs(entry);
    if (isNews) show(key, entry, { data });
    const whole = !isRecord(data) || isWhole(data);
    answers.tell(key, { data, askedAt: ports.asOwn(flight.since), whole });
    return data;
  }

  function fail(key: string, entry: Entry, error: unknown): void {
    if (error instanceof ApiError) {
      if (readAuth(error) === 'session-over') ports.sessionOver();
      entry.failed += 1;
      const costs = watching.has(key) && ports.costs();
      const given = { everyMs: wantedMs(entry), slower: limits().slower, random, costs };
      const wait = nextTryIn(error, entry.failed, given);
      entry.retryAt = wait === undefined ? undefined : local.now() + wait;
    }
    show(key, entry, { data: entry.shown.data, error });
  }

  /** Gives up the read in flight without a successor. */
  function drop(entry: Entry): void {
    const { flight } = entry;
    entry.flight = undefined;
    flight?.stop.abort();
  }

  /** How long a read has been in flight that may never be answered (ms), if there is one. */
  function hangingMs({ flight }: Entry): number | undefined {
    const ms = flight && local.now() - flight.since;
    return ms !== undefined && mayHang(ms, flight?.isSecond === true) ? ms : undefined;
  }

  async function tick(signal: AbortSignal): Promise<void> {
    for (let lastAt = local.now(); ; ) {
      await clock.sleep(1000 - (clock.now() % 1000), signal);
      const now = local.now();
      const hasSlept = now - lastAt > sleptMs;
      lastAt = now;
      for (const [key, entry] of watched()) {
        const due = dueAt(entry);
        const waits = entry.flight !== undefined || (entry.failed > 0 && due === undefined);
        if (!waits && (hasSlept || (due !== undefined && due <= now))) void begin(key, entry);
      }
    }
  }

  function startTicking(): AbortController {
    const stop = new AbortController();
    tick(stop.signal).catch((error) => {
      if (!stop.signal.aborted) throw error;
    });
    return stop;
  }

  /** Whether a new watcher would see nothing, or old data. */
  function isWanting({ flight, shown, isOld, watchers, askedAt }: Entry): boolean {
    if (flight !== undefined) return false;
    // A failing read is retried by the schedule while others watch.
    if (shown.error !== undefined) return watchers.size === 1;
    return isOld || askedAt === undefined || local.now() - askedAt > recentMs;
  }

  const timed = (to: (at: number) => number, what: 'askedAt' | 'retryAt') => (key: string) => {
    const at = entries.get(key)?.[what];
    return at === undefined ? undefined : to(at);
  };

  return {
    /**
     * Keeps `key` fresh until the returned function is called. `every`: seconds between reads, from the current data; 0 for
     * a single read.
     */
    watch<T>(key: string, read: Read<T>, every: (data: T | undefined) => number): () => void {
      const entry = entryOf(key);
      const watcher: Watcher = { read, every };
      entry.watchers.add(watcher);
      if (!isOver) ticking ??= startTicking();
      const { endedAt } = entry;
      const start = () => {
        // If several start watching together, the first one reads for all.
        const isRead = entry.flight !== undefined || entry.endedAt !== endedAt;
        if (entry.watchers.has(watcher) && !isRead) void begin(key, entry);
      };
      // Draw what is known first.
      if (isWanting(entry)) void (entry.shown.data === undefined ? start() : local.sleep(1).then(start));
      return () => {
        entry.watchers.delete(watcher);
        if (watched().length > 0) return;
        ticking?.abort();
        ticking = undefined;
      };
    },
    /**
     * Reads a key now, in place of a read in flight. Undefined if it was not answered, or if nobody watches: then the next
     * watcher reads it.
     */
    refresh: <T>(key: string) => begin(key, entryOf(key)) as Promise<T | undefined>,
    /** Reads everything that is watched. A read that just started is awaited; one that may hang is given up. */
    refreshAll(): AskedAgain {
      const { pausedMs } = limits();
      if (pausedMs > 0) return { pausedMs, done: Promise.resolve() };
      askedAllAt = local.now();
      const all = watched().map(([key, entry]) => ({ key, entry, ms: hangingMs(entry) }));
      const givenUpMs = Math.max(...all.map(({ ms = 0 }) => ms));
      const asked = all.filter(({ entry, ms }) => entry.flight === undefined || ms !== undefined);
      const done = Promise.all(asked.map(({ key, entry }) => begin(key, entry)));
      return { pausedMs, ...(givenUpMs > 0 && { givenUpMs }), done };
    },
    /** Reads what is not current, e.g. when the user returns to the terminal. */
    refreshOld(): void {
      for (const [key, entry] of watched())
        if (entry.flight === undefined && local.now() - (entry.endedAt ?? 0) > recentMs)
          void begin(key, entry);
    },
    /** Changes the data of a key. Answers to earlier requests no longer count. */
    change<T>(key: string, to: (data: T) => T): void {
      const entry = entries.get(key);
      if (entry?.shown.data === undefined) return;
      drop(entry);
      show(key, entry, { ...entry.shown, data: to(entry.shown.data as T) });
    },
    data: <T>(key: string) => entries.get(key)?.shown.data as T | undefined,
    error: (key: string) => entries.get(key)?.shown.error,
    isWatched: (key: string) => (entries.get(key)?.watchers.size ?? 0) > 0,
    keys: (): readonly string[] => [...entries.keys()],
    /** When the last good answer was requested: an answer is as old as its request. */
    askedAt: timed(ports.asServices, 'askedAt'),
    /** The same in our own time, which no answer shifts. */
    askedAtOwn: timed(ports.asOwn, 'askedAt'),
    /** When a failed read is retried. Undefined if retrying is useless. */
    retryAt: timed(ports.asServices, 'retryAt'),
    /** The interval as planned last (ms). */
    everyMs: (key: string) => entries.get(key)?.everyMs,
    /** How long until the next read (ms). Undefined while one is in flight, or if none is planned. */
    dueMs(key: string): number | undefined {
      const due = dueAt(entryOf(key));
      return due === undefined ? undefined : due - local.now();
    },
    /** How long a read has been in flight (ms), and whether the user asked for it. */
    underWay(key: string): { ms: number; awaited: boolean } | undefined {
      const since = entries.get(key)?.flight?.since;
      return since === undefined
        ? undefined
        : { ms: local.now() - since, awaited: since - askedAllAt < beginsWithinMs };
    },
    /** How long ago the user asked for everything (`refreshAll`), in ms. */
    sinceAskedMs: () => local.now() - askedAllAt,
    /** Called with each good answer, changed or not. */
    onAnswer: answers.add,
    /** Called whenever something has to be redrawn. */
    onShown: changes.add,
    /** Gives up what is in flight. Nothing is read from now on. */
    dispose(): void {
      isOver = true;
      ticking?.abort();
      for (const entry of entries.values()) drop(entry);
    },
  };
}

/** A new ID may answer 404 at first. Three in a row mean that it does not exist. */
const triesBeforeAbsent = 3;

const doubled = (first: number, longest: number, times: number): number =>
  Math.min(longest, first * 2 ** Math.min(Math.max(times, 1) - 1, 10));

/** The wait before retry number `times`, in ms: doubling from 1 s to a minute, with jitter. */
const retryDelay = (times: number, random: () => number): number =>
  Math.round(Math.min(60_000, Math.max(1000, doubled(1000, 60_000, times) * (0.75 + 0.5 * random()))));

/** The same for a refusal, which may be fixed elsewhere: from half a minute to ten minutes. */
const refusedDelay = (times: number): number => doubled(30_000, 600_000, times);

/**
 * When a read that failed `times` times in a row is retried, in ms from now; undefined if only the user can fix it.
 * `everyMs` is the usual interval: a 429 without a time doubles it. A read that watches what costs money (`costs`) never
 * ends.
 */
export function nextTryIn(
  error: AdviceInput,
  times: number,
  {
    everyMs,
    slower,
    random,
    costs = false,
  }: { everyMs: number; slower: number; random: () => number; costs?: boolean },
): number | undefined {
  const notThereYet = error.status === 404 && error.endpoint === 'getInstance' && error.code !== 'auth_error';
  if (isLasting(error) && !(notThereYet && times < triesBeforeAbsent))
    return costs ? refusedDelay(times) : undefined;
  if (error.status === 503) return Math.max(retryDelay(times, random), error.retryAfterMs ?? 0);
  if (error.status !== 429) return retryDelay(times, random);
  const asked = error.waitMs ?? error.retryAfterMs ?? 0;
  const known = error.retryAfterMs !== undefined || error.reason === 'paused';
  return Math.max(1000, known ? asked : Math.max(asked, everyMs * slower));
}
