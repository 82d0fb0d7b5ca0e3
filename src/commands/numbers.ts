import { failure } from './failure.ts';

/** An id as it is typed: a whole number above 0, since it becomes part of a path. */
export function readId(text: string, what: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(id)) return id;
  throw failure('usage', 'bad_id', `${what} is a whole number, as 7218834.`);
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
  const range = most === Number.POSITIVE_INFINITY ? `from ${least} on` : `from ${least} to ${most}`;
  throw failure('usage', 'bad_value', `${flag} is a whole number ${range}.`);
}

/** A number above 0, as a price or a speed. */
export function readPositive(text: string, flag: string): number {
  const n = /^(\d+\.?\d*|\.\d+)$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (n > 0 && Number.isFinite(n)) return n;
  throw failure('usage', 'bad_value', `${flag} is a number above 0.`);
}

const unitMs = { s: 1000, m: 60_000, h: 3_600_000 } as const;

/** A span as it was typed, in words: `10m`, and `24s` for a bare number. */
export const withUnit = (text: string): string => text.trim().replace(/[\d.]$/, '$&s');

/** A span of time as `90s`, `10m` or `1h`, in ms; a bare number is seconds. */
export function readSpan(text: string, flag: string): number {
  const [, figure, unit = 's'] = /^(\d{1,6}(?:\.\d+)?)([smh])?$/.exec(text.trim()) ?? [];
  const ms = Number(figure) * unitMs[unit as keyof typeof unitMs];
  if (ms > 0) return ms;
  throw failure('usage', 'bad_value', `${flag} is a time, as 90s, 10m or 1h; a bare number is seconds.`);
}
