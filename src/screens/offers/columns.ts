import { days, disk, memory, percent, rate, speed } from '../../base/format.ts';
import type { Offer, Order } from '../../client/wire.ts';
import { gpuLabel, shortPlace } from '../../engine/instances/names.ts';
import { offerPrice } from '../../engine/money/money.ts';
import type { Column, GridSort } from '../../tui/list/columns.ts';

export { offerPrice };

const known = (text: string): string | undefined => (text === '·' ? undefined : text);

const reliability = (offer: Offer) => offer.reliability2 ?? offer.reliability;
const perDollar = (offer: Offer) => offer.dlperf_per_dphtotal;

const place = (offer: Offer) => shortPlace(offer.geolocation);

/** A value in the unit that its cell shows: what the filter compares. */
const scaled = (value: number | undefined, by: number): number | undefined => (value === undefined ? undefined : value * by);

const whole = (value: number | undefined): string | undefined => (value === undefined ? undefined : String(Math.round(value)));

/** Columns of the offers list. Every one but the id comes from optional fields, so every one may be unknown. */
export const offerColumns: readonly Column<Offer>[] = [
  { id: 'gpu', title: 'GPU', align: 'left', min: 12, ideal: 18, priority: 1, letter: 'g', field: 'gpu_name', cell: gpuLabel, value: (o) => o.gpu_name },
  {
    id: 'vram',
    unit: 'GB',
    name: 'GPU memory',
    title: 'VRAM',
    align: 'right',
    min: 4,
    ideal: 4,
    priority: 4,
    letter: 'v',
    field: 'gpu_ram',
    cell: (o) => known(memory(o.gpu_ram)),
    value: (o) => scaled(o.gpu_ram, 1 / 1000),
  },
  { id: 'price', unit: '$/h', name: 'price', title: '$/H', align: 'right', min: 6, ideal: 7, priority: 1, letter: 'p', field: 'dph_total', cell: (o) => known(rate(offerPrice(o))), value: offerPrice },
  { id: 'day', unit: '$/day', name: 'price a day', title: '$/DAY', align: 'right', min: 6, ideal: 7, priority: 6, letter: 'y', cell: (o) => dayCost(o), value: offerPrice },
  { id: 'value', name: 'value', title: 'DL/$', align: 'right', min: 4, ideal: 6, priority: 3, letter: 'd', field: 'dlperf_per_dphtotal', cell: (o) => whole(perDollar(o)), value: perDollar },
  {
    id: 'rel',
    unit: '%',
    name: 'reliability',
    title: 'REL',
    align: 'right',
    min: 6,
    ideal: 6,
    priority: 3,
    letter: 'r',
    field: 'reliability',
    cell: (o) => known(percent(reliability(o))),
    value: (o) => scaled(reliability(o), 100),
  },
  {
    id: 'down',
    unit: 'Mb/s',
    name: 'download',
    title: 'DOWN',
    align: 'right',
    min: 4,
    ideal: 5,
    priority: 5,
    letter: 'n',
    field: 'inet_down',
    cell: (o) => known(speed(o.inet_down)),
    value: (o) => o.inet_down,
  },
  {
    id: 'inet_up',
    unit: 'Mb/s',
    name: 'upload',
    title: 'UP',
    align: 'right',
    min: 4,
    ideal: 5,
    priority: 7,
    spare: true,
    field: 'inet_up',
    cell: (o) => known(speed(o.inet_up)),
    value: (o) => o.inet_up,
  },
  {
    id: 'disk',
    unit: 'GB',
    name: 'disk',
    title: 'DISK',
    align: 'right',
    min: 5,
    ideal: 5,
    priority: 5,
    letter: 'k',
    field: 'disk_space',
    cell: (o) => known(disk(o.disk_space)),
    value: (o) => o.disk_space,
  },
  {
    id: 'cpu_ram',
    unit: 'GB',
    name: 'memory',
    title: 'RAM',
    align: 'right',
    min: 4,
    ideal: 5,
    priority: 7,
    spare: true,
    field: 'cpu_ram',
    cell: (o) => known(memory(o.cpu_ram)),
    value: (o) => scaled(o.cpu_ram, 1 / 1000),
  },
  {
    id: 'cpu_cores_effective',
    name: 'cores',
    title: 'CORES',
    align: 'right',
    min: 5,
    ideal: 5,
    priority: 7,
    spare: true,
    field: 'cpu_cores_effective',
    cell: (o) => whole(o.cpu_cores_effective),
    value: (o) => o.cpu_cores_effective,
  },
  { id: 'where', name: 'place', title: 'WHERE', align: 'left', min: 5, ideal: 6, priority: 4, letter: 'w', field: 'geolocation', cell: place, value: place },
  {
    id: 'max',
    unit: 'days',
    name: 'longest rent',
    title: 'MAX',
    align: 'right',
    min: 4,
    ideal: 4,
    priority: 6,
    letter: 'm',
    field: 'duration',
    cell: (o) => known(days(o.duration)),
    value: (o) => scaled(o.duration, 1 / 86_400),
  },
  {
    id: 'cuda_max_good',
    name: 'CUDA',
    title: 'CUDA',
    align: 'right',
    min: 4,
    ideal: 4,
    priority: 8,
    spare: true,
    field: 'cuda_max_good',
    cell: (o) => o.cuda_max_good?.toFixed(1),
    value: (o) => o.cuda_max_good,
  },
];

function dayCost(offer: Offer): string | undefined {
  const price = offerPrice(offer);
  return price === undefined ? undefined : (price * 24).toFixed(2);
}

/** Fields that a column of the list stands for, or that say the same once more. */
export const offerFields = [...offerColumns.flatMap(({ field }) => field ?? []), 'reliability2', 'ask_contract_id'];

/** What a sentence calls the field that the service sorts by first. */
export const orderName = ([first]: Order): string | undefined => first && (offerColumns.find(({ field }) => field === first[0])?.name ?? first[0].replaceAll('_', ' '));

/** The column that the service sorts by first, where it is one that is shown. */
export function serviceSort(order: Order): GridSort | undefined {
  const [first] = order;
  const column = offerColumns.find(({ field }) => field !== undefined && field === first?.[0]);
  return column === undefined ? undefined : { id: column.id, descending: first?.[1] === 'desc' };
}
