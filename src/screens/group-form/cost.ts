import { useRef } from 'react';
import type { EndpointGroup } from '../../client/wire.ts';
import type { GroupDraft } from '../../domain/group-fields.ts';
import type { QueryFilters } from '../../domain/query.ts';
import {
  mostWorkers,
  mostWorkersOfDraft,
  searchOfDraft,
  searchOfGroup,
  worstCase,
  worstCaseWords,
} from '../../domain/worker-cost.ts';
import { useWorkerPrices } from '../../hooks/use-groups.ts';
import type { GroupForm } from '../../route.ts';

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

/** The worst case of a worker group that is being filled in, in a sentence; undefined for an endpoint group. */
export function useWorstCaseWords(
  of: GroupForm,
  typed: GroupDraft,
  before: GroupDraft,
  { focus, endpoints }: { focus: string; endpoints: readonly EndpointGroup[] | undefined },
): string | undefined {
  const wanted = searchOf(of, typed, before);
  const settled = useRef(wanted);
  if (!searching.some((name) => name === focus)) settled.current = wanted;
  const search = JSON.stringify(settled.current) === JSON.stringify(wanted) ? wanted : undefined;
  const pricesOf = useWorkerPrices(search === undefined ? [] : [search]);
  if (of.kind !== 'worker') return undefined;
  const { change } = of;
  const endpoint = endpoints?.find(({ id }) => id === change?.endpoint_id);
  const most =
    change === undefined || isTouched(typed.max_workers)
      ? mostWorkersOfDraft(typed)
      : mostWorkers(change, endpoint);
  const prices = search === undefined ? undefined : pricesOf(search);
  return worstCaseWords(worstCase(most, prices), prices);
}
