import { assumptions } from '../assumptions.ts';
import { unit } from '../random.ts';
import { type Ground, machineChance, modelOf, placeOf, trait } from './ground.ts';

/** A number column over the market, made when it is first asked for. */
export type Numbers = (name: string) => Float64Array;

/** What a search asks the prices for. */
export type PriceView = {
  /** Epoch seconds; prices stand still for `assumptions.priceStep` from here. */
  at: number;
  /** GB of storage that `dph_total` includes. */
  diskGb: number;
  /** Interruptible: the GPU part is the lowest bid that wins. */
  bid: boolean;
};

const hoursPerMonth = assumptions.monthHours;

/** The GPU price of offer `i`, in $/h, at an epoch second: a level that fits the machine, moving slowly with time. */
export function gpuPrice(ground: Ground, i: number, at: number): number {
  const model = modelOf(ground, i);
  const level =
    model.price *
    placeOf(ground, i)[2] *
    (0.72 + 0.5 * machineChance(ground, i, trait.price) + 0.14 * (ground.care[i] as number)) *
    (ground.datacenter[i] ? 1.12 : 1);
  const phase = machineChance(ground, i, trait.phase);
  const days = at / 86_400;
  const step = Math.floor(at / assumptions.priceStep);
  const drift =
    1 +
    0.05 * Math.sin(2 * Math.PI * (days / (0.7 + phase) + phase)) +
    0.02 * (unit(ground.seed, i, 1_000 + step) - 0.5);
  return Math.round(level * drift * (ground.gpus[i] as number) * 1e6) / 1e6;
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

/** Columns that depend on the moment and on what the search prices. `column` gives the columns that these build on. */
export const liveNumbers: Record<
  string,
  (ground: Ground, view: PriceView, column: Numbers) => (i: number) => number
> = {
  dph_base: (_g, view, column) => {
    const price = column(view.bid ? 'min_bid' : 'gpu_price');
    return (i) => price[i] as number;
  },
  min_bid: (ground, _view, column) => {
    const price = column('gpu_price');
    return (i) => winningBid(ground, i, price[i] as number);
  },
  storage_total_cost: (_g, view, column) => {
    const cost = column('storage_cost');
    return (i) => ((cost[i] as number) * view.diskGb) / hoursPerMonth;
  },
  dph_total: (_g, _v, column) => {
    const base = column('dph_base');
    const storage = column('storage_total_cost');
    return (i) => (base[i] as number) + (storage[i] as number);
  },
  dph_total_adj: (_g, _v, column) => same(column('dph_total')),
  discounted_hourly: () => () => 0,
  discounted_dph_total: (_g, _v, column) => {
    const total = column('dph_total');
    const base = column('dph_base');
    const rate = column('discount_rate');
    return (i) => (total[i] as number) - (base[i] as number) * (rate[i] as number);
  },
  dlperf_per_dphtotal: (_g, _v, column) => ratio(column('dlperf'), column('dph_total')),
  flops_per_dphtotal: (_g, _v, column) => ratio(column('total_flops'), column('dph_total')),
  vram_costperhour: (_g, _v, column) => ratio(column('dph_total'), column('gpu_total_ram')),
  score: (_g, _v, column) => {
    const perDollar = column('dlperf_per_dphtotal');
    const reliability = column('reliability');
    return (i) => (perDollar[i] as number) * (reliability[i] as number) ** 2;
  },
  duration: (ground, view) => (i) => remaining(ground, i, view.at),
  start_date: (_g, view) => () => view.at,
  end_date: (ground, view) => (i) => view.at + remaining(ground, i, view.at),
  avail_vol_dph: (_g, _v, column) => {
    const cost = column('storage_cost');
    const size = column('avail_vol_size');
    return (i) => ((cost[i] as number) * (size[i] as number)) / hoursPerMonth;
  },
};

const same = (values: Float64Array) => (i: number) => values[i] as number;
const ratio = (above: Float64Array, below: Float64Array) => (i: number) =>
  (above[i] as number) / (below[i] as number);
