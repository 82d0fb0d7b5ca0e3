import type { Offer } from '../client/wire.ts';
import { type Cost, cost, diskPerHour, known, sum } from './price-parts.ts';

/** The price that decides, in $/h: the bid that wins now for bids, the service's own total otherwise. */
export const offerPrice = (offer: Offer): number | undefined =>
  offer.is_bid === true ? offer.min_bid : offer.dph_total;

/** $/h of the offer's GPU part: its own field, else what is left of its total without its storage. */
export function gpuPerHour(offer: Offer): number | undefined {
  if (known(offer.dph_base)) return offer.dph_base;
  const { dph_total: total, storage_total_cost: disk } = offer;
  return known(total) && known(disk) ? Math.max(0, total - disk) : undefined;
}

/**
 * What renting this offer would cost with `diskGb` of disk, on demand or at a `bid` in $/h. The total stands
 * only where both parts are known: the offer's `dph_total` is for the disk size of the search, not for this one.
 */
export function offerCost(offer: Offer, { diskGb, bid }: { diskGb: number; bid?: number }): Cost {
  const gpu = bid ?? gpuPerHour(offer);
  const disk = diskPerHour(offer.storage_cost, diskGb);
  return cost(gpu, disk, sum(gpu, disk));
}
