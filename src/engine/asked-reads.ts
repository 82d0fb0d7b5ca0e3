import type { Deck } from './deck.ts';
import { currentRoute } from './route.ts';

/** Something that a key has asked for, and that has nothing to show before its answer is here. */
export type AskedRead = {
  /** What is waited for, at the beginning of a line: `SSH keys of box-1`. */
  what: string;
  /** By the machine's clock. */
  since: number;
  /** A write that it begins with: both are told of as one. */
  write?: { endpoint: string; id: number };
  giveUp(): void;
};

export type AskedWait = {
  /** Aborted once the person gives it up or goes to another screen. */
  signal: AbortSignal;
  /**
   * The answer is here. Whether it may open something: the person still waits for it where it was asked for, and nothing
   * stands there. What comes late is not to open over another screen, where keys mean something else.
   */
  end(): boolean;
};

/**
 * Begins such a wait. It is told of on the message line as a write is (on-its-way.ts), and Esc gives it up as long as
 * the person stays.
 */
export function awaitAsked(deck: Deck, asked: Pick<AskedRead, 'what' | 'write'>): AskedWait {
  const stop = new AbortController();
  const from = currentRoute(deck.nav.get());
  const { asked: all } = deck;
  const one: AskedRead = { ...asked, since: deck.local.now(), giveUp: () => stop.abort() };
  const off = deck.nav.subscribe(() => {
    if (currentRoute(deck.nav.get()) !== from) stop.abort();
  });
  const drop = () => {
    off();
    all.set((now) => now.filter((wait) => wait !== one));
  };
  stop.signal.addEventListener('abort', drop, { once: true });
  all.set((now) => [...now, one]);
  return {
    signal: stop.signal,
    end() {
      drop();
      return !stop.signal.aborted && isFree(deck);
    },
  };
}

/** Nothing stands over the screen, and nobody types into a field: what opens now interrupts nothing. */
export function isFree(deck: Deck): boolean {
  const typing = deck.layers
    .get()
    .some(({ current }) => current.kind !== 'screen' && current.kind !== 'global');
  return !typing && deck.modal.get() === undefined;
}

/** The same, and the last key is a moment ago: for a question that nobody has asked for. */
export const isUndisturbed = (deck: Deck): boolean =>
  isFree(deck) && Math.abs(deck.local.now() - deck.lastKeyAt.current) > 2_000;
