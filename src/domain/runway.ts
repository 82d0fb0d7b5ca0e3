import { known } from './price-parts.ts';

const HOUR_MS = 3_600_000;
/** Beyond this a runway says nothing, and its end leaves the range of dates. */
const FOREVER_MS = 100 * 365 * 24 * HOUR_MS;

/**
 * How long `credit` lasts at `perHour`, and when it ends (epoch ms); 'forever' when nothing is spent, undefined
 * when either is unknown.
 */
export function runway(
  credit: number | undefined,
  perHour: number | undefined,
  now: number,
): { ms: number; endsAt: number } | 'forever' | undefined {
  if (!known(credit) || !known(perHour)) return undefined;
  if (credit <= 0) return { ms: 0, endsAt: now };
  if (perHour <= 0) return 'forever';
  const ms = Math.floor((credit / perHour) * HOUR_MS);
  return ms > FOREVER_MS ? 'forever' : { ms, endsAt: now + ms };
}
