import type { CallOptions, Client } from '../client/client-type.ts';
import type { ApiError } from '../client/errors.ts';
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

/**
 * Whether a call that interface.md does not show is one that this service has not: a refusal that is about the path and
 * says nothing of the key. It has to be the service's own word: a web page may be of any gateway on the way to it.
 */
export const notOffered = (error: AdviceInput): boolean => isOfPath(error) && isServicesWord(error);

const isOfPath = (error: AdviceInput): boolean =>
  (error.status === 404 || error.status === 405 || error.status === 501) && keyAdvice(error) === undefined;

/**
 * The same, of a refusal that is not the service's own word as well, where the service answers another call just then:
 * whatever wrote the page, this address has no such call.
 */
export async function lacksCall(
  api: Pick<Client, 'currentUser'>,
  error: AdviceInput,
  options?: CallOptions,
): Promise<boolean> {
  if (!isOfPath(error) || isServicesWord(error)) return notOffered(error);
  return api.currentUser(options).then(
    () => true,
    // A key that may not read the account is refused in the service's own words.
    (thrown: unknown) => isApiError(thrown) && isServicesWord(thrown),
  );
}

// By name and not by instance: what is asked here may come out of a cache or another bundle chunk.
export const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && error.name === 'ApiError';

/** The same, or this key may not read it: there is no such list for whoever asks. */
export const listRefused = (error: AdviceInput): boolean =>
  notOffered(error) || (error.status === 403 && isServicesWord(error));

/** Statuses by which the service says that asking again changes nothing. */
const lasting = new Set([400, 404, 422]);

/**
 * Whether a look that failed ends a command that looks again and again, as `wait`. Only the service's own word does, and
 * only about the key or what was asked for: one odd answer, of a gateway or its own, must not leave a machine unwatched.
 */
export function endsLooking(error: AdviceInput): boolean {
  if (error.kind === 'refused' || error.kind === 'aborted') return true;
  if (error.after !== undefined || !isServicesWord(error)) return false;
  return keyAdvice(error) !== undefined || lasting.has(error.status ?? 0);
}

/** Refusals of a key that was accepted before: since when, and when it is tried again (epoch ms). */
export type KeyRefused = { since: number; tryAt: number };

/** How long a key that was accepted before is tried again, in ms, and how soon for the first time. */
const keyTriedMs = { most: 60_000, first: 5_000 };

/**
 * What one more refusal of the key comes to: tried again at growing distances, or `undefined` where the look ends. One
 * refusal may be a hiccup of the service's, and nobody would watch the machine after it.
 */
export function keyRefusedAgain(before: KeyRefused | undefined, now: number): KeyRefused | undefined {
  const since = before?.since ?? now;
  const lasts = now - since;
  if (lasts >= keyTriedMs.most) return undefined;
  return { since, tryAt: now + Math.max(keyTriedMs.first, lasts) };
}
