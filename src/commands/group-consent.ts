import { limitPerHour, ratePerHour } from '../base/format.ts';
import type { EndpointGroupRequest, WorkerGroupRequest } from '../client/wire.ts';
import { groupsUnder, worstOfEndpoint } from '../engine/groups/endpoint-cost.ts';
import { readGroups } from '../engine/groups/read-groups.ts';
import {
  changedGroup,
  endpointOnlyLowers,
  mostWorkers,
  mostWorkersOfDraft,
  onlyLowers,
  readWorkerPrices,
  searchOfDraft,
  searchOfGroup,
  type WorkerPrices,
  type WorstCase,
  worstCase,
  worstCaseWords,
} from '../engine/groups/worker-cost.ts';
import type { WorkerGroupDraft } from '../engine/groups/worker-group.ts';
import type { Account, CommandContext } from './cli/context.ts';
import { failure } from './cli/failure.ts';
import { readPositive } from './cli/numbers.ts';
import { askTyped } from './cli/typed-consent.ts';
import type { GroupOptions } from './group-flags.ts';

/** What all workers of a group may cost ($/h), also in words; `perHour` undefined where it is not known. */
export type WorkersCost = { words: string; perHour: number | undefined };

/** The command that asks, and what it does to the group. */
export type Doing = 'create' | 'change' | 'endpoint-change';

/** What stands in for the question: `--yes`, or a cap in $/h on what all workers may cost. */
export type Consent = { yes: boolean; cap: number | undefined };

export const readConsent = ({ yes = false, maxTotal }: GroupOptions): Consent => ({
  yes,
  cap: maxTotal === undefined ? undefined : readPositive(maxTotal, '--max-total'),
});

/** Where nobody can be asked, one of the two has to be there before anything is read or sent. */
export function needConsent({ io }: Pick<CommandContext, 'io'>, { yes, cap }: Consent, doing: Doing): void {
  if (yes || cap !== undefined || io.canAsk) return;
  throw failure(
    'guard',
    'needs_yes',
    `groups ${doing} needs confirmation: it can rent machines`,
    'pass --max-total (max price of all workers, in $/h) or --yes',
  );
}

/** Holds the cost against the cap, or asks. Throws where it may not go on; nothing was sent then. */
export async function agreeTo(
  { io }: Pick<CommandContext, 'io'>,
  { yes, cap }: Consent,
  cost: WorkersCost,
  doing: Doing,
): Promise<void> {
  io.say(cost.words);
  if (cap !== undefined) return holdAgainst(cap, cost);
  if (yes) return;
  await askTyped(
    { io },
    {
      question: `Type yes to ${doing === 'create' ? 'create' : 'change'} it: `,
      accepts: (typed) => typed.toLowerCase() === 'yes',
      nothing: 'Nothing was sent.',
    },
  );
}

function holdAgainst(cap: number, { perHour }: WorkersCost): void {
  if (perHour === undefined)
    throw failure(
      'guard',
      'cost_unknown',
      '--max-total cannot be checked: what the workers may cost is not known. Nothing was sent.',
      'Name a search with --search-params and a number with --max-workers, or pass --yes in place of --max-total.',
    );
  if (perHour > cap)
    throw failure(
      'guard',
      'over_max_total',
      `All workers may cost ${ratePerHour(perHour)}, more than ${limitPerHour(cap)}. Nothing was sent.`,
      'Lower --max-workers, narrow --search-params, or raise --max-total.',
    );
}

/** Of a new group. A search that fails here must not keep anybody from creating it: the cost is not known then. */
export async function costOfDraft(
  { signal }: Pick<CommandContext, 'signal'>,
  { api }: Account,
  draft: WorkerGroupDraft,
): Promise<WorkersCost> {
  const search = searchOfDraft(draft);
  const cost = await costOf({ signal }, api, mostWorkersOfDraft(draft), search);
  return search === undefined
    ? { ...cost, words: `${cost.words} The search of a template is not known here.` }
    : cost;
}

/** Of a group as a change would have it; undefined where the change can only lower it, or nothing is rented. */
export async function costOfChange(
  { signal }: Pick<CommandContext, 'signal'>,
  { api }: Account,
  id: number,
  change: WorkerGroupRequest,
): Promise<WorkersCost | undefined> {
  // What lowers whatever it was is not held up by a list that cannot be read.
  if (onlyLowers({ id }, change)) return undefined;
  const { workers = [], endpoints = [] } = await readGroups(api, { signal });
  const group = workers.find((one) => one.id === id);
  if (group !== undefined && onlyLowers(group, change)) return undefined;
  const next = changedGroup(group ?? { id }, change);
  const endpoint = endpoints.find((one) => one.id === next.endpoint_id);
  const cost = await costOf({ signal }, api, mostWorkers(next, endpoint), searchOfGroup(next));
  return cost.perHour === 0 ? undefined : cost;
}

/** The same of an endpoint group, whose limits hold for each of its worker groups that has none of its own. */
export async function costOfEndpointChange(
  { signal }: Pick<CommandContext, 'signal'>,
  { api }: Account,
  id: number,
  change: EndpointGroupRequest,
): Promise<WorkersCost | undefined> {
  if (endpointOnlyLowers({ id }, change)) return undefined;
  let read = await readGroups(api, { signal });
  // An empty list would spare the question: only a second one is believed.
  if (read.workers?.length === 0) read = await readGroups(api, { signal });
  const endpoint = read.endpoints?.find((one) => one.id === id);
  if (endpointOnlyLowers(endpoint ?? { id }, change)) return undefined;
  const groups = groupsUnder(id, read);
  if (groups?.length === 0) return undefined;
  const prices = new Map<string, WorkerPrices | undefined>();
  for (const search of (groups ?? []).map(searchOfGroup)) {
    const key = JSON.stringify(search);
    if (search === undefined || prices.has(key)) continue;
    prices.set(key, await readWorkerPrices(api, search, { signal }).catch(() => undefined));
  }
  const worst =
    groups === undefined
      ? {}
      : worstOfEndpoint({ ...(endpoint ?? { id }), ...change }, groups, (search) =>
          prices.get(JSON.stringify(search)),
        );
  const cost = workersCost(worst, prices.size === 1 ? [...prices.values()][0] : undefined);
  return cost.perHour === 0 ? undefined : cost;
}

async function costOf(
  options: Pick<CommandContext, 'signal'>,
  api: Account['api'],
  most: number | undefined,
  search: ReturnType<typeof searchOfGroup>,
): Promise<WorkersCost> {
  const prices =
    search === undefined ? undefined : await readWorkerPrices(api, search, options).catch(() => undefined);
  return workersCost(worstCase(most, prices), prices);
}

const workersCost = (worst: WorstCase, prices: WorkerPrices | undefined): WorkersCost => ({
  words: worstCaseWords(worst, prices),
  perHour: worst.workers === 0 ? 0 : worst.most,
});
