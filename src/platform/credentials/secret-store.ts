import { createHash } from 'node:crypto';

/** The service name under which everything stands in a system keyring. */
export const keyringService = 'rigdeck';

/** Where a secret can be kept. */
export type SecretHome = 'keychain' | 'file' | 'memory';

/** Why a store could not do what it was asked. */
export type StoreReason =
  /** The keyring library is missing or does not load here. */
  | 'no-library'
  /** No desktop session bus to reach a keyring through. */
  | 'no-session-bus'
  /** A bus, but no keyring service on it. */
  | 'no-service'
  /** The keyring is locked, was never set up, or does not hold the entry: the service does not tell which. */
  | 'locked-or-missing'
  | 'timeout'
  /** The store was reached and said no. */
  | 'refused'
  /** A file that cannot be trusted or read: open to others, a link, damaged, from a newer version. */
  | 'bad-file'
  /** The place cannot be written. */
  | 'not-writable';

/** `message` is one plain sentence, `next` what a person can do; `detail` is for the log. None holds a secret. */
export type StoreFailure = { reason: StoreReason; message: string; next: string; detail?: string };
export type StoreResult<T> = { ok: true; value: T } | { ok: false; failure: StoreFailure };

/** A place for secrets. Its calls resolve to a result and never reject. */
export type SecretStore = {
  readonly home: SecretHome;
  /** The secret, or undefined when there is none. An outcome is remembered for the run; `fresh` asks again. */
  get(account: string, options?: { fresh?: boolean }): Promise<StoreResult<string | undefined>>;
  set(account: string, secret: string): Promise<StoreResult<void>>;
  /** Whether there was an entry to delete. */
  delete(account: string): Promise<StoreResult<boolean>>;
  /** Account strings only, never the secrets. */
  list(): Promise<StoreResult<string[]>>;
};

export type SecretStores = { readonly [H in SecretHome]: SecretStore };

export type SecretKind = 'api-key' | 'session-key' | 'instance-key';

/**
 * What a secret belongs to. What was given for one base URL and one key is never used with another:
 * a session_key belongs to the API key it was made with, an instance_api_key to its instance (interface.md,
 * Authentication 6).
 */
export type SecretAddress = {
  kind: SecretKind;
  baseUrl: string;
  /** From keyFingerprint. */
  keyId: string;
  /** With 'instance-key' only. */
  instanceId?: number;
};

/** One line, readable in a keyring viewer: `api-key https://api.example.com 9f3c-1a2b3c4d`. */
export function accountOf(address: SecretAddress): string {
  const parts = [address.kind, address.baseUrl, address.keyId];
  if (address.instanceId !== undefined) parts.push(String(address.instanceId));
  return parts.join(' ');
}

const kinds: readonly string[] = ['api-key', 'session-key', 'instance-key'] satisfies SecretKind[];

/** The reverse of accountOf; undefined for an entry that rigdeck did not write. */
export function addressOf(account: string): SecretAddress | undefined {
  const [kind, baseUrl, keyId, instance, ...rest] = account.split(' ');
  if (kind === undefined || !kinds.includes(kind) || !baseUrl || !keyId || rest.length > 0) return undefined;
  if ((kind === 'instance-key') !== (instance !== undefined)) return undefined;
  if (instance === undefined) return { kind: kind as SecretKind, baseUrl, keyId };
  if (!/^\d+$/.test(instance)) return undefined;
  return { kind: 'instance-key', baseUrl, keyId, instanceId: Number(instance) };
}

/** The last four characters of a key long enough to spare them, else an empty text. */
export function lastFour(key: string): string {
  return key.length >= 12 ? key.slice(-4) : '';
}

/**
 * Names a key without holding it: its last four characters and eight hex digits of its SHA-256. Two keys with
 * the same ending stay apart, and a key cannot be worked out from it.
 */
export function keyFingerprint(apiKey: string): string {
  const hash = createHash('sha256').update(apiKey).digest('hex').slice(0, 8);
  return `${lastFour(apiKey).replace(/[^A-Za-z0-9]/g, '_') || 'key'}-${hash}`;
}

/** The last four characters again, from a fingerprint; empty where the key was too short to show any. */
export function lastFourOf(keyId: string): string {
  const tail = keyId.slice(0, -9);
  return tail === 'key' ? '' : tail;
}
