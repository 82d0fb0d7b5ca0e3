import { width } from '../../base/cells.ts';
import { ratePerHour } from '../../base/format.ts';
import type { Parts } from '../../base/parts.ts';
import type { Offer } from '../../client/wire.ts';
import { comparable } from '../../engine/offers/compare-offers.ts';
import type { Glyphs } from '../../tui/theme/theme.ts';
import { offerPrice } from './columns.ts';

/** What marked offers cost together, in $/h, and of how many the price is known: added up once, as there can be very many. */
const sums = new WeakMap<readonly Offer[], { total: number; priced: number }>();

function sumOf(marked: readonly Offer[]): { total: number; priced: number } {
  const known = sums.get(marked);
  if (known !== undefined) return known;
  const sum = { total: 0, priced: 0 };
  for (const offer of marked) {
    const price = offerPrice(offer);
    if (price === undefined) continue;
    sum.total += price;
    sum.priced += 1;
  }
  sums.set(marked, sum);
  return sum;
}

/**
 * What the message line says of marked offers: how many, and what all of them would cost; `compareKey` puts
 * them side by side, `words` are of the marks. */
export function marksParts(
  marked: readonly Offer[],
  { mark, sep }: Pick<Glyphs, 'mark' | 'sep'>,
  { compareKey, words }: { compareKey: string; words: string },
): Parts {
  if (marked.length === 0) return [];
  const { total, priced } = sumOf(marked);
  const cost = priced === 0 ? 'price not known' : ratePerHour(total);
  return [
    [`${mark} ${words}`, 'bold'],
    ` ${sep} ${priced > 0 && priced < marked.length ? 'at least ' : ''}${cost}`,
    [
      `${marked.length >= comparable.least && marked.length <= comparable.most ? ` ${sep} ${compareKey} compares` : ''} ${sep} esc clears`,
      'dim',
    ],
  ];
}

/** What stands before an offer, and its cells: that it is gone, or that it is marked. */
export const offerGutter = (
  isGone: (offer: Offer) => boolean,
  isMarked: (offer: Offer) => boolean,
  { exited, mark }: Pick<Glyphs, 'exited' | 'mark'>,
) => ({
  gutterCells: width(exited) + 2,
  gutter: (offer: Offer): Parts =>
    isGone(offer) ? [[exited, 'bad']] : isMarked(offer) ? [[mark, 'accent']] : [],
});
