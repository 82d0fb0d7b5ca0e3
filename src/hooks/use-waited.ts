import { useEffect, useReducer } from 'react';
import type { Clock } from '../clock.ts';
import { longMs, quietMs } from '../domain/wait-line.ts';

/** How often the length of a wait is looked at, in ms. */
const stepMs = { moving: 1000, still: 5000 } as const;

/**
 * Ms since `began` by `clock`, looked at when they begin to matter and each second after, or each fifth where nothing
 * moves by itself; 0 while there is no such time.
 */
export function useWaited(clock: Clock, began: number | undefined, still: boolean): number {
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  const step = still ? stepMs.still : stepMs.moving;
  useEffect(() => {
    if (began === undefined) return;
    const stop = new AbortController();
    const wait = async () => {
      for (let due = quietMs; ; due = due < longMs ? longMs : due + step) {
        if (await until(clock, began + due, stop.signal)) look();
      }
    };
    wait().catch(() => {});
    return () => stop.abort();
  }, [clock, began, step]);
  return began === undefined ? 0 : clock.now() - began;
}

/** Whether `ms` have passed since `began`; false while there is no such time. It redraws once, when they have. */
export function useHasWaited(clock: Clock, began: number | undefined, ms: number): boolean {
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  useEffect(() => {
    if (began === undefined) return;
    const stop = new AbortController();
    until(clock, began + ms, stop.signal).then(
      (slept) => slept && look(),
      () => {},
    );
    return () => stop.abort();
  }, [clock, began, ms]);
  return began !== undefined && clock.now() - began >= ms;
}

/** Waits until `clock` shows a time, and answers whether it had to: a timer may ring a little before that. */
async function until(clock: Clock, due: number, signal: AbortSignal): Promise<boolean> {
  let slept = false;
  for (let left = due - clock.now(); left > 0; left = due - clock.now()) {
    await clock.sleep(left, signal);
    slept = true;
  }
  return slept;
}
