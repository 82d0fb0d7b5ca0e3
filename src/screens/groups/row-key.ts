import type { Instance } from '../../client/wire.ts';
import type { GroupRow } from '../../engine/groups/group-rows.ts';
import { groupOfLabel, workerLabel } from '../../engine/groups/group-workers.ts';
import { MAX_FILTER_LENGTH } from '../../tui/list/filter-terms.ts';

/** The list under which the deck remembers the cursor. */
export const groupList = 'groups';

/** The key of a row. Ids of the two kinds are counted apart and may be the same. */
export const groupKey = (kind: GroupRow['kind'], id: number): number => (kind === 'endpoint' ? -id : id);

/** The filter of the list of instances that leaves these workers: by their label where all have it, else by their ids. */
export function workersFilter(workers: readonly Instance[], group: number | undefined): string {
  const byLabel = group === undefined ? 'label:"worker group"' : `label="${workerLabel(group)}"`;
  const marked = (row: Instance) => {
    const named = groupOfLabel(row.label);
    return group === undefined ? named !== undefined : named === group;
  };
  const byId = `id:/^(${workers.map(({ id }) => id).join('|')})$/`;
  return workers.every(marked) || byId.length > MAX_FILTER_LENGTH ? byLabel : byId;
}
