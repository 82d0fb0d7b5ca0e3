import type { Deck } from '../deck.ts';
import { noteDown } from '../note-down.ts';
import type { JournalPort, Session } from '../services.ts';
import { ownTimeOf } from './limit-desk.ts';
import { clocksApart, type Due, dueOf, type LimitEnd, type OpenLimit, openLimits } from './limits.ts';

/** The limits of one session as its keeper sees them. */
export type LimitBook = {
  deck: Deck;
  session: Session;
  journal: JournalPort;
  /** Epoch ms by the service's clock. */
  now(): number;
  /** Whether this deck is the one of the account that keeps them: two must not send the same. */
  isKeeper(): boolean;
  open(): readonly OpenLimit[];
  isOpen(limit: OpenLimit): boolean;
  due(limit: OpenLimit): Due;
  /** By how much the clocks disagree about a limit of an earlier run, in ms; undefined where they do not. */
  apart(limit: OpenLimit): number | undefined;
  end(limit: OpenLimit, why: LimitEnd): void;
};

export function openLimitBook(deck: Deck, session: Session): LimitBook {
  const journal = deck.services.journal(session);
  const now = () => deck.services.clock.now();
  const open = () => openLimits(journal.events());
  return {
    deck,
    session,
    journal,
    now,
    isKeeper: () => deck.writer.get().state === 'mine',
    open,
    isOpen: ({ limit }) => open().some((one) => one.limit === limit),
    due: (limit) => dueOf(limit, now(), deck.limits.meters.get(limit.limit), ownTimeOf(deck, limit)),
    apart: (limit) =>
      deck.limits.thisRun.has(limit.limit) ? undefined : clocksApart(limit, now(), deck.own()),
    end(limit, why) {
      deck.limits.meters.delete(limit.limit);
      void noteDown(deck, session, { t: 'limit-ended', limit: limit.limit, at: now(), why });
    },
  };
}
