import type { ApiError } from '../../client/errors.ts';
import type { Missing } from '../../client/wire.ts';
import { isWhole, missingWords } from '../../engine/missing-rows.ts';
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

/** One of the lists that figures are made of: what a row of it is, and how many are missing, or what could not be read and what follows. */
export type Source = Missing & { what: string; unread?: string | undefined };

const cameWhole = ({ missing = 0, unread }: Source): boolean => missing === 0 && unread === undefined;

/** The same as `wholeness` of figures that are made of several lists. */
export const wholenessOf = (sources: readonly Source[]) => ({
  complete: sources.every(cameWhole),
  missing: sources.reduce((sum, { missing = 0 }) => sum + missing, 0),
});

/** The exit code of figures that were printed, and what they lack in a sentence each. */
export function sourcesEnd({ say }: Pick<Io, 'say'>, sources: readonly Source[]): number {
  const lacking = sources.filter((source) => !cameWhole(source));
  for (const { what, missing = 0, unread } of lacking)
    say(unread ?? `${missingWords(missing, what)}. ${minimums}`);
  return lacking.length === 0 ? exitCodes.done : exitCodes.refused;
}

/** Why a list could not be read, a sentence; `error` is what its call threw, undefined where it took too long. */
export const unreadWords = (what: string, error: ApiError | undefined): string => {
  const why =
    error === undefined
      ? 'no answer in time'
      : error.status === undefined
        ? 'no answer'
        : error.status < 400
          ? 'unreadable answer'
          : `HTTP ${error.status}`;
  return `Couldn't read the ${what} (${why}).`;
};

/** What a part of the account is worth saying of sums that were made without it. */
export const minimums = 'Totals are minimums.';

/** Why something cannot be found: it is not there, `none`, or may be among the rows that are missing. */
export const notListed = (list: Missing, none: string, what: string, next = ''): CommandFailure =>
  isWhole(list)
    ? failure('refused', 'not_found', none, next)
    : failure('refused', 'incomplete_list', `${missingWords(list.missing ?? 0, what)}.`, next);
