import type { Offer } from '../../client/wire.ts';
import { offerPrice } from './offer-cost.ts';
import { known } from './price-parts.ts';

/** A figure as it was read at a time (epoch ms). */
export type Sample = { at: number; value: number };

/** From an age on, one sample of each stretch is enough. */
type Tier = { fromAgeMs: number; everyMs: number };
/** How densely samples of a kind are kept, oldest tier last, and for how long. */
type Retention = { tiers: readonly Tier[]; forMs: number };

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Every read of the credit for half an hour, which the measured burn needs, then one of each ten minutes. */
const creditKept: Retention = { tiers: [{ fromAgeMs: 30 * minute, everyMs: 10 * minute }], forMs: 30 * day };
/** The same of what was quoted then, which may be booked up to an hour later. */
const quoteKept: Retention = {
  tiers: [{ fromAgeMs: 90 * minute, everyMs: 10 * minute }],
  forMs: 30 * day,
};
/** Prices move slowly, and there are many GPU models. */
const priceKept: Retention = {
  tiers: [
    { fromAgeMs: 0, everyMs: 10 * minute },
    { fromAgeMs: day, everyMs: hour },
  ],
  forMs: 14 * day,
};

/** The credit of one account of a service: the accounts of two services may have one number. */
export const creditSeries = (baseUrl: string, userId: number): string => `credit ${baseUrl} ${userId}`;

/** What the prices said that the account spends ($/h, what boots counted as running), `quoteOf` of a burn. */
export const quoteSeries = (baseUrl: string, userId: number): string => `quote ${baseUrl} ${userId}`;

/** Without what an earlier version noted for one that was not known. */
export const knownQuotes = (quotes: readonly Sample[]): readonly Sample[] =>
  quotes.some(({ value }) => value < 0) ? quotes.filter(({ value }) => value >= 0) : quotes;

/** When a price was missing for that: nothing is known of the quote then. Its values mean nothing. */
export const unquotedSeries = (baseUrl: string, userId: number): string => `unquoted ${baseUrl} ${userId}`;

/** A kind of machine whose cheapest offer is followed; what is unlike in any of it is another series. */
export type Model = { gpu: string; gpus: number | undefined; bid: boolean };

/** The cheapest offer of a kind of machine at one service. */
export const priceSeries = (baseUrl: string, { gpu, gpus, bid }: Model): string =>
  `price ${baseUrl} ${bid ? 'bid' : 'on-demand'} ${gpus ?? '?'} ${gpu}`;

/** The kind of machine that an offer is; undefined where its model is not known. */
export const modelOf = ({ gpu_name: gpu, num_gpus: gpus, is_bid }: Offer): Model | undefined =>
  gpu === undefined ? undefined : { gpu, gpus, bid: is_bid === true };

/** The cheapest price ($/h) among `offers` of each kind of machine, by the name of its series. */
export function cheapestPrices(baseUrl: string, offers: readonly Offer[]): Record<string, number> {
  const cheapest: Record<string, number> = {};
  for (const offer of offers) {
    const model = modelOf(offer);
    const price = offerPrice(offer);
    if (model === undefined || !known(price)) continue;
    const series = priceSeries(baseUrl, model);
    cheapest[series] = Math.min(price, cheapest[series] ?? Number.POSITIVE_INFINITY);
  }
  return cheapest;
}

/** A price is worth another line this long after the last one. */
export const PRICE_STEP_MS = 10 * minute;

const retentionOf = (series: string): Retention =>
  series.startsWith('price ') ? priceKept : /^(un)?quote/.test(series) ? quoteKept : creditKept;

/** What becomes of samples, for the file that keeps them: which ones are kept follows from the name of their series. */
export type SampleRules = {
  /**
   * A series with one more sample. What stands later than that was recorded by a clock that has been put back since,
   * and goes: its place in time is not known.
   */
  withSample(series: string, samples: readonly Sample[], sample: Sample): readonly Sample[];
  /** Samples in the order in which they were written, as they can be used at `now`. */
  usable(series: string, written: readonly Sample[], now: number): readonly Sample[];
};

export const sampleRules: SampleRules = {
  withSample: (series, samples, sample) =>
    thinned([...samples.filter(({ at }) => at < sample.at), sample], sample.at, retentionOf(series)),
  usable: (series, written, now) =>
    thinned(inOrder(written.filter(({ at }) => at <= now)), now, retentionOf(series)),
};

/**
 * The most samples that follow each other in time as they were written: a clock that was ahead, or back in 1970, has
 * written only few of them, and those go.
 */
function inOrder(written: readonly Sample[]): Sample[] {
  /** Places of the samples that end the best row of each length found so far, and what stands before each sample. */
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, { at }] of written.entries()) {
    let low = 0;
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((written[ends[middle] as number] as Sample).at < at) low = middle + 1;
      else high = middle;
    }
    before.push(low === 0 ? -1 : (ends[low - 1] as number));
    ends[low] = index;
  }
  const row: Sample[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] as number)
    row.push(written[index] as Sample);
  return row.reverse();
}

/** The first sample of each stretch of its tier; nothing that is older than is kept. */
function thinned(samples: readonly Sample[], now: number, { tiers, forMs }: Retention): readonly Sample[] {
  let last: { tier?: Tier; stretch?: number } = {};
  return samples.filter(({ at }) => {
    const age = now - at;
    if (age > forMs) return false;
    const tier = tiers.findLast(({ fromAgeMs }) => age >= fromAgeMs);
    if (tier === undefined) return true;
    const stretch = Math.floor(at / tier.everyMs);
    const isFirst = tier !== last.tier || stretch !== last.stretch;
    if (isFirst) last = { tier, stretch };
    return isFirst;
  });
}
