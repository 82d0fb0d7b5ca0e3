import type { Offer } from '../../client/wire.ts';
import { gpuLabel } from '../instances/names.ts';
import { offerPrice } from '../money/offer-cost.ts';
import { known } from '../money/price-parts.ts';

/** The cheapest offer of a search that has a price. */
export type Best = { price: number; offer: Offer };

export function bestOf(offers: readonly Offer[]): Best | undefined {
  let best: Best | undefined;
  for (const offer of offers) {
    const price = offerPrice(offer);
    if (known(price) && (best === undefined || price < best.price)) best = { price, offer };
  }
  return best;
}

/** Prices that are shown alike are alike ($/h). */
const shown = (price: number): number => Math.round(price * 1000);

/**
 * The lowest price ($/h) that was seen, after one more look, and whether that is news: lower than all before, and not the
 * first look.
 */
export function seeBest(
  lowest: number | undefined,
  best: Best | undefined,
): { lowest: number | undefined; isNews: boolean } {
  if (best === undefined) return { lowest, isNews: false };
  if (lowest === undefined) return { lowest: best.price, isNews: false };
  const isNews = shown(best.price) < shown(lowest);
  return { lowest: isNews ? best.price : lowest, isNews };
}

/** `"cheap 4090": $0.290/h is the best price so far, 1x RTX 4090, offer 7218834`. */
export function bestWords(quoted: string, { price, offer }: Best): string {
  const gpu = gpuLabel(offer);
  return `${quoted}: $${price.toFixed(3)}/h is the best price so far, ${gpu === undefined ? '' : `${gpu}, `}offer ${offer.id}`;
}
