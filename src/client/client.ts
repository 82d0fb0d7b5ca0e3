import type { Clock } from '../base/clock.ts';
import { type CallSettings, call } from './call.ts';
import type { CallOptions, Client } from './client-type.ts';
import { decoders, type Reply } from './decode.ts';
import { type EndpointName, endpoints } from './endpoints.ts';
import { type KnownService, newlyKnown } from './known-service.ts';
import { createLastReplies } from './last-replies.ts';
import { readResult } from './read-result.ts';
import type { FetchLike } from './transport.ts';
import type { ChargesRequest } from './wire.ts';

export type { TraceBodies, TraceEvent } from './trace.ts';

export type ClientSettings = {
  /** As cleanBaseUrl answers it. */
  baseUrl: string;
  /** The key or session to send, asked for at each call; undefined sends none (the logged-out 2FA flow). */
  bearer: (call: EndpointName) => string | undefined;
  /** None when absent. */
  isSession?: CallSettings['isSession'];
  /** Hears each refusal of the service, with the Bearer that was refused. */
  heardRefusal?: CallSettings['heardRefusal'];
  transport: FetchLike;
  clock: Clock;
  /** For the jitter of retries. */
  random: () => number;
  /** When it answers true, whatever would change something is refused before it is sent. */
  readOnly?: () => boolean;
  userAgent: string;
  trace?: CallSettings['trace'];
  /**
   * Hears each write as it begins, before its turn to be sent has come; what it answers is called when the write is over,
   * whichever way. `sent` may hold secrets: for whoever takes a name out of it, as in `TraceBodies`.
   */
  heardWrite?: (write: WriteBegun) => () => void;
  /** Whether the account had instances by the last list that was read before this process. */
  hadInstances?: () => Promise<boolean>;
  /** What this process knows of the service, where other clients of it talk to the same one. */
  known?: KnownService;
};

export type WriteBegun = { endpoint: EndpointName; id?: number | undefined; sent?: unknown };

/**
 * The client of the service that interface.md describes. Every method resolves with a decoded, sanitised reply or
 * rejects with an ApiError.
 */
export function createClient(settings: ClientSettings): Client {
  const known = settings.known ?? newlyKnown(settings.clock);
  const inner: CallSettings = {
    readOnly: () => false,
    trace: () => {},
    heardRefusal: () => {},
    isSession: () => false,
    ...settings,
    known,
    last: createLastReplies(),
  };

  const send = <N extends EndpointName>(
    name: N,
    o: CallOptions | undefined,
    what: { id?: number; key?: number; body?: unknown; query?: Record<string, string> } = {},
  ): Promise<Reply<N>> => {
    const over = endpoints[name].write
      ? settings.heardWrite?.({ endpoint: name, id: what.id, sent: what.body })
      : undefined;
    const reply = call<Reply<N>>(inner, name, {
      ...what,
      decode: decoders[name],
      signal: o?.signal,
      once: o?.once === true,
    });
    return over === undefined ? reply : reply.finally(over);
  };

  /** Ids of the last list, without those that were destroyed here since. */
  let there: Set<number> | undefined;
  /** An empty list in the place of one that was not is asked for again: only a second one is believed. */
  const listInstances = async (o?: CallOptions): Promise<Reply<'listInstances'>> => {
    const list = await send('listInstances', o);
    const hadSome = there === undefined ? settings.hadInstances?.() : there.size > 0;
    const isDoubtful = list.instances_found === 0 && (await hadSome) === true;
    there = new Set(list.instances.map(({ id }) => id));
    return isDoubtful ? listInstances(o) : list;
  };

  return {
    baseUrl: settings.baseUrl,
    clockOffsetMs: known.offset.ms,
    limits: () => ({ pausedMs: known.pace.pausedMs(), slower: known.pace.slower() }),
    heldMs: (call) =>
      isEndpoint(call) ? known.pace.heldMs(endpoints[call], settings.bearer(call) ?? '') : 0,

    searchOffers: (body, o) => send('searchOffers', o, { body }),
    createInstance: (id, body, o) => send('createInstance', o, { id, body }),
    listInstances,
    getInstance: (id, o) => send('getInstance', o, { id }),
    stopInstance: (id, o) => send('stopInstance', o, { id, body: { state: 'stopped' } }),
    startInstance: (id, o) => send('startInstance', o, { id, body: { state: 'running' } }),
    async destroyInstance(id, o) {
      const reply = await send('destroyInstance', o, { id });
      there?.delete(id);
      return reply;
    },
    currentUser: (o) => send('currentUser', o),
    createWorkerGroup: (body, o) => send('createWorkerGroup', o, { body }),
    cloudCopy: (body, o) => send('cloudCopy', o, { body }),

    tfaStatus: (o) => send('tfaStatus', o),
    tfaLogin: (body, o) => send('tfaLogin', o, { body }),
    tfaRemove: (body, o) => send('tfaRemove', o, { body }),
    tfaSendEmail: (body, o) => send('tfaSendEmail', o, { body }),
    tfaSendSms: (body, o) => send('tfaSendSms', o, { body }),
    tfaResendSms: (body, o) => send('tfaResendSms', o, { body }),
    tfaTotpSetup: (o) => send('tfaTotpSetup', o),
    tfaAuthorizeStart: (body, o) => send('tfaAuthorizeStart', o, { body }),
    tfaAuthorizeConfirm: (body, o) => send('tfaAuthorizeConfirm', o, { body }),
    tfaConfirmNew: (body, o) => send('tfaConfirmNew', o, { body }),
    tfaUpdate: (body, o) => send('tfaUpdate', o, { body }),
    tfaRegenBackupCodes: (body, o) => send('tfaRegenBackupCodes', o, { body }),
    tfaTest: (body, o) => send('tfaTest', o, { body }),
    tfaTestSubmit: (body, o) => send('tfaTestSubmit', o, { body }),
    tfaResend: (body, o) => send('tfaResend', o, { body }),

    listApiKeys: (o) => send('listApiKeys', o),
    createApiKey: (body, o) => send('createApiKey', o, { body }),
    deleteApiKey: (id, o) => send('deleteApiKey', o, { id }),
    listSshKeys: (o) => send('listSshKeys', o),
    createSshKey: (ssh_key, o) => send('createSshKey', o, { body: { ssh_key } }),
    changeSshKey: (id, ssh_key, o) => send('changeSshKey', o, { id, body: { id, ssh_key } }),
    deleteSshKey: (id, o) => send('deleteSshKey', o, { id }),
    listInstanceSshKeys: (id, o) => send('listInstanceSshKeys', o, { id }),
    attachSshKey: (id, ssh_key, o) => send('attachSshKey', o, { id, body: { ssh_key } }),
    detachSshKey: (id, key, o) => send('detachSshKey', o, { id, key }),
    listTemplates: (o) => send('listTemplates', o),
    listVolumes: (o) => send('listVolumes', o),
    listConnections: (o) => send('listConnections', o),
    cancelCloudCopy: (id, o) => send('cancelCloudCopy', o, { body: { client_id: 'me', dst_id: id } }),
    changeBid: (id, price, o) => send('changeBid', o, { id, body: { client_id: 'me', price } }),
    labelInstance: (id, label, o) => send('labelInstance', o, { id, body: { label } }),
    rebootInstance: (id, o) => send('rebootInstance', o, { id, body: {} }),
    recycleInstance: (id, o) => send('recycleInstance', o, { id, body: {} }),
    requestLogs: (id, body, o) => send('requestLogs', o, { id, body }),
    executeCommand: (id, command, o) => send('executeCommand', o, { id, body: { command } }),
    readResult: (of, url, o) => readResult(inner, { of, url }, o?.signal),
    listCharges: (range, o) => send('listCharges', o, { query: chargesQuery(range) }),
    listScheduledJobs: (o) => send('listScheduledJobs', o),
    createScheduledJob: (body, o) => send('createScheduledJob', o, { body }),
    updateScheduledJob: (id, body, o) => send('updateScheduledJob', o, { id, body }),
    deleteScheduledJob: (id, o) => send('deleteScheduledJob', o, { id }),
    listEndpointGroups: (o) => send('listEndpointGroups', o),
    createEndpointGroup: (body, o) => send('createEndpointGroup', o, { body }),
    changeEndpointGroup: (id, body, o) => send('changeEndpointGroup', o, { id, body }),
    deleteEndpointGroup: (id, o) => send('deleteEndpointGroup', o, { id }),
    listWorkerGroups: (o) => send('listWorkerGroups', o),
    changeWorkerGroup: (id, body, o) => send('changeWorkerGroup', o, { id, body }),
    deleteWorkerGroup: (id, o) => send('deleteWorkerGroup', o, { id }),
  };
}

const isEndpoint = (call: string): call is EndpointName => Object.hasOwn(endpoints, call);

const chargesQuery = ({ from, to, limit, after_token }: ChargesRequest): Record<string, string> => ({
  select_filters: JSON.stringify({ day: { gte: from, lte: to } }),
  ...(limit === undefined ? {} : { limit: String(limit) }),
  ...(after_token === undefined ? {} : { after_token }),
});
