import { assumptions } from '../assumptions.ts';
import type { JsonObject } from '../body.ts';
import { readQuery } from '../market/query.ts';
import type { Store } from '../store.ts';

/** A volume that can be rented on a machine: of its offers one row, with the disk that is left for volumes. */
export type VolumeOffer = Record<string, unknown> & { id: number; machine_id: number; disk_space: number };

/** What a volume offer calls by the name that on an offer means something of the whole machine. */
const onOffers: Record<string, string> = { id: 'avail_vol_ask_id', disk_space: 'avail_vol_size' };
const shared = [
  ...['machine_id', 'host_id', 'storage_cost', 'disk_bw', 'disk_name', 'inet_up', 'inet_down', 'cpu_ghz'],
  ...['cuda_max_good', 'driver_version', 'reliability2', 'verification', 'hosting_type', 'geolocation'],
  ...[
    'duration',
    'start_date',
    'end_date',
    'cluster_id',
    'nw_disk_min_bw',
    'nw_disk_max_bw',
    'nw_disk_avg_bw',
  ],
];
/** Offers that a machine is split into at most: so many rows may say the same of one volume. */
const sharesOfMachine = 8;

const renamed = (name: string): string => onOffers[name] ?? name;

/**
 * The volume offers that the body of a search finds, in its order, a row for each machine. It speaks the language of
 * the search for offers; `allocated_storage` is the GB that are priced.
 */
export function searchVolumes(store: Store, body: JsonObject, now: number): VolumeOffer[] {
  const { allocated_storage, limit, order, type: _, ...filters } = body;
  const asked = readQuery({ limit, allocated_storage });
  const most = Number.isFinite(asked.limit) ? asked.limit : assumptions.volumeOffers;
  const keys = Array.isArray(order)
    ? order.map((entry: unknown) =>
        Array.isArray(entry) ? [renamed(String(entry[0])), ...entry.slice(1)] : renamed(String(entry)),
      )
    : order;
  const query = readQuery({
    ...Object.fromEntries(Object.entries(filters).map(([name, filter]) => [renamed(name), filter])),
    order: keys,
    limit: most * sharesOfMachine,
  });
  const gb = allocated_storage === undefined || allocated_storage === null ? 1 : asked.diskGb;
  const rows = new Map<unknown, VolumeOffer>();
  for (const offer of JSON.parse(
    store.market.search(query, now / 1000, store.offerStates()),
  ) as JsonObject[]) {
    if (rows.size >= most && !rows.has(offer.machine_id)) break;
    if (!rows.has(offer.machine_id)) rows.set(offer.machine_id, volumeOffer(store, offer, gb));
  }
  return [...rows.values()].slice(0, most);
}

function volumeOffer(store: Store, offer: JsonObject, gb: number): VolumeOffer {
  const own = store.state.volumes.filter(
    (one) => one.machineId === offer.machine_id && one.deletedAt === undefined,
  );
  const taken = own.reduce((sum, { size }) => sum + size, 0);
  const perHour = (Number(offer.storage_cost) * gb) / assumptions.monthHours;
  return {
    ...Object.fromEntries(shared.map((name) => [name, offer[name] ?? null])),
    id: Number(offer.avail_vol_ask_id),
    ask_contract_id: Number(offer.avail_vol_ask_id),
    machine_id: Number(offer.machine_id),
    disk_space: Math.max(0, Number(offer.avail_vol_size) - taken),
    storage_total_cost: perHour,
    dph_total: perHour,
  };
}

export const findVolumeOffer = (store: Store, id: number, now: number): VolumeOffer | undefined =>
  searchVolumes(store, { id: { eq: id }, limit: 1 }, now)[0];
