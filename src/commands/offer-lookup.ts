import type { Client } from '../client/client-type.ts';
import type { Offer, OfferType } from '../client/wire.ts';
import { nextOffer } from '../engine/offers/next-offer.ts';
import { buildSearchBody, defaultFilters } from '../engine/offers/query.ts';

const typeOf = (isBid: boolean): OfferType => (isBid ? 'bid' : 'on-demand');

/** The offer as the service has it now, rentable or not; undefined when the search does not find it. */
export async function findOffer(
  api: Client,
  id: number,
  isBid: boolean,
  signal?: AbortSignal,
): Promise<Offer | undefined> {
  const body = buildSearchBody({ filters: { id: { eq: id } }, type: typeOf(isBid), limit: 1 });
  const { offers } = await api.searchOffers(body, signal === undefined ? {} : { signal });
  return offers.find((offer) => offer.id === id);
}

/** The cheapest offer with the same GPUs as one that is gone, which itself is never named again. */
export async function comparableOffer(
  api: Client,
  about: { offerId: number; isBid: boolean; offer: Offer | undefined },
): Promise<Offer | undefined> {
  const failed = about.offer ?? (await findOffer(api, about.offerId, about.isBid));
  if (failed?.gpu_name === undefined) return undefined;
  const { gpu_name, num_gpus } = failed;
  const { offers } = await api.searchOffers(
    buildSearchBody({
      filters: {
        ...defaultFilters,
        gpu_name: { eq: gpu_name },
        ...(num_gpus !== undefined && { num_gpus: { eq: num_gpus } }),
      },
      type: typeOf(about.isBid),
      order: [['dph_total', 'asc']],
      limit: 10,
    }),
  );
  return nextOffer({ failed, offers });
}
