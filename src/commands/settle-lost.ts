import { ApiError } from '../client/errors.ts';
import type { Account } from '../composition.ts';
import { isUnclear } from '../domain/write-advice.ts';
import type { CommandContext } from './context.ts';
import { apiFailure, failure } from './failure.ts';

type Listed = { id: number };
/** Reads the list that a write is on; undefined where there is none to be had. */
export type ReadList<T extends Listed> = () => Promise<readonly T[] | undefined>;

/** What a list shows, undefined where it cannot be read: it is looked at for the sake of another call. */
export async function listedNow<T extends Listed>(list: ReadList<T>): Promise<readonly T[] | undefined> {
  try {
    return await list();
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** The same before a write that it is to be held against; undefined where the write is refused here anyway. */
export const listedBefore = async <T extends Listed>(
  { composition }: Pick<CommandContext, 'composition'>,
  { profile }: Pick<Account, 'profile'>,
  list: ReadList<T>,
): Promise<readonly T[] | undefined> => (composition.readOnly(profile) ? undefined : listedNow(list));

/**
 * Sends a deletion. Where its answer is lost the list tells, read once: one that is gone was deleted, undefined then; one
 * that is there ends the command as a refusal does; without a list it stays unknown (exit 7). `name` is `Key 101`.
 */
export async function deleteOnce<R>(
  { io }: Pick<CommandContext, 'io'>,
  { name, id, list }: { name: string; id: number; list: ReadList<Listed> },
  send: () => Promise<R>,
): Promise<R | undefined> {
  try {
    return await send();
  } catch (error) {
    const rows = isLost(error) ? await listedNow(list) : undefined;
    if (rows === undefined) throw error;
    if (rows.some((row) => row.id === id)) {
      const still = `No clear answer came, and ${name} is still in the list, read after that.`;
      throw failure('refused', 'still_listed', still, 'Run the same again.');
    }
    io.say(`No clear answer came; the list, read after that, has no ${name}.`);
    return undefined;
  }
}

/**
 * Sends a creation. Where its answer is lost `found` picks out of the list, read once, what came of it: the one row is
 * answered. None may still come, and several may be it: it stays unknown (exit 7), and both are said.
 */
export async function createOnce<R, T extends Listed>(
  { io }: Pick<CommandContext, 'io'>,
  about: { what: string; list: ReadList<T>; found: (rows: readonly T[]) => readonly T[] },
  send: () => Promise<R>,
): Promise<{ reply: R } | { row: T }> {
  try {
    return { reply: await send() };
  } catch (error) {
    if (!isLost(error)) throw error;
    const { what, list, found } = about;
    const rows = await listedNow(list);
    if (rows === undefined) throw error;
    const [row, ...others] = found(rows);
    if (row === undefined)
      throw apiFailure(error, { more: `The list, read after that, has no new ${what}.` });
    if (others.length > 0) {
      const ids = [row, ...others].map(({ id }) => id).join(', ');
      throw apiFailure(error, { more: `These in the list, read after that, may have come of it: ${ids}.` });
    }
    io.say(`No clear answer came; ${what} ${row.id} is in the list, read after that: it was made.`);
    return { row };
  }
}

/** No clear answer came to a write: it may have been done. */
export const isLost = (error: unknown): error is ApiError => error instanceof ApiError && isUnclear(error);
