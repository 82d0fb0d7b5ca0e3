import type { WriteBegun } from '../client/client.ts';

/** What a write does and what it does it to: an instance by its id, or something by what it is called. */
export type WriteSubject = { act: string; instance?: number; name?: string };

type Words = (write: WriteBegun) => WriteSubject;

const acts =
  (act: string): Words =>
  () => ({ act });
const onInstance =
  (act: string): Words =>
  ({ id }) => ({ act, ...instanceOf(id) });
const byId =
  (act: string): Words =>
  ({ id }) => ({ act, ...(id === undefined ? {} : { name: String(id) }) });
const named =
  (act: string, field: string): Words =>
  ({ sent }) => {
    const name = fieldOf(sent, field);
    return { act, ...(typeof name === 'string' ? { name } : {}) };
  };
const sentTo =
  (act: string, field: string): Words =>
  ({ sent }) => ({ act, ...instanceOf(Number(fieldOf(sent, field))) });

const instanceOf = (id: number | undefined) =>
  id !== undefined && Number.isSafeInteger(id) ? { instance: id } : {};

const fieldOf = (sent: unknown, field: string): unknown =>
  typeof sent === 'object' && sent !== null ? (sent as Record<string, unknown>)[field] : undefined;

/**
 * What a write is called while its answer is awaited, where the name of its row does not say it. Of what is sent it takes
 * ids and names that the person has given; a command, a code or a key never.
 */
const words: Readonly<Record<string, Words>> = {
  createInstance: byId('Rent offer'),
  changeBid: onInstance('Bid for'),
  executeCommand: onInstance('Command on'),
  attachSshKey: onInstance('Attach an SSH key to'),
  detachSshKey: onInstance('Detach an SSH key from'),
  cloudCopy: sentTo('Start the copy of', 'instance_id'),
  cancelCloudCopy: sentTo('Call off the copy of', 'dst_id'),
  createScheduledJob: sentTo('Make the scheduled job of', 'instance_id'),
  updateScheduledJob: sentTo('Change the scheduled job of', 'instance_id'),
  createEndpointGroup: named('Create endpoint group', 'endpoint_name'),
  createWorkerGroup: named('Create worker group', 'endpoint_name'),

  createApiKey: named('Make key', 'name'),
  deleteApiKey: byId('Delete key'),
  createSshKey: acts('Add an SSH key'),
  changeSshKey: byId('Change SSH key'),
  deleteSshKey: byId('Remove SSH key'),

  tfaLogin: acts('Check the code'),
  tfaRemove: acts('Remove the two-factor method'),
  tfaSendEmail: acts('Send a code by e-mail'),
  tfaSendSms: acts('Send a code by SMS'),
  tfaResendSms: acts('Send another code by SMS'),
  tfaTotpSetup: acts('Get a new secret'),
  tfaAuthorizeStart: acts('Send a code'),
  tfaAuthorizeConfirm: acts('Check the code'),
  tfaConfirmNew: acts('Confirm the new method'),
  tfaUpdate: acts('Change the two-factor method'),
  tfaRegenBackupCodes: acts('Make new backup codes'),
  tfaTest: acts('Send a code by SMS'),
  tfaTestSubmit: acts('Confirm the new method'),
  tfaResend: acts('Send another code by SMS'),
};

/** `hibernateInstance` is Hibernate, of an instance; `deleteWorkerGroup` is Delete worker group, of an id. */
function wordsOf(endpoint: string): Words {
  const verb = /^[a-z]+(?=Instance$)/.exec(endpoint)?.[0];
  const said = verb ?? endpoint.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const act = said.charAt(0).toUpperCase() + said.slice(1);
  return verb === undefined ? byId(act) : onInstance(act);
}

/** What a write that begins is called. */
export function writeSubject(write: WriteBegun): WriteSubject {
  const own = Object.hasOwn(words, write.endpoint) ? words[write.endpoint] : undefined;
  return (own ?? wordsOf(write.endpoint))(write);
}

/** `Destroy box-1`, `Make key ci`: with the name that an instance has now. */
export function writeTitle({ act, instance, name }: WriteSubject, nameOf: (id: number) => string): string {
  const target = instance === undefined ? name : nameOf(instance);
  return target === undefined || target.trim() === '' ? act : `${act} ${target.trim()}`;
}
