import type { Filter } from '../../client/wire.ts';
import { formatQuery } from './query-format.ts';

type Filters = Readonly<Record<string, Filter>>;

/** A condition of a search, in the words that a person can type. */
export type Condition = { field: string; words: string };

/** So many conditions are tried one by one, a search each. */
export const mostTried = 4;

/**
 * The conditions in force, those first that a person is likelier to give up: what differs from `usual`, then the usual
 * ones, and last that a machine can be rented at all.
 */
export function conditionsOf(filters: Filters, usual: Filters): readonly Condition[] {
  const rank = ([field, filter]: [string, Filter]) => {
    if (field === 'rentable') return 2;
    return JSON.stringify(usual[field]) === JSON.stringify(filter) ? 1 : 0;
  };
  return Object.entries(filters)
    .sort((a, b) => rank(a) - rank(b))
    .map(([field, filter]) => ({ field, words: formatQuery({ [field]: filter }) }));
}

export function without(filters: Filters, field: string): Filters {
  const { [field]: _, ...rest } = filters;
  return rest;
}

/** What a search without one condition would give; `undefined` while the service has not said. */
export type Tried = Condition & { found?: number | 'failed' };

/** `64 or more offers`, `1 offer`, `none either`. */
export function foundWords({ found }: Tried, limit: number): string {
  if (found === undefined) return 'asking';
  if (found === 'failed') return 'no answer';
  if (found === 0) return 'none either';
  if (found >= limit) return `${found} or more offers`;
  return found === 1 ? '1 offer' : `${found} offers`;
}
