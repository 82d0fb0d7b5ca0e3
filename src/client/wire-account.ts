import type { Missing } from './wire.ts';

export type TfaStatusWord = 'enabled' | 'disabled' | 'legacy';
export type User = {
  id: number;
  email?: string;
  /** Available, in dollars. */
  credit?: number;
  ssh_key?: string;
  full_name?: string;
  tfa_status?: TfaStatusWord;
  balance?: number;
};

export type Template = {
  id: number;
  hash_id: string;
  name?: string;
  image?: string;
  tag?: string;
  runtype?: string;
  onstart?: string;
  /** A Docker flag string (interface.md, creation rule 7). */
  env?: string;
  args_str?: string;
  ssh_direct?: boolean;
  jup_direct?: boolean;
  use_jupyter_lab?: boolean;
  jupyter_dir?: string;
  /** Registry of the stored login, without its password. */
  docker_login_repo?: string;
  docker_login_user?: string;
  /** GB. */
  recommended_disk_space?: number;
  /** Hint for forms, not applied to a rent. */
  volume_info?: Record<string, unknown>;
  desc?: string;
};
export type Volume = {
  id: number;
  label?: string;
  /** GB. */
  disk_space?: number;
  status?: string;
  machine_id?: number;
  /** Set if a cluster shares the volume. */
  cluster_id?: number;
  /** IDs of the instances that it is attached to. */
  instances?: readonly number[];
  /** $/GB/month, if known. */
  storage_cost?: number;
  start_date?: number;
};
/** A connection to cloud storage; `cloud_type` is a word such as `s3` or `drive`. Made in the web console. */
export type CloudConnection = { id: number; name?: string; cloud_type?: string };

/** Which charges are asked for. Times are epoch seconds; the service wants a range. */
export type ChargesRequest = { from: number; to: number; limit?: number; after_token?: string };

/** What one source, mostly an instance, cost in a stretch of time. */
export type Charge = {
  /** Epoch seconds. */
  start?: number;
  end?: number;
  type?: string;
  /** `instance-9120441`. */
  source?: string;
  description?: string;
  /** Dollars. */
  amount?: number;
  metadata?: { label?: string };
  items?: readonly ChargeItem[];
};

/** A part of a charge: `gpu`, `disk`, `bwd` and `bwu` for traffic down and up. */
export type ChargeItem = {
  start?: number;
  end?: number;
  type?: string;
  description?: string;
  amount?: number;
};

/** A page; `next_token` leads to the next one. */
export type ChargesReply = { results: Charge[]; next_token?: string; total?: number } & Missing;

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

/**
 * What a scoped key may call (interface.md, Scoped key permission document). What stands inside a category narrows it
 * further; its form is not shown there, so it is kept as it came.
 */
export type PermissionDocument = { api: Record<string, Record<string, unknown>> };

/** An API key as services list it: its value is shown once, when it is made, and never again. */
export type ApiKey = {
  id: number;
  name?: string;
  /** Null: no document, as keys with full access have it. */
  permissions?: PermissionDocument | null;
  created_at?: number;
  team_name?: string;
  /** The last four characters, of services that list values; the value itself goes no further than the client. */
  tail?: string;
};

export type ApiKeyRequest = { name: string; permissions: PermissionDocument };

/** `key` is the value, this once: without it nothing is believed. */
export type ApiKeyMade = { id: number; key: string };

export type SshKey = { id: number; public_key?: string; created_at?: number | string };
export type SshKeyReply = { key: SshKey };

export type StoredTfaMethod = 'sms' | 'totp';
export type TfaMethodWord = StoredTfaMethod | 'email';

export type TfaMethod = {
  id: number;
  method: StoredTfaMethod;
  user_id?: number;
  label?: string;
  /** Masked, last 4 digits shown. */
  phone_number?: string;
  is_primary?: boolean;
  fail_count?: number;
  /** Epoch seconds, or null. */
  locked_until?: number | null;
  /** Epoch seconds. */
  created_at?: number;
  /** Epoch seconds. */
  last_used?: number;
};

export type TfaStatusReply = {
  success: boolean;
  tfa_enabled: boolean;
  /** Those that can be read; `missing` counts the others. */
  methods: TfaMethod[];
  /** Unknown when the service leaves it out, which it does for none left in other replies. */
  backup_codes_remaining?: number;
  new_method_authorized: boolean;
} & Missing;

/** Body of `POST /api/v0/tfa/`, of regeneration, and (with `target_id`) of removal. */
export type TfaVerification = {
  tfa_method?: TfaMethodWord;
  code?: string;
  secret?: string;
  tfa_method_id?: number;
  backup_code?: string;
};
export type TfaLoginRequest = TfaVerification & { admin?: boolean };
export type TfaRemoveRequest = TfaVerification & { target_id?: number };
export type TfaLoginReply = User & {
  session_key?: string;
  backup_codes_remaining?: number;
  legacy_tfa_user?: boolean;
};
export type TfaRemoveReply = { msg: string; remaining_methods?: number };
export type TfaEmailRequest = { secret?: string };
export type TfaSmsRequest = { phone_number?: string; tfa_method_id?: number; secret?: string };
/** `secret` names the challenge; it comes back in the call that submits the code. */
export type TfaChallengeReply = { secret?: string; msg?: string; success?: boolean };
export type TotpSetupReply = { secret: string; provisioning_uri: string };
export type AuthorizeStartRequest = {
  tfa_method?: TfaMethodWord;
  tfa_method_id?: number;
  backup_code?: string;
};
export type AuthorizeConfirmRequest = { code: string; secret: string };
export type ConfirmNewRequest = {
  tfa_method: StoredTfaMethod;
  code: string;
  secret: string;
  phone_number?: string;
  label?: string;
};
export type ConfirmNewReply = { success: boolean; msg?: string; backup_codes?: string[] };
export type TfaUpdateRequest = {
  tfa_method_id?: number;
  tfa_method?: StoredTfaMethod;
  label?: string;
  is_primary?: boolean;
};
export type TfaUpdateReply = { success: boolean; msg?: string; method?: TfaMethod };
export type BackupCodesReply = { msg?: string; backup_codes: string[] };
