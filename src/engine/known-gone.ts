import type { Instance, InstanceListReply, InstanceReply } from '../client/wire.ts';
import type { AdviceInput } from './advice.ts';
import { keyAdvice } from './key-advice.ts';
import { isWhole } from './missing-rows.ts';
import { isServicesWord } from './write-advice.ts';

/** The two reads that can say so, each of them fresh. */
export type GonePorts = {
  alone(): Promise<InstanceReply>;
  list(): Promise<InstanceListReply>;
  /** What was thrown, when the client did. */
  asApiError(thrown: unknown): AdviceInput | undefined;
};

/**
 * An instance as the service has it now; null when it is gone, undefined when that cannot be told. Gone is only what a
 * whole list lacks that was asked for after the service had no record of it: a record of null is also that of an instance
 * that is not there yet (wire-instances.ts), and every gateway on the way answers 404. Throws what the reads throw.
 */
export async function recordNow(
  id: number,
  { alone, list, asApiError }: GonePorts,
): Promise<Instance | null | undefined> {
  try {
    const { instances: instance } = await alone();
    if (instance !== null) return instance;
  } catch (thrown) {
    const error = asApiError(thrown);
    if (error === undefined || !saysNotThere(error)) throw thrown;
  }
  const later = await list();
  return later.instances.find((row) => row.id === id) ?? (isWhole(later) ? null : undefined);
}

/** Whether an instance is known to be no more: what is charged must not be taken for gone. Throws nothing but bugs. */
export async function knownGone(id: number, ports: GonePorts): Promise<boolean> {
  try {
    return (await recordNow(id, ports)) === null;
  } catch (thrown) {
    if (ports.asApiError(thrown) === undefined) throw thrown;
    return false;
  }
}

/** Whether the service itself says that it has no such thing; of a refused key it says 404 too. */
export const saysNotThere = (error: AdviceInput): boolean =>
  error.status === 404 && isServicesWord(error) && keyAdvice(error) === undefined;

/** Whether a whole list does not have an instance. */
export const isNotListed = (list: InstanceListReply, id: number): boolean =>
  isWhole(list) && !list.instances.some((row) => row.id === id);
