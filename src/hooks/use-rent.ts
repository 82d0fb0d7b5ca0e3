import { useRef, useState } from 'react';
import { ratePerHour } from '../base/format.ts';
import { createStore } from '../base/store.ts';
import type { ApiError } from '../client/errors.ts';
import { longestWaitMs } from '../client/retry.ts';
import type { CreateRequest, Offer } from '../client/wire.ts';

import { serviceSays } from '../engine/advice.ts';
import { advise } from '../engine/error-advice.ts';
import { gpuLabel } from '../engine/instances/names.ts';
import { nextOffer } from '../engine/offers/next-offer.ts';
import { buildSearchBody } from '../engine/offers/query.ts';
import { staleNow } from '../engine/read-health.ts';
import { keys } from '../engine/read-keys.ts';
import { type RentResult, type RentWish, sendRent } from '../engine/rent/rent-run.ts';
import { damageWords, outcomeUnknown, unprotectedWords } from '../engine/rent/unsettled-words.ts';
import { reportFailure } from '../engine/report-failure.ts';
import { currentRoute } from '../engine/route.ts';
import { withValue } from '../tui/form/form-state.ts';
import { listStore } from '../tui/list/list-state.ts';
import { useStore } from '../tui/use-store.ts';
import { failedHere } from './failed-here.ts';
import { useLoadedOffers } from './loaded-offers.ts';
import { useCommand } from './use-command.ts';
import { useDeck, useSession } from './use-deck.ts';
import { useRentBlock } from './use-rent-block.ts';
import { useStaleBlock } from './use-write.ts';

/** What a form says from the yes until the outcome. */
export const sendingWords = 'renting … the answer is on its way';

/** Who pressed a key so short a time ago is typing: the screen is not changed under their hands. */
const typingMs = 2_000;

/** What goes with a request and is no part of it: what was agreed to, and the GB of disk that it gets. */
export type Agreed = Pick<RentWish, 'agreed' | 'rescue' | 'diskGb' | 'unprotected'>;

/** A refusal that a field can mend, or why nothing was sent before the person has agreed to it. */
export type RentRefusal = { field: string; message: string } | { unprotected: string };

export type RentView = {
  /** The offer as it was read last, and when (epoch ms); undefined when that is not known. */
  offer: Offer;
  readAt: number | undefined;
  /** Why nothing can be bought just now. */
  blocked: string | undefined;
  /** Whether this offer's price is being read again, or its request is on its way: the form waits for the answer. */
  isBusy(): boolean;
  /** Whether this offer's request is on its way. */
  isSent: boolean;
  /** Whether the person is still here; an answer that comes late must not open a question elsewhere. */
  showing(): boolean;
  /** Reads the offer again; undefined when it is gone or could not be read, which has then been said. */
  recheck(): Promise<Offer | undefined>;
  /** Why a rent could not be found again after a crash, as things are now; undefined when it could. */
  unprotected(): Promise<string | undefined>;
  /** Sends the creation request, once, and sees to what follows. Resolves with what the person can do about a refusal. */
  send(body: CreateRequest, agreed?: Agreed): Promise<RentRefusal | undefined>;
};

/**
 * Renting one offer. The request goes out once and is never repeated by itself: not after a timeout, not when the
 * offer was taken, not by a second Enter, and not from a form that was left and opened again meanwhile.
 *
 * `price` is what an offer costs in $/h, for naming the next one.
 */
export function useRent(first: Offer, price: (offer: Offer) => number | undefined): RentView {
  const deck = useDeck();
  const session = useSession();
  const loaded = useLoadedOffers();
  const [known, setKnown] = useState(() => ({ offer: first, at: loaded.readAt() }));
  // A store and not state: keys that were typed ahead ask for it before the next render.
  const [checkingStore] = useState(() => createStore(false));
  const checking = useStore(checkingStore);
  /** When the service was last asked for something that may lead elsewhere, by the machine's clock. */
  const askedAt = useRef(0);
  const renting = useStore(deck.renting);
  const gone = useStore(deck.gone);
  const old = useStaleBlock();
  const block = useRentBlock() ?? old;
  const create = useCommand(
    ({ body, agreed }: { body: CreateRequest; agreed: Agreed }) => {
      if (session === undefined) throw new Error('a rent was sent without a session');
      const search = buildSearchBody(deck.search.get());
      return sendRent(deck, session, { offer: known.offer, body, search, ...agreed });
    },
    [keys.instances, keys.user, keys.offers(buildSearchBody(deck.search.get()))],
  );

  const showing = () => {
    const route = currentRoute(deck.nav.get());
    return route.screen === 'rent' && route.offer.id === first.id;
  };
  // A key that was meant for the form would be a command of the screen that took its place.
  const mayMove = () => {
    const { lastKeyAt, local } = deck;
    const isTyping = lastKeyAt.current > askedAt.current && local.now() - lastKeyAt.current < typingMs;
    return showing() && !isTyping;
  };
  const leaveTo = (screen: 'offers' | 'instances') => {
    if (mayMove()) deck.go({ go: 'jump', route: { screen } });
  };

  /** The offer is marked, and the next one like it stands under the cursor of the list. Nothing is sent. */
  const lost = (reason: string, said: string, words = '') => {
    deck.gone.set((now) => new Map(now).set(first.id, reason));
    const next = nextOffer({
      failed: known.offer,
      offers: loaded.ofSearch().filter((offer) => failedHere(deck, offer) === undefined),
      excludedIds: new Set(deck.gone.get().keys()),
      price,
    });
    if (next !== undefined) {
      const list = listStore(deck.lists, 'offers');
      list.set((now) => ({ ...now, cursor: { key: next.id, index: now.cursor.index } }));
    }
    leaveTo('offers');
    const named = next && [gpuLabel(next), ratePerHour(price(next))].filter(Boolean).join(' ');
    const instead =
      next === undefined
        ? 'No other offer of this search is like it.'
        : `Next like it: ${named}, offer ${next.id}.`;
    deck.messages.say('warn', [said, instead, words].filter(Boolean).join(' '));
  };

  const recheck = async (): Promise<Offer | undefined> => {
    if (session === undefined || checkingStore.get()) return undefined;
    checkingStore.set(true);
    askedAt.current = deck.local.now();
    const type = first.is_bid === true ? 'bid' : 'on-demand';
    const body = buildSearchBody({ filters: { id: { eq: first.id } }, type, limit: 1 });
    const reply = await session.api.searchOffers(body).catch((error: ApiError) => error);
    checkingStore.set(false);
    if (reply instanceof Error) {
      reportFailure(deck, 'The price could not be read again, nothing was sent', reply);
      return undefined;
    }
    const found = reply.offers.find(({ id }) => id === first.id);
    if (found === undefined || found.rentable === false) {
      lost('Taken by somebody else', `Offer ${first.id} was taken by somebody else, nothing was created.`);
      return undefined;
    }
    setKnown({ offer: found, at: deck.own() });
    return found;
  };

  const rented = ({ id, reply, noted }: Extract<RentResult, { kind: 'rented' }>) => {
    // The next form begins with what this one held; a name is for one machine.
    deck.drafts.get(first.id)?.set((was) => withValue(was, 'label', ''));
    if (!reply.success)
      deck.messages.say(
        'warn',
        `The service answered with instance ${id} and yet with no success: it may be charged, look at it here.`,
      );
    else if (noted.ok) deck.messages.say('info', `rented as ${id}`);
    else
      deck.messages.say(
        'warn',
        `rented as ${id}, and the next start will not know of it: ${noted.message} Write the number down.`,
      );
    if (!mayMove()) return;
    deck.go({ go: 'jump', route: { screen: 'instances' } });
    deck.go({ go: 'push', route: { screen: 'instance', id } });
  };

  const failed = (
    kind: 'taken' | 'busy' | 'refused' | 'unknown',
    error: ApiError,
  ): { field: string; message: string } | undefined => {
    const { meaning, next, place, field } = advise(error);
    if (kind === 'taken') {
      // With cancel_unavail the service answers alike to an offer that is taken and to one that cannot start now.
      lost(
        error.status === 410 ? 'Taken by somebody else, or it cannot start now' : 'Taken by somebody else',
        `Offer ${first.id} is taken${error.status === 410 ? ' or cannot start now' : ''}, nothing was created.`,
        serviceSays(error.msg),
      );
    } else if (kind === 'unknown') {
      leaveTo('instances');
      deck.messages.say(
        'warn',
        `${outcomeUnknown} ${meaning} Nothing is sent again; the list of instances is asked until it is known (${deck.keyName('rent.settle')}).`,
      );
    } else if (kind === 'busy') {
      deck.messages.say('warn', `The machine cannot start at once, nothing was created. ${meaning}`);
    } else {
      reportFailure(deck, 'Rent', error);
      if (place === 'field' && field !== undefined) return { field, message: error.msg ?? next };
    }
    return undefined;
  };

  const send: RentView['send'] = async (body, agreed = {}) => {
    if (deck.renting.get() !== undefined) return undefined;
    const tooOld = staleNow(deck);
    if (tooOld !== undefined) return void deck.messages.say('warn', `Nothing was sent. ${tooOld}.`);
    // Before anything of it is noted: it would be refused.
    const held = deck.session.get()?.api.heldError('createInstance', longestWaitMs);
    if (held !== undefined) return failed('refused', held);
    deck.renting.set(first.id);
    askedAt.current = deck.local.now();
    try {
      const ran = await create.run({ body, agreed });
      if (ran === undefined) return undefined;
      if (!ran.ok) throw ran.error;
      const result = ran.value;
      if (result.kind === 'rented') rented(result);
      else if ('error' in result) return failed(result.kind, result.error);
      else if (result.kind === 'unprotected') return { unprotected: unprotectedWords(result.why) };
      else if (result.kind === 'damaged') return { unprotected: result.why };
      else deck.messages.say('warn', `${result.why}. Nothing was sent.`);
      return undefined;
    } finally {
      deck.renting.set(undefined);
    }
  };

  const blocked =
    renting !== undefined
      ? sendingWords
      : (block ?? (checking ? 'reading the price again…' : gone.get(first.id)));
  return {
    offer: known.offer,
    readAt: known.at,
    blocked,
    isBusy: () => checkingStore.get() || deck.renting.get() === first.id,
    isSent: renting === first.id,
    showing,
    recheck,
    unprotected: async () => {
      const journal = session && deck.services.journal(session);
      const damage = journal?.damage();
      if (damage !== undefined) return damageWords(damage);
      const kept = await journal?.check();
      return kept?.ok === false ? unprotectedWords(kept.message) : undefined;
    },
    send,
  };
}
