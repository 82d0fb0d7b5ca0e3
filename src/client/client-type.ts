import type { ResultCall } from './errors.ts';
import type * as W from './wire.ts';

/** What each call may be given. */
export type CallOptions = {
  signal?: AbortSignal;
  /** Sends it once, also where it may be sent again: the caller tries again itself, and shows when. */
  once?: boolean;
};

/**
 * One method per endpoint of interface.md, the deprecated ones included, and the few publicly known ones that
 * the deck needs. Each resolves with the decoded reply or throws an ApiError; none is retried beyond what its
 * row in endpoints.ts says.
 */
export type Client = {
  readonly baseUrl: string;
  /** Milliseconds by which the service's clock is ahead of ours (from `Date` headers); 0 until known. */
  clockOffsetMs(): number;
  /** For how many ms no read is sent, after a 429; and how many times slower than usual reads are best repeated. */
  limits(): { pausedMs: number; slower: number };
  /**
   * For how many ms a call, by its name in endpoints.ts, is not sent because the service asked for a pause when it refused
   * one like it; 0 when it may be. A call that is made while more than a few seconds are left fails at once.
   */
  heldMs(call: string): number;

  searchOffers(body: W.SearchBody, o?: CallOptions): Promise<W.SearchReply>;
  createInstance(offerId: number, body: W.CreateRequest, o?: CallOptions): Promise<W.CreateReply>;
  listInstances(o?: CallOptions): Promise<W.InstanceListReply>;
  getInstance(id: number, o?: CallOptions): Promise<W.InstanceReply>;
  stopInstance(id: number, o?: CallOptions): Promise<W.SuccessReply>;
  startInstance(id: number, o?: CallOptions): Promise<W.SuccessReply>;
  destroyInstance(id: number, o?: CallOptions): Promise<W.SuccessReply>;
  currentUser(o?: CallOptions): Promise<W.User>;
  createWorkerGroup(body: W.WorkerGroupRequest, o?: CallOptions): Promise<W.WorkerGroupReply>;
  cloudCopy(body: W.CloudCopyRequest, o?: CallOptions): Promise<W.CloudCopyReply>;

  tfaStatus(o?: CallOptions): Promise<W.TfaStatusReply>;
  tfaLogin(body: W.TfaLoginRequest, o?: CallOptions): Promise<W.TfaLoginReply>;
  tfaRemove(body: W.TfaRemoveRequest, o?: CallOptions): Promise<W.TfaRemoveReply>;
  tfaSendEmail(body: W.TfaEmailRequest, o?: CallOptions): Promise<W.TfaChallengeReply>;
  tfaSendSms(body: W.TfaSmsRequest, o?: CallOptions): Promise<W.TfaChallengeReply>;
  tfaResendSms(body: W.TfaSmsRequest, o?: CallOptions): Promise<W.TfaChallengeReply>;
  tfaTotpSetup(o?: CallOptions): Promise<W.TotpSetupReply>;
  tfaAuthorizeStart(body: W.AuthorizeStartRequest, o?: CallOptions): Promise<W.TfaChallengeReply>;
  tfaAuthorizeConfirm(body: W.AuthorizeConfirmRequest, o?: CallOptions): Promise<W.SuccessReply>;
  tfaConfirmNew(body: W.ConfirmNewRequest, o?: CallOptions): Promise<W.ConfirmNewReply>;
  tfaUpdate(body: W.TfaUpdateRequest, o?: CallOptions): Promise<W.TfaUpdateReply>;
  tfaRegenBackupCodes(body: W.TfaVerification, o?: CallOptions): Promise<W.BackupCodesReply>;
  /** Deprecated path of tfaSendSms. */
  tfaTest(body: W.TfaSmsRequest, o?: CallOptions): Promise<W.TfaChallengeReply>;
  /** Deprecated path of tfaConfirmNew. */
  tfaTestSubmit(body: W.ConfirmNewRequest, o?: CallOptions): Promise<W.ConfirmNewReply>;
  /** Deprecated path of tfaResendSms. */
  tfaResend(body: W.TfaSmsRequest, o?: CallOptions): Promise<W.TfaChallengeReply>;

  /** Publicly known, not in interface.md: callers treat a refusal as "not known". */
  listApiKeys(o?: CallOptions): Promise<W.ListReply<W.ApiKey>>;
  /** The one answer that holds the value of a key. */
  createApiKey(body: W.ApiKeyRequest, o?: CallOptions): Promise<W.ApiKeyMade>;
  /** The key stops working; it is gone for good. */
  deleteApiKey(id: number, o?: CallOptions): Promise<W.DoneReply>;
  /** A service that has none may answer 404. */
  listSshKeys(o?: CallOptions): Promise<W.ListReply<W.SshKey>>;
  /** `publicKey` is one line, as in a .pub file. */
  createSshKey(publicKey: string, o?: CallOptions): Promise<W.SshKeyReply>;
  changeSshKey(id: number, publicKey: string, o?: CallOptions): Promise<W.DoneReply>;
  deleteSshKey(id: number, o?: CallOptions): Promise<W.DoneReply>;
  listInstanceSshKeys(instanceId: number, o?: CallOptions): Promise<W.ListReply<W.SshKey>>;
  /** By its text, and not by the id of an account key. */
  attachSshKey(instanceId: number, publicKey: string, o?: CallOptions): Promise<W.DoneReply>;
  detachSshKey(instanceId: number, keyId: number, o?: CallOptions): Promise<W.DoneReply>;
  listTemplates(o?: CallOptions): Promise<W.ListReply<W.Template>>;
  listVolumes(o?: CallOptions): Promise<W.ListReply<W.Volume>>;
  /** The account's connections to cloud storage; they are made in the web console. */
  listConnections(o?: CallOptions): Promise<W.ListReply<W.CloudConnection>>;
  /** Calls off what is being copied from or to an instance. */
  cancelCloudCopy(instanceId: number, o?: CallOptions): Promise<W.DoneReply>;
  /** Another bid for an interruptible instance, in $/h (0.001 to 32 for each GPU). */
  changeBid(id: number, price: number, o?: CallOptions): Promise<W.SuccessReply>;
  /** Another label, at most 1024 characters; null takes it off. */
  labelInstance(id: number, label: string | null, o?: CallOptions): Promise<W.SuccessReply>;
  /** Starts the container again on the machine that it has; what is on its disk stays. */
  rebootInstance(id: number, o?: CallOptions): Promise<W.SuccessReply>;
  /** Makes the container anew from its image on the machine that it has; what is on its disk is lost. */
  recycleInstance(id: number, o?: CallOptions): Promise<W.SuccessReply>;
  /** Has a log written, to be read at `result_url`. */
  requestLogs(id: number, request: W.LogsRequest, o?: CallOptions): Promise<W.ResultReply>;
  /** Has one of the few commands run that such a service takes; what it prints is read at `result_url`. */
  executeCommand(id: number, command: string, o?: CallOptions): Promise<W.ResultReply>;
  /**
   * The lines behind the `result_url` of a call, waited for until they are written (about ten seconds, then a `timeout`).
   * No key goes there, and it goes only where result-url.ts lets it.
   */
  readResult(of: ResultCall, url: string, o?: CallOptions): Promise<readonly string[]>;
  /** One page of what the account was charged in a range of time. */
  listCharges(range: W.ChargesRequest, o?: CallOptions): Promise<W.ChargesReply>;
  /** Calls that the service makes by itself; a refusal means that this service, or this key, has none. */
  listScheduledJobs(o?: CallOptions): Promise<W.ListReply<W.ScheduledJob>>;
  /** 422 when the instance has such a job already. */
  createScheduledJob(body: W.ScheduledJobRequest, o?: CallOptions): Promise<W.ScheduledJobReply>;
  /** Puts another job in the place of this one. */
  updateScheduledJob(id: number, body: W.ScheduledJobRequest, o?: CallOptions): Promise<W.DoneReply>;
  deleteScheduledJob(id: number, o?: CallOptions): Promise<W.DoneReply>;
  /** What worker groups belong to; a refusal of a list means that this service, or this key, has none. */
  listEndpointGroups(o?: CallOptions): Promise<W.ListReply<W.EndpointGroup>>;
  createEndpointGroup(body: W.EndpointGroupRequest, o?: CallOptions): Promise<W.EndpointGroupReply>;
  /** Changes the fields that are given and no other; so does the change of a worker group. */
  changeEndpointGroup(id: number, body: W.EndpointGroupRequest, o?: CallOptions): Promise<W.DoneReply>;
  /** Its worker groups go with it. */
  deleteEndpointGroup(id: number, o?: CallOptions): Promise<W.GroupGoneReply>;
  listWorkerGroups(o?: CallOptions): Promise<W.ListReply<W.WorkerGroup>>;
  changeWorkerGroup(id: number, body: W.WorkerGroupRequest, o?: CallOptions): Promise<W.DoneReply>;
  deleteWorkerGroup(id: number, o?: CallOptions): Promise<W.GroupGoneReply>;
};
