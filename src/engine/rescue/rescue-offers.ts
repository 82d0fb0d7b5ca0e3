import { ApiError } from '../../client/errors.ts';
import type { Offer } from '../../client/wire.ts';
import type { Deck } from '../deck.ts';
import type { HeldRequest } from '../rent/held-request.ts';
import { reportFailure } from '../report-failure.ts';
import type { Session } from '../services.ts';
import { failedPlaces, type Rescue } from './rescue.ts';
import { priceWith } from './rescue-memory.ts';
import { rescueOffer } from './rescue-move.ts';

/** The offers of the rescue's own search as they are now; undefined when they could not be read. */
export async function findOffer(
  deck: Deck,
  session: Session,
  rescue: Rescue,
  request: HeldRequest,
): Promise<{ offer?: Offer } | undefined> {
  try {
    const { offers } = await session.api.searchOffers(rescue.plan.search);
    const offer = pickOffer(deck, session, rescue, request, offers);
    return offer === undefined ? {} : { offer };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    reportFailure(deck, 'Looking for the next best offer', error);
    return undefined;
  }
}

/** The next best of these offers for a rescue, as things stand. */
export function pickOffer(
  deck: Deck,
  session: Session,
  rescue: Rescue,
  request: HeldRequest,
  offers: readonly Offer[],
): Offer | undefined {
  const { gpu_name, num_gpus, is_bid } = request.offer;
  return rescueOffer(rescue, {
    wanted: {
      ...(gpu_name === undefined ? {} : { gpu_name }),
      ...(num_gpus === undefined ? {} : { num_gpus }),
      ...(is_bid === undefined ? {} : { is_bid }),
    },
    offers,
    failed: [
      ...failedPlaces(deck.services.journal(session).events()),
      ...deck.rescue.get().failedHere.values(),
    ],
    gone: deck.gone.get().keys(),
    price: (offer) => priceWith(request, offer),
  });
}

export type Missed = 'taken' | 'dear' | 'unread';

/** Why an offer is not to be rented after all. A price that cannot be read again may have risen over the cap. */
export async function hasChanged(
  { api }: Session,
  { plan }: Rescue,
  request: HeldRequest,
  { id }: Offer,
): Promise<Missed | undefined> {
  const { cap } = plan;
  if (cap === undefined) return undefined;
  const reply = await api.searchOffers(plan.search, { once: true }).catch((error) => {
    if (error instanceof ApiError) return undefined;
    throw error;
  });
  if (reply === undefined) return 'unread';
  const offer = reply.offers.find((one) => one.id === id);
  if (offer === undefined) return 'taken';
  return (priceWith(request, offer) ?? Number.POSITIVE_INFINITY) <= cap ? undefined : 'dear';
}
