import type { EndpointGroup, WorkerGroup } from '../../client/wire.ts';
import { isWhole } from '../missing-rows.ts';
import type { QueryFilters } from '../offers/query-parse.ts';
import type { Groups } from './read-groups.ts';
import { mostWorkers, searchOfGroup, type WorkerPrices, type WorstCase, worstCase } from './worker-cost.ts';

const sumKnown = (figures: readonly (number | undefined)[]): number | undefined =>
  figures.reduce<number | undefined>(
    (sum, figure) => (sum === undefined || figure === undefined ? undefined : sum + figure),
    0,
  );

/** What worker groups may cost together: known where it is known of each. */
export function worstTogether(each: readonly WorstCase[]): WorstCase {
  const workers = sumKnown(each.map((one) => one.workers));
  const least = sumKnown(each.map((one) => one.least));
  const most = sumKnown(each.map((one) => one.most));
  return {
    ...(workers === undefined ? {} : { workers }),
    ...(least === undefined ? {} : { least }),
    ...(most === undefined ? {} : { most }),
  };
}

/** What the worker groups of an endpoint group may cost, with the limits that the endpoint group has or would have. */
export function worstOfEndpoint(
  endpoint: EndpointGroup,
  groups: readonly WorkerGroup[],
  pricesOf: (search: QueryFilters) => WorkerPrices | undefined,
): WorstCase {
  return worstTogether(
    groups.map((group) => {
      const search = searchOfGroup(group);
      return worstCase(mostWorkers(group, endpoint), search === undefined ? undefined : pricesOf(search));
    }),
  );
}

/** The worker groups of an endpoint group; undefined where the lists cannot tell. */
export function groupsUnder(
  endpointId: number,
  { workers, missing = 0 }: Groups,
): readonly WorkerGroup[] | undefined {
  if (workers === undefined || !isWhole({ missing })) return undefined;
  // One that does not say where it belongs may belong here.
  if (workers.some(({ endpoint_id }) => endpoint_id === undefined)) return undefined;
  return workers.filter(({ endpoint_id }) => endpoint_id === endpointId);
}
