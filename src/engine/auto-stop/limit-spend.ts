const HOUR_MS = 3_600_000;

/**
 * What an instance has cost since a budget was set, up to `at` (epoch ms), and $/h from then on. Reckoned from the
 * states that were seen and from known prices; traffic is not in it.
 */
export type Meter = { at: number; dollars: number; perHour: number };

/** A new meter, or one that goes on from what was noted last. */
export function meterOf(setAt: number, note?: { at: number; dollars: number; per_hour: number }): Meter {
  return note === undefined
    ? { at: setAt, dollars: 0, perHour: 0 }
    : { at: note.at, dollars: note.dollars, perHour: note.per_hour };
}

/**
 * The meter after the instance was seen at `at` costing `perHour`. Between two looks the dearer of the two prices is
 * taken: when the state changed is not known, and a budget must not be overspent. A price that is not known any more
 * is the last one that was.
 */
export function seenCosting(meter: Meter, at: number, perHour: number | undefined): Meter {
  if (at < meter.at) return meter;
  const next = perHour ?? meter.perHour;
  const dollars = meter.dollars + (Math.max(meter.perHour, next) * (at - meter.at)) / HOUR_MS;
  return { at, dollars, perHour: next };
}

/** The meter after a time in which there was no machine: a budget counts from the first one on, and not that time. */
export function rested(meter: Meter, gap: { from: number; to: number } | undefined): Meter {
  if (gap === undefined || meter.at >= gap.to) return meter;
  return { at: gap.to, dollars: meter.at < gap.from ? spentBy(meter, gap.from) : meter.dollars, perHour: 0 };
}

/** Dollars by `now`, as if nothing has changed since the last look. */
export const spentBy = (meter: Meter, now: number): number =>
  meter.dollars + (meter.perHour * Math.max(0, now - meter.at)) / HOUR_MS;

/** A note on disk for each twentieth of a budget, and whenever the price changes: a restart loses no more than that. */
export function worthNoting(noted: Meter, meter: Meter, budget: number): boolean {
  return meter.perHour !== noted.perHour || meter.dollars - noted.dollars >= budget / 20;
}
