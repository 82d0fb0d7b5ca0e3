import { keptSessionText, readKeptSession, type SessionBegun } from './kept-session.ts';
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
  /** The same with how it began and where it is kept: not everywhere is that where the key is. */
  keptSession(): Promise<({ key: string; home: SecretHome } & SessionBegun) | undefined>;
  /** In `home` if the person picked one; a key from the environment has none of its own. */
  keepSessionKey(key: string, begun?: SessionBegun, home?: SecretHome): Promise<Kept>;
  /** After the service has called the session expired; with `only`, where that very key is kept. */
  dropSessionKey(only?: string): Promise<StoreResult<boolean>>;
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

  async function find(
    account: string,
    homes: readonly SecretHome[],
  ): Promise<{ secret: string; home: SecretHome } | undefined> {
    const asked = new Set<SecretStores[SecretHome]>();
    for (const one of homes) {
      if (asked.has(stores[one])) continue;
      asked.add(stores[one]);
      const got = await stores[one].get(account);
      if (got.ok && got.value !== undefined) return { secret: got.value, home: one };
    }
    return undefined;
  }

  const read = async (account: string, homes: readonly SecretHome[]): Promise<string | undefined> =>
    (await find(account, homes))?.secret;

  async function keptSession() {
    const found = await find(session, ofSession);
    return found && { ...readKeptSession(found.secret), home: found.home };
  }

  async function keep(account: string, secret: string, into: SecretHome): Promise<Kept> {
    const saved = await stores[into].set(account, secret);
    if (saved.ok) {
      if (into !== 'memory') await stores.memory.delete(account);
      return { home: into };
    }
    await stores.memory.set(account, secret);
    return { home: 'memory', failure: saved.failure };
  }

  async function drop(
    account: string,
    homes: readonly SecretHome[],
    isOurs?: (secret: string) => boolean,
  ): Promise<StoreResult<boolean>> {
    let any = false;
    for (const store of new Set(homes.map((one) => stores[one]))) {
      const kept = isOurs === undefined ? undefined : await store.get(account, { fresh: true });
      if (kept?.ok && (kept.value === undefined || isOurs?.(kept.value) === false)) continue;
      const deleted = await store.delete(account);
      if (!deleted.ok) return deleted;
      any ||= deleted.value;
    }
    return { ok: true, value: any };
  }

  const own: readonly SecretHome[] = ['memory', home];
  // The session of a key without a home of its own may have been put into the file by the person's choice.
  const ofSession: readonly SecretHome[] = home === 'memory' ? ['memory', 'file'] : own;

  return {
    home,
    sessionKey: async () => (await keptSession())?.key,
    keptSession,
    keepSessionKey: (key, begun = {}, picked = home) => keep(session, keptSessionText(key, begun), picked),
    dropSessionKey: (only) =>
      drop(session, ofSession, only === undefined ? undefined : (kept) => readKeptSession(kept).key === only),
    instanceKey: (id) => read(instance(id), own),
    keepInstanceKey: (id, key) => keep(instance(id), key, home),
    dropInstanceKey: (id) => drop(instance(id), own),
  };
}
