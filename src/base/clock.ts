/** Time as a value that is passed in: milliseconds since the epoch, and a wait that a signal can end. */
export type Clock = {
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

/** The machine's own clock. Timers are looked up at each call, so that tests may replace them. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, ms);
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

/** A clock that never goes back: where its base is set back, it goes on from the time that it has shown last. */
export function steadyClock(base: Clock): Clock {
  let shown = Number.NEGATIVE_INFINITY;
  let shift = 0;
  return {
    now() {
      shift += Math.max(0, shown - (base.now() + shift));
      shown = base.now() + shift;
      return shown;
    },
    sleep: (ms, signal) => base.sleep(ms, signal),
  };
}

/** A clock that stands still until it is moved; sleepers wake in the order in which they are due. */
export function manualClock(start: number): Clock & { advance(ms: number): void } {
  let now = start;
  let sleepers: { due: number; wake: () => void }[] = [];
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const onAbort = () => {
          sleepers = sleepers.filter((s) => s !== sleeper);
          reject(signal?.reason);
        };
        const sleeper = {
          due: now + ms,
          wake: () => {
            signal?.removeEventListener('abort', onAbort);
            resolve();
          },
        };
        sleepers.push(sleeper);
        signal?.addEventListener('abort', onAbort, { once: true });
      }),
    advance(ms) {
      now += ms;
      const due = sleepers.filter((s) => s.due <= now).sort((a, b) => a.due - b.due);
      sleepers = sleepers.filter((s) => s.due > now);
      for (const s of due) s.wake();
    },
  };
}
