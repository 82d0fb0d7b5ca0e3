import type { Filter, OfferType, Order, SearchBody } from '../../client/wire.ts';
import type { ParsedQuery, QueryFilters } from './query-parse.ts';

/** What a search asks for unless the query says otherwise; `verified=any` lifts one of them. */
export const defaultFilters: Readonly<QueryFilters> = { verified: { eq: true }, rentable: { eq: true } };

/** Filters with the query's own over them, and without those that it lifts. */
export function overlaid(
  filters: Readonly<QueryFilters>,
  query: Pick<ParsedQuery, 'filters' | 'removed'>,
): QueryFilters {
  const kept = Object.entries(filters).filter(([name]) => !query.removed.includes(name));
  return { ...Object.fromEntries(kept), ...query.filters };
}

/** The same over the default filters. */
export const withDefaults = (query: Pick<ParsedQuery, 'filters' | 'removed'>): QueryFilters =>
  overlaid(defaultFilters, query);

export type SearchParts = {
  filters: QueryFilters;
  type?: OfferType;
  order?: Order;
  limit?: number;
  /** GB of disk to price. */
  allocatedStorage?: number;
};

/** Body of the search call; a part that is not given is left out (interface.md, Offers and search query). */
export function buildSearchBody({ filters, type, order, limit, allocatedStorage }: SearchParts): SearchBody {
  return {
    ...filters,
    ...(type === undefined ? {} : { type }),
    ...(order === undefined ? {} : { order }),
    ...(limit === undefined ? {} : { limit }),
    ...(allocatedStorage === undefined ? {} : { allocated_storage: allocatedStorage }),
  };
}

const fixedKeys = new Set(['type', 'order', 'limit', 'allocated_storage']);

/** The filters of a search body, without its four fixed keys. */
export function filtersOf(body: SearchBody): QueryFilters {
  const entries = Object.entries(body).filter(
    (entry): entry is [string, Filter] =>
      !fixedKeys.has(entry[0]) && typeof entry[1] === 'object' && !Array.isArray(entry[1]),
  );
  return Object.fromEntries(entries);
}
