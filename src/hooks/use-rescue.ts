import { useState } from 'react';
import type { Instance, Offer } from '../client/wire.ts';
import { readInstance } from '../domain/lifecycle.ts';
import { type Rescue, rescueOf, rescuesOf } from '../domain/rescue.ts';
import { rescueHoldMs, wantedAt } from '../domain/rescue-move.ts';
import type { Binding } from '../keymap.ts';
import { dataOf } from '../loadable.ts';
import { useDeck, useSession } from './deck.ts';
import { useLoadedOffers } from './loaded-offers.ts';
import { pollSeconds } from './polling.ts';
import { askRescue, whyNot } from './rescue-ask.ts';
import { bound, priceWith } from './rescue-memory.ts';
import { callOff, pickOffer } from './rescue-run.ts';
import { keys } from './resources.ts';
import { useStore } from './store.ts';
import { useJournal } from './use-journal.ts';
import { useRead } from './use-read.ts';

export type RescueView = {
  rescue: Rescue | undefined;
  /** What it was rented with is in memory: a rescue can be carried out here. */
  held: boolean;
  /** Why no other machine can take it. */
  tied: string | undefined;
  /** The next best offer as it was read last, with its $/h; undefined while none is known or looked for. */
  next: { offer: Offer; perHour: number | undefined } | undefined;
  looked: boolean;
  /** Ms until the first step is taken, while it can be called off before anything has happened. */
  beginsIn: number | undefined;
  key: Binding;
};

/** The rescue of one instance, live: what was agreed to, what it would take next, and the key that begins or ends it. */
export function useRescue(id: number, instance: Instance | undefined): RescueView {
  const deck = useDeck();
  const session = useSession();
  const loaded = useLoadedOffers();
  const memory = useStore(deck.rescue);
  const [asking, setAsking] = useState(false);
  const rescue = rescueOf(rescuesOf(useJournal()), id);
  const request = rescue && memory.requests.get(rescue.rescue);
  const tied = request && bound(request);
  const kind = instance && readInstance(instance).kind;
  const live = rescue !== undefined && request !== undefined && tied === undefined && isOpen(kind);
  const read = useRead(
    live ? keys.offers(rescue.plan.search) : undefined,
    (api) => api.searchOffers((rescue as Rescue).plan.search),
    { every: pollSeconds.offers },
  );
  const offers = dataOf(read)?.offers;
  const offer = live && session && offers ? pickOffer(deck, session, rescue, request, offers) : undefined;
  const since = rescue && wantedAt(rescue, { ...memory, held: new Set(memory.requests.keys()) });
  const isActive =
    rescue !== undefined && rescue.phase !== 'ended' && (rescue.phase !== 'watching' || since !== undefined);

  const ask = async () => {
    if (session === undefined || instance === undefined) return;
    setAsking(true);
    await askRescue(deck, session, instance, rescue, loaded.ofSearch());
    setAsking(false);
  };
  return {
    rescue,
    held: request !== undefined,
    tied,
    next: offer && request && { offer, perHour: priceWith(request, offer) },
    looked: offers !== undefined,
    beginsIn:
      since === undefined || rescue?.phase !== 'watching'
        ? undefined
        : Math.max(0, since + rescueHoldMs - deck.local.now()),
    key: isActive
      ? { run: () => session && void callOff(deck, session, rescue) }
      : {
          run: () => void ask(),
          blocked: asking
            ? 'Looking for the next best offer'
            : session && whyNot(deck, session, instance, rescue),
        },
  };
}

const isOpen = (kind: string | undefined): boolean =>
  kind === undefined || ['provisioning', 'loading', 'exited', 'unknown', 'offline'].includes(kind);
