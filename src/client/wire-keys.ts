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
