import type { Missing } from '../client/wire.ts';
import { isWhole, missingWords } from '../domain/missing-rows.ts';
import { exitCodes } from './exit-codes.ts';
import { type CommandFailure, failure } from './failure.ts';
import type { Io } from './io.ts';

/** Whether a list was printed as a whole, beside its rows in JSON. */
export const wholeness = ({ missing = 0 }: Missing) => ({ complete: missing === 0, missing });

/** The exit code of a list that was printed, and in a sentence why it is not 0; `what` is one of its rows. */
export function listEnd({ say }: Pick<Io, 'say'>, what: string, { missing = 0 }: Missing, more = ''): number {
  if (missing === 0) return exitCodes.done;
  say(`${missingWords(missing, what)}. ${more}`.trimEnd());
  return exitCodes.refused;
}

/** What a part of the account is worth saying of sums that were made without it. */
export const minimums = 'Totals are minimums.';

/** Why something cannot be found: it is not there, `none`, or may be among the rows that are missing. */
export const notListed = (list: Missing, none: string, what: string, next = ''): CommandFailure =>
  isWhole(list)
    ? failure('refused', 'not_found', none, next)
    : failure('refused', 'incomplete_list', `${missingWords(list.missing ?? 0, what)}.`, next);
