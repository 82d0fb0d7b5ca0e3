import type { Client } from './client-type.ts';

/** Every call of the client has a row here, and every row a call: the compiler keeps the two together. */
export type EndpointName = Exclude<keyof Client, 'baseUrl' | 'clockOffsetMs' | 'limits' | 'heldMs' | 'readResult'>;

export type EndpointRow = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base URL; `:id` stands for the id of the path, `:key` for that of a key below it. */
  path: string;
  /** A fixed query, which is never part of an error or a trace. */
  query?: string;
  /** `bearer-or-secret`: the logged-out flow calls it with a challenge secret in the body (2FA matrix). */
  auth: 'bearer' | 'bearer-or-secret';
  /** True when it changes, sends or spends something. */
  write: boolean;
  /** `safe`: it may be sent again after a failure. A property of the endpoint, not of its HTTP method. */
  retry: 'safe' | 'never';
  /** Deadline of one attempt, body included, in ms. */
  timeoutMs: number;
  /** The shortest time between two such calls that services of this kind are known to bear, in ms. */
  minIntervalMs: number;
  /** So many may come at once, as long as no more of them fall into so many intervals; 1 when absent. */
  burst?: number;
  /** The call that takes this deprecated path's place (interface.md, Deprecated endpoints). */
  replacedBy?: EndpointName;
  /** `public`: not in interface.md; a refusal means "not known". */
  source: 'interface' | 'public';
};

const read = {
  auth: 'bearer',
  write: false,
  retry: 'safe',
  timeoutMs: 20_000,
  source: 'interface',
} as const;
const write = {
  auth: 'bearer',
  write: true,
  retry: 'never',
  timeoutMs: 30_000,
  source: 'interface',
} as const;
// No interval is known for two-factor calls; they have limits of their own, with codes of their own.
const code = { ...write, minIntervalMs: 0 } as const;
const challenge = { ...code, auth: 'bearer-or-secret' } as const;

/** The endpoints of interface.md (Endpoints, Deprecated endpoints) and the few public ones that the deck reads. */
export const endpoints: Readonly<Record<EndpointName, EndpointRow>> = {
  // A search is a POST that changes nothing: ten a minute are borne.
  searchOffers: { ...read, method: 'POST', path: '/api/v0/bundles/', minIntervalMs: 6000, burst: 10 },
  // It spends money. An answer that got lost is settled by the rent journal, never by sending it again.
  createInstance: { ...write, method: 'PUT', path: '/api/v0/asks/:id/', timeoutMs: 60_000, minIntervalMs: 4500 },
  listInstances: { ...read, method: 'GET', path: '/api/v0/instances/', minIntervalMs: 1000 },
  getInstance: { ...read, method: 'GET', path: '/api/v0/instances/:id/', minIntervalMs: 2000 },
  stopInstance: { ...write, method: 'PUT', path: '/api/v0/instances/:id/', minIntervalMs: 1000 },
  startInstance: { ...write, method: 'PUT', path: '/api/v0/instances/:id/', minIntervalMs: 1000 },
  destroyInstance: { ...write, method: 'DELETE', path: '/api/v0/instances/:id/', minIntervalMs: 3000 },
  currentUser: { ...read, method: 'GET', path: '/api/v0/users/current/', minIntervalMs: 1000 },
  createWorkerGroup: { ...write, method: 'POST', path: '/api/v0/workergroups/', minIntervalMs: 4000 },
  cloudCopy: { ...write, method: 'POST', path: '/api/v0/commands/rclone/', minIntervalMs: 1000 },

  tfaStatus: { ...read, method: 'GET', path: '/api/v0/tfa/status/', minIntervalMs: 0 },
  tfaLogin: { ...challenge, method: 'POST', path: '/api/v0/tfa/' },
  tfaRemove: { ...code, method: 'DELETE', path: '/api/v0/tfa/' },
  tfaSendEmail: { ...challenge, method: 'POST', path: '/api/v0/tfa/email/' },
  tfaSendSms: { ...challenge, method: 'POST', path: '/api/v0/tfa/sms/' },
  tfaResendSms: { ...challenge, method: 'POST', path: '/api/v0/tfa/sms/resend/' },
  tfaTotpSetup: { ...code, method: 'POST', path: '/api/v0/tfa/totp-setup/' },
  tfaAuthorizeStart: { ...code, method: 'POST', path: '/api/v0/tfa/authorize-new-method/' },
  tfaAuthorizeConfirm: { ...code, method: 'PUT', path: '/api/v0/tfa/authorize-new-method/' },
  tfaConfirmNew: { ...code, method: 'POST', path: '/api/v0/tfa/confirm-new/' },
  tfaUpdate: { ...code, method: 'PUT', path: '/api/v0/tfa/update/' },
  tfaRegenBackupCodes: { ...code, method: 'PUT', path: '/api/v0/tfa/regen-backup-codes/' },
  tfaTest: { ...challenge, method: 'POST', path: '/api/v0/tfa/test/', replacedBy: 'tfaSendSms' },
  tfaTestSubmit: { ...code, method: 'POST', path: '/api/v0/tfa/test-submit/', replacedBy: 'tfaConfirmNew' },
  tfaResend: { ...challenge, method: 'POST', path: '/api/v0/tfa/resend/', replacedBy: 'tfaResendSms' },

  listApiKeys: { ...read, method: 'GET', path: '/api/v0/auth/apikeys/', minIntervalMs: 1000, source: 'public' },
  createApiKey: { ...write, method: 'POST', path: '/api/v0/auth/apikeys/', minIntervalMs: 2000, source: 'public' },
  deleteApiKey: { ...write, method: 'DELETE', path: '/api/v0/auth/apikeys/:id/', minIntervalMs: 2000, source: 'public' },
  listSshKeys: { ...read, method: 'GET', path: '/api/v0/ssh/', minIntervalMs: 1000, source: 'public' },
  createSshKey: { ...write, method: 'POST', path: '/api/v0/ssh/', minIntervalMs: 1000, source: 'public' },
  changeSshKey: { ...write, method: 'PUT', path: '/api/v0/ssh/:id/', minIntervalMs: 1000, source: 'public' },
  deleteSshKey: { ...write, method: 'DELETE', path: '/api/v0/ssh/:id/', minIntervalMs: 1000, source: 'public' },
  listInstanceSshKeys: { ...read, method: 'GET', path: '/api/v0/instances/:id/ssh/', minIntervalMs: 1000, source: 'public' },
  attachSshKey: { ...write, method: 'POST', path: '/api/v0/instances/:id/ssh/', minIntervalMs: 1000, source: 'public' },
  detachSshKey: { ...write, method: 'DELETE', path: '/api/v0/instances/:id/ssh/:key/', minIntervalMs: 2000, source: 'public' },
  listTemplates: { ...read, method: 'GET', path: '/api/v0/template/', minIntervalMs: 3000, source: 'public' },
  listVolumes: {
    ...read,
    method: 'GET',
    path: '/api/v0/volumes/',
    query: 'owner=me&type=all_volume',
    minIntervalMs: 5500,
    source: 'public',
  },
  listConnections: { ...read, method: 'GET', path: '/api/v0/users/cloud_integrations/', minIntervalMs: 2900, source: 'public' },
  cancelCloudCopy: { ...write, method: 'DELETE', path: '/api/v0/commands/rclone/', minIntervalMs: 1000, source: 'public' },
  listCharges: { ...read, method: 'GET', path: '/api/v0/charges/', minIntervalMs: 1000, source: 'public' },
  changeBid: { ...write, method: 'PUT', path: '/api/v0/instances/bid_price/:id/', minIntervalMs: 5500, source: 'public' },
  labelInstance: { ...write, method: 'PUT', path: '/api/v0/instances/:id/', minIntervalMs: 1000, source: 'public' },
  rebootInstance: { ...write, method: 'PUT', path: '/api/v0/instances/reboot/:id/', minIntervalMs: 1000, source: 'public' },
  recycleInstance: { ...write, method: 'PUT', path: '/api/v0/instances/recycle/:id/', minIntervalMs: 1000, source: 'public' },
  // A PUT that changes nothing: a key that may only read is enough for it.
  requestLogs: { ...read, method: 'PUT', path: '/api/v0/instances/request_logs/:id/', minIntervalMs: 1500, source: 'public' },
  executeCommand: { ...write, method: 'PUT', path: '/api/v0/instances/command/:id/', minIntervalMs: 1500, source: 'public' },
  listScheduledJobs: { ...read, method: 'GET', path: '/api/v0/commands/schedule_job/', minIntervalMs: 1000, source: 'public' },
  createScheduledJob: { ...write, method: 'POST', path: '/api/v0/commands/schedule_job/', minIntervalMs: 1000, source: 'public' },
  updateScheduledJob: { ...write, method: 'PUT', path: '/api/v0/commands/schedule_job/:id/', minIntervalMs: 1000, source: 'public' },
  listEndpointGroups: { ...read, method: 'GET', path: '/api/v0/endptjobs/', minIntervalMs: 3000, source: 'public' },
  createEndpointGroup: { ...write, method: 'POST', path: '/api/v0/endptjobs/', minIntervalMs: 4000, source: 'public' },
  changeEndpointGroup: { ...write, method: 'PUT', path: '/api/v0/endptjobs/:id/', minIntervalMs: 2000, source: 'public' },
  deleteEndpointGroup: { ...write, method: 'DELETE', path: '/api/v0/endptjobs/:id/', minIntervalMs: 3000, source: 'public' },
  listWorkerGroups: { ...read, method: 'GET', path: '/api/v0/workergroups/', minIntervalMs: 2000, source: 'public' },
  changeWorkerGroup: { ...write, method: 'PUT', path: '/api/v0/workergroups/:id/', minIntervalMs: 2000, source: 'public' },
  deleteWorkerGroup: { ...write, method: 'DELETE', path: '/api/v0/workergroups/:id/', minIntervalMs: 3000, source: 'public' },
  deleteScheduledJob: { ...write, method: 'DELETE', path: '/api/v0/commands/schedule_job/:id/', minIntervalMs: 1000, source: 'public' },
};

/** Whether a call may go out under `--read-only`: reads, and the search, which only looks like a write. */
export function allowedReadOnly(name: EndpointName): boolean {
  return !endpoints[name].write;
}
