import type { Clock } from '../base/clock.ts';
import type { Session } from './services.ts';

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
  /** A time of the machine's clock in the service's time, and in our own, whatever is learned of either since. */
  asServices(at: number): number;
  asOwn(at: number): number;
};

/** The clock of a deck over the machine's own, put right by the service of the session that is open. */
export function createDeckClock(local: Clock, session: { get(): Session | undefined }): DeckClock {
  // Where a rehearsal has let time pass, ages and countdowns must agree with the sandbox that they come from.
  const passedMs = () => session.get()?.rehearsal?.aheadMs() ?? 0;
  const asServices = (at: number) => at + (session.get()?.api.clockOffsetMs() ?? 0) + passedMs();
  const asOwn = (at: number) => at + passedMs();
  return {
    ...{ local, asServices, asOwn },
    own: () => asOwn(local.now()),
    clock: {
      now: () => asServices(local.now()),
      sleep: (ms, signal) => local.sleep(ms, signal),
    },
  };
}
