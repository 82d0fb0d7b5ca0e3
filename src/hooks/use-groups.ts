import { type Groups, readGroups } from '../engine/groups/read-groups.ts';
import { readWorkerPrices, type WorkerPrices } from '../engine/groups/worker-cost.ts';
import type { QueryFilters } from '../engine/offers/query.ts';
import { dataOf, type Loadable } from '../engine/read-health.ts';
import { keys } from '../engine/read-keys.ts';
import { pollSeconds } from '../engine/reads.ts';
import { useRead } from './use-read.ts';

/** Endpoint groups and worker groups. Not in interface.md: a list that is refused is absent, which is no failure. */
export const useGroups = (): Loadable<Groups> =>
  useRead(keys.groups, (api, o) => readGroups(api, o), { every: pollSeconds.groups });

/** Each search costs two calls of the few that a service bears in a minute. */
const mostSearches = 4;

/**
 * What the offers of some searches cost now, in the order of the searches; read once in five minutes. Undefined where
 * it is not known (yet), and for searches beyond the first few.
 */
export function useWorkerPrices(
  searches: readonly QueryFilters[],
): (search: QueryFilters) => WorkerPrices | undefined {
  const told = [...new Set(searches.map((search) => JSON.stringify(search)))].slice(0, mostSearches);
  const asked = told.map((text) => JSON.parse(text) as QueryFilters);
  const prices = dataOf(
    useRead(
      told.length === 0 ? undefined : keys.workerPrices(asked),
      (api, o) => Promise.all(asked.map((search) => readWorkerPrices(api, search, o))),
      { every: pollSeconds.account },
    ),
  );
  return (search) => prices?.[told.indexOf(JSON.stringify(search))];
}
