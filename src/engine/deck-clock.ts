import type { Clock } from '../base/clock.ts';
import type { Session } from './services.ts';

/** Times by key, as long ago as they were whatever becomes of the deck's clock. */
export type Stamps = {
  /** In the deck's own time; undefined when there is none. */
  get(key: string): number | undefined;
  /** The same in our own time, which no answer of the service moves. */
  own(key: string): number | undefined;
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
  /**
   * The machine's time with what a rehearsal has let pass (epoch ms): for spans of ours that are noted on the disk. A
   * Date header that is wrong must not make a minute pass, after which a rent counts as not created.
   */
  own(): number;
  stamps(): Stamps;
};

/** The clock of a deck over the machine's own, put right by the service of the session that is open. */
export function createDeckClock(local: Clock, session: { get(): Session | undefined }): DeckClock {
  // Where a rehearsal has let time pass, ages and countdowns must agree with the sandbox that they come from.
  const passedMs = () => session.get()?.rehearsal?.aheadMs() ?? 0;
  const aheadMs = () => (session.get()?.api.clockOffsetMs() ?? 0) + passedMs();
  return {
    local,
    own: () => local.now() + passedMs(),
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
        own(key) {
          const at = times.get(key);
          return at === undefined ? undefined : at + passedMs();
        },
        set: (key, at) => void times.set(key, at),
        delete: (key) => void times.delete(key),
        clear: () => times.clear(),
      };
    },
  };
}
