import { UNKNOWN } from './format-number.ts';
import { dateFormat, isDate } from './wall-clock.ts';

type Maybe = number | null | undefined;

/**
 * A time of the service (epoch seconds) in epoch ms. A figure too large for seconds (after the year 5000) is
 * taken for milliseconds already.
 */
export function epochMs(seconds: number): number {
  return Math.abs(seconds) >= 1e11 ? seconds : seconds * 1000;
}

function parts(ms: number) {
  const all = Math.max(0, Math.floor(ms / 1000));
  return {
    days: Math.floor(all / 86_400),
    hours: Math.floor(all / 3600) % 24,
    minutes: Math.floor(all / 60) % 60,
    seconds: all % 60,
  };
}

/** A span in its two largest units: `31s`, `2m 31s`, `22m`, `3h 12m`, `1d 4h`, `6d`. */
export function span(ms: Maybe): string {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return UNKNOWN;
  const { days, hours, minutes, seconds } = parts(ms);
  if (days >= 3) return `${days}d`;
  if (days > 0) return hours > 0 ? `${days}d ${hours}h` : `${days}d`;
  if (hours > 0) return `${hours}h ${minutes}m`;
  if (minutes >= 10) return `${minutes}m`;
  return minutes > 0 ? `${minutes}m ${seconds}s` : `${seconds}s`;
}

/** A runway, in hours up to four days since hours decide there, and none after a year: `21h 27m`, `93h 5m`, `12d`. */
export function runwaySpan(ms: Maybe): string {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return UNKNOWN;
  const { days, hours, minutes, seconds } = parts(ms);
  if (days > 365) return 'over 1 year';
  if (days >= 4) return `${days}d`;
  const all = days * 24 + hours;
  return all > 0 ? `${all}h ${minutes}m` : minutes > 0 ? `${minutes}m` : `${seconds}s`;
}

/** What a runway wins: `+6h 10m`. */
export const runwayGainSpan = (ms: number): string => `+${runwaySpan(ms)}`.replace('+over', 'longer by over');

/** A stretch of time in one unit, in words: `40 seconds`, `5 hours`, `3 days`. */
export function stretch(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const sizes = [
    [86_400, 'days'],
    [3600, 'hours'],
    [60, 'minutes'],
  ] as const;
  // Of less than two of a unit the smaller one says more.
  const [size, unit] = sizes.find(([size]) => seconds >= 2 * size) ?? [1, 'seconds'];
  return `${Math.floor(seconds / size)} ${unit}`;
}

/**
 * How long it is until `until` in ms, wherever that is counted down: in whole seconds, of which one that has begun counts,
 * from the last full second on, so that no two that count the same differ.
 */
export const timeLeft = (until: number, now: number): number =>
  Math.max(0, Math.ceil((until - Math.floor(now / 1000) * 1000) / 1000) * 1000);

/** Time left: `9:05`, from an hour on `3h 12m`, `now` once it is over. Part of a second counts as a whole one. */
export function countdown(ms: Maybe): string {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return UNKNOWN;
  if (ms <= 0) return 'now';
  const { days, hours, minutes, seconds } = parts(Math.ceil(ms / 1000) * 1000);
  if (days > 0 || hours > 0) return `${days * 24 + hours}h ${minutes}m`;
  return `${minutes}:${String(seconds).padStart(2, '0')}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

// Making a formatter costs a thousand times what using one does, and clocks are drawn each second.
function formatter(timeZone: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([timeZone, options]);
  const made = formats.get(key) ?? dateFormat(timeZone, options);
  formats.set(key, made);
  return made;
}

const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

function write(ms: Maybe, timeZone: string | undefined, options: Intl.DateTimeFormatOptions): string {
  if (ms === null || ms === undefined || !isDate(ms)) return UNKNOWN;
  return formatter(timeZone, options).format(ms).replaceAll(',', '');
}

/** Time of day for epoch ms: `16:42:43`. `timeZone` is an IANA name, the machine's own when absent. */
export const clockTime = (ms: Maybe, timeZone?: string) =>
  write(ms, timeZone, { ...time, second: '2-digit' });
/**
 * A moment that may be of another day than `now`, both epoch ms: `16:42:43` today, else `27 Nov 16:42`, and of another
 * year `27 Nov 2025 16:42`. Days are those of `timeZone`.
 */
export function timeOrDate(ms: Maybe, now: number, timeZone?: string): string {
  const day = (at: Maybe) => write(at, timeZone, { day: 'numeric', month: 'short', year: 'numeric' });
  const [then, today] = [day(ms), day(now)];
  if (then === today || then === UNKNOWN) return clockTime(ms, timeZone);
  const year = then.slice(-4);
  return [dayMonth(ms, timeZone), ...(today.endsWith(year) ? [] : [year]), write(ms, timeZone, time)].join(
    ' ',
  );
}
/** `Sat 14:10` */
export const weekdayTime = (ms: Maybe, timeZone?: string) =>
  write(ms, timeZone, { weekday: 'short', ...time });
/** `9 Dec` */
export const dayMonth = (ms: Maybe, timeZone?: string) =>
  write(ms, timeZone, { day: 'numeric', month: 'short' });
/** `9 Dec`, and of another year than `now` `1 Jan 2027`. */
export function dayOf(ms: Maybe, now: number, timeZone?: string): string {
  const year = (at: Maybe) => write(at, timeZone, { year: 'numeric' });
  const then = year(ms);
  return then === UNKNOWN || then === year(now)
    ? dayMonth(ms, timeZone)
    : `${dayMonth(ms, timeZone)} ${then}`;
}
/** Date and time with the zone, so that nobody takes it for another: `9 Dec 2026 14:10 UTC`. */
export const dateTime = (ms: Maybe, timeZone?: string) =>
  write(ms, timeZone, { day: 'numeric', month: 'short', year: 'numeric', ...time, timeZoneName: 'short' });
/** A moment (epoch ms) for a program to read: `2026-12-09T14:10:00.000Z`; the nearest date where there is none. */
export const isoTime = (ms: number): string =>
  new Date(isDate(ms) ? ms : ms > 0 ? 8.64e15 : -8.64e15).toISOString();
