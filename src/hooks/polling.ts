import type { Deck } from './deck.ts';

/** Seconds between reads of each kind while the person looks (interface.md suggests 10 s for a boot). */
export const pollSeconds = {
  boot: 10,
  instances: 20,
  offers: 60,
  user: 60,
  account: 300,
  tfaStatus: 30,
} as const;

const idleAfterMs = 5 * 60_000;
const restFactor = 3;
const jitter = 0.1;

/** Milliseconds to the next read: slower while nobody looks, and never in step with other decks. 0 is never. */
export function pollDelay(deck: Deck, seconds: number): number {
  const { clock, random, terminal } = deck.services;
  const resting = !terminal.focused() || clock.now() - deck.lastKeyAt.current > idleAfterMs;
  const base = seconds * 1000 * (resting ? restFactor : 1);
  return Math.round(base * (1 - jitter + 2 * jitter * random()));
}

const firstRetryMs = 1_000;
const longestRetryMs = 60_000;

/** Milliseconds before a failed read is tried again: doubling, with jitter, a minute at the most. */
export function retryDelay(attempt: number, random: () => number): number {
  const base = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(attempt, 10));
  return Math.round(base * (0.75 + 0.5 * random()));
}
