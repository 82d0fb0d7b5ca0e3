import { useRef } from 'react';
import type { EndpointGroupRequest, WorkerGroup } from '../../client/wire.ts';
import { groupsUnder, worstOfEndpoint } from '../../engine/groups/endpoint-cost.ts';
import type { GroupDraft } from '../../engine/groups/group-fields.ts';
import type { Groups } from '../../engine/groups/read-groups.ts';
import {
  mostWorkers,
  mostWorkersOfDraft,
  searchOfDraft,
  searchOfGroup,
  worstCase,
  worstCaseWords,
} from '../../engine/groups/worker-cost.ts';
import type { QueryFilters } from '../../engine/offers/query.ts';
import type { GroupForm } from '../../engine/route.ts';
import { useWorkerPrices } from '../../hooks/use-groups.ts';
import { bodyOf } from './draft.ts';

/** Fields by which the search is made: while one of them is typed in, nothing is asked for at each key. */
const searching = ['search_params', 'gpu_ram', 'template_hash', 'template_id'] as const;

const isTouched = (text: string | undefined) => (text ?? '').trim() !== '';

/** The search of a group as the form would have it. What was not touched is searched as the service says. */
function searchOf(of: GroupForm, typed: GroupDraft, before: GroupDraft): QueryFilters | undefined {
  if (of.kind !== 'worker') return undefined;
  const isSame = searching.every((name) => (typed[name] ?? '') === (before[name] ?? ''));
  if (of.change !== undefined && isSame) return searchOfGroup(of.change);
  const given = (name: (typeof searching)[number]) =>
    of.change !== undefined && typed[name] === before[name] ? {} : { [name]: typed[name] };
  const changed = { ...given('template_hash'), ...given('template_id') };
  return searchOfDraft({
    search_params: typed.search_params ?? '',
    gpu_ram: typed.gpu_ram ?? '',
    ...changed,
  });
}

/** The worker groups of an endpoint group that is being changed; undefined where they are not known, or it is none. */
function groupsOf(
  { kind, change }: GroupForm,
  known: Groups | undefined,
): readonly WorkerGroup[] | undefined {
  if (kind !== 'endpoint' || change === undefined || known === undefined) return undefined;
  return groupsUnder(change.id, known);
}

/** The worst case of a group that is being filled in, in a sentence; undefined where it rents nothing by itself. */
export function useWorstCaseWords(
  of: GroupForm,
  typed: GroupDraft,
  before: GroupDraft,
  { focus, known }: { focus: string; known: Groups | undefined },
): string | undefined {
  const below = groupsOf(of, known);
  const wanted = searchOf(of, typed, before);
  const settled = useRef(wanted);
  if (!searching.some((name) => name === focus)) settled.current = wanted;
  const search = JSON.stringify(settled.current) === JSON.stringify(wanted) ? wanted : undefined;
  const searches = below === undefined ? [search] : below.map(searchOfGroup);
  const asked = searches.filter((one) => one !== undefined);
  const pricesOf = useWorkerPrices(asked);
  if (of.kind === 'endpoint') {
    if (of.change === undefined || known === undefined || below?.length === 0) return undefined;
    const changed = { ...of.change, ...(bodyOf(of, typed, before).body as EndpointGroupRequest) };
    const worst = below === undefined ? {} : worstOfEndpoint(changed, below, pricesOf);
    return worstCaseWords(worst, asked.length === 1 ? pricesOf(asked[0] as QueryFilters) : undefined);
  }
  const { change } = of;
  const endpoint = known?.endpoints?.find(({ id }) => id === change?.endpoint_id);
  const most =
    change === undefined || isTouched(typed.max_workers)
      ? mostWorkersOfDraft(typed)
      : mostWorkers(change, endpoint);
  const prices = search === undefined ? undefined : pricesOf(search);
  return worstCaseWords(worstCase(most, prices), prices);
}
