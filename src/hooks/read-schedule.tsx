import { useRef } from 'react';
import { useSWRConfig } from 'swr';
import type { Deck } from '../engine/deck.ts';
import { nextReadAt } from '../engine/polling.ts';
import { mayHang } from '../engine/read-health.ts';
import { quietMs } from '../engine/wait-line.ts';
import { useDeck } from './use-deck.ts';
import { useEachSecond } from './use-now.ts';

/** What is said of a pause that the service asks for is true until the pause is over. */
export const pauseNews = 'pause';

/** The seconds are counted each second: when so many are missing, the machine has slept. */
const sleptMs = 30_000;

/**
 * Reads again what is due, whoever shows it: the one place that decides when. Waking from a long pause makes every
 * read once. Draws nothing.
 */
export function ReadSchedule() {
  const deck = useDeck();
  const { mutate } = useSWRConfig();
  deck.mutate.current = mutate;
  const lastAt = useRef(deck.local.now());
  useEachSecond(() => {
    const now = deck.local.now();
    const slept = now - lastAt.current > sleptMs;
    lastAt.current = now;
    if ((deck.session.get()?.api.limits().pausedMs ?? 0) === 0) deck.messages.settle(pauseNews);
    for (const key of deck.reads.watched()) {
      const { flight, failed } = deck.reads.of(key);
      const due = nextReadAt(deck, key);
      const waits = flight !== undefined || (failed > 0 && due === undefined);
      if (!waits && (slept || (due !== undefined && due <= now))) void mutate(key).catch(() => undefined);
    }
  });
  return null;
}

/**
 * What came of asking anew: for how many ms more nothing may be asked, after a 429, where nothing is; and for how many the
 * read has been under way that was given up, where one was.
 */
export type AskedAnew = { pausedMs: number; givenUpMs?: number };

/**
 * Reads everything that is shown again now, but for what has been asked a short while ago: that is waited for, and one
 * that may hang is given up for the new one.
 */
export function readAgain(deck: Deck): AskedAnew {
  const pausedMs = deck.session.get()?.api.limits().pausedMs ?? 0;
  if (pausedMs > 0) return { pausedMs };
  const now = deck.local.now();
  const hanging = deck.reads.watched().flatMap((key) => {
    const { flight } = deck.reads.of(key);
    return flight !== undefined && mayHang(now - flight.since, flight.isSecond) ? [now - flight.since] : [];
  });
  deck.reads.askedAt.current = now;
  const done = deck.mutate.current((key) => {
    const { flight } = deck.reads.of(String(key));
    return flight === undefined || mayHang(now - flight.since, flight.isSecond);
  });
  const answered = () => deck.moneyAsked.set((n) => n + 1);
  void done.then(answered, answered);
  const look = () => deck.reads.looked.set((n) => n + 1);
  void deck.local.sleep(quietMs).then(look, () => undefined);
  return { pausedMs, ...(hanging.length === 0 ? {} : { givenUpMs: Math.max(...hanging) }) };
}

export function useReadAgain(): () => AskedAnew {
  const deck = useDeck();
  return () => readAgain(deck);
}
