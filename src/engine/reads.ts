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

/** What the reads are handed. */
export type ReadPorts = {
  /** Without one nothing is read. */
  client: Client | undefined;
  /** The service's time: the seconds that are counted are its. */
  clock: Clock;
  /** The machine's own clock. */
  local: Clock;
  /** A time of the machine's clock in the service's time, and in our own (`DeckClock`). */
  asServices(at: number): number;
  asOwn(at: number): number;
  random(): number;
  /** How many times slower than planned reads are made now; `slower` is what the service asks for. */
  pace(slower: number): number;
  /** Whether something is billed as far as is known: what watches it never ends. */
  costs(): boolean;
  /** A read was refused because its two-factor session is over. */
  sessionOver(): void;
};

export type Read<T> = (client: Client, options: CallOptions) => Promise<T>;

/** What a read has brought. A failure keeps the last good data. Another object each time that something is to be redrawn. */
export type Shown<T = unknown> = { data?: T | undefined; error?: unknown };

/** `askedAt` by own time: an answer is as old as its asking, so that a slow one is never the newer. */
export type Answer = { data: unknown; askedAt: number; whole: boolean };

/** For how long nothing may be asked after a 429, for how long a read that was given up had been under way, and the end. */
export type AskedAgain = { pausedMs: number; givenUpMs?: number; done: Promise<unknown> };

type Watcher = { read: Read<unknown>; every: (data: never) => number };

/** A read under way. One in its place is given more time: a slow service must not be asked for ever. */
type Flight = { since: number; isSecond: boolean; stop: AbortController; done: Promise<unknown> | undefined };

type Entry = {
  watchers: Set<Watcher>;
  flight?: Flight | undefined;
  shown: Shown;
  /** It was changed while nobody looked: whoever looks next must not be shown it as it was. */
  isOld: boolean;
  /** How often in a row it failed. */
  failed: number;
  /** Between 0.9 and 1.1, another for each read, so that no two decks go in step. */
  jitter: number;
  everyMs?: number;
  /** Times of the machine's clock. */
  askedAt?: number;
  endedAt?: number;
  retryAt?: number | undefined;
};

/** Younger data is not read again only because somebody else looks at it, too. */
const recentMs = 5_000;
/** Seconds are counted each second: when so many are missing, the machine has slept. */
const sleptMs = 30_000;
/** What is asked for begins at once, or a little later where the rate limiter holds it back. */
const beginsWithinMs = 500;
/** The reads by which what costs money is watched. */
const watching: ReadonlySet<string> = new Set(['instances', 'user']);

/** Whoever wants to hear of something. */
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
 * The one schedule of reads of an account: one request for each key however many look at it, at the shortest interval
 * that any of them wants. Times are of the service's clock but where they are said to be own ones.
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

  /** The shortest time between reads that somebody wants, in ms; 0 when nobody wants it repeated. */
  function wantedMs({ watchers, shown }: Entry): number {
    const wanted = [...watchers].map(({ every }) => every(shown.data as never)).filter((secs) => secs > 0);
    return wanted.length === 0 ? 0 : Math.min(...wanted) * 1000;
  }

  const periodMs = (entry: Entry): number =>
    Math.round(wantedMs(entry) * entry.jitter * ports.pace(limits().slower));

  /** By the machine's clock; undefined while one is under way, or none is planned. */
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

  /** Begins a read in place of the one under way, whose caller is answered with this one. */
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

  /** Gives up the read under way; nothing takes its place. */
  function drop(entry: Entry): void {
    const { flight } = entry;
    entry.flight = undefined;
    flight?.stop.abort();
  }

  /** For how long a read has been under way that may never be answered; undefined where none is. */
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

  /** Whether somebody who begins to look is shown too little, or something old. */
  function isWanting({ flight, shown, isOld, watchers, askedAt }: Entry): boolean {
    if (flight !== undefined) return false;
    // One that fails is tried again by the schedule while others look, too.
    if (shown.error !== undefined) return watchers.size === 1;
    return isOld || askedAt === undefined || local.now() - askedAt > recentMs;
  }

  const timed = (to: (at: number) => number, what: 'askedAt' | 'retryAt') => (key: string) => {
    const at = entries.get(key)?.[what];
    return at === undefined ? undefined : to(at);
  };

  return {
    /**
     * Keeps `key` fresh for as long as somebody looks; returns how to stop. `every`: seconds between reads as the data is
     * now, 0 for one read.
     */
    watch<T>(key: string, read: Read<T>, every: (data: T | undefined) => number): () => void {
      const entry = entryOf(key);
      const watcher: Watcher = { read, every };
      entry.watchers.add(watcher);
      if (!isOver) ticking ??= startTicking();
      const { endedAt } = entry;
      const start = () => {
        // Of several that begin to look together the first one reads for all.
        const isRead = entry.flight !== undefined || entry.endedAt !== endedAt;
        if (entry.watchers.has(watcher) && !isRead) void begin(key, entry);
      };
      // What is known is drawn first.
      if (isWanting(entry)) void (entry.shown.data === undefined ? start() : local.sleep(1).then(start));
      return () => {
        entry.watchers.delete(watcher);
        if (watched().length > 0) return;
        ticking?.abort();
        ticking = undefined;
      };
    },
    /**
     * Reads a key now, in place of a read under way. Undefined when it was not answered, or when nobody looks: then it is
     * read by whoever looks next.
     */
    refresh: <T>(key: string) => begin(key, entryOf(key)) as Promise<T | undefined>,
    /** Reads all that somebody looks at now. What was asked a moment ago is waited for, what may hang is given up. */
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
    /** Reads what is not of this moment, as when the person looks here again. */
    refreshOld(): void {
      for (const [key, entry] of watched())
        if (entry.flight === undefined && local.now() - (entry.endedAt ?? 0) > recentMs)
          void begin(key, entry);
    },
    /** Changes what is known of a key. No answer counts that was asked for before this. */
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
    /** When the last good answer was asked for; an answer is as old as its asking. */
    askedAt: timed(ports.asServices, 'askedAt'),
    /** The same by own time, which no answer of the service moves. */
    askedAtOwn: timed(ports.asOwn, 'askedAt'),
    /** When a failed read is tried again; undefined when no waiting changes it. */
    retryAt: timed(ports.asServices, 'retryAt'),
    /** Ms between the reads, as they were planned last. */
    everyMs: (key: string) => entries.get(key)?.everyMs,
    /** In how many ms the next read is due; undefined while one is under way, or none is planned. */
    dueMs(key: string): number | undefined {
      const due = dueAt(entryOf(key));
      return due === undefined ? undefined : due - local.now();
    },
    /** For how many ms a read has been under way, and whether the person has asked for it. */
    underWay(key: string): { ms: number; awaited: boolean } | undefined {
      const since = entries.get(key)?.flight?.since;
      return since === undefined
        ? undefined
        : { ms: local.now() - since, awaited: since - askedAllAt < beginsWithinMs };
    },
    /** For how many ms the person has not asked for everything (`refreshAll`). */
    sinceAskedMs: () => local.now() - askedAllAt,
    /** Each good answer, equal to the last one or not. */
    onAnswer: answers.add,
    /** Each time that something is to be redrawn. */
    onShown: changes.add,
    /** Gives up what is under way; nothing is read from here on. */
    dispose(): void {
      isOver = true;
      ticking?.abort();
      for (const entry of entries.values()) drop(entry);
    },
  };
}

/** A 404 may come before an id is known everywhere; three in a row mean that it is not there. */
const triesBeforeAbsent = 3;

const doubled = (first: number, longest: number, times: number): number =>
  Math.min(longest, first * 2 ** Math.min(Math.max(times, 1) - 1, 10));

/** Milliseconds before the next try of a read that failed `times` times: doubling from 1 s to a minute, with jitter. */
const retryDelay = (times: number, random: () => number): number =>
  Math.round(Math.min(60_000, Math.max(1000, doubled(1000, 60_000, times) * (0.75 + 0.5 * random()))));

/** The same of one that the service refuses, which somebody may yet mend elsewhere: from half a minute to ten. */
const refusedDelay = (times: number): number => doubled(30_000, 600_000, times);

/**
 * When a read that failed for the `times`th time in a row is tried again, in ms from now; undefined when no waiting
 * changes it and the person has to act. `everyMs` is the time between two reads that go well: a 429 that names no time
 * doubles it. One that watches what costs money (`costs`) never ends.
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
