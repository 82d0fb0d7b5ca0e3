import type { Instance, Offer } from '../client/wire.ts';
import { readInstance } from '../engine/instances/reading.ts';
import { dataOf } from '../engine/read-health.ts';
import { bound, priceWith } from '../engine/rescue/rescue-memory.ts';
import { pickOffer } from '../engine/rescue/rescue-offers.ts';
import { useStore } from '../tui/use-store.ts';
import { useOffers } from './resources.ts';
import { useDeck, useSession } from './use-deck.ts';
import { type RescueKey, useRescueKey } from './use-rescue-key.ts';

export type RescueView = RescueKey & {
  /** What it was rented with is in memory: a rescue can be carried out here. */
  held: boolean;
  /** Why no other machine can take it. */
  tied: string | undefined;
  /** The next best offer as it was read last, with its $/h; undefined while none is known or looked for. */
  next: { offer: Offer; perHour: number | undefined } | undefined;
  looked: boolean;
};

/** The rescue of one instance, live: what was agreed to, what it would take next, and the key that begins or ends it. */
export function useRescue(id: number, instance: Instance | undefined): RescueView {
  const deck = useDeck();
  const session = useSession();
  const { requests } = useStore(deck.rescue);
  const known = useRescueKey(id, instance);
  const { rescue } = known;
  const request = rescue && requests.get(rescue.rescue);
  const tied = request && bound(request);
  const kind = instance && readInstance(instance).kind;
  const live = rescue !== undefined && request !== undefined && tied === undefined && isOpen(kind);
  const offers = dataOf(useOffers(live ? rescue.plan.search : undefined))?.offers;
  const offer = live && session && offers ? pickOffer(deck, session, rescue, request, offers) : undefined;
  return {
    ...known,
    held: request !== undefined,
    tied,
    next: offer && request && { offer, perHour: priceWith(request, offer) },
    looked: offers !== undefined,
  };
}

const isOpen = (kind: string | undefined): boolean =>
  kind === undefined || ['provisioning', 'loading', 'exited', 'unknown', 'offline'].includes(kind);
