import { dayMonth, weekdayTime } from '../../base/format-time.ts';
import { known } from './price-parts.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** From here on the name of a weekday could be that of the week after. */
const WEEKDAYS_MS = 6 * DAY_MS;
const YEAR_MS = 365 * DAY_MS;
/** Beyond this a runway says nothing, and its end leaves the range of dates. */
const FOREVER_MS = 100 * YEAR_MS;

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

/**
 * When a runway of `ms` ends (`endsAt`, epoch ms), as it is written: `Sat 14:10` while that is one of the next days,
 * then `9 Dec`, and nothing from a year on, where it would be a guess.
 */
export function runwayEnd(ms: number, endsAt: number, timeZone?: string): string {
  if (ms > YEAR_MS) return '';
  return ms < WEEKDAYS_MS ? weekdayTime(endsAt, timeZone) : dayMonth(endsAt, timeZone);
}
