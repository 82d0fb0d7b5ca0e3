import { useEffect, useReducer } from 'react';
import type { Clock } from '../base/clock.ts';

/** When a wait is looked at, in ms from its beginning, and how often from then on: engine/wait-line.ts has them. */
export type WaitLooks = { first: number; second: number; every: number };

/** Ms since `began` by `clock`, looked at as `looks` says (the same object each time); 0 while there is no such time. */
export function useWaited(clock: Clock, began: number | undefined, looks: WaitLooks): number {
  const [, look] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    if (began === undefined) return;
    const stop = new AbortController();
    const wait = async () => {
      for (let due = looks.first; ; due = due < looks.second ? looks.second : due + looks.every) {
        if (await until(clock, began + due, stop.signal)) look();
      }
    };
    wait().catch(() => {});
    return () => stop.abort();
  }, [clock, began, looks]);
  return began === undefined ? 0 : clock.now() - began;
}

/** Whether `ms` have passed since `began`; false while there is no such time. It redraws once, when they have. */
export function useHasWaited(clock: Clock, began: number | undefined, ms: number): boolean {
  const [, look] = useReducer((times: number) => times + 1, 0);
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
