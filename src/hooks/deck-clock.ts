import type { Clock } from '../clock.ts';
import type { Session } from '../services.ts';

/** Times by key, as long ago as they were whatever becomes of the deck's clock. */
export type Stamps = {
  /** In the deck's own time; undefined when there is none. */
  get(key: string): number | undefined;
  /** `at` is a time of the machine's clock. */
  set(key: string, at: number): void;
  delete(key: string): void;
  clear(): void;
};

export type DeckClock = {
  /**
   * The service's time, as far as its answers have told (epoch ms): ages, countdowns and what is written down are
   * compared with times that the service gave. It steps when that is learned; what waits for a span of ours does not
   * use it.
   */
  clock: Clock;
  /** The machine's own clock: for spans and deadlines of ours, that no step may shorten. */
  local: Clock;
  stamps(): Stamps;
};

/** The clock of a deck over the machine's own, put right by the service of the session that is open. */
export function createDeckClock(local: Clock, session: { get(): Session | undefined }): DeckClock {
  const aheadMs = () => {
    const now = session.get();
    // Where a rehearsal has let time pass, ages and countdowns must agree with the sandbox that they come from.
    return (now?.api.clockOffsetMs() ?? 0) + (now?.rehearsal?.aheadMs() ?? 0);
  };
  return {
    local,
    clock: {
      now: () => local.now() + aheadMs(),
      sleep: (ms, signal) => local.sleep(ms, signal),
    },
    stamps() {
      const times = new Map<string, number>();
      return {
        get(key) {
          const at = times.get(key);
          return at === undefined ? undefined : at + aheadMs();
        },
        set: (key, at) => void times.set(key, at),
        delete: (key) => void times.delete(key),
        clear: () => times.clear(),
      };
    },
  };
}
