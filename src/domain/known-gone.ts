import type { InstanceListReply, InstanceReply } from '../client/wire.ts';
import type { AdviceInput } from './advice.ts';
import { keyAdvice } from './key-advice.ts';
import { isServicesWord } from './write-advice.ts';

/** The two reads that can say so, each of them fresh. */
export type GonePorts = {
  alone(): Promise<InstanceReply>;
  list(): Promise<InstanceListReply>;
  /** What was thrown, when the client did. */
  asApiError(thrown: unknown): AdviceInput | undefined;
};

/**
 * Whether an instance is known to be no more. interface.md says so of one reply only, `{"instances": null}`. Services
 * are known to answer 404 as well, and so is every gateway on the way: a 404 counts when it is the service's own, is not
 * about the key or the session, and a whole list that is read after it does not have the instance either. Anything else
 * says nothing; what is charged must not be taken for gone. Throws nothing but bugs.
 */
export async function knownGone(id: number, { alone, list, asApiError }: GonePorts): Promise<boolean> {
  try {
    return (await alone()).instances === null;
  } catch (thrown) {
    const error = asApiError(thrown);
    if (error === undefined) throw thrown;
    if (!saysNotThere(error)) return false;
  }
  try {
    return isNotListed(await list(), id);
  } catch (thrown) {
    if (asApiError(thrown) === undefined) throw thrown;
    return false;
  }
}

/** Whether the service itself says that it has no such thing; of a refused key it says 404 too. */
export const saysNotThere = (error: AdviceInput): boolean =>
  error.status === 404 && isServicesWord(error) && keyAdvice(error) === undefined;

/** Whether a list that shows all that it counts does not have an instance. */
export const isNotListed = ({ instances, instances_found, missing = 0 }: InstanceListReply, id: number) =>
  missing === 0 && instances_found <= instances.length && !instances.some((row) => row.id === id);
