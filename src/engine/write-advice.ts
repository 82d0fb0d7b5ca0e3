import type { EndpointName } from '../client/endpoints.ts';
import { foreign } from '../client/errors.ts';
import type { AdviceInput } from './advice.ts';
import { tfaWriteFacts } from './tfa-write-advice.ts';

/** What a write means for money and machines when it failed, and when nobody can tell. */
export type WriteFacts = {
  /** It certainly did not happen. */
  refused: string;
  unclear: { title: string; meaning: string; next: string };
};

const look = 'Look at it before you do it again.';

const writes: Readonly<Partial<Record<EndpointName, WriteFacts>>> = {
  createInstance: {
    refused: 'Nothing was created and nothing is charged.',
    unclear: {
      title: 'It is not known whether the machine was rented.',
      meaning: 'The request went out and no clear answer came back. If it was rented, it is charged.',
      next: 'Do not rent again before your list of instances shows whether it is there.',
    },
  },
  stopInstance: {
    refused: 'It was not stopped and may still be charged.',
    unclear: {
      title: 'It is not known whether the machine stopped.',
      meaning: 'It may still run and be charged.',
      next: look,
    },
  },
  startInstance: {
    refused: 'It was not started.',
    unclear: {
      title: 'It is not known whether the machine was started.',
      meaning: 'It may start, and is then charged.',
      next: look,
    },
  },
  destroyInstance: {
    refused: 'It was not destroyed and may still be charged.',
    unclear: {
      title: 'It is not known whether the machine was destroyed.',
      meaning: 'It may still be there, and is then charged.',
      next: 'Check whether it is gone, and destroy it again if not.',
    },
  },
  changeBid: {
    refused: 'The bid is as it was.',
    unclear: {
      title: 'It is not known whether the bid was changed.',
      meaning: 'If so, the new price is charged while it runs.',
      next: look,
    },
  },
  labelInstance: {
    refused: 'The label is as it was.',
    unclear: {
      title: 'It is not known whether the label was changed.',
      meaning: 'No charge depends on it. A worker without its label is not known to its group any more.',
      next: look,
    },
  },
  rebootInstance: {
    refused: 'It was not rebooted and goes on as it is.',
    unclear: {
      title: 'It is not known whether the machine reboots.',
      meaning: 'What runs on it may be ended; its disk stays.',
      next: look,
    },
  },
  recycleInstance: {
    refused: 'It was not recycled: its data is still there.',
    unclear: {
      title: 'It is not known whether the machine is recycled.',
      meaning: 'If it is, what was on the disk of its container is lost.',
      next: look,
    },
  },
  executeCommand: {
    refused: 'The command was not run.',
    unclear: {
      title: 'It is not known whether the command was run.',
      meaning: 'A command that removes files may have removed them.',
      next: 'Look with ls or du before you run it again.',
    },
  },
  createWorkerGroup: {
    refused: 'No worker group was created.',
    unclear: {
      title: 'It is not known whether the worker group was created.',
      meaning: 'If it was, its workers are charged as instances.',
      next: 'Look for new instances before you create it again.',
    },
  },
  changeWorkerGroup: {
    refused: 'The worker group is as it was.',
    unclear: {
      title: 'It is not known whether the worker group was changed.',
      meaning: 'It may scale by the old values or by the new ones.',
      next: 'Look at the group before you change it again.',
    },
  },
  deleteWorkerGroup: {
    refused: 'The worker group was not deleted and may still rent workers.',
    unclear: {
      title: 'It is not known whether the worker group was deleted.',
      meaning: 'It may still be there and rent workers, which are charged as instances.',
      next: 'Look whether it is gone, and delete it again if not.',
    },
  },
  createEndpointGroup: {
    refused: 'No endpoint group was created.',
    unclear: {
      title: 'It is not known whether the endpoint group was created.',
      meaning: 'By itself it rents nothing.',
      next: 'Look at your groups before you create it again.',
    },
  },
  changeEndpointGroup: {
    refused: 'The endpoint group is as it was.',
    unclear: {
      title: 'It is not known whether the endpoint group was changed.',
      meaning: 'Its workers may scale by the old values or by the new ones.',
      next: 'Look at the group before you change it again.',
    },
  },
  deleteEndpointGroup: {
    refused: 'The endpoint group was not deleted; its worker groups may still rent workers.',
    unclear: {
      title: 'It is not known whether the endpoint group was deleted.',
      meaning: 'Its worker groups may still be there and rent workers, which are charged as instances.',
      next: 'Look whether it is gone, and delete it again if not.',
    },
  },
  cloudCopy: {
    refused: 'Nothing is copied.',
    unclear: {
      title: 'It is not known whether the copy was started.',
      meaning: 'It may be under way.',
      next: 'Look at the status of the instance before you start it again; it tells of a copy about 30 s late.',
    },
  },
  cancelCloudCopy: {
    refused: 'What is being copied there goes on.',
    unclear: {
      title: 'It is not known whether the copy was called off.',
      meaning: 'It may still be under way.',
      next: 'Look at the status of the instance, which is about 30 s late, before you call it off again.',
    },
  },
  createApiKey: {
    refused: 'No API key was made.',
    unclear: {
      title: 'It is not known whether the key was made.',
      meaning: 'If it was, nobody has seen its value, and nobody can any more.',
      next: 'Look for it in the list of keys; delete it there, and make another.',
    },
  },
  deleteApiKey: {
    refused: 'No API key was deleted.',
    unclear: {
      title: 'It is not known whether the key was deleted.',
      meaning: 'It may still work.',
      next: 'Look for it in the list of keys before you delete it again.',
    },
  },
  createSshKey: {
    refused: 'The SSH key was not added.',
    unclear: {
      title: 'It is not known whether the SSH key was added.',
      meaning: 'New instances may take it.',
      next: 'Look for it in the list of SSH keys before you add it again.',
    },
  },
  changeSshKey: {
    refused: 'The SSH key is as it was.',
    unclear: {
      title: 'It is not known whether the SSH key was changed.',
      meaning: 'The old or the new one stands.',
      next: 'Look at its fingerprint in the list of SSH keys.',
    },
  },
  deleteSshKey: {
    refused: 'The SSH key stays on the account.',
    unclear: {
      title: 'It is not known whether the SSH key was removed.',
      meaning: 'It may still be on the account.',
      next: 'Look for it in the list of SSH keys before you remove it again.',
    },
  },
  attachSshKey: {
    refused: 'The instance has the SSH keys that it had.',
    unclear: {
      title: 'It is not known whether the SSH key was attached.',
      meaning: 'It may open the instance.',
      next: 'Look at the keys of the instance before you attach it again.',
    },
  },
  detachSshKey: {
    refused: 'The SSH key still opens the instance.',
    unclear: {
      title: 'It is not known whether the SSH key was detached.',
      meaning: 'It may still open the instance.',
      next: 'Look at the keys of the instance before you detach it again.',
    },
  },
  createScheduledJob: {
    refused: 'The service will not act by itself.',
    unclear: {
      title: 'It is not known whether the service took the job.',
      meaning: 'It may act by itself at the time that was asked for.',
      next: 'Look at the limits of the instance before you set it again.',
    },
  },
  updateScheduledJob: {
    refused: 'The job stands as it did.',
    unclear: {
      title: 'It is not known whether the job was changed.',
      meaning: 'The service acts by itself at the old or at the new time.',
      next: 'Look at the limits of the instance before you change it again.',
    },
  },
  deleteScheduledJob: {
    refused: 'The job stands as it did, and the service will act by itself.',
    unclear: {
      title: 'It is not known whether the job was called off.',
      meaning: 'The service may still act by itself.',
      next: 'Look at the limits of the instance before you call it off again.',
    },
  },
};

/** Of a write that is not named above. */
const someWrite: WriteFacts = {
  refused: 'Nothing was changed.',
  unclear: {
    title: "Couldn't confirm the request.",
    meaning: 'It may have gone through, and may be billed.',
    next: look,
  },
};

/** The facts of a write, undefined for a call that only reads. */
export function writeFacts({
  endpoint,
  write,
}: Pick<AdviceInput, 'endpoint' | 'write'>): WriteFacts | undefined {
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
