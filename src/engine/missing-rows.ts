import type { ListReply, Missing } from '../client/wire.ts';

type Counted = Missing & { instances?: readonly unknown[]; instances_found?: number };

/** Whether a list has every row there is, and all that it counts: only then does what it lacks not exist. */
export const isWhole = ({ missing = 0, instances = [], instances_found = 0 }: Counted): boolean =>
  missing === 0 && instances_found <= instances.length;

/** Whether a list has a row of this id; undefined where it does not show it and is not whole. */
export const listed = (list: ListReply<{ id: number }>, id: number): boolean | undefined =>
  list.rows.some((row) => row.id === id) || (isWhole(list) ? false : undefined);

/** `4 instances are missing from the list`; `what` is one of them. */
export const missingWords = (missing: number, what: string): string =>
  missing === 1 ? `1 ${what} is missing from the list` : `${missing} ${what}s are missing from the list`;

/** The same of a list that may be whole: undefined then. */
export const lackWords = ({ missing = 0 }: Missing, what: string): string | undefined =>
  missing === 0 ? undefined : missingWords(missing, what);
