import type { Instance, Offer, SearchReply } from '../client/wire.ts';
import { keys } from '../engine/read-keys.ts';
import type { HeldRequest } from '../engine/rent/held-request.ts';
import { type Rescue, rescueOf, rescuesOf } from '../engine/rescue/rescue.ts';
import { noRescue, offerByHand } from '../engine/rescue/rescue-ask.ts';
import { bound, priceWith } from '../engine/rescue/rescue-memory.ts';
import { dearRescues, wantedAt } from '../engine/rescue/rescue-move.ts';
import { pickOffer } from '../engine/rescue/rescue-offers.ts';
import { useStore } from '../tui/use-store.ts';
import { useLoadedOffers } from './loaded-offers.ts';
import { useOffers } from './resources.ts';
import { useDeck, useSession } from './use-deck.ts';
import { useJournal } from './use-journal.ts';

/** What a rescue of an instance would come to, as far as it is known without asking for it. */
export type Outlook =
  /** Its boot has not failed, or nothing can take its place. */
  | { is: 'none' }
  | { is: 'begun' }
  /** `byHand`: it is not carried out, the form of the offer opens. `looked`: its offers are known. */
  | { is: 'open'; byHand: boolean; looked: boolean; next?: { offer: Offer; perHour: number | undefined } };

/**
 * What a rescue of each of `rows` would rent. Of the first that has a plan the search is read anew as its own screen
 * does it, each minute; of the others only what was read already is known, so that many cost no more requests than one.
 */
export function useNextOffers(rows: readonly Instance[]): (row: Instance) => Outlook {
  const deck = useDeck();
  const session = useSession();
  const loaded = useLoadedOffers();
  const memory = useStore(deck.rescue);
  const rescues = rescuesOf(useJournal());
  const planOf = (row: Instance): { rescue: Rescue; request: HeldRequest } | undefined => {
    const rescue = rescueOf(rescues, row.id);
    const request = rescue && memory.requests.get(rescue.rescue);
    return rescue === undefined || request === undefined || bound(request) !== undefined
      ? undefined
      : { rescue, request };
  };
  const first = rows.map(planOf).find((plan) => plan !== undefined);
  useOffers(first?.rescue.plan.search);
  return (row) => {
    if (session === undefined) return { is: 'none' };
    const rescue = rescueOf(rescues, row.id);
    const wanted =
      rescue &&
      wantedAt(rescue, {
        ...memory,
        held: new Set(memory.requests.keys()),
        dear: dearRescues([rescue], rows),
      });
    if (wanted !== undefined || (rescue?.id === row.id && isUnderWay(rescue))) return { is: 'begun' };
    if (noRescue(deck, session, row, rescue) !== undefined) return { is: 'none' };
    const plan = planOf(row);
    if (plan === undefined) {
      const byHand = offerByHand(deck, session, row, rescue, loaded.ofSearch());
      return { is: 'open', byHand: true, looked: true, ...(byHand === undefined ? {} : { next: byHand }) };
    }
    const reply = deck.reads.data<SearchReply>(keys.offers(plan.rescue.plan.search));
    const offer = reply && pickOffer(deck, session, plan.rescue, plan.request, reply.offers);
    return {
      ...{ is: 'open', byHand: false, looked: reply !== undefined },
      ...(offer === undefined ? {} : { next: { offer, perHour: priceWith(plan.request, offer) } }),
    };
  };
}

const isUnderWay = ({ phase }: Rescue): boolean => phase !== 'watching' && phase !== 'ended';
