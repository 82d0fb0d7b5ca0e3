import type { CallOptions, Client } from '../../client/client-type.ts';
import { ApiError } from '../../client/errors.ts';
import type { Instance } from '../../client/wire.ts';
import { isAsked } from '../../engine/instances/power-asked.ts';
import { recordNow } from '../../engine/known-gone.ts';
import type { CommandContext } from './context.ts';
import { changeOnce, type Seen } from './settle-lost.ts';

/**
 * Sends an act on one instance. Where its answer is lost the instance is read once and tells; `null` is one that is known
 * to be gone (engine/known-gone.ts).
 */
export const actOnce = <R>(
  context: Pick<CommandContext, 'io' | 'signal'>,
  { api, id, seen }: { api: Client; id: number; seen: (row: Instance | null) => Seen },
  send: () => Promise<R>,
): Promise<R | undefined> => {
  const read = () => recordOf(api, id, { signal: context.signal, once: true });
  return changeOnce(context, { read, seen }, send);
};

/** An instance as the service has it now, null when it is gone, undefined when that cannot be told. */
export const recordOf = (
  api: Client,
  id: number,
  options: CallOptions,
): Promise<Instance | null | undefined> =>
  recordNow(id, {
    alone: () => api.getInstance(id, options),
    list: () => api.listInstances(options),
    asApiError: (thrown) => (thrown instanceof ApiError ? thrown : undefined),
  });

/** Only one that is gone was destroyed: whatever else the service has is still there. */
export const seenDestroyed =
  (id: number) =>
  (row: Instance | null): Seen =>
    row === null
      ? { done: true, text: `the service has no instance ${id} any more` }
      : { done: undefined, text: `instance ${id} is still there, and is charged` };

/** Whether it is to run as `wanted`, by what the service says of that; one that is gone is neither. */
export const seenPower =
  (id: number, wanted: 'running' | 'stopped') =>
  (row: Instance | null): Seen => {
    if (row === null) return { done: false, text: `the service has no instance ${id} any more` };
    const { actual_status: status, intended_status: intended } = row;
    const is = `instance ${id} is ${status ?? 'not reported yet'}`;
    const done = isAsked(row, wanted) ? true : undefined;
    return { done, text: intended === undefined ? is : `${is} and is to be ${intended}` };
  };

/** Whether it is called so; a record need not have a label at all. */
export const seenLabel =
  (id: number, wanted: string | null) =>
  (row: Instance | null): Seen => {
    if (row === null) return { done: false, text: `the service has no instance ${id} any more` };
    const label = row.label ?? '';
    const text = label === '' ? `instance ${id} has no label` : `instance ${id} is called ${label}`;
    return { done: label === (wanted ?? '') ? true : undefined, text };
  };
