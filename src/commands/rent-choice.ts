import { limitPerHour, ratePerHour } from '../base/format.ts';
import type { CreateRequest, Offer, Order } from '../client/wire.ts';
import { gpuLabel } from '../engine/instances/names.ts';
import { offerCost } from '../engine/money/money.ts';
import { buildSearchBody, explainQueryError, parseQuery, withDefaults } from '../engine/offers/query.ts';
import type { Account, CommandContext } from './cli/context.ts';
import { failure } from './cli/failure.ts';
import { askTyped } from './cli/typed-consent.ts';
import { findOffer } from './offer-lookup.ts';

/** GB that the service takes when `disk` is left out (interface.md, Limits). */
const defaultDiskGb = 8;
/** The most work per dollar first, as `rigdeck offers` lists them. */
const usualOrder: Order = [['dlperf_per_dphtotal', 'desc']];
const looksAt = 100;

export type Wanted = { isBid: boolean; maxPrice: number; body: CreateRequest };

/** $/h with the disk that is asked for; undefined when it is not known. */
function costOf(offer: Offer, { price: bid, disk = defaultDiskGb }: CreateRequest): number | undefined {
  return offerCost(offer, { diskGb: disk, ...(bid !== undefined && { bid }) }).total;
}

/** The offer as it stands now, when it costs at most `maxPrice`; else the command ends and nothing was sent. */
export async function guardPrice(
  { signal }: CommandContext,
  { api }: Account,
  want: Wanted & { offerId: number },
): Promise<Offer> {
  const { offerId, isBid, maxPrice, body } = want;
  const offer = await findOffer(api, offerId, isBid, signal);
  const price = offer && costOf(offer, body);
  if (offer === undefined || price === undefined) {
    const what =
      offer === undefined
        ? `Offer ${offerId} is not among the offers`
        : `The price of offer ${offerId} is not known`;
    throw failure(
      'guard',
      'price_unknown',
      `${what}, so --max-price cannot be checked. Nothing was sent.`,
      'Search again: rigdeck offers',
    );
  }
  if (price <= maxPrice) return offer;
  throw failure(
    'guard',
    'over_max_price',
    `Offer ${offerId} costs ${ratePerHour(price)} with its disk, more than ${limitPerHour(maxPrice)}. Nothing was sent.`,
    'Take a cheaper offer, or raise --max-price.',
  );
}

/** The search of `--query`; what is wrong with it ends the command before anything is asked. */
export function readRentQuery(text: string) {
  const parsed = parseQuery(text);
  if (!parsed.ok) throw failure('usage', 'bad_query', explainQueryError(text, parsed), 'rigdeck help search');
  return withDefaults(parsed);
}

/** The best offer of a search that costs at most `maxPrice`, disk included; one of unknown price is never taken. */
export async function bestOffer(
  { signal }: CommandContext,
  { api }: Account,
  { filters, isBid, maxPrice, body }: Wanted & { filters: ReturnType<typeof readRentQuery> },
): Promise<{ offer: Offer; perHour: number }> {
  const search = buildSearchBody({
    filters,
    type: isBid ? 'bid' : 'on-demand',
    order: usualOrder,
    limit: looksAt,
  });
  const { offers } = await api.searchOffers(search, { signal });
  const free = offers.filter(({ rentable }) => rentable !== false);
  const priced = free.flatMap((offer) => {
    const perHour = costOf(offer, body);
    return perHour === undefined ? [] : [{ offer, perHour }];
  });
  const best = priced.find(({ perHour }) => perHour <= maxPrice);
  if (best !== undefined) return best;
  const [cheapest] = [...priced].sort((a, b) => a.perHour - b.perHour);
  if (cheapest === undefined && free.length > 0)
    throw failure(
      'guard',
      'price_unknown',
      'The offers of that search have no price, so --max-price cannot be checked. Nothing was sent.',
      'Search again: rigdeck offers',
    );
  throw failure(
    'guard',
    cheapest === undefined ? 'no_offer' : 'over_max_price',
    cheapest === undefined
      ? 'No offer of that search can be rented. Nothing was sent.'
      : `The cheapest offer of that search costs ${ratePerHour(cheapest.perHour)} with its disk, more than ${limitPerHour(maxPrice)}. Nothing was sent.`,
    'Leave a condition out, or raise --max-price.',
  );
}

/** Asks before an offer that the person has not seen is rented; `--yes` and nothing else stands in for the answer. */
export async function confirmOffer(
  { io }: CommandContext,
  { offer, perHour }: { offer: Offer; perHour: number },
  yes: boolean,
): Promise<void> {
  const what = `${gpuLabel(offer) ?? 'GPU not known'}, offer ${offer.id}, ${ratePerHour(perHour)} with its disk`;
  io.say(what);
  if (yes) return;
  if (!io.canAsk)
    throw failure('guard', 'needs_yes', 'rent --query needs confirmation. Nothing was sent.', 'pass --yes');
  await askTyped(
    { io },
    {
      question: 'Type yes to rent it: ',
      accepts: (typed) => typed.toLowerCase() === 'yes',
      nothing: 'Nothing was sent.',
    },
  );
}
