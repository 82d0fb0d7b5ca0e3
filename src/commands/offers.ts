import type { Order } from '../client/wire.ts';
import { isWhole } from '../engine/missing-rows.ts';
import {
  buildSearchBody,
  defaultFilters,
  describeFilters,
  explainQueryError,
  overlaid,
  parseOrder,
  parseQuery,
} from '../engine/offers/query.ts';
import type { SearchAsked } from '../engine/offers/saved-search.ts';
import { type CommandContext, requireAccount } from './cli/context.ts';
import { failure } from './cli/failure.ts';
import { listEnd, wholeness } from './cli/missing-rows.ts';
import { readWhole } from './cli/numbers.ts';
import { printJson, printRows } from './cli/output.ts';
import { offerColumns } from './offer-columns.ts';
import { savedSearch } from './saved-search.ts';

export type OffersOptions = { order?: string; limit?: string; bid?: boolean; search?: string };

/** Enough to choose from and quick to answer, the most work per dollar first; the query and the flags change it. */
const usual: SearchAsked = {
  type: 'on-demand',
  filters: defaultFilters,
  order: [['dlperf_per_dphtotal', 'desc']],
  limit: 50,
};

/** `rigdeck offers [QUERY…]`: one search, printed. An empty result is a result. */
export async function offersCommand(
  context: CommandContext,
  query: readonly string[],
  options: OffersOptions,
): Promise<number> {
  const { io, json, signal } = context;
  const text = query.join(' ');
  const parsed = parseQuery(text);
  if (!parsed.ok) throw failure('usage', 'bad_query', explainQueryError(text, parsed), 'rigdeck help search');
  const given = options.limit === undefined ? undefined : readWhole(options.limit, '--limit', 1);
  const order = options.order === undefined ? undefined : readOrder(options.order);
  const saved = options.search === undefined ? usual : (await savedSearch(context, options.search)).search;
  const limit = given ?? saved.limit;
  const body = buildSearchBody({
    filters: overlaid(saved.filters, parsed),
    type: options.bid ? 'bid' : saved.type,
    order: order ?? saved.order,
    limit,
  });
  const { api } = await requireAccount(context);
  const list = await api.searchOffers(body, { signal });
  const { offers } = list;
  if (json) {
    printJson(io, { schema: 1, offers, ...wholeness(list) });
    return listEnd(io, 'offer', list);
  }
  printRows(io, offerColumns, offers);
  if (offers.length === 0 && isWhole(list)) {
    io.say(`No offer matches: ${describeFilters(body)}.`);
    io.say('Leave a condition out, or lift a default one: verified=any, rentable=any.');
    if (body.gpu_name !== undefined) io.say("A GPU's name has to be written as the service writes it.");
  } else if (offers.length >= limit) {
    io.say(`The first ${limit}; more may exist (--limit).`);
  }
  return listEnd(io, 'offer', list);
}

function readOrder(text: string): Order {
  const parsed = parseOrder(text);
  if (!parsed.ok) throw failure('usage', 'bad_order', explainQueryError(text, parsed), 'rigdeck help search');
  return parsed.order;
}
