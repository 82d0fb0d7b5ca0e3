import { useEffect, useReducer, useRef, useSyncExternalStore } from 'react';
import type { Clock } from '../base/clock.ts';
import { useTheme } from '../tui/theme/theme.ts';
import { useServices } from './use-deck.ts';

type Ticker = { subscribe(listener: () => void): () => void };

/** One ticker per clock, however many countdowns are on screen; it runs only while somebody looks at it. */
const tickers = new WeakMap<Clock, Ticker>();

function tickerOf(clock: Clock): Ticker {
  const known = tickers.get(clock);
  if (known !== undefined) return known;
  const listeners = new Set<() => void>();
  let stop: AbortController | undefined;
  const run = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      await clock.sleep(1000 - (clock.now() % 1000), signal);
      for (const listener of [...listeners]) listener();
    }
  };
  const ticker: Ticker = {
    subscribe(listener) {
      listeners.add(listener);
      if (stop === undefined) {
        stop = new AbortController();
        run(stop.signal).catch(() => {});
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.abort();
        stop = undefined;
      };
    },
  };
  tickers.set(clock, ticker);
  return ticker;
}

/** Something that depends on the time, looked at each second; the component redraws only when it changes. */
export function useTicking<T extends string | number>(read: () => T): T {
  const { clock } = useServices();
  return useSyncExternalStore(tickerOf(clock).subscribe, read, read);
}

const secondMs = 1000;
/** Where motion is reduced, times on the screen stand still for so long. */
const stillMs = 5000;

/**
 * Now in epoch ms, to the last full `stepMs`; the component redraws only when that changes. Without a step it is for
 * drawing: to the second, and looked at less often where nothing is to move by itself.
 */
export function useNow(stepMs?: number): number {
  const { clock } = useServices();
  const { still } = useTheme();
  const wakes = stepMs ?? (still ? stillMs : secondMs);
  useTicking(() => Math.floor(clock.now() / wakes));
  const step = stepMs ?? secondMs;
  return Math.floor(clock.now() / step) * step;
}

/** What a component shows of the time, as one text; `late`: it is reckoned only when it is first compared. */
export type Tells = (shown: (now: number) => string, late?: 'late') => void;

/** When a component was drawn and looked at last, and what it showed of the time; undefined until that is asked. */
type Drawn = { now: number; lookedAt: number; shown: (now: number) => string; text: string | undefined };

/**
 * Now to the last full second, for something of which little depends on the time: `tells`, to be called in each drawing,
 * says in one text what that is, and the component redraws only when the text is another. Whatever else draws it draws it
 * at the present. A text that goes by more than the time, as when something was read, is never told late: what has
 * changed between drawing and comparing would count as drawn.
 */
export function useToldNow(): { now: number; tells: Tells } {
  const { clock } = useServices();
  const { still } = useTheme();
  const second = () => Math.floor(clock.now() / secondMs) * secondMs;
  const step = still ? stillMs : secondMs;
  const now = second();
  const drawn = useRef<Drawn>(undefined);
  drawn.current = { now, lookedAt: now, shown: () => '', text: undefined };
  const look = () => {
    const last = drawn.current as Drawn;
    const at = second();
    if (Math.floor(at / step) === Math.floor(last.lookedAt / step)) return last.now;
    last.lookedAt = at;
    last.text ??= last.shown(last.now);
    const text = last.shown(at);
    if (text !== last.text) Object.assign(last, { text, now: at });
    return last.now;
  };
  useSyncExternalStore(tickerOf(clock).subscribe, look, look);
  return {
    now,
    tells(shown, late) {
      Object.assign(drawn.current as Drawn, { shown, text: late === undefined ? shown(now) : undefined });
    },
  };
}

/** The same where that is known before anything is drawn. */
export function useShownNow(shown: (now: number) => string): number {
  const { now, tells } = useToldNow();
  tells(shown);
  return now;
}

/** Calls back each full second while the component is there, and redraws nothing by itself. */
export function useEachSecond(act: () => void): void {
  const { clock } = useServices();
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => tickerOf(clock).subscribe(() => latest.current()), [clock]);
}

/** When a wait is looked at, in ms from its beginning, and how often from then on: engine/read-health.ts has them. */
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
