/**
 * What the sandbox keeps. Plain data, so that a state can be copied, written to a file and read back.
 * Moments are milliseconds of the sandbox's clock, money is dollars, sizes are GB.
 */

export type Account = {
  id: number;
  email: string | null;
  emailVerified: boolean;
  fullName: string;
  phoneNumber: string | null;
  /** The text of a public key; empty when the account has none. */
  sshKey: string;
  credit: number;
  tfaStatus: 'disabled' | 'enabled' | 'legacy';
  admin: boolean;
  /** Switches of the control surface. */
  teamContext: boolean;
  smsFraud: boolean;
  smsRateLimited: boolean;
  tfaRequired: boolean;
};

/** `permissions` is null for full access; otherwise the document of interface.md (Scoped key permission document). */
export type ApiKey = {
  id: number;
  value: string;
  name: string;
  permissions: { api: Record<string, unknown> } | null;
  revoked: boolean;
  createdAt: number;
};

/** A session after a 2FA login. `cli`: session_key in the body; `ui`: cookie and header. */
export type Session = {
  value: string;
  via: 'cli' | 'ui';
  admin: boolean;
  /** Those of the key that logged in, which a session reaches no further than; full access when left out. */
  permissions?: ApiKey['permissions'];
  createdAt: number;
  expired: boolean;
};

/** A login that has passed the password and waits for its second factor. */
export type PendingLogin = { secret: string; createdAt: number };

export type TfaMethodRecord = {
  id: number;
  method: 'sms' | 'totp';
  label: string;
  phoneNumber?: string;
  /** Base32; never leaves the sandbox. */
  totpSecret?: string;
  primary: boolean;
  failCount: number;
  lockedUntil: number | null;
  createdAt: number;
  lastUsed: number | null;
  deletedAt?: number;
};

/** A code that was sent. `secret` names it in the call that submits the code. */
export type Challenge = {
  secret: string;
  channel: 'sms' | 'email';
  code: string;
  /** Where the text went; nothing for e-mail. */
  phoneNumber?: string;
  /** Wrong codes so far, as far as no method counts them. */
  failCount: number;
  createdAt: number;
  usedAt?: number;
};

/** Wrong codes in a row, and the end of the lock that they led to. */
export type LockState = { failCount: number; lockedUntil: number | null };

/** What the last `POST /tfa/authorize-new-method/` is to be proved by; `secret` is the one that it answered. */
export type PendingAuthorization = {
  secret: string;
  method: 'sms' | 'totp' | 'email';
  methodId?: number;
  createdAt: number;
};

/** Wrong codes for the secret of an authenticator that is not added yet. */
export type TotpSetup = { secret: string; failCount: number };

export type BackupCode = { code: string; usedAt?: number; deletedAt?: number };

/** A message that a person would have received. `sentAt` as all moments. */
export type OutboxMessage = { channel: 'sms' | 'email'; to: string; code: string; sentAt: number };

export type IntendedStatus = 'running' | 'stopped';
/** `status` holds from `at` until the next step. */
export type StatusStep = { at: number; status: string | null };
export type CanonicalRuntype = 'ssh_direct' | 'ssh_proxy' | 'jupyter_direct' | 'jupyter_proxy' | 'args';
/** Why an instance that should run does not: its GPU is not free, or a bid above its own. */
export type Waiting = 'host' | 'bid';

export type InstanceRecord = {
  id: number;
  offerId: number;
  label: string | null;
  createdAt: number;
  destroyedAt?: number;
  intended: IntendedStatus;
  /** Steps past and to come, in order; the first is at `createdAt`. */
  steps: StatusStep[];
  /** A status forced by the control surface; the steps go on below it. */
  forced?: { status: string | null };
  /** When it was last made to run by the control surface. */
  forcedUpAt?: number;
  statusMsg?: string;
  waiting?: Waiting;
  /** The bid was beaten: $/h that it needs at least to win again. */
  bidFloor?: number;
  apiKey: string;

  /** $/h for the GPU: the price at creation, or the bid. */
  gpuPrice: number;
  bid: boolean;
  /** Lowest winning bid at creation, $/h. */
  minBid: number;
  /** $/GB/month. */
  storageCost: number;
  disk: number;
  /** End of the contract, epoch seconds. */
  endDate: number;

  image: string;
  runtype: CanonicalRuntype;
  /** The runtype in the words of the request. */
  requestedRuntype: string;
  args: string[];
  onstart: string | null;
  env: Record<string, string>;
  jupyterLab: boolean;
  jupyterDir: string | null;
  jupyterToken: string;
  pythonUtf8: boolean;
  langUtf8: boolean;
  vm: boolean;
  registry: RegistryLogin | null;
  template: { id: number; hash: string; name: string } | null;
  volumeId: number | null;
  mountPath: string | null;
  sshKeyIds: number[];
};

export type RegistryLogin = { repo: string; user: string; pass: string };

export type TemplateRecord = {
  id: number;
  hash: string;
  name: string;
  image: string;
  tag: string;
  /** A Docker flag string (interface.md, creation rule 7). */
  env: string;
  onstart: string;
  argsStr: string;
  runtype: CanonicalRuntype;
  jupyterLab: boolean;
  jupyterDir: string | null;
  registry: RegistryLogin | null;
  recommendedDisk: number;
  desc: string;
  /** A hint for the form only (creation rule 5). */
  volumeInfo: Record<string, unknown> | null;
  private: boolean;
  createdAt: number;
  deleted?: boolean;
  /** What is kept for the one who made it and decides nothing here, by its name on the wire. */
  notes?: TemplateNotes;
};
export type TemplateNotes = {
  href?: string;
  repo?: string;
  readme?: string;
  readme_visible?: boolean;
  /** The search that goes with it: a filter object. */
  extra_filters?: Record<string, unknown>;
};

export type VolumeRecord = {
  id: number;
  label: string;
  size: number;
  machineId: number;
  createdAt: number;
  deletedAt?: number;
  /** $/GB/month, where the control surface gave it one. */
  storageCost?: number;
};
export type SshKeyRecord = { id: number; key: string; createdAt: number; deletedAt?: number };
export type CloudConnectionRecord = { id: number; name: string; cloudType: string };
/**
 * A copy between an instance and a cloud connection, or a direct one (no connection) between other ends; `token` is the
 * secret part of its result_url.
 */
export type CloudCopyRecord = {
  token: string;
  instanceId: number;
  connectionId: number | null;
  direction: 'Instance To Cloud' | 'Cloud To Instance' | 'Direct';
  src: string;
  dst: string;
  flags: readonly string[];
  startedAt: number;
  /** When it will be done, if nobody cancels it. */
  endsAt: number;
  cancelledAt?: number;
};
export type EndpointGroupRecord = {
  id: number;
  name: string;
  createdAt: number;
  fields: Record<string, unknown>;
};
export type WorkerGroupRecord = {
  id: number;
  endpointId: number;
  createdAt: number;
  fields: Record<string, unknown>;
};

/** A line of the ledger: `rate` $/h for the time between, `amount` what it came to. */
export type Charge = {
  /** 0 for a volume. */
  instanceId: number;
  volumeId?: number;
  kind: 'gpu' | 'disk' | 'volume';
  from: number;
  to: number;
  rate: number;
  amount: number;
};

/** Credit that was sent to somebody else, in dollars. */
export type TransferRecord = { recipient: string; amount: number; at: number };

/** A call that the service makes by itself, at the full hours from `startTime` to `endTime` (moments). */
export type ScheduledJobRecord = {
  id: number;
  instanceId: number;
  endpoint: string;
  method: string;
  body: Record<string, unknown>;
  startTime: number;
  endTime: number;
  frequency: 'HOURLY' | 'DAILY' | 'WEEKLY';
  /** 0 to 23, UTC. */
  hour: number | null;
  /** 0 to 6, 0 is Sunday. */
  day: number | null;
  lastRunAt: number | null;
};

/** What was done to an offer from outside. */
export type OfferOverride = { rentable?: boolean; busy?: boolean; dphBase?: number };

/** A text that a `result_url` answers. */
/** `readyAt` (epoch ms): until then its address answers that there is nothing. */
export type ResultText = { token: string; text: string; readyAt?: number };

/** `status` is 0 when the caller got no answer; `keyId` is the API key that it came with. */
export type RequestEntry = { method: string; path: string; status: number; at: number; keyId?: number };
