import { disk } from '../../base/format.ts';
import type { ListReply, Offer, Volume } from '../../client/wire.ts';
import { isWhole } from '../missing-rows.ts';

/** Hours of the month that storage prices are given for. */
const hoursPerMonth = 720;

/** $/h of a volume, where its record carries a price ($/GB/month); interface.md shows none. */
export const volumeRate = ({ storage_cost, disk_space }: Volume): number | undefined =>
  storage_cost === undefined || disk_space === undefined
    ? undefined
    : (storage_cost * disk_space) / hoursPerMonth;

/** Sum over the volumes whose price is known: `priced` of `count`. */
export function volumesBurn(volumes: readonly Volume[]): { perHour: number; priced: number; count: number } {
  const rates = volumes.flatMap((volume) => volumeRate(volume) ?? []);
  return {
    perHour: rates.reduce((total, rate) => total + rate, 0),
    priced: rates.length,
    count: volumes.length,
  };
}

/** `501 datasets 100G` */
export const volumeLabel = ({ id, label, disk_space }: Volume): string =>
  [id, label, disk_space === undefined ? undefined : disk(disk_space)].filter(Boolean).join(' ');

/**
 * Whether a volume lies on the machine of an offer: a local one can be linked there alone (publicly known). Undefined
 * where one of the machines is not known, and for one that a whole cluster shares.
 */
export function isOnMachine(volume: Volume, offer: Pick<Offer, 'machine_id'>): boolean | undefined {
  if (typeof volume.cluster_id === 'number') return undefined;
  if (volume.machine_id === undefined || offer.machine_id === undefined) return undefined;
  return volume.machine_id === offer.machine_id;
}

/** What is to be said of the volume that a request links, a sentence; undefined where nothing speaks against it. */
export function volumeWarning(
  volumeId: string,
  volumes: ListReply<Volume> | undefined,
  offer: Pick<Offer, 'machine_id'>,
): string | undefined {
  const typed = volumeId.trim();
  if (typed === '' || volumes === undefined) return undefined;
  const volume = volumes.rows.find(({ id }) => String(id) === typed);
  if (volume === undefined && !isWhole(volumes)) return undefined;
  if (volume === undefined) return `The list of your volumes has no ${typed}.`;
  if (isOnMachine(volume, offer) === false)
    return `Volume ${typed} is on machine ${volume.machine_id}, and this offer is on ${offer.machine_id}: it cannot be linked here.`;
  return undefined;
}
