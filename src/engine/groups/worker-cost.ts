import { ratePerHour } from '../../base/format-number.ts';
import type { CallOptions, Client } from '../../client/client-type.ts';
import type {
  EndpointGroup,
  EndpointGroupRequest,
  SearchBody,
  WorkerGroup,
  WorkerGroupRequest,
} from '../../client/wire.ts';
import { offerTotal } from '../money/offer-cost.ts';
import { buildSearchBody } from '../offers/query-body.ts';
import { parseQuery, type QueryFilters } from '../offers/query-parse.ts';
import { readGroupValue } from './group-fields.ts';
import type { WorkerGroupDraft } from './worker-group.ts';
import { usualOf, workerGroupFields } from './worker-group-fields.ts';

/** $/h of the offers that a group's search matches now; `none` where no offer matches, and a price is absent where the offer has none. */
export type WorkerPrices = { cheapest?: number; dearest?: number; none?: true };

/** What all workers that a group may have cost in $/h, the cheapest or the dearest offer taken for each. */
export type WorstCase = { workers?: number; least?: number; most?: number };

/** A search has memory in MB, and takes a GB for 1000 of them. */
const mbPerGb = 1000;

const withMemory = (filters: QueryFilters, gpuRam: number | undefined): QueryFilters =>
  filters.gpu_ram !== undefined || gpuRam === undefined
    ? filters
    : { ...filters, gpu_ram: { gte: gpuRam * mbPerGb } };

/** What a group's workers are searched by; undefined where the service does not say. */
export function searchOfGroup({
  search_query,
  search_params,
  gpu_ram,
}: WorkerGroup): QueryFilters | undefined {
  if (search_query !== undefined) return withMemory({ ...search_query }, gpu_ram);
  const parsed = search_params === undefined ? undefined : parseQuery(search_params);
  return parsed?.ok === true ? withMemory(parsed.filters, gpu_ram) : undefined;
}

const numberOf = (draft: WorkerGroupDraft, name: 'gpu_ram' | 'max_workers'): number | undefined => {
  const field = workerGroupFields.find((one) => one.name === name);
  const typed = draft[name]?.trim() || usualOf(name);
  const read = field === undefined ? undefined : readGroupValue(field, typed);
  return read?.ok === true && typeof read.value === 'number' ? read.value : undefined;
};

/** The same for a group that is being drafted. A template brings a search of its own, which is not known here. */
export function searchOfDraft(draft: WorkerGroupDraft): QueryFilters | undefined {
  const isTouched = (text: string | undefined) => (text ?? '').trim() !== '';
  if (isTouched(draft.template_hash) || isTouched(draft.template_id)) return undefined;
  const parsed = parseQuery(draft.search_params?.trim() || usualOf('search_params'));
  return parsed.ok ? withMemory(parsed.filters, numberOf(draft, 'gpu_ram')) : undefined;
}

/** How many workers a drafted group may have; undefined while what is typed is no number. */
export const mostWorkersOfDraft = (draft: WorkerGroupDraft): number | undefined =>
  numberOf(draft, 'max_workers');

/** The most workers of a group: its own limit, else that of its endpoint group. */
export const mostWorkers = (group: WorkerGroup, endpoint: EndpointGroup | undefined): number | undefined =>
  group.max_workers ?? endpoint?.max_workers;

/** A group as a change would have it. A template brings a search of its own, and how memory narrows a search that is there is the service's: neither is known here. */
export function changedGroup(group: WorkerGroup, change: WorkerGroupRequest): WorkerGroup {
  const { search_query, search_params, ...rest } = { ...group, ...change };
  if (change.search_params !== undefined) return { ...rest, search_params: change.search_params };
  const { template_hash: hash, template_id: template, gpu_ram: memory } = change;
  if (hash !== undefined || template !== undefined || memory !== undefined) return rest;
  return { ...group, ...change };
}

type Change = WorkerGroupRequest & EndpointGroupRequest;

/** The fields of which less means that no more is rented. */
const counts: ReadonlySet<string> = new Set([
  'min_load',
  'min_cold_load',
  'cold_mult',
  'cold_workers',
  'max_workers',
  'test_workers',
] satisfies (keyof Change)[]);

/** Whether a field of a group, as a change would have it, can have it rent more than before. */
function mayRaise(name: string, before: unknown, value: unknown): boolean {
  if (before !== undefined && value === before) return false;
  if (name === 'endpoint_state') return value !== 'suspended' && value !== 'stopped';
  const isLess = value === 0 || (typeof value === 'number' && typeof before === 'number' && value <= before);
  return !(counts.has(name) && isLess);
}

/** Whether a change of a group of either kind leaves it renting no more than it may now. Not known is no. */
export const onlyLowers = (group: WorkerGroup | EndpointGroup, change: Change): boolean =>
  Object.entries(change).every(([name, value]) => !mayRaise(name, group[name as keyof typeof group], value));

/** The same for an endpoint group, whose worker groups go by its id: another name rents nothing. */
export const endpointOnlyLowers = (
  group: EndpointGroup,
  { endpoint_name: _name, ...change }: EndpointGroupRequest,
): boolean => onlyLowers(group, change);

/** The searches that find the cheapest and the dearest of the matching offers. */
export const priceSearches = (filters: QueryFilters): { cheapest: SearchBody; dearest: SearchBody } => {
  const body = (direction: 'asc' | 'desc') =>
    buildSearchBody({ filters, type: 'on-demand', order: [['dph_total', direction]], limit: 1 });
  return { cheapest: body('asc'), dearest: body('desc') };
};

/** $/h of the cheapest and the dearest offer that a search matches now. */
export async function readWorkerPrices(
  api: Pick<Client, 'searchOffers'>,
  filters: QueryFilters,
  options?: CallOptions,
): Promise<WorkerPrices> {
  const bodies = priceSearches(filters);
  const first = async (body: SearchBody) => (await api.searchOffers(body, options)).offers[0];
  const [low, high] = await Promise.all([first(bodies.cheapest), first(bodies.dearest)]);
  if (low === undefined && high === undefined) return { none: true };
  const [cheapest, dearest] = [low && offerTotal(low), high && offerTotal(high)];
  return { ...(cheapest === undefined ? {} : { cheapest }), ...(dearest === undefined ? {} : { dearest }) };
}

export function worstCase(workers: number | undefined, prices: WorkerPrices | undefined): WorstCase {
  const times = (price: number | undefined) =>
    price === undefined || workers === undefined ? undefined : price * workers;
  const [least, most] = [times(prices?.cheapest), times(prices?.dearest)];
  return {
    ...(workers === undefined ? {} : { workers }),
    ...(least === undefined ? {} : { least }),
    ...(most === undefined ? {} : { most }),
  };
}

/**
 * `At most 20 workers: $6.380/h to $41.200/h, as offers match now.`: each the cheapest match, or each the dearest. What
 * is not known is said to be not known.
 */
export function worstCaseWords(
  { workers, least, most }: WorstCase,
  prices: WorkerPrices | undefined,
): string {
  const head =
    workers === undefined ? 'How many workers at most is not known' : `At most ${countWorkers(workers)}`;
  if (workers === 0) return `${head}: nothing is rented.`;
  if (prices?.none === true) return `${head}; no offer matches the search now.`;
  if (least === undefined || most === undefined) return `${head}; what they cost is not known.`;
  return least === most
    ? `${head}: ${ratePerHour(most)}.`
    : `${head}: ${ratePerHour(least)} to ${ratePerHour(most)}, as offers match now.`;
}

export const countWorkers = (n: number): string => `${n} ${n === 1 ? 'worker' : 'workers'}`;
