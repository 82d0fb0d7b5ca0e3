import { cleanApiKey } from './api-key.ts';
import { type CleanBaseUrl, cleanBaseUrl } from './base-url.ts';
import type { Profile, Profiles } from './profiles.ts';
import { readKeyFile } from './read-key-file.ts';
import {
  accountOf,
  keyFingerprint,
  lastFour,
  lastFourOf,
  type SecretHome,
  type SecretStores,
  type StoreFailure,
} from './secret-store.ts';

export type Env = Record<string, string | undefined>;

/** What the command line may say about the account. A key itself is never an argument. */
export type CredentialFlags = {
  apiKeyFile?: string;
  apiKeyStdin?: boolean;
  baseUrl?: string;
  profile?: string;
};

export type SourceKind = 'flag-file' | 'flag-stdin' | 'env' | 'env-file' | SecretHome;

/** Where a key comes from, in words that may be shown: never more of the key than its last four characters. */
export type CredentialSource = {
  kind: SourceKind;
  /** `RIGDECK_API_KEY`, `profile "work" (system keyring)`, … */
  label: string;
  /** Empty when it is not known or the key is too short to show any. */
  last4: string;
};

export type Credential = {
  ok: true;
  apiKey: string;
  baseUrl: string;
  /** From keyFingerprint; what belongs to the key is kept under it. */
  keyId: string;
  source: CredentialSource;
  /** The profile in use, also when its key is overridden. */
  profile?: Profile;
  /** The next source in line, which this one overrides. */
  hidden?: CredentialSource;
  /** Something odd about the key that does not stop it from being tried. */
  warning?: string;
};

export type NoCredential = {
  ok: false;
  /** `usage`: a flag or variable that cannot be followed. `store`: there may be a key, its store does not give it. */
  kind: 'no-key' | 'no-base-url' | 'usage' | 'store';
  reason: string;
  next: string;
  profile?: Profile;
  failure?: StoreFailure;
};

export type CredentialInput = {
  flags: CredentialFlags;
  env: Env;
  /** Everything on standard input; called only with --api-key-stdin. */
  stdin: () => Promise<string>;
  profiles: Profiles;
  stores: SecretStores;
  /** Ask the store again where it has already failed in this run. */
  fresh?: boolean;
};

export const homeNames: Record<SecretHome, string> = {
  keychain: 'system keyring',
  file: 'a file only you read',
  memory: 'memory, for this run',
};

/** `RIGDECK_API_KEY (…9f3c)`: what a screen, `auth status` and a refused key say about the key in use. */
export function describeSource(source: CredentialSource): string {
  return source.last4 === '' ? source.label : `${source.label} (…${source.last4})`;
}

/** The sources that win over a profile, the winner first. Says what a key just saved would be hidden by. */
export function overridingSources(flags: CredentialFlags, env: Env): CredentialSource[] {
  const envKey = env.RIGDECK_API_KEY?.trim() ? cleanApiKey(env.RIGDECK_API_KEY).key : undefined;
  return [
    ...(flags.apiKeyFile !== undefined ? [source('flag-file', `--api-key-file ${flags.apiKeyFile}`)] : []),
    ...(flags.apiKeyStdin ? [source('flag-stdin', '--api-key-stdin')] : []),
    ...(envKey !== undefined ? [source('env', 'RIGDECK_API_KEY', lastFour(envKey))] : []),
    ...(env.RIGDECK_API_KEY_FILE
      ? [source('env-file', `RIGDECK_API_KEY_FILE ${env.RIGDECK_API_KEY_FILE}`)]
      : []),
  ];
}

/**
 * Finds the key and the base URL to work with. Key: `--api-key-file` or `--api-key-stdin`, RIGDECK_API_KEY,
 * RIGDECK_API_KEY_FILE, profile. Base URL: `--base-url`, RIGDECK_BASE_URL, profile; there is no built-in one.
 * A source that is named but cannot be read is an answer, not a reason to look further. A profile's store is
 * touched only when the key has to come from it, so a slow keyring delays nobody who does not use it.
 */
export async function resolveCredential(input: CredentialInput): Promise<Credential | NoCredential> {
  const { flags, env, profiles } = input;
  if (flags.apiKeyFile !== undefined && flags.apiKeyStdin) {
    return usage('--api-key-file and --api-key-stdin exclude each other.', 'Give one of them.');
  }
  const choice = profiles.choose(flags.profile, env);
  if (!choice.ok) return usage(choice.reason, choice.next);
  const profile = choice.profile;
  const base = chosenBaseUrl(flags, env, profile);
  if (base && !base.ok) return usage(base.reason, base.next);

  const [winner, second] = overridingSources(flags, env);
  if (!base) {
    return {
      ok: false,
      kind: winner || profile ? 'no-base-url' : 'no-key',
      reason: winner ? 'There is a key but no base URL.' : 'You are not signed in.',
      next: winner
        ? 'Give --base-url or set RIGDECK_BASE_URL.'
        : 'Run rigdeck login, or set RIGDECK_API_KEY and RIGDECK_BASE_URL.',
    };
  }
  const found = winner ? await keyFrom(winner.kind, input) : await keyOfProfile(input, profile, base.baseUrl);
  if (!found.ok) return { ...found, ...(profile && { profile }) };

  const { key, flaw } = cleanApiKey(found.text);
  const label = winner?.label ?? profileSource(profile as Profile).label;
  if (flaw && flaw.kind !== 'doubled') {
    return usage(
      `The key from ${label} cannot be used. ${flaw.message}`,
      'Put the key there again, whole and alone.',
    );
  }
  const hidden = winner && (second ?? (profile && profileSource(profile)));
  return {
    ok: true,
    apiKey: key,
    baseUrl: base.baseUrl,
    keyId: keyFingerprint(key),
    source: winner ? { ...winner, last4: lastFour(key) } : profileSource(profile as Profile),
    ...(profile && { profile }),
    ...(hidden && { hidden }),
    ...(flaw && { warning: flaw.message }),
  };
}

/** How a profile's own key is called. */
export function profileSource(profile: Profile): CredentialSource {
  return source(
    profile.home,
    `profile "${profile.name}" (${homeNames[profile.home]})`,
    lastFourOf(profile.keyId),
  );
}

/**
 * The home for what the service hands out for a key: where the key itself is kept. A key from a flag or the
 * environment has none, so that is memory, unless the same key has also been saved in a profile.
 */
export function secretHomeOf(credential: Credential): SecretHome {
  const { profile, keyId, baseUrl } = credential;
  return profile?.keyId === keyId && profile.baseUrl === baseUrl ? profile.home : 'memory';
}

type Found = { ok: true; text: string } | NoCredential;

async function keyFrom(kind: SourceKind, { flags, env, stdin }: CredentialInput): Promise<Found> {
  if (kind === 'env') return { ok: true, text: env.RIGDECK_API_KEY ?? '' };
  if (kind === 'flag-stdin') return { ok: true, text: await stdin() };
  const [path, name] =
    kind === 'flag-file'
      ? [flags.apiKeyFile, '--api-key-file']
      : [env.RIGDECK_API_KEY_FILE, 'RIGDECK_API_KEY_FILE'];
  const read = await readKeyFile(path ?? '');
  return read.ok
    ? read
    : usage(`${name} ${path}: ${read.reason}`, 'Give a file that holds the key and nothing else.');
}

async function keyOfProfile(
  input: CredentialInput,
  profile: Profile | undefined,
  baseUrl: string,
): Promise<Found> {
  if (!profile) {
    return {
      ok: false,
      kind: 'no-key',
      reason: 'There is no key.',
      next: 'Run rigdeck login, or set RIGDECK_API_KEY.',
    };
  }
  // A key is sent only to the service that it was saved for, whatever else a flag or a variable names.
  if (profile.baseUrl !== baseUrl) {
    return usage(
      `The key of profile "${profile.name}" belongs to ${profile.baseUrl}, not to ${baseUrl}.`,
      'Leave the other base URL out, choose a --profile, or give the key that goes with it.',
    );
  }
  const account = accountOf({ kind: 'api-key', baseUrl, keyId: profile.keyId });
  const got = await input.stores[profile.home].get(account, { fresh: input.fresh ?? false });
  if (!got.ok) {
    const { failure } = got;
    return { ok: false, kind: 'store', reason: failure.message, next: failure.next, failure };
  }
  if (got.value !== undefined) return { ok: true, text: got.value };
  return {
    ok: false,
    kind: 'no-key',
    reason:
      profile.home === 'memory'
        ? `The key of profile "${profile.name}" was kept in memory and went with the last run.`
        : `The key of profile "${profile.name}" is no longer in ${homeNames[profile.home]}.`,
    next: 'Sign in again: rigdeck login.',
  };
}

/** The address of the service, and where to correct it if it is none. */
function chosenBaseUrl(
  flags: CredentialFlags,
  env: Env,
  profile: Profile | undefined,
): (CleanBaseUrl & { next: string }) | undefined {
  const fromEnv = env.RIGDECK_BASE_URL?.trim() || undefined;
  const places: [given: string | undefined, next: string][] = [
    [flags.baseUrl, 'Correct --base-url.'],
    [fromEnv, 'Correct RIGDECK_BASE_URL.'],
    [
      profile?.baseUrl,
      `It stands in the profile: run rigdeck login --profile ${profile?.name} --base-url https://…`,
    ],
  ];
  for (const [given, next] of places) if (given !== undefined) return { ...cleanBaseUrl(given), next };
  return undefined;
}

function source(kind: SourceKind, label: string, last4 = ''): CredentialSource {
  return { kind, label, last4 };
}

function usage(reason: string, next: string): NoCredential {
  return { ok: false, kind: 'usage', reason, next };
}
