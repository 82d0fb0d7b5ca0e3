import { assumptions } from '../assumptions.ts';
import { unit } from '../random.ts';
import { type Ground, machineChance, modelOf, placeOf, trait } from './ground.ts';

/** Reads a number of offer `i`. */
export type Read = (i: number) => number;

/** What a search asks the prices for. */
export type PriceView = {
  /** Epoch seconds; prices stand still for `assumptions.priceStep` from here. */
  at: number;
  /** GB of storage that `dph_total` includes. */
  diskGb: number;
  /** Interruptible: the GPU part is the lowest bid that wins. */
  bid: boolean;
};

/** The GPU price of offer `i`, in $/h, that fits its machine. */
export const priceLevel = (ground: Ground, i: number): number =>
  modelOf(ground, i).price *
  placeOf(ground, i)[2] *
  (0.72 + 0.5 * machineChance(ground, i, trait.price) + 0.14 * (ground.care[i] as number)) *
  (ground.datacenter[i] ? 1.12 : 1) *
  (ground.gpus[i] as number);

/** The GPU price of offer `i`, in $/h, at an epoch second: it moves slowly about its level. */
export function gpuPrice(ground: Ground, i: number, at: number, level = priceLevel(ground, i)): number {
  const phase = machineChance(ground, i, trait.phase);
  const days = at / 86_400;
  const step = Math.floor(at / assumptions.priceStep);
  const drift =
    1 +
    0.05 * Math.sin(2 * Math.PI * (days / (0.7 + phase) + phase)) +
    0.02 * (unit(ground.seed, i, 1_000 + step) - 0.5);
  return Math.round(level * drift * 1e6) / 1e6;
}

/** The lowest bid that wins, in $/h, for a GPU price. */
export const winningBid = (ground: Ground, i: number, price: number): number =>
  Math.max(0.001, Math.round(price * (0.35 + 0.3 * machineChance(ground, i, trait.bid)) * 1e6) / 1e6);

/** Seconds for which an offer can still be rented: it falls with time and is renewed before it ends. */
export function remaining(ground: Ground, i: number, at: number): number {
  const term = Math.round(3 + 60 * machineChance(ground, i, trait.term) ** 2) * 86_400;
  const phase = machineChance(ground, i, trait.phase) * term;
  return Math.round(2 * term - ((at + phase) % term));
}

type LiveField = (read: (name: string) => Read, view: PriceView, ground: Ground) => Read;
const ratio =
  (above: string, below: string): LiveField =>
  (read) => {
    const [a, b] = [read(above), read(below)];
    return (i) => a(i) / b(i);
  };
const perHour = (price: number, gb: number): number => (price * gb) / assumptions.monthHours;

/** Numbers that depend on the moment and on what the search prices; `read` gives those that they build on. */
export const liveFields: Record<string, LiveField> = {
  dph_base: (read, view) => read(view.bid ? 'min_bid' : 'gpu_price'),
  min_bid: (read, _view, ground) => {
    const price = read('gpu_price');
    return (i) => winningBid(ground, i, price(i));
  },
  storage_total_cost: (read, view) => {
    const cost = read('storage_cost');
    return (i) => perHour(cost(i), view.diskGb);
  },
  dph_total: (read) => {
    const [base, storage] = [read('dph_base'), read('storage_total_cost')];
    return (i) => base(i) + storage(i);
  },
  dph_total_adj: (read) => read('dph_total'),
  discounted_hourly: () => () => 0,
  discounted_dph_total: (read) => {
    const [total, base, rate] = [read('dph_total'), read('dph_base'), read('discount_rate')];
    return (i) => total(i) - base(i) * rate(i);
  },
  dlperf_per_dphtotal: ratio('dlperf', 'dph_total'),
  flops_per_dphtotal: ratio('total_flops', 'dph_total'),
  vram_costperhour: ratio('dph_total', 'gpu_total_ram'),
  score: (read) => {
    const [perDollar, reliability] = [read('dlperf_per_dphtotal'), read('reliability')];
    return (i) => perDollar(i) * reliability(i) ** 2;
  },
  duration: (_read, view, ground) => (i) => remaining(ground, i, view.at),
  start_date: (_read, view) => () => view.at,
  end_date: (_read, view, ground) => (i) => view.at + remaining(ground, i, view.at),
  avail_vol_dph: (read) => {
    const [cost, size] = [read('storage_cost'), read('avail_vol_size')];
    return (i) => perHour(cost(i), size(i));
  },
};
