import type { Profile, Profiles } from './profiles.ts';
import {
  accountOf,
  addressOf,
  type SecretHome,
  type SecretKind,
  type SecretStore,
  type SecretStores,
  type StoreFailure,
  type StoreResult,
} from './secret-store.ts';
import { owns } from './sign-in.ts';

export type SignedOut = {
  /** Whether nothing of the profile is left that could still open the account, as far as can be known. */
  complete: boolean;
  deleted: { home: SecretHome; kind: SecretKind; instanceId?: number }[];
  /** What is, or may be, still there. */
  failed: { home: SecretHome; failure: StoreFailure }[];
  /** Homes that were looked through. */
  checked: SecretHome[];
  /** Homes that could not be looked through, though this profile did not use them. */
  unchecked: { home: SecretHome; failure: StoreFailure }[];
  /** Why the profile itself is still listed on disk. */
  profileLeft?: string;
  /** Other profiles work with the same key, so it stays. */
  sharedKey: boolean;
};

/**
 * Deletes everything of a profile from every home: the key, its session and its instance keys. The profile goes
 * too, unless something could not be deleted: then it stays, so that the same command can finish the work.
 * A key in the environment is not rigdeck's to delete.
 */
export async function signOut(options: {
  profile: Profile;
  stores: SecretStores;
  profiles: Profiles;
}): Promise<SignedOut> {
  const { profile, stores, profiles } = options;
  const report: SignedOut = {
    complete: false,
    deleted: [],
    failed: [],
    checked: [],
    unchecked: [],
    sharedKey: profiles
      .all()
      .some((p) => p.name !== profile.name && p.baseUrl === profile.baseUrl && p.keyId === profile.keyId),
  };
  if (!report.sharedKey) {
    for (const home of ['keychain', 'file', 'memory'] as const) {
      await clearHome(stores[home], profile, report);
    }
  }
  if (report.failed.length > 0) return report;
  const written = await profiles.remove(profile.name);
  return written.ok ? { ...report, complete: true } : { ...report, profileLeft: written.message };
}

async function clearHome(store: SecretStore, profile: Profile, report: SignedOut): Promise<void> {
  const { home } = store;
  const listed = await accountsOf(store, profile);
  if (!listed.ok) {
    (home === profile.home ? report.failed : report.unchecked).push({ home, failure: listed.failure });
    return;
  }
  report.checked.push(home);
  for (const account of listed.value) {
    const deleted = await store.delete(account);
    const address = addressOf(account);
    if (!deleted.ok) report.failed.push({ home, failure: deleted.failure });
    else if (deleted.value && address) {
      const { kind, instanceId } = address;
      report.deleted.push({ home, kind, ...(instanceId !== undefined && { instanceId }) });
    }
  }
}

/**
 * What a home holds of a profile. A locked keyring lists nothing and says so to nobody, so where the key ought
 * to be and is not, an entry is written and deleted first: that fails when it is locked, or has it unlocked.
 */
async function accountsOf(store: SecretStore, profile: Profile): Promise<StoreResult<string[]>> {
  const read = async (): Promise<StoreResult<string[]>> => {
    const listed = await store.list();
    if (!listed.ok) return listed;
    const own = (account: string) => {
      const address = addressOf(account);
      return address !== undefined && owns(profile, address);
    };
    return { ok: true, value: listed.value.filter(own) };
  };
  const first = await read();
  const { baseUrl, keyId } = profile;
  const expected = accountOf({ kind: 'api-key', baseUrl, keyId });
  if (!first.ok || store.home !== 'keychain' || profile.home !== 'keychain') return first;
  if (first.value.includes(expected)) return first;
  const written = await store.set('probe', 'probe');
  if (!written.ok) return written;
  await store.delete('probe');
  return read();
}
