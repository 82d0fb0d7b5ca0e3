import type { Instance } from '../client/wire.ts';
import { epochMs } from './format-time.ts';
import { gpuIsBilled, instancePrices } from './instance-burn.ts';

const HOUR_MS = 3_600_000;

/**
 * `age`: today's prices times the age. `uptime`: GPU for the reported uptime, disk for the age. `disk`: the disk
 * alone, since nothing tells how long the GPU ran before; then the true figure may be higher.
 */
export type Spent = { dollars: number; basis: 'age' | 'uptime' | 'disk' };

/**
 * An estimate of what an instance has cost since it was made, or undefined when the fields for it did not
 * come, or while it boots (whether it ran before is not known then). Traffic is not in it.
 */
export function spent(instance: Instance, now: number): Spent | undefined {
  const { actual_status: status, start_date, uptime_mins } = instance;
  if (start_date === undefined || status === null || status === 'loading') return undefined;
  const hours = Math.max(0, now - epochMs(start_date)) / HOUR_MS;
  const { gpu, disk, total } = instancePrices(instance);
  if (!gpuIsBilled(status)) return disk === undefined ? undefined : { dollars: disk * hours, basis: 'disk' };
  if (uptime_mins !== undefined && gpu !== undefined && disk !== undefined) {
    return { dollars: gpu * Math.min(hours, uptime_mins / 60) + disk * hours, basis: 'uptime' };
  }
  return total === undefined ? undefined : { dollars: total * hours, basis: 'age' };
}

export type CreditSample = {
  /** Epoch ms. */
  at: number;
  /** Dollars. */
  credit: number;
};

/** How far back a measured burn looks. */
export const BURN_WINDOW_MS = 30 * 60_000;
/** Less than this is noise: the service may book in steps. */
const SHORTEST_SPAN_MS = 5 * 60_000;

/**
 * Burn as the account's credit shows it, in $/h, over the last 30 minutes of the samples (oldest first).
 * A rise is a top-up: that stretch counts neither as time nor as money.
 */
export function measuredBurn(
  samples: readonly CreditSample[],
): { perHour: number; spanMs: number } | undefined {
  const last = samples.at(-1);
  if (last === undefined) return undefined;
  const recent = samples.filter((sample) => sample.at >= last.at - BURN_WINDOW_MS);
  let dollars = 0;
  let spanMs = 0;
  for (const [index, sample] of recent.entries()) {
    const before = recent[index - 1];
    if (before === undefined || sample.at <= before.at || sample.credit > before.credit) continue;
    dollars += before.credit - sample.credit;
    spanMs += sample.at - before.at;
  }
  return spanMs < SHORTEST_SPAN_MS ? undefined : { perHour: (dollars / spanMs) * HOUR_MS, spanMs };
}

/** Whether quoted and measured burn differ by more than 15 %, so that both are worth showing. */
export function burnDiffers(quoted: number, measured: number): boolean {
  return Math.abs(quoted - measured) > 0.15 * Math.max(quoted, measured);
}
