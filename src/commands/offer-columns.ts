import { days, disk, memory, percent, rate, speed } from '../base/format.ts';
import type { Offer } from '../client/wire.ts';
import { gpuLabel } from '../engine/instances/names.ts';
import { offerTotal } from '../engine/money/money.ts';
import type { PrintColumn } from './cli/output.ts';

/** The price stays longest beside the id and the GPU; the others go from the right. */
export const offerColumns: readonly PrintColumn<Offer>[] = [
  { title: 'ID', text: (o) => String(o.id), raw: (o) => o.id, right: true },
  { title: 'GPU', text: (o) => gpuLabel(o) ?? '·', raw: (o) => gpuLabel(o), least: 10 },
  { title: 'VRAM', text: (o) => memory(o.gpu_ram), raw: (o) => o.gpu_ram, right: true, priority: 4 },
  { title: '$/H', text: (o) => rate(offerTotal(o)), raw: (o) => o.dph_total, right: true, priority: 3 },
  { title: 'MIN BID', text: (o) => rate(o.min_bid), raw: (o) => o.min_bid, right: true },
  {
    title: 'DL/$',
    text: (o) => whole(o.dlperf_per_dphtotal),
    raw: (o) => o.dlperf_per_dphtotal,
    right: true,
  },
  { title: 'REL', text: (o) => percent(reliability(o)), raw: reliability, right: true },
  { title: 'DOWN', text: (o) => speed(o.inet_down), raw: (o) => o.inet_down, right: true },
  { title: 'DISK', text: (o) => disk(o.disk_space), raw: (o) => o.disk_space, right: true },
  { title: 'WHERE', text: (o) => o.geolocation ?? '·', raw: (o) => o.geolocation, least: 8 },
  { title: 'MAX', text: (o) => days(o.duration), raw: (o) => o.duration, right: true },
];

function reliability(offer: Offer): number | undefined {
  return offer.reliability ?? offer.reliability2;
}

function whole(value: number | undefined): string {
  return value === undefined ? '·' : value.toFixed(0);
}
