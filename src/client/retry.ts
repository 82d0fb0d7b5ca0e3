import type { EndpointRow } from './endpoint-row.ts';
import type { ApiError } from './errors.ts';

/** How often a safe call is sent in all. */
export const maxAttempts = 3;
/** From the first attempt to the last answer: a read that fails says so within 30 s, whatever the service does. */
export const retryBudgetMs = 28_000;
/** A wait that is longer than this belongs to the caller, who can show it and let the person do something else. */
export const longestWaitMs = 5000;
/** A service that asks for more than an hour is taken to mean an hour. */
const longestRetryAfterMs = 3_600_000;
/**
 * The longest that an outage (503) holds a write back: the service may be well again sooner, and a machine that cannot be
 * stopped costs money.
 */
const longestOutageMs = 60_000;
const firstWaitMs = 300;

/** Failures of the way out that asking again does not mend: a certificate, a proxy that is none or says no. */
const lastingReason = /CERT|SIGNATURE|ALTNAME|BAD_PROXY|^PROXY_4/;
const passingStatuses = new Set([429, 502, 503, 504]);

/**
 * Milliseconds to wait before sending the call again, or null to give up. `attempt` counts from 1 and is the one
 * that failed. A write is never sent again: its first sending may have been heard.
 */
export function retryWait(
  row: EndpointRow,
  error: ApiError,
  attempt: number,
  random: () => number,
): number | null {
  if (row.retry !== 'safe' || attempt >= maxAttempts) return null;
  const passing =
    (error.kind === 'network' && !lastingReason.test(error.reason ?? '')) ||
    error.kind === 'timeout' ||
    (error.kind === 'http' && passingStatuses.has(error.status ?? 0));
  if (!passing) return null;
  const backoff = firstWaitMs * 2 ** (attempt - 1) * (0.5 + random());
  const asked = error.waitMs ?? error.retryAfterMs ?? (error.status === 429 ? row.minIntervalMs : 0);
  const wait = Math.max(backoff, asked);
  return wait > longestWaitMs ? null : Math.round(wait);
}

/**
 * Milliseconds for which a write is held back after a 503 that came with Retry-After; undefined when it is not. A read is
 * asked for again whenever somebody wants it to be.
 */
export function outagePause(
  { write }: EndpointRow,
  status: number,
  retryAfterMs: number | undefined,
): number | undefined {
  if (!write || status !== 503 || retryAfterMs === undefined) return undefined;
  return Math.min(retryAfterMs, longestOutageMs);
}

/**
 * Milliseconds from a Retry-After header: seconds, or an HTTP date, which is measured against `dateHeader` (the
 * service's own clock) where there is one and `nowMs` otherwise. Undefined when it cannot be read.
 */
export function readRetryAfter(
  header: string | null,
  dateHeader: string | null,
  nowMs: number,
): number | undefined {
  const text = header?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text) * 1000, longestRetryAfterMs);
  if (!/[a-z]/i.test(text)) return undefined;
  const due = Date.parse(text);
  if (Number.isNaN(due)) return undefined;
  const sent = Date.parse(dateHeader ?? '');
  return Math.min(Math.max(0, due - (Number.isNaN(sent) ? nowMs : sent)), longestRetryAfterMs);
}
