import { failure } from './failure.ts';

/** What an id can be of, or the flag that it came from; with one to show. */
const ids = {
  'instance id': 9120441,
  'offer id': 7218834,
  'worker group id': 801,
  'endpoint group id': 701,
  'method id': 7,
  'key id': 103,
  'SSH key id': 301,
  '--adopt': 9120441,
  '--method-id': 7,
  '--id': 301,
} as const;

/** An id as it is typed: a whole number above 0, since it becomes part of a path. */
export function readId(text: string, what: keyof typeof ids): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(id)) return id;
  throw failure('usage', 'bad_id', `${what} must be a number, e.g. ${ids[what]}`);
}

/** A whole number from `least` on, up to `most` where there is a limit. */
export function readWhole(
  text: string,
  flag: string,
  least: number,
  most = Number.POSITIVE_INFINITY,
): number {
  const n = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (n >= least && n <= most) return n;
  const range = most === Number.POSITIVE_INFINITY ? `${least} or more` : `${least} to ${most}`;
  throw failure('usage', 'bad_value', `${flag} must be a whole number, ${range}`);
}

/** A number above 0, as a price or a speed. */
export function readPositive(text: string, flag: string): number {
  const n = /^(\d+\.?\d*|\.\d+)$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (n > 0 && Number.isFinite(n)) return n;
  throw failure('usage', 'bad_value', `${flag} must be a number above 0`);
}

const unitMs = { s: 1000, m: 60_000, h: 3_600_000 } as const;

/** A span as it was typed, in words: `10m`, and `24s` for a bare number. */
export const withUnit = (text: string): string => text.trim().replace(/[\d.]$/, '$&s');

/** A span of time as `90s`, `10m` or `1h`, in ms; a bare number is seconds. */
export function readSpan(text: string, flag: string): number {
  const [, figure, unit = 's'] = /^(\d{1,6}(?:\.\d+)?)([smh])?$/.exec(text.trim()) ?? [];
  const ms = Number(figure) * unitMs[unit as keyof typeof unitMs];
  if (ms > 0) return ms;
  throw failure('usage', 'bad_value', `${flag} must be a time, e.g. 90s, 10m or 1h (seconds without a unit)`);
}
