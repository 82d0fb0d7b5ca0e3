import type { Clock } from '../base/clock.ts';

/** Why the work was given up; anything else that rejects is the work's own failure. */
export const ended = { timeout: Symbol('timeout'), aborted: Symbol('aborted') };

/** What is heard of without an end is given up after this, so that nobody is kept for ever (ms). */
const longestMs = 10 * 60_000;

/**
 * Runs `work` until it settles, `ms` pass on the given clock without a word of it, or the caller's signal aborts. Work that
 * says `heard` goes on: the limit is on silence. The signal handed to `work` aborts in the last two cases, but nothing
 * relies on it being heeded: an in-process service does not. Rejects with `ended.timeout`, `ended.aborted` or the work's
 * own reason.
 */
export async function withDeadline<T>(
  clock: Clock,
  ms: number,
  caller: AbortSignal | undefined,
  work: (signal: AbortSignal, heard: () => void) => Promise<T>,
): Promise<T> {
  if (caller?.aborted) throw ended.aborted;
  const inner = new AbortController();
  const timer = new AbortController();
  let giveUp: (() => void) | undefined;
  const abandoned = new Promise<never>((_, reject) => {
    giveUp = () => reject(ended.aborted);
    caller?.addEventListener('abort', giveUp, { once: true });
  });
  const began = clock.now();
  let heardAt = began;
  const silence = async (): Promise<never> => {
    for (let left = ms; left > 0; left = Math.min(heardAt + ms, began + longestMs) - clock.now()) {
      const since = heardAt;
      await clock.sleep(left, timer.signal);
      // A clock that stands still or is set back ends the wait all the same.
      if (heardAt === since) break;
    }
    throw ended.timeout;
  };
  const late = silence();
  late.catch(() => {});
  const heard = () => {
    heardAt = clock.now();
  };
  try {
    return await Promise.race([work(inner.signal, heard), abandoned, late]);
  } finally {
    if (giveUp !== undefined) caller?.removeEventListener('abort', giveUp);
    timer.abort();
    inner.abort();
  }
}
