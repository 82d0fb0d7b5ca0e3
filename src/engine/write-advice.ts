import type { EndpointName } from '../client/endpoints.ts';
import { foreign } from '../client/errors.ts';
import type { AdviceInput } from './advice.ts';
import { records } from './records.ts';
import { tfaWriteFacts } from './tfa-write-advice.ts';
import type { Outcomes } from './write.ts';
import { look } from './write-messages.ts';

/** Of writes that have no record (records.ts). */
const writes: Readonly<Partial<Record<EndpointName, Outcomes>>> = {
  createInstance: {
    refused: 'Nothing was created and nothing is charged.',
    unconfirmed: {
      title: 'It is not known whether the machine was rented.',
      meaning: 'The request went out and no clear answer came back. If it was rented, it is charged.',
      next: 'Do not rent again before your list of instances shows whether it is there.',
    },
  },
  createWorkerGroup: {
    refused: 'No worker group was created.',
    unconfirmed: {
      title: 'It is not known whether the worker group was created.',
      meaning: 'If it was, its workers are charged as instances.',
      next: 'Look for new instances before you create it again.',
    },
  },
  changeWorkerGroup: {
    refused: 'The worker group is as it was.',
    unconfirmed: {
      title: 'It is not known whether the worker group was changed.',
      meaning: 'It may scale by the old values or by the new ones.',
      next: 'Look at the group before you change it again.',
    },
  },
  deleteWorkerGroup: {
    refused: 'The worker group was not deleted and may still rent workers.',
    unconfirmed: {
      title: 'It is not known whether the worker group was deleted.',
      meaning: 'It may still be there and rent workers, which are charged as instances.',
      next: 'Look whether it is gone, and delete it again if not.',
    },
  },
  createEndpointGroup: {
    refused: 'No endpoint group was created.',
    unconfirmed: {
      title: 'It is not known whether the endpoint group was created.',
      meaning: 'By itself it rents nothing.',
      next: 'Look at your groups before you create it again.',
    },
  },
  changeEndpointGroup: {
    refused: 'The endpoint group is as it was.',
    unconfirmed: {
      title: 'It is not known whether the endpoint group was changed.',
      meaning: 'Its workers may scale by the old values or by the new ones.',
      next: 'Look at the group before you change it again.',
    },
  },
  deleteEndpointGroup: {
    refused: 'The endpoint group was not deleted; its worker groups may still rent workers.',
    unconfirmed: {
      title: 'It is not known whether the endpoint group was deleted.',
      meaning: 'Its worker groups may still be there and rent workers, which are charged as instances.',
      next: 'Look whether it is gone, and delete it again if not.',
    },
  },
  cloudCopy: {
    refused: 'Nothing is copied.',
    unconfirmed: {
      title: 'It is not known whether the copy was started.',
      meaning: 'It may be under way.',
      next: 'Look at the status of the instance before you start it again; it tells of a copy about 30 s late.',
    },
  },
  cancelCloudCopy: {
    refused: 'What is being copied there goes on.',
    unconfirmed: {
      title: 'It is not known whether the copy was called off.',
      meaning: 'It may still be under way.',
      next: 'Look at the status of the instance, which is about 30 s late, before you call it off again.',
    },
  },
  createApiKey: {
    refused: 'No API key was made.',
    unconfirmed: {
      title: 'It is not known whether the key was made.',
      meaning: 'If it was, nobody has seen its value, and nobody can any more.',
      next: 'Look for it in the list of keys; delete it there, and make another.',
    },
  },
  deleteApiKey: {
    refused: 'No API key was deleted.',
    unconfirmed: {
      title: 'It is not known whether the key was deleted.',
      meaning: 'It may still work.',
      next: 'Look for it in the list of keys before you delete it again.',
    },
  },
  createSshKey: {
    refused: 'The SSH key was not added.',
    unconfirmed: {
      title: 'It is not known whether the SSH key was added.',
      meaning: 'New instances may take it.',
      next: 'Look for it in the list of SSH keys before you add it again.',
    },
  },
  changeSshKey: {
    refused: 'The SSH key is as it was.',
    unconfirmed: {
      title: 'It is not known whether the SSH key was changed.',
      meaning: 'The old or the new one stands.',
      next: 'Look at its fingerprint in the list of SSH keys.',
    },
  },
  deleteSshKey: {
    refused: 'The SSH key stays on the account.',
    unconfirmed: {
      title: 'It is not known whether the SSH key was removed.',
      meaning: 'It may still be on the account.',
      next: 'Look for it in the list of SSH keys before you remove it again.',
    },
  },
  createScheduledJob: {
    refused: 'Auto-stop was not set.',
    unconfirmed: {
      title: "Couldn't confirm the auto-stop.",
      meaning: 'It may be set at the provider.',
      next: 'Check with L before you set it again.',
    },
  },
  updateScheduledJob: {
    refused: 'Auto-stop was not changed.',
    unconfirmed: {
      title: "Couldn't confirm the change of the auto-stop.",
      meaning: 'It is set for the old or the new time.',
      next: 'Check with L before you change it again.',
    },
  },
  deleteScheduledJob: {
    refused: 'Auto-stop was not removed. The provider will still act.',
    unconfirmed: {
      title: "Couldn't confirm the removal of the auto-stop.",
      meaning: 'The provider may still act.',
      next: 'Check with L before you remove it again.',
    },
  },
};

/** Of a write that is named nowhere. */
const someWrite: Outcomes = {
  refused: 'Nothing was changed.',
  unconfirmed: {
    title: "Couldn't confirm the request.",
    meaning: 'It may have gone through, and may be billed.',
    next: look,
  },
};

/** The facts of a write, undefined for a call that only reads. */
export function writeFacts({
  endpoint,
  write,
}: Pick<AdviceInput, 'endpoint' | 'write'>): Outcomes | undefined {
  const record = records.find((one) => one.endpoint === endpoint);
  if (record !== undefined) return record.messages;
  if (Object.hasOwn(writes, endpoint)) return writes[endpoint as EndpointName];
  return tfaWriteFacts(endpoint) ?? (write === true ? someWrite : undefined);
}

/** Whether a call failed before any of it was sent. */
export function wasNeverSent({
  kind,
  reason,
  unsent,
}: Pick<AdviceInput, 'kind' | 'reason' | 'unsent'>): boolean {
  return (
    unsent === true ||
    kind === 'refused' ||
    reason === 'paused' ||
    reason === 'not-sent' ||
    reason === 'BAD_PROXY'
  );
}

/** Whether what failed may have been done all the same; one that was called off as well, unless it never went out. */
export const mayHaveActed = (error: AdviceInput): boolean =>
  isUnclear(error) || (error.kind === 'aborted' && !wasNeverSent(error));

/**
 * Statuses that tell of a wait that ended (408; 444 and 499 of gateways) and not of what became of the request, whoever
 * writes them.
 */
export const tellNothing: ReadonlySet<number> = new Set([408, 444, 499]);

/**
 * Whether an error is the service's own answer: JSON that says what is wrong. A web page, plain text or a redirect may
 * be of anything on the way to it.
 */
export const isServicesWord = ({ kind, reason }: Pick<AdviceInput, 'kind' | 'reason'>): boolean =>
  kind === 'http' && !foreign.has(reason);

/** interface.md knows codes alone for a 429, and services are known to give it in plain text. */
const isPaceInWords = ({ status, reason, msg }: Pick<AdviceInput, 'status' | 'reason' | 'msg'>): boolean =>
  status === 429 && (reason === 'not-json' || reason === 'fields') && msg !== undefined;

/**
 * Whether a failed call may have acted all the same. An answer of 500 and above is unclear too: services are known to
 * have created a machine behind a 503. A refusal, of the key too, counts as one only when it is the service's own.
 */
export function isUnclear(
  error: Pick<AdviceInput, 'kind' | 'status' | 'reason' | 'unsent' | 'msg'>,
): boolean {
  if (wasNeverSent(error)) return false;
  const { kind, status = 0 } = error;
  if (kind !== 'http') return kind === 'network' || kind === 'timeout' || kind === 'shape';
  if (status >= 500 || tellNothing.has(status)) return true;
  return !isServicesWord(error) && !isPaceInWords(error);
}
