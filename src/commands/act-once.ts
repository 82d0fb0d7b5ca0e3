import type { Client } from '../client/client-type.ts';
import { ApiError } from '../client/errors.ts';
import type { Instance } from '../client/wire.ts';
import type { CommandContext } from './context.ts';
import { apiFailure, failure } from './failure.ts';
import { isLost } from './settle-lost.ts';

/** What a record tells of an act on it: that it took place, that it did not, or neither yet; and how that is said. */
export type ActSeen = { done: boolean | undefined; text: string };

/**
 * Sends an act on one instance. Where its answer is lost the instance is read once, which changes nothing: undefined when
 * `seen` takes the act for done; the command ends as at a refusal when it was not, and stays unknown (exit 7) where the
 * record does not tell or cannot be read. `null` is a record that the service says is no more.
 */
export async function actOnce<R>(
  { io, signal }: Pick<CommandContext, 'io' | 'signal'>,
  { api, id, seen }: { api: Client; id: number; seen: (row: Instance | null) => ActSeen },
  send: () => Promise<R>,
): Promise<R | undefined> {
  try {
    return await send();
  } catch (error) {
    if (!isLost(error) || signal.aborted) throw error;
    const row = await readOnce(api, id, signal);
    if (row === undefined) throw error;
    const { done, text } = seen(row);
    if (done === undefined) throw apiFailure(error, { more: `Read after that, ${text}.` });
    if (!done)
      throw failure(
        'refused',
        'not_done',
        `No clear answer came; read after that, ${text}.`,
        'Run the same again.',
      );
    io.say(`No clear answer came; read after that, ${text}.`);
    return undefined;
  }
}

/** Undefined where it cannot be read: absence of data tells nothing. */
async function readOnce(api: Client, id: number, signal: AbortSignal): Promise<Instance | null | undefined> {
  try {
    return (await api.getInstance(id, { signal, once: true })).instances;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** The service says null of an instance that is destroyed (interface.md, Endpoints): whatever else it has is still there. */
export const seenDestroyed =
  (id: number) =>
  (row: Instance | null): ActSeen =>
    row === null
      ? { done: true, text: `the service has no instance ${id} any more` }
      : { done: false, text: `instance ${id} is still there, and is charged` };

/** Whether it is to run as `wanted`, by what the service says of that; one that is gone is neither. */
export const seenPower =
  (id: number, wanted: 'running' | 'stopped') =>
  (row: Instance | null): ActSeen => {
    if (row === null) return { done: false, text: `the service has no instance ${id} any more` };
    const { actual_status: status, intended_status: intended } = row;
    const is = `instance ${id} is ${status ?? 'not reported yet'}`;
    const reached = wanted === 'running' ? status === 'running' : status === 'stopped' || status === 'exited';
    if (intended === undefined) return { done: reached ? true : undefined, text: is };
    return { done: intended === wanted, text: `${is} and is to be ${intended}` };
  };

/** Whether it is called so; a record need not have a label at all. */
export const seenLabel =
  (id: number, wanted: string | null) =>
  (row: Instance | null): ActSeen => {
    if (row === null) return { done: false, text: `the service has no instance ${id} any more` };
    const label = row.label ?? '';
    const text = label === '' ? `instance ${id} has no label` : `instance ${id} is called ${label}`;
    return { done: label === (wanted ?? ''), text };
  };
