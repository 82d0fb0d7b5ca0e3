import type { EndpointName } from '../client/endpoints.ts';

/**
 * Permission categories of scoped keys. interface.md names the first four; the rest, and which call belongs to
 * which, is publicly known and so only ever told as likely.
 */
export type PermissionCategory =
  | 'misc'
  | 'user_read'
  | 'instance_read'
  | 'instance_write'
  | 'user_write'
  | 'billing_read'
  | 'billing_write'
  | 'machine_read'
  | 'machine_write'
  | 'team_read'
  | 'team_write';

const categories: Readonly<Record<EndpointName, PermissionCategory>> = {
  searchOffers: 'misc',
  createInstance: 'instance_write',
  listInstances: 'instance_read',
  getInstance: 'instance_read',
  stopInstance: 'instance_write',
  startInstance: 'instance_write',
  destroyInstance: 'instance_write',
  changeBid: 'instance_write',
  currentUser: 'user_read',
  createWorkerGroup: 'misc',
  cloudCopy: 'instance_write',
  tfaStatus: 'user_read',
  tfaLogin: 'user_write',
  tfaRemove: 'user_write',
  tfaSendEmail: 'user_write',
  tfaSendSms: 'user_write',
  tfaResendSms: 'user_write',
  tfaTotpSetup: 'user_write',
  tfaAuthorizeStart: 'user_write',
  tfaAuthorizeConfirm: 'user_write',
  tfaConfirmNew: 'user_write',
  tfaUpdate: 'user_write',
  tfaRegenBackupCodes: 'user_write',
  tfaTest: 'user_write',
  tfaTestSubmit: 'user_write',
  tfaResend: 'user_write',
  listApiKeys: 'user_read',
  createApiKey: 'user_write',
  deleteApiKey: 'user_write',
  listSshKeys: 'user_read',
  createSshKey: 'user_write',
  changeSshKey: 'user_write',
  deleteSshKey: 'user_write',
  listInstanceSshKeys: 'instance_read',
  attachSshKey: 'instance_write',
  detachSshKey: 'instance_write',
  listTemplates: 'user_read',
  listVolumes: 'instance_read',
  listConnections: 'user_read',
  cancelCloudCopy: 'instance_write',
  listCharges: 'billing_read',
  labelInstance: 'instance_write',
  rebootInstance: 'instance_write',
  recycleInstance: 'instance_write',
  requestLogs: 'instance_read',
  executeCommand: 'instance_write',
  listScheduledJobs: 'instance_read',
  createScheduledJob: 'instance_write',
  updateScheduledJob: 'instance_write',
  deleteScheduledJob: 'instance_write',
  listEndpointGroups: 'misc',
  createEndpointGroup: 'misc',
  changeEndpointGroup: 'misc',
  deleteEndpointGroup: 'misc',
  listWorkerGroups: 'misc',
  changeWorkerGroup: 'misc',
  deleteWorkerGroup: 'misc',
};

/** The category that a scoped key most likely needs for a call (an endpoint's name), if the call is known. */
export function likelyCategory(endpoint: string): PermissionCategory | undefined {
  return Object.hasOwn(categories, endpoint) ? categories[endpoint as EndpointName] : undefined;
}
