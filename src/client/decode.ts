import * as v from 'valibot';
import type { Client } from './client-type.ts';
import { readConnection, readTemplate, readUser, readVolume } from './decode-account.ts';
import { readCharge } from './decode-billing.ts';
import { readEndpointGroup, readEndpointMade, readGroupGone, readWorkerGroup } from './decode-groups.ts';
import { readInstance } from './decode-instances.ts';
import { readDone, readJobMade, readScheduledJob } from './decode-jobs.ts';
import { readApiKey, readInstanceSshKeys, readKeyMade, readSshKey, readSshKeyMade } from './decode-keys.ts';
import { readOffer } from './decode-offers.ts';
import * as tfa from './decode-tfa.ts';
import type { EndpointName } from './endpoints.ts';
import { flag, id, isRecord, type Reader, text, whole } from './fields.ts';
import { readLongRows, readRows } from './rows.ts';
import { field, optionalField, reading } from './schema.ts';
import type { ReplyHeaders } from './transport.ts';
import type * as W from './wire.ts';

export type Reply<N extends EndpointName> = Awaited<ReturnType<Client[N]>>;

/** Reads a sanitised body; undefined when it lacks what interface.md promises. `askedFor` is the path's id. */
export type Decoder<T> = (body: unknown, askedFor?: number, headers?: ReplyHeaders) => T | undefined;

/** One that lets the event loop turn while it reads. */
export type LongDecoder<T> = (body: unknown) => Promise<T | undefined>;

/** There may be thousands. */
const searchReply: LongDecoder<W.SearchReply> = async (body) => {
  if (!isRecord(body) || !Array.isArray(body.offers)) return undefined;
  const { rows: offers, ...missing } = await readLongRows(body.offers, readOffer);
  return { offers, ...missing };
};

/** A count that is none counts more than there is: the list is not known to be whole. */
const foundOf = (value: unknown): number | undefined =>
  value === undefined || value === null ? undefined : (id(value) ?? Number.NaN);

const instanceList: Decoder<W.InstanceListReply> = (body) => {
  if (!isRecord(body)) return undefined;
  const list = readRows(body.instances, (row) => readInstance(row), foundOf(body.instances_found));
  if (list === undefined) return undefined;
  const { rows: instances, ...missing } = list;
  return { instances_found: instances.length + (list.missing ?? 0), instances, ...missing };
};

const chargesPage: Decoder<W.ChargesReply> = (body) => {
  const list = isRecord(body) ? readRows(body.results, readCharge) : undefined;
  if (list === undefined || !isRecord(body)) return undefined;
  const { rows: results, ...missing } = list;
  const next = text(body.next_token);
  const total = whole(1e9)(body.total);
  return {
    results,
    ...(next === undefined || next === '' ? {} : { next_token: next }),
    ...(total === undefined ? {} : { total }),
    ...missing,
  };
};

/**
 * `instances` is one object here (interface.md, Instance records). Null is one that is gone or not there yet; a
 * list with one element is accepted. A record of another instance is no answer: acting on it would hit the wrong
 * machine.
 */
const oneInstance: Decoder<W.InstanceReply> = (body, askedFor) => {
  if (!isRecord(body) || !('instances' in body)) return undefined;
  const value =
    Array.isArray(body.instances) && body.instances.length <= 1
      ? (body.instances[0] ?? null)
      : body.instances;
  if (value === null) return { instances: null };
  const instance = readInstance(value, askedFor);
  if (instance === undefined || (askedFor !== undefined && instance.id !== askedFor)) return undefined;
  return { instances: instance };
};

/**
 * The id of the new instance is the one thing that must not be lost: it is enough, and without it nothing is
 * believed. The caller then looks the instance up instead.
 */
const created: Decoder<W.CreateReply> = (body) => {
  const contract = isRecord(body) ? id(body.new_contract) : undefined;
  if (contract === undefined || !isRecord(body) || body.success === false) return undefined;
  const key = text(body.instance_api_key);
  return { success: true, new_contract: contract, ...(key === undefined ? {} : { instance_api_key: key }) };
};

/** A bare array, or one under any of the names that such services give it. */
function listOf<T>(reader: Reader<T>, ...names: string[]): Decoder<W.ListReply<T>> {
  return (body) => {
    const value = isRecord(body) ? names.map((name) => body[name]).find(Array.isArray) : body;
    return readRows(value, reader);
  };
}

const success = reading(v.object({ success: field(flag), msg: optionalField(text) }));
const challenge = reading(tfa.challenge);
const confirmed = reading(tfa.confirmed);

/** One that was accepted without an address was accepted all the same: the address is empty then. */
const resultReply = reading(
  v.object({
    success: field(flag),
    msg: optionalField(text),
    result_url: v.optional(
      field((value) => text(value) ?? ''),
      '',
    ),
    writeable_path: optionalField(text),
  }),
);

/** One decoder for each row of endpoints.ts. */
export const decoders: { readonly [N in EndpointName]: Decoder<Reply<N>> | LongDecoder<Reply<N>> } = {
  searchOffers: searchReply,
  createInstance: created,
  listInstances: instanceList,
  getInstance: oneInstance,
  stopInstance: success,
  startInstance: success,
  destroyInstance: success,
  changeBid: success,
  labelInstance: success,
  rebootInstance: success,
  recycleInstance: success,
  requestLogs: resultReply,
  executeCommand: resultReply,
  currentUser: readUser,
  createWorkerGroup: reading(v.object({ success: field(flag), id: field(id) })),
  cloudCopy: reading(
    v.object({ success: field(flag), msg: optionalField(text), result_url: optionalField(text) }),
  ),
  tfaStatus: reading(tfa.tfaStatus),
  tfaLogin: (body, _id, headers) => tfa.readLogin(body, headers),
  tfaRemove: reading(tfa.tfaRemoved),
  tfaSendEmail: challenge,
  tfaSendSms: challenge,
  tfaResendSms: challenge,
  tfaTotpSetup: reading(tfa.totpSetup),
  tfaAuthorizeStart: challenge,
  tfaAuthorizeConfirm: success,
  tfaConfirmNew: confirmed,
  tfaUpdate: reading(tfa.updated),
  tfaRegenBackupCodes: reading(tfa.backupCodes),
  tfaTest: challenge,
  tfaTestSubmit: confirmed,
  tfaResend: challenge,
  listApiKeys: listOf(readApiKey, 'apikeys', 'api_keys'),
  createApiKey: readKeyMade,
  deleteApiKey: readDone,
  listSshKeys: listOf(readSshKey, 'ssh_keys', 'keys'),
  createSshKey: readSshKeyMade,
  changeSshKey: readDone,
  deleteSshKey: readDone,
  listInstanceSshKeys: readInstanceSshKeys,
  attachSshKey: readDone,
  detachSshKey: readDone,
  listTemplates: listOf(readTemplate, 'templates'),
  listVolumes: listOf(readVolume, 'volumes'),
  listConnections: listOf(readConnection, 'cloud_integrations', 'connections'),
  cancelCloudCopy: readDone,
  listCharges: chargesPage,
  listScheduledJobs: listOf(readScheduledJob, 'results', 'scheduled_jobs', 'jobs'),
  createScheduledJob: readJobMade,
  updateScheduledJob: readDone,
  deleteScheduledJob: readDone,
  listEndpointGroups: listOf(readEndpointGroup, 'results', 'endptjobs'),
  createEndpointGroup: readEndpointMade,
  changeEndpointGroup: readDone,
  deleteEndpointGroup: readGroupGone,
  listWorkerGroups: listOf(readWorkerGroup, 'results', 'workergroups', 'autojobs'),
  changeWorkerGroup: readDone,
  deleteWorkerGroup: readGroupGone,
};
