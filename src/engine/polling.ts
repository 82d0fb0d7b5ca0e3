import type { Deck } from './deck.ts';
import type { KeptRead } from './read-desk.ts';

/** Seconds between reads of each kind while the person looks (interface.md suggests 10 s for a boot). */
export const pollSeconds = {
  boot: 10,
  instances: 20,
  offers: 60,
  user: 60,
  account: 300,
  groups: 30,
  tfaStatus: 30,
} as const;

const idleAfterMs = 5 * 60_000;
const restFactor = 3;
const jitter = 0.1;

/** Another factor for each read, so that decks do not go in step. */
export const nextJitter = (random: () => number): number => 1 - jitter + 2 * jitter * random();

/** The shortest time between reads that somebody wants, in ms; 0 when nobody wants it repeated. */
export function everyMs({ watchers }: KeptRead): number {
  const wanted = [...watchers].map((every) => every()).filter((seconds) => seconds > 0);
  return wanted.length === 0 ? 0 : Math.min(...wanted) * 1000;
}

/** How many times slower than usual reads are made now: while nobody looks, and for a while after a 429. */
function slowdown(deck: Deck): number {
  const { terminal } = deck.services;
  const resting = !terminal.focused() || deck.local.now() - deck.lastKeyAt.current > idleAfterMs;
  return Math.max(resting ? restFactor : 1, deck.session.get()?.api.limits().slower ?? 1);
}

/** What a person's own `refresh` makes of every period: reads keep their proportion to that of the instances. */
const wishedPace = (deck: Deck): number =>
  (deck.palette.wishes.get().refresh ?? deck.services.refresh ?? pollSeconds.instances) /
  pollSeconds.instances;

/** Ms between two reads of a key as things are now, 0 for never. */
export const periodMs = (deck: Deck, read: KeptRead): number =>
  Math.round(everyMs(read) * read.jitter * slowdown(deck) * wishedPace(deck));

/** When a key is read next by itself, by the machine's clock; undefined while one is under way, and when it is not. */
export function nextReadAt(deck: Deck, key: string): number | undefined {
  const read = deck.reads.of(key);
  if (read.flight !== undefined || read.endedAt === undefined) return undefined;
  if (read.failed > 0) return read.retryAt;
  const period = periodMs(deck, read);
  return period === 0 ? undefined : read.endedAt + period;
}
