import type { Deck } from '../deck.ts';
import type { Meter } from './limit-spend.ts';
import type { OpenLimit, OwnTime } from './limits.ts';

/** What is remembered of limits in this run, beside the journal. */
export type LimitDesk = {
  /** What is spent of each budget, by the id of its limit; read on the ticker, so that a look redraws nothing. */
  meters: Map<string, Meter>;
  /** Ids of the limits that were set in this run. */
  thisRun: Set<string>;
};

export const createLimitDesk = (): LimitDesk => ({ meters: new Map(), thisRun: new Set() });

/** Our own time, as a limit goes by it. */
export const ownTimeOf = (deck: Deck, { limit }: Pick<OpenLimit, 'limit'>): OwnTime => ({
  now: deck.own(),
  thisRun: deck.limits.thisRun.has(limit),
});

/** Another id for each limit. */
export const limitId = (now: number, random: () => number): string =>
  `${now.toString(36)}-${Math.floor(random() * 36 ** 4).toString(36)}`;
