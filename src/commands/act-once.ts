import type { Client } from '../client/client-type.ts';
import type { Instance } from '../client/wire.ts';
import { isWhole } from '../domain/missing-rows.ts';
import { isAsked } from '../domain/power-asked.ts';
import type { CommandContext } from './context.ts';
import { changeOnce, type Seen } from './settle-lost.ts';

/**
 * Sends an act on one instance. Where its answer is lost the instance is read once and tells; `null` is one that the
 * service says is no more, and that a whole list read after that does not have.
 */
export const actOnce = <R>(
  context: Pick<CommandContext, 'io' | 'signal'>,
  { api, id, seen }: { api: Client; id: number; seen: (row: Instance | null) => Seen },
  send: () => Promise<R>,
): Promise<R | undefined> => {
  const options = { signal: context.signal, once: true };
  const read = async () => {
    const { instances: row } = await api.getInstance(id, options);
    if (row !== null) return row;
    const list = await api.listInstances(options);
    return list.instances.find((one) => one.id === id) ?? (isWhole(list) ? null : undefined);
  };
  return changeOnce(context, { read, seen }, send);
};

/** The service says null of an instance that is destroyed (interface.md, Endpoints): whatever else it has is still there. */
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
