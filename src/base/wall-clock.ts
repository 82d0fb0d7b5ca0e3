/** A time as a clock on the wall of a time zone shows it; `month` 1 to 12. */
export type WallTime = { year: number; month: number; day: number; hour: number; minute: number };

const DAY_MS = 86_400_000;
/** From here on there are no dates (ECMAScript), and whatever writes one throws. */
const LAST_DATE_MS = 8.64e15;

/** Whether there is a date for it (epoch ms). */
export const isDate = (ms: number): boolean => Math.abs(ms) <= LAST_DATE_MS;

/**
 * A format of dates, which never throws. `timeZone` is an IANA name; TZ may hold what is none (`UTC0`,
 * `:/etc/localtime`, `CET-1CEST,M3.5.0`): then, and without one, it is the machine's own as Node knows it.
 */
export function dateFormat(
  timeZone: string | undefined,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const own = () => new Intl.DateTimeFormat('en-GB', options);
  if (!timeZone) return own();
  try {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone });
  } catch {
    return own();
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = formats.get(timeZone ?? '');
  if (known !== undefined) return known;
  const digits = 'numeric' as const;
  const made = dateFormat(timeZone, {
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: digits,
    month: digits,
    day: digits,
    hour: digits,
    minute: digits,
    hourCycle: 'h23',
  });
  formats.set(timeZone ?? '', made);
  return made;
}

/** What the wall shows at `ms` (epoch), zeros where there is no such date. `timeZone` as in `dateFormat`. */
export function wallTime(ms: number, timeZone?: string): WallTime {
  const found = { year: 0, month: 0, day: 0, hour: 0, minute: 0 };
  if (!isDate(ms)) return found;
  for (const { type, value } of formatOf(timeZone).formatToParts(ms)) {
    if (type in found) found[type as keyof WallTime] = Number(value);
  }
  return found;
}

const asUtc = ({ year, month, day, hour, minute }: WallTime): number =>
  Date.UTC(year, month - 1, day, hour, minute);

/** The same time of day, `days` later by the calendar. */
export function daysLater(time: WallTime, days: number): WallTime {
  const moved = wallTime(asUtc(time) + days * DAY_MS, 'UTC');
  return { ...moved, hour: time.hour, minute: time.minute };
}

/**
 * The moment (epoch ms) at which the wall shows `time`; the first of two where the clocks go back in between, and
 * undefined where they are put past it, or for a day that no calendar has.
 */
export function momentOf(time: WallTime, timeZone?: string): number | undefined {
  const named = asUtc(time);
  if (!Number.isFinite(named)) return undefined;
  const offsets = [-DAY_MS, DAY_MS].map((by) => asUtc(wallTime(named + by, timeZone)) - (named + by));
  const same = (at: number) => asUtc(wallTime(at, timeZone)) === named;
  const wanted = wallTime(named, 'UTC');
  // Date.UTC takes a 31 November for 1 December.
  if (wanted.day !== time.day || wanted.month !== time.month) return undefined;
  const found = offsets.map((offset) => named - offset).filter(same);
  return found.length === 0 ? undefined : Math.min(...found);
}
