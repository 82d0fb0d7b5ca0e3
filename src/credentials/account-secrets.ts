import {
  accountOf,
  type SecretHome,
  type SecretStores,
  type StoreFailure,
  type StoreResult,
} from './secret-store.ts';

/** Where a secret was put. With a `failure` the chosen home did not take it, and it lasts for this run only. */
export type Kept = { home: SecretHome; failure?: StoreFailure };

/** What the service handed out for one base URL and one API key. */
export type AccountSecrets = {
  readonly home: SecretHome;
  sessionKey(): Promise<string | undefined>;
  keepSessionKey(key: string): Promise<Kept>;
  /** After the service has called the session expired. */
  dropSessionKey(): Promise<StoreResult<boolean>>;
  /** The instance_api_key of the creation reply (interface.md, Authentication 6). */
  instanceKey(instanceId: number): Promise<string | undefined>;
  keepInstanceKey(instanceId: number, key: string): Promise<Kept>;
  /** Once the instance is destroyed its key opens nothing, and is not kept. */
  dropInstanceKey(instanceId: number): Promise<StoreResult<boolean>>;
};

/**
 * Keeps what belongs to a key in the same home as the key: for a key from the environment or a flag that is
 * memory, unless the person picks another. What the home refuses stays in memory for the run.
 */
export function accountSecrets(options: {
  stores: SecretStores;
  home: SecretHome;
  baseUrl: string;
  keyId: string;
}): AccountSecrets {
  const { stores, home, baseUrl, keyId } = options;
  const session = accountOf({ kind: 'session-key', baseUrl, keyId });
  const instance = (instanceId: number) => accountOf({ kind: 'instance-key', baseUrl, keyId, instanceId });

  async function read(account: string): Promise<string | undefined> {
    for (const store of new Set([stores.memory, stores[home]])) {
      const got = await store.get(account);
      if (got.ok && got.value !== undefined) return got.value;
    }
    return undefined;
  }

  async function keep(account: string, secret: string): Promise<Kept> {
    const saved = await stores[home].set(account, secret);
    if (saved.ok) {
      if (home !== 'memory') await stores.memory.delete(account);
      return { home };
    }
    await stores.memory.set(account, secret);
    return { home: 'memory', failure: saved.failure };
  }

  async function drop(account: string): Promise<StoreResult<boolean>> {
    const inMemory = await stores.memory.delete(account);
    if (home === 'memory') return inMemory;
    const deleted = await stores[home].delete(account);
    return deleted.ok ? { ok: true, value: deleted.value || (inMemory.ok && inMemory.value) } : deleted;
  }

  return {
    home,
    sessionKey: () => read(session),
    keepSessionKey: (key) => keep(session, key),
    dropSessionKey: () => drop(session),
    instanceKey: (id) => read(instance(id)),
    keepInstanceKey: (id, key) => keep(instance(id), key),
    dropInstanceKey: (id) => drop(instance(id)),
  };
}
