import type { Clock } from '../clock.ts';

/** Why the work was given up; anything else that rejects is the work's own failure. */
export const ended = { timeout: Symbol('timeout'), aborted: Symbol('aborted') };

/**
 * Runs `work` until it settles, `ms` pass on the given clock, or the caller's signal aborts. The signal handed to
 * `work` aborts in the last two cases, but nothing relies on it being heeded: an in-process service does not.
 * Rejects with `ended.timeout`, `ended.aborted` or the work's own reason.
 */
export async function withDeadline<T>(
  clock: Clock,
  ms: number,
  caller: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (caller?.aborted) throw ended.aborted;
  const inner = new AbortController();
  const timer = new AbortController();
  let giveUp: (() => void) | undefined;
  const abandoned = new Promise<never>((_, reject) => {
    giveUp = () => reject(ended.aborted);
    caller?.addEventListener('abort', giveUp, { once: true });
  });
  const late = clock.sleep(ms, timer.signal).then(() => Promise.reject(ended.timeout));
  late.catch(() => {});
  try {
    return await Promise.race([work(inner.signal), abandoned, late]);
  } finally {
    if (giveUp !== undefined) caller?.removeEventListener('abort', giveUp);
    timer.abort();
    inner.abort();
  }
}
