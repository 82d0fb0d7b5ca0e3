import type { WriteBegun } from '../client/client.ts';
import type { EndpointName } from '../client/endpoints.ts';

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
 * How each write is told of while its answer is awaited, `read` for what changes nothing: a new call does not compile
 * without. Of what is sent it takes ids and names that the person has given; a command, a code or a key never.
 */
const words: Readonly<Record<EndpointName, Words | 'read'>> = {
  searchOffers: 'read',
  createInstance: byId('Rent offer'),
  listInstances: 'read',
  getInstance: 'read',
  stopInstance: onInstance('Stop'),
  startInstance: onInstance('Start'),
  destroyInstance: onInstance('Destroy'),
  currentUser: 'read',
  createWorkerGroup: named('Create worker group', 'endpoint_name'),
  cloudCopy: sentTo('Start the copy of', 'instance_id'),

  tfaStatus: 'read',
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

  listApiKeys: 'read',
  createApiKey: named('Make key', 'name'),
  deleteApiKey: byId('Delete key'),
  listSshKeys: 'read',
  createSshKey: acts('Add an SSH key'),
  changeSshKey: byId('Change SSH key'),
  deleteSshKey: byId('Remove SSH key'),
  listInstanceSshKeys: 'read',
  attachSshKey: onInstance('Attach an SSH key to'),
  detachSshKey: onInstance('Detach an SSH key from'),
  listTemplates: 'read',
  listVolumes: 'read',
  listConnections: 'read',
  cancelCloudCopy: sentTo('Call off the copy of', 'dst_id'),
  listCharges: 'read',
  changeBid: onInstance('Bid for'),
  labelInstance: onInstance('Label'),
  rebootInstance: onInstance('Reboot'),
  recycleInstance: onInstance('Recycle'),
  requestLogs: 'read',
  executeCommand: onInstance('Command on'),
  listScheduledJobs: 'read',
  createScheduledJob: sentTo('Make the scheduled job of', 'instance_id'),
  updateScheduledJob: sentTo('Change the scheduled job of', 'instance_id'),
  listEndpointGroups: 'read',
  createEndpointGroup: named('Create endpoint group', 'endpoint_name'),
  changeEndpointGroup: byId('Change endpoint group'),
  deleteEndpointGroup: byId('Delete endpoint group'),
  listWorkerGroups: 'read',
  changeWorkerGroup: byId('Change worker group'),
  deleteWorkerGroup: byId('Delete worker group'),
  deleteScheduledJob: byId('Delete scheduled job'),
};

/** What a write is told of as; undefined for a call that is none. */
export function writeSubject(write: WriteBegun): WriteSubject | undefined {
  const row = words[write.endpoint];
  return row === 'read' ? undefined : row(write);
}

/** `Destroy box-1`, `Make key ci`: with the name that an instance has now. */
export function writeTitle({ act, instance, name }: WriteSubject, nameOf: (id: number) => string): string {
  const target = instance === undefined ? name : nameOf(instance);
  return target === undefined || target.trim() === '' ? act : `${act} ${target.trim()}`;
}
