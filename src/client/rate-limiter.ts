import type { Clock } from '../base/clock.ts';
import type { EndpointRow } from './endpoint-row.ts';

/** When the calls of this process may go out to one service, whichever client sends them. */
export type RateLimiter = {
  /**
   * Resolves when a call of this row may be sent: calls of one method and path keep their order and the shortest time
   * between them. Rejects when the signal aborts first, which leaves the turn to the next one.
   */
  turn(row: EndpointRow, signal?: AbortSignal): Promise<void>;
  /**
   * Takes in a refusal by which the service asks for a pause, of a call of `who` (the Bearer, empty without one), and
   * answers how many ms from now it may be tried again. `retryAfterMs` is what the service asks for; where it names no
   * time, twice the row's interval, and twice as long at each further one of a read.
   */
  refused(row: EndpointRow, who: string, retryAfterMs: number | undefined): number;
  /**
   * Milliseconds for which no call of this row is sent for `who`, because of such a refusal; 0 when there is no such
   * pause. All reads share one, for whomever they ask; a write has one for its method and path.
   */
  heldMs(row: EndpointRow, who: string): number;
  /** The pause of all reads, in ms. */
  pausedMs(): number;
  /** How many times slower than usual reads are best repeated: 1, and more for a while after a 429 without a time. */
  slower(): number;
};

/** What a call may be faster on its way than the one before it. */
const spareMs = 100;
const mostSlower = 8;
const leastPauseMs = 1000;
/** How long reads stay slower after the last 429 that named no time. */
export const slowerForMs = 5 * 60_000;

type Queue = { sent: number[]; tail: Promise<unknown> };

export function createRateLimiter(clock: Clock): RateLimiter {
  const queues = new Map<string, Queue>();
  /** When writes may go out again, by method, path and whose they are. */
  const heldUntil = new Map<string, number>();
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let slow = { factor: 1, until: Number.NEGATIVE_INFINITY };
  const left = (until: number) => Math.max(0, until - clock.now());
  const slower = () => (clock.now() < slow.until ? slow.factor : 1);

  const callOf = ({ method, path }: EndpointRow): string => `${method} ${path}`;
  const queueOf = (row: EndpointRow): Queue => {
    const key = callOf(row);
    const known = queues.get(key) ?? { sent: [], tail: Promise.resolve() };
    queues.set(key, known);
    return known;
  };

  /** A clock that was set back makes nobody wait longer than the interval. */
  const waitOf = ({ sent }: Queue, { minIntervalMs, burst = 1 }: EndpointRow): number => {
    const before = sent.at(-burst);
    const whole = minIntervalMs * burst + (minIntervalMs === 0 ? 0 : spareMs);
    return before === undefined ? 0 : Math.min(whole, before + whole - clock.now());
  };

  return {
    async turn(row, signal) {
      const queue = queueOf(row);
      const before = queue.tail;
      const mine = (async () => {
        await before;
        signal?.throwIfAborted();
        const wait = waitOf(queue, row);
        if (wait > 0) await clock.sleep(wait, signal);
        queue.sent = [...queue.sent, clock.now()].slice(-(row.burst ?? 1));
      })();
      queue.tail = mine.catch(() => {});
      await orAborted(mine, signal);
    },
    refused(row, who, retryAfterMs) {
      const factor = Math.min(mostSlower, slower() * 2);
      const wait = retryAfterMs ?? Math.max(leastPauseMs, row.minIntervalMs * factor);
      const until = clock.now() + wait;
      // A write is limited by itself, and so are codes: reads go on, and tell what became of it.
      if (row.write) {
        for (const [call, end] of heldUntil) if (end <= clock.now()) heldUntil.delete(call);
        heldUntil.set(`${callOf(row)} ${who}`, until);
        return wait;
      }
      pausedUntil = Math.max(pausedUntil, until);
      if (retryAfterMs === undefined) slow = { factor, until: clock.now() + slowerForMs };
      return wait;
    },
    heldMs: (row, who) =>
      left(row.write ? (heldUntil.get(`${callOf(row)} ${who}`) ?? Number.NEGATIVE_INFINITY) : pausedUntil),
    pausedMs: () => left(pausedUntil),
    slower,
  };
}

async function orAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return work;
  let giveUp: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    if (giveUp !== undefined) signal.removeEventListener('abort', giveUp);
  }
}

/** By how much the service's clock is ahead of ours, as far as its answers have told. */
type ClockOffset = {
  /** Milliseconds, whole seconds; 0 until known. */
  ms(): number;
  /** Takes in one `Date` header, with the times on our clock between which it was written. */
  hear(header: string, sentAt: number, answeredAt: number): void;
};

/**
 * A Date header names a whole second, so that the answer was written up to a second later, and at some time between
 * sending and hearing it. What is known of the offset stays while it explains the answer, so that no slow call moves
 * the countdowns; while one clock can have shown both there is no offset at all (and `+ 0` keeps it from being -0).
 */
function createClockOffset(): ClockOffset {
  let offsetMs = 0;
  return {
    ms: () => offsetMs,
    hear(header, sentAt, answeredAt) {
      const theirs = Date.parse(header);
      if (Number.isNaN(theirs)) return;
      const least = theirs - answeredAt;
      const most = theirs + 1000 - sentAt;
      const explains = (ms: number) => ms >= least && ms < most;
      if (explains(offsetMs)) return;
      offsetMs = explains(0) ? 0 : Math.round((least + most) / 2000) * 1000 + 0;
    },
  };
}

/** What a process has learned of one service, for all of its clients there: another key finds the same service. */
export type KnownService = { limiter: RateLimiter; offset: ClockOffset };

export const newlyKnown = (clock: Clock): KnownService => ({
  limiter: createRateLimiter(clock),
  offset: createClockOffset(),
});

/** The services of a process, by base URL and by the clock that their times are measured with. */
export function knownServices(): (baseUrl: string, clock: Clock) => KnownService {
  const byClock = new WeakMap<Clock, Map<string, KnownService>>();
  return (baseUrl, clock) => {
    const known = byClock.get(clock) ?? new Map<string, KnownService>();
    byClock.set(clock, known);
    const service = known.get(baseUrl) ?? newlyKnown(clock);
    known.set(baseUrl, service);
    return service;
  };
}
