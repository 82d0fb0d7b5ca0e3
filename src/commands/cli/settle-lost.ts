import { ApiError } from '../../client/errors.ts';
import type { ListReply } from '../../client/wire.ts';
import { isWhole, listed } from '../../engine/missing-rows.ts';
import { isUnclear } from '../../engine/write-advice.ts';
import type { Account, CommandContext } from './context.ts';
import { apiFailure, failure } from './failure.ts';

type Listed = { id: number };
/** Reads the list that a write is on; undefined where there is none to be had. */
export type ReadList<T extends Listed> = () => Promise<ListReply<T> | undefined>;

/** What a list shows before a write that it is to be held against; undefined where the write is refused here anyway. */
export const listedBefore = async <T extends Listed>(
  { composition }: Pick<CommandContext, 'composition'>,
  { profile }: Pick<Account, 'profile'>,
  list: ReadList<T>,
): Promise<ListReply<T> | undefined> => (composition.readOnly(profile) ? undefined : readOnce(list));

/**
 * Sends a deletion. Where its answer is lost the list tells, read once: one that is gone was deleted, undefined then. One
 * that is there may still go, since a slow gateway may hand the request on after its caller has given up: it stays unknown
 * (exit 7) as without a list, and no command waits for it. `name` is `key 101`.
 */
export async function deleteOnce<R>(
  { io }: Pick<CommandContext, 'io'>,
  { name, id, list }: { name: string; id: number; list: ReadList<Listed> },
  send: () => Promise<R>,
): Promise<R | undefined> {
  try {
    return await send();
  } catch (error) {
    if (!isLost(error)) throw error;
    const now = await readOnce(list);
    const there = now && listed(now, id);
    if (there === undefined) throw error;
    if (there) throw apiFailure(error, { more: `${sentence(name)} is still in the list.` });
    io.say(`No clear reply, but ${name} is no longer in the list.`);
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
    const now = await readOnce(list);
    const [row, ...others] = now === undefined ? [] : found(now.rows);
    if (now === undefined || (row === undefined && !isWhole(now))) throw error;
    if (row === undefined) throw apiFailure(error, { more: `The list has no new ${what} yet.` });
    if (others.length > 0) {
      const ids = [row, ...others].map(({ id }) => id).join(', ');
      throw apiFailure(error, { more: `Possible matches in the list: ${ids}.` });
    }
    io.say(`No clear reply, but ${what} ${row.id} is in the list: created.`);
    return { row };
  }
}

/**
 * What a read tells of a change: that it took place, that it cannot any more (false), or neither yet; and how that is said.
 * That it is not to be seen is no reason for false: it may still come.
 */
export type Seen = { done: boolean | undefined; text: string };

/**
 * Sends a change. Where its answer is lost it is read once what stands, which changes nothing: undefined when `seen` takes
 * the change for done; the command ends as at a refusal when it cannot be done any more, and stays unknown (exit 7)
 * where what is read does not show it or cannot be read.
 */
export async function changeOnce<R, T>(
  { io, signal }: Pick<CommandContext, 'io' | 'signal'>,
  { read, seen }: { read: () => Promise<T | undefined>; seen: (now: T) => Seen },
  send: () => Promise<R>,
): Promise<R | undefined> {
  try {
    return await send();
  } catch (error) {
    if (!isLost(error) || signal.aborted) throw error;
    const now = await readOnce(read);
    if (now === undefined) throw error;
    const { done, text } = seen(now);
    if (done === undefined) throw apiFailure(error, { more: `Checked afterwards: ${text}.` });
    if (!done) throw failure('refused', 'not_done', `No clear reply. Checked afterwards: ${text}.`);
    io.say(`No clear reply. Checked afterwards: ${text}.`);
    return undefined;
  }
}

/** Undefined where it cannot be read: absence of data tells nothing. */
const readOnce = async <T>(read: () => Promise<T | undefined>): Promise<T | undefined> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
};

/**
 * Whether a row of a list has the fields that a change was to give it; one that it does not tell leaves it open. `name` is
 * `worker group 801`.
 */
export const seenFields =
  (name: string, id: number, fields: Readonly<Record<string, unknown>>) =>
  (list: ListReply<Listed>): Seen => {
    const row: Record<string, unknown> | undefined = list.rows.find((one) => one.id === id);
    if (row === undefined)
      return { done: isWhole(list) ? false : undefined, text: `the list has no ${name}` };
    const asked = Object.keys(fields);
    const others = asked.filter((field) => row[field] !== undefined && row[field] !== fields[field]);
    if (others.length > 0) return { done: undefined, text: `${name} has a different ${others.join(', ')}` };
    const untold = asked.filter((field) => row[field] === undefined);
    if (untold.length > 0)
      return { done: undefined, text: `the list doesn't show ${untold.join(', ')} of ${name}` };
    return { done: true, text: `${name} has the requested ${asked.join(', ')}` };
  };

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** No clear answer came to a write: it may have been done. */
export const isLost = (error: unknown): error is ApiError => error instanceof ApiError && isUnclear(error);
