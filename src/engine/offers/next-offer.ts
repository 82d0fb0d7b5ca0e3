import type { Offer } from '../../client/wire.ts';
import { offerTotal } from '../money/offer-cost.ts';

export type NextOfferRequest = {
  /** The offer that is gone or failed. */
  failed: Offer;
  /** The results of the same search, in its own order: what stands first suited the person best. */
  offers: readonly Offer[];
  excludedIds?: ReadonlySet<number>;
  excludedHosts?: ReadonlySet<number>;
  excludedMachines?: ReadonlySet<number>;
  /** $/h; an offer whose price is unknown does not pass a cap. */
  priceCap?: number;
  /** $/h that the cap is held against; the service's own total unless the caller knows better. */
  price?: (offer: Offer) => number | undefined;
};

/** The same GPU in the same number, as far as both say so. */
function comparable(a: Offer, b: Offer): boolean {
  const same = <T>(x: T | undefined, y: T | undefined) => x === undefined || y === undefined || x === y;
  return same(a.gpu_name, b.gpu_name) && same(a.num_gpus, b.num_gpus) && same(a.is_bid, b.is_bid);
}

/** The first offer of the search that can stand in for the failed one, which itself is never taken again. */
export function nextOffer({
  failed,
  offers,
  excludedIds,
  excludedHosts,
  excludedMachines,
  priceCap,
  price = offerTotal,
}: NextOfferRequest): Offer | undefined {
  const barred = (set: ReadonlySet<number> | undefined, id: number | undefined) =>
    id !== undefined && (set?.has(id) ?? false);
  return offers.find((offer) => {
    if (offer.id === failed.id || offer.rentable === false || !comparable(offer, failed)) return false;
    if (barred(excludedIds, offer.id) || barred(excludedHosts, offer.host_id)) return false;
    if (barred(excludedMachines, offer.machine_id)) return false;
    const asked = price(offer);
    return priceCap === undefined || (asked !== undefined && asked <= priceCap);
  });
}
