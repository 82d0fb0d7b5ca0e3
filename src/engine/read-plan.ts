import type { AdviceInput } from './advice.ts';
import { isLasting } from './read-health.ts';

const firstRetryMs = 1_000;
const longestRetryMs = 60_000;
/** A 404 may come before an id is known everywhere; three in a row mean that it is not there. */
const triesBeforeAbsent = 3;

/** Milliseconds before the next try of a read that failed `times` times: doubling from 1 s to a minute, with jitter. */
export function retryDelay(times: number, random: () => number): number {
  const base = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(Math.max(times, 1) - 1, 10));
  return Math.round(Math.min(longestRetryMs, Math.max(firstRetryMs, base * (0.75 + 0.5 * random()))));
}

const firstRefusedMs = 30_000;
const longestRefusedMs = 600_000;

/** The same of one that the service refuses, which somebody may yet mend elsewhere: from half a minute to ten. */
const refusedDelay = (times: number): number =>
  Math.min(longestRefusedMs, firstRefusedMs * 2 ** Math.min(Math.max(times, 1) - 1, 10));

/**
 * When a read that failed for the `times`th time in a row is tried again, in ms from now; undefined when no waiting
 * changes it and the person has to act. `everyMs` is the time between two reads that go well: a 429 that names no time
 * doubles it. One that watches what costs money (`costs`) never ends.
 */
export function nextTryIn(
  error: AdviceInput,
  times: number,
  {
    everyMs,
    slower,
    random,
    costs = false,
  }: { everyMs: number; slower: number; random: () => number; costs?: boolean },
): number | undefined {
  const notThereYet = error.status === 404 && error.endpoint === 'getInstance' && error.code !== 'auth_error';
  if (isLasting(error) && !(notThereYet && times < triesBeforeAbsent))
    return costs ? refusedDelay(times) : undefined;
  if (error.status === 503) return Math.max(retryDelay(times, random), error.retryAfterMs ?? 0);
  if (error.status !== 429) return retryDelay(times, random);
  const asked = error.waitMs ?? error.retryAfterMs ?? 0;
  const known = error.retryAfterMs !== undefined || error.reason === 'paused';
  return Math.max(firstRetryMs, known ? asked : Math.max(asked, everyMs * slower));
}
