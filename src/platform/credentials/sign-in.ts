import type { DocumentWrite } from './document.ts';
import type { Profile, ProfileColour, Profiles } from './profiles.ts';
import {
  accountOf,
  addressOf,
  keyFingerprint,
  type SecretAddress,
  type SecretHome,
  type SecretStore,
  type SecretStores,
  type StoreFailure,
} from './secret-store.ts';

export type SignedIn =
  | {
      ok: true;
      profile: Profile;
      /** Homes from which older copies were deleted. */
      cleared: SecretHome[];
      /** Older copies that could not be deleted. */
      left: { home: SecretHome; failure: StoreFailure }[];
      /** Why the profile itself will not outlive this run. */
      notKept?: string;
    }
  /** Nothing was saved, anywhere: another home is for the person to choose. */
  | { ok: false; failure: StoreFailure };

/**
 * Saves a key in the home that the person chose and makes its profile the active one. What belonged to the same
 * key moves along from the profile's former home and from the file; what belonged to the profile's former key
 * is deleted. So no plaintext copy stays behind once a keyring holds the key.
 */
export async function saveSignIn(options: {
  apiKey: string;
  baseUrl: string;
  name: string;
  home: SecretHome;
  stores: SecretStores;
  profiles: Profiles;
  /** Kept from the profile of the same name when left out. */
  readOnly?: boolean;
  colour?: ProfileColour;
}): Promise<SignedIn> {
  const { apiKey, baseUrl, name, home, stores, profiles } = options;
  const before = profiles.get(name);
  const keyId = keyFingerprint(apiKey);
  const saved = await stores[home].set(accountOf({ kind: 'api-key', baseUrl, keyId }), apiKey);
  if (!saved.ok) return { ok: false, failure: saved.failure };

  const readOnly = options.readOnly ?? before?.readOnly;
  const colour = options.colour ?? before?.colour;
  const profile: Profile = {
    name,
    baseUrl,
    home,
    keyId,
    ...(readOnly !== undefined && { readOnly }),
    ...(colour !== undefined && { colour }),
  };
  const written: DocumentWrite = await profiles.save(profile);

  const cleared: SecretHome[] = [];
  const left: { home: SecretHome; failure: StoreFailure }[] = [];
  // The keyring is asked only when this profile lived there: a dead one must not delay a choice against it.
  const sources: SecretHome[] = [
    'memory',
    'file',
    ...(before?.home === 'keychain' ? (['keychain'] as const) : []),
  ];
  for (const source of sources) {
    const outcome = await clear(stores[source], stores[home], profile, before, profiles);
    if (outcome === 'cleared') cleared.push(source);
    else if (outcome !== 'nothing') left.push({ home: source, failure: outcome });
  }
  return { ok: true, profile, cleared, left, ...(!written.ok && { notKept: written.message }) };
}

/** Takes out of `source` what `now` no longer keeps there. */
async function clear(
  source: SecretStore,
  target: SecretStore,
  now: Profile,
  before: Profile | undefined,
  profiles: Profiles,
): Promise<'cleared' | 'nothing' | StoreFailure> {
  const accounts = await source.list();
  if (!accounts.ok) return accounts.failure;
  let outcome: 'cleared' | 'nothing' = 'nothing';
  for (const account of accounts.value) {
    const address = addressOf(account);
    if (!address) continue;
    const shared = profiles
      .all()
      .some((p) => p.name !== now.name && p.home === source.home && owns(p, address));
    if (shared) continue;
    if (owns(now, address)) {
      if (source === target) continue;
      const failure = address.kind === 'api-key' ? undefined : await copy(account, source, target);
      if (failure) return failure;
    } else if (!before || !owns(before, address)) continue;
    const deleted = await source.delete(account);
    if (!deleted.ok) return deleted.failure;
    outcome = 'cleared';
  }
  return outcome;
}

async function copy(
  account: string,
  source: SecretStore,
  target: SecretStore,
): Promise<StoreFailure | undefined> {
  const secret = await source.get(account);
  if (!secret.ok) return secret.failure;
  if (secret.value === undefined) return undefined;
  const saved = await target.set(account, secret.value);
  return saved.ok ? undefined : saved.failure;
}

/** Whether a secret belongs to the key that a profile works with. */
export function owns(profile: Profile, address: SecretAddress): boolean {
  return profile.baseUrl === address.baseUrl && profile.keyId === address.keyId;
}
