import type * as E from './entities.ts';
import type { Fault } from './faults.ts';

/** Everything that a sandbox keeps. It goes to the state file as it is; `version` tells its shape. */
export type State = {
  version: 1;
  seed: number;
  offers: number;
  /** Milliseconds by which the control surface has moved the clock forward. */
  clockOffset: number;
  /** The latest moment that was seen: a clock read from a file never goes back. */
  seenAt: number;
  /** Up to here time has been charged for. */
  settledAt: number;
  /** How often chance was asked for secrets. */
  draws: number;
  /** Grows whenever an offer changes hands or price. */
  offerVersion: number;
  nextId: Record<IdKind, number>;
  account: E.Account;
  keys: E.ApiKey[];
  sessions: E.Session[];
  logins: E.PendingLogin[];
  methods: E.TfaMethodRecord[];
  challenges: E.Challenge[];
  backupCodes: E.BackupCode[];
  /** End of the window in which a method may be added, or null. */
  addWindowUntil: number | null;
  pendingAuthorization: E.PendingAuthorization | null;
  /** Counts wrong codes for the number on file, as long as no method row does. */
  phoneOnFile: E.LockState;
  totpSetups: E.TotpSetup[];
  outbox: E.OutboxMessage[];
  instances: E.InstanceRecord[];
  templates: E.TemplateRecord[];
  volumes: E.VolumeRecord[];
  sshKeys: E.SshKeyRecord[];
  connections: E.CloudConnectionRecord[];
  copies: E.CloudCopyRecord[];
  endpointGroups: E.EndpointGroupRecord[];
  workerGroups: E.WorkerGroupRecord[];
  secrets: Record<string, string>;
  charges: E.Charge[];
  transfers: E.TransferRecord[];
  offerOverrides: Record<string, E.OfferOverride>;
  faults: Fault[];
  results: E.ResultText[];
  requests: E.RequestEntry[];
  scheduledJobs: E.ScheduledJobRecord[];
};

/** What ids are counted for. */
export type IdKind =
  | 'instance'
  | 'key'
  | 'sshKey'
  | 'template'
  | 'volume'
  | 'method'
  | 'fault'
  | 'endpointGroup'
  | 'workerGroup'
  | 'scheduledJob';
