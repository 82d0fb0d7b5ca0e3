import { useRef } from 'react';
import { useSWRConfig } from 'swr';
import { mayHang } from '../domain/read-health.ts';
import { type Deck, useDeck } from './deck.ts';
import { nextReadAt } from './polling.ts';
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
 * Reads everything that is shown again now, but for what has been asked a short while ago and has not failed: one that
 * may hang is given up for the new one. Answers for how many ms more nothing may be asked, after a 429; then nothing is.
 */
export function readAgain(deck: Deck): number {
  const paused = deck.session.get()?.api.limits().pausedMs ?? 0;
  if (paused > 0) return paused;
  const now = deck.local.now();
  deck.reads.askedAt.current = now;
  const done = deck.mutate.current((key) => {
    const { flight, failed } = deck.reads.of(String(key));
    return flight === undefined || failed > 0 || mayHang(now - flight.since);
  });
  const answered = () => deck.moneyAsked.set((n) => n + 1);
  void done.then(answered, answered);
  return 0;
}

export function useReadAgain(): () => number {
  const deck = useDeck();
  return () => readAgain(deck);
}
