import type { Clock } from '../base/clock.ts';
import { type ClockOffset, createClockOffset } from './clock-offset.ts';
import { createPace, type Pace } from './pace.ts';

/** What a process has learned of one service, for all of its clients there: another key finds the same service. */
export type KnownService = { pace: Pace; offset: ClockOffset };

export const newlyKnown = (clock: Clock): KnownService => ({
  pace: createPace(clock),
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
