import {
  readApiKey,
  readChargesPage,
  readConnection,
  readInstanceSshKeys,
  readKeyMade,
  readSshKey,
  readSshKeyMade,
  readTemplate,
  readUser,
  readVolume,
} from './decode-account.ts';
import {
  readCopyStarted,
  readEndpointGroup,
  readEndpointMade,
  readGroupGone,
  readWorkerGroup,
  readWorkerGroupMade,
} from './decode-groups.ts';
import {
  readCreated,
  readInstanceList,
  readJobMade,
  readOneInstance,
  readScheduledJob,
  readSearch,
} from './decode-instances.ts';
import { read, write } from './endpoint-row.ts';
import { listOf, readDone, readResultReply, readSuccess } from './replies.ts';
import { tfaEndpoints } from './two-factor.ts';
import type * as W from './wire.ts';

const instance = '/api/v0/instances/:id/';

/**
 * Every call that there is, one row each: the calls of interface.md (Endpoints, Deprecated endpoints) and the few public
 * ones that rigdeck needs. The client has a method of the same name with the arguments of the row's `request`.
 */
export const endpoints = {
  /** A search is a POST that changes nothing: ten a minute are borne. */
  searchOffers: read('POST', '/api/v0/bundles/', {
    minIntervalMs: 6000,
    burst: 10,
    needs: 'misc',
    request: (body: W.SearchBody) => ({ body }),
    reply: readSearch,
  }),
  /** It spends money. An answer that got lost is settled by the rent journal, never by sending it again. */
  createInstance: write('PUT', '/api/v0/asks/:id/', {
    timeoutMs: 60_000,
    minIntervalMs: 4500,
    needs: 'instance_write',
    request: (id: number, body: W.CreateRequest) => ({ id, body }),
    reply: readCreated,
  }),
  listInstances: read('GET', '/api/v0/instances/', {
    minIntervalMs: 1000,
    needs: 'instance_read',
    request: () => ({}),
    reply: readInstanceList,
  }),
  getInstance: read('GET', instance, {
    minIntervalMs: 2000,
    needs: 'instance_read',
    request: (id: number) => ({ id }),
    reply: readOneInstance,
  }),
  stopInstance: write('PUT', instance, {
    minIntervalMs: 1000,
    needs: 'instance_write',
    request: (id: number) => ({ id, body: { state: 'stopped' } }),
    reply: readSuccess,
  }),
  startInstance: write('PUT', instance, {
    minIntervalMs: 1000,
    needs: 'instance_write',
    request: (id: number) => ({ id, body: { state: 'running' } }),
    reply: readSuccess,
  }),
  destroyInstance: write('DELETE', instance, {
    minIntervalMs: 3000,
    needs: 'instance_write',
    request: (id: number) => ({ id }),
    reply: readSuccess,
  }),
  currentUser: read('GET', '/api/v0/users/current/', {
    minIntervalMs: 1000,
    needs: 'user_read',
    request: () => ({}),
    reply: readUser,
  }),
  createWorkerGroup: write('POST', '/api/v0/workergroups/', {
    minIntervalMs: 4000,
    needs: 'misc',
    request: (body: W.WorkerGroupRequest) => ({ body }),
    reply: readWorkerGroupMade,
  }),
  cloudCopy: write('POST', '/api/v0/commands/rclone/', {
    minIntervalMs: 1000,
    needs: 'instance_write',
    request: (body: W.CloudCopyRequest) => ({ body }),
    reply: readCopyStarted,
  }),

  ...tfaEndpoints,

  listApiKeys: read('GET', '/api/v0/auth/apikeys/', {
    source: 'public',
    minIntervalMs: 1000,
    needs: 'user_read',
    request: () => ({}),
    reply: listOf(readApiKey, 'apikeys', 'api_keys'),
  }),
  /** The one answer that holds the value of a key. */
  createApiKey: write('POST', '/api/v0/auth/apikeys/', {
    source: 'public',
    minIntervalMs: 2000,
    needs: 'user_write',
    request: (body: W.ApiKeyRequest) => ({ body }),
    reply: readKeyMade,
  }),
  deleteApiKey: write('DELETE', '/api/v0/auth/apikeys/:id/', {
    source: 'public',
    minIntervalMs: 2000,
    needs: 'user_write',
    request: (id: number) => ({ id }),
    reply: readDone,
  }),
  /** A service that has none may answer 404. */
  listSshKeys: read('GET', '/api/v0/ssh/', {
    source: 'public',
    minIntervalMs: 1000,
    needs: 'user_read',
    request: () => ({}),
    reply: listOf(readSshKey, 'ssh_keys', 'keys'),
  }),
  /** The key is one line, as in a .pub file. */
  createSshKey: write('POST', '/api/v0/ssh/', {
    source: 'public',
    minIntervalMs: 1000,
    needs: 'user_write',
    request: (ssh_key: string) => ({ body: { ssh_key } }),
    reply: readSshKeyMade,
  }),
  changeSshKey: write('PUT', '/api/v0/ssh/:id/', {
    source: 'public',
    minIntervalMs: 1000,
    needs: 'user_write',
    request: (id: number, ssh_key: string) => ({ id, body: { id, ssh_key } }),
    reply: readDone,
  }),
  deleteSshKey: write('DELETE', '/api/v0/ssh/:id/', {
    source: 'public',
    minIntervalMs: 1000,
    needs: 'user_write',
    request: (id: number) => ({ id }),
    reply: readDone,
  }),
  listInstanceSshKeys: read('GET', '/api/v0/instances/:id/ssh/', {
    source: 'public',
    minIntervalMs: 1000,
    needs: 'instance_read',
    request: (id: number) => ({ id }),
    reply: readInstanceSshKeys,
  }),
  /** By its text, and not by the id of an account key. */
  attachSshKey: write('POST', '/api/v0/instances/:id/ssh/', {
    source: 'public',
    minIntervalMs: 1000,
    needs: 'instance_write',
    request: (id: number, ssh_key: string) => ({ id, body: { ssh_key } }),
    reply: readDone,
  }),
  detachSshKey: write('DELETE', '/api/v0/instances/:id/ssh/:key/', {
    source: 'public',
    minIntervalMs: 2000,
    needs: 'instance_write',
    request: (id: number, key: number) => ({ id, key }),
    reply: readDone,
  }),
  listTemplates: read('GET', '/api/v0/template/', {
    source: 'public',
    minIntervalMs: 3000,
    needs: 'user_read',
    request: () => ({}),
    reply: listOf(readTemplate, 'templates'),
  }),
  listVolumes: read('GET', '/api/v0/volumes/', {
    query: 'owner=me&type=all_volume',
    source: 'public',
    minIntervalMs: 5500,
    needs: 'instance_read',
    request: () => ({}),
    reply: listOf(readVolume, 'volumes'),
  }),
  /** The account's connections to cloud storage; they are made in the web console. */
  listConnections: read('GET', '/api/v0/users/cloud_integrations/', {
    source: 'public',
    minIntervalMs: 2900,
    needs: 'user_read',
    request: () => ({}),
    reply: listOf(readConnection, 'cloud_integrations', 'connections'),
  }),
  /** Cancels what is being copied from or to an instance. */
  cancelCloudCopy: write('DELETE', '/api/v0/commands/rclone/', {
    source: 'public',
    minIntervalMs: 1000,
    needs: 'instance_write',
    request: (instanceId: number) => ({ body: { client_id: 'me', dst_id: instanceId } }),
    reply: readDone,
  }),
  /** One page of what the account was charged in a range of time. */
  listCharges: read('GET', '/api/v0/charges/', {
    source: 'public',
    minIntervalMs: 1000,
    needs: 'billing_read',
    request: ({ from, to, limit, after_token }: W.ChargesRequest) => ({
      query: {
        select_filters: JSON.stringify({ day: { gte: from, lte: to } }),
        ...(limit === undefined ? {} : { limit: String(limit) }),
        ...(after_token === undefined ? {} : { after_token }),
      },
    }),
    reply: readChargesPage,
  }),
  /** Another bid for an interruptible instance, in $/h (0.001 to 32 for each GPU). */
  changeBid: write('PUT', '/api/v0/instances/bid_price/:id/', {
    source: 'public',
    minIntervalMs: 5500,
    needs: 'instance_write',
    request: (id: number, price: number) => ({ id, body: { client_id: 'me', price } }),
    reply: readSuccess,
  }),
  /** At most 1024 characters; null clears the label. */
  labelInstance: write('PUT', instance, {
    source: 'public',
    minIntervalMs: 1000,
    needs: 'instance_write',
    request: (id: number, label: string | null) => ({ id, body: { label } }),
    reply: readSuccess,
  }),
  /** Restarts the container on its machine; its disk stays. */
  rebootInstance: write('PUT', '/api/v0/instances/reboot/:id/', {
    source: 'public',
    minIntervalMs: 1000,
    needs: 'instance_write',
    request: (id: number) => ({ id, body: {} }),
    reply: readSuccess,
  }),
  /** Recreates the container from its image on its machine; its disk is lost. */
  recycleInstance: write('PUT', '/api/v0/instances/recycle/:id/', {
    source: 'public',
    minIntervalMs: 1000,
    needs: 'instance_write',
    request: (id: number) => ({ id, body: {} }),
    reply: readSuccess,
  }),
  /** A PUT that changes nothing: a key that may only read is enough for it. The log is written to `result_url`. */
  requestLogs: read('PUT', '/api/v0/instances/request_logs/:id/', {
    source: 'public',
    minIntervalMs: 1500,
    needs: 'instance_read',
    request: (id: number, body: W.LogsRequest) => ({ id, body }),
    reply: readResultReply,
  }),
  /** Runs one of the few commands that such a service takes; what it prints is at `result_url`. */
  executeCommand: write('PUT', '/api/v0/instances/command/:id/', {
    source: 'public',
    minIntervalMs: 1500,
    needs: 'instance_write',
    request: (id: number, command: string) => ({ id, body: { command } }),
    reply: readResultReply,
  }),
  /** Calls that the service makes by itself; a refusal means that this service, or this key, has none. */
  listScheduledJobs: read('GET', '/api/v0/commands/schedule_job/', {
    source: 'public',
    minIntervalMs: 1000,
    needs: 'instance_read',
    request: () => ({}),
    reply: listOf(readScheduledJob, 'results', 'scheduled_jobs', 'jobs'),
  }),
  /** 422 when the instance has such a job already. */
  createScheduledJob: write('POST', '/api/v0/commands/schedule_job/', {
    source: 'public',
    minIntervalMs: 1000,
    needs: 'instance_write',
    request: (body: W.ScheduledJobRequest) => ({ body }),
    reply: readJobMade,
  }),
  /** Puts another job in the place of this one. */
  updateScheduledJob: write('PUT', '/api/v0/commands/schedule_job/:id/', {
    source: 'public',
    minIntervalMs: 1000,
    needs: 'instance_write',
    request: (id: number, body: W.ScheduledJobRequest) => ({ id, body }),
    reply: readDone,
  }),
  /** What worker groups belong to; a refusal of a list means that this service, or this key, has none. */
  listEndpointGroups: read('GET', '/api/v0/endptjobs/', {
    source: 'public',
    minIntervalMs: 3000,
    needs: 'misc',
    request: () => ({}),
    reply: listOf(readEndpointGroup, 'results', 'endptjobs'),
  }),
  createEndpointGroup: write('POST', '/api/v0/endptjobs/', {
    source: 'public',
    minIntervalMs: 4000,
    needs: 'misc',
    request: (body: W.EndpointGroupRequest) => ({ body }),
    reply: readEndpointMade,
  }),
  /** Changes the fields that are given and no other; so does the change of a worker group. */
  changeEndpointGroup: write('PUT', '/api/v0/endptjobs/:id/', {
    source: 'public',
    minIntervalMs: 2000,
    needs: 'misc',
    request: (id: number, body: W.EndpointGroupRequest) => ({ id, body }),
    reply: readDone,
  }),
  /** Its worker groups go with it. */
  deleteEndpointGroup: write('DELETE', '/api/v0/endptjobs/:id/', {
    source: 'public',
    minIntervalMs: 3000,
    needs: 'misc',
    request: (id: number) => ({ id }),
    reply: readGroupGone,
  }),
  listWorkerGroups: read('GET', '/api/v0/workergroups/', {
    source: 'public',
    minIntervalMs: 2000,
    needs: 'misc',
    request: () => ({}),
    reply: listOf(readWorkerGroup, 'results', 'workergroups', 'autojobs'),
  }),
  changeWorkerGroup: write('PUT', '/api/v0/workergroups/:id/', {
    source: 'public',
    minIntervalMs: 2000,
    needs: 'misc',
    request: (id: number, body: W.WorkerGroupRequest) => ({ id, body }),
    reply: readDone,
  }),
  deleteWorkerGroup: write('DELETE', '/api/v0/workergroups/:id/', {
    source: 'public',
    minIntervalMs: 3000,
    needs: 'misc',
    request: (id: number) => ({ id }),
    reply: readGroupGone,
  }),
  deleteScheduledJob: write('DELETE', '/api/v0/commands/schedule_job/:id/', {
    source: 'public',
    minIntervalMs: 1000,
    needs: 'instance_write',
    request: (id: number) => ({ id }),
    reply: readDone,
  }),
};

export type EndpointName = keyof typeof endpoints;
