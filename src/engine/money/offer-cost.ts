import type { Offer } from '../../client/wire.ts';
import { agreeing, type Cost, cost, dearest, diskPerHour, isDearer, known, sum } from './price-parts.ts';

/** $/h of the offer with the disk of its search: the dearest of the totals that were sent, where they contradict. */
export function offerTotal({ dph_total: total, search }: Offer): number | undefined {
  const other = search?.totalHour;
  return known(other) && (!known(total) || isDearer(other, total)) ? other : total;
}

/** The price that decides, in $/h: the bid that wins now for bids, the service's own total otherwise. */
export const offerPrice = (offer: Offer): number | undefined =>
  offer.is_bid === true ? offer.min_bid : offerTotal(offer);

/** GB of disk in an offer's total where nothing says how many (interface.md, Limits). */
const usualDiskGb = 8;

/**
 * $/h of the offer's GPU part: its own field, or what is left of its total without its storage, whichever is dearer where
 * they contradict each other.
 */
export function gpuPerHour(offer: Offer): number | undefined {
  const { dph_base, search, storage_cost } = offer;
  const base = dearest(dph_base, search?.gpuCostPerHour);
  const disk = offer.storage_total_cost ?? search?.diskHour;
  const total = offerTotal(offer);
  if (known(disk)) return agreeing(base, disk, total).gpu;
  if (!known(base)) return undefined;
  return agreeing(base, diskPerHour(storage_cost, usualDiskGb) ?? 0, total).gpu;
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
