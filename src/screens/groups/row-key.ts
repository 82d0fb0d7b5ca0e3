import type { GroupRow } from '../../engine/groups/group-rows.ts';

/** The list under which the deck remembers the cursor. */
export const groupList = 'groups';

/** The key of a row. Ids of the two kinds are counted apart and may be the same. */
export const groupKey = (kind: GroupRow['kind'], id: number): number => (kind === 'endpoint' ? -id : id);
