import { createClient } from './client/client.ts';
import type { Client } from './client/client-type.ts';
import { createTransport, type FetchLike } from './client/transport.ts';
import type { Clock } from './clock.ts';
import { type AccountSecrets, accountSecrets } from './credentials/account-secrets.ts';
import { fileStore } from './credentials/file-store.ts';
import type { Spawn } from './credentials/keychain-store.ts';
import { keychainStore } from './credentials/keychain-store.ts';
import { memoryStore } from './credentials/memory-store.ts';
import { openProfiles, type Profiles } from './credentials/profiles.ts';
import { keyFingerprint, lastFour, type SecretHome, type SecretStores } from './credentials/secret-store.ts';
import {
  type Credential,
  type CredentialFlags,
  type CredentialSource,
  type Env,
  type NoCredential,
  resolveCredential,
} from './credentials/sources.ts';
import { type ConfigRead, readConfig } from './local/config.ts';
import { type Log, logLevelFrom, openLog } from './local/log.ts';
import { noPaths, type Paths, resolvePaths } from './local/paths.ts';
import { createRedactor, type Redactor } from './local/redact.ts';
import { stampedFiles } from './local/stamped-file.ts';
import { openWatches, type Watches } from './local/watches.ts';
import type { Sandbox } from './sandbox/index.ts';

export type GlobalFlags = CredentialFlags & {
  sandbox?: boolean;
  readOnly?: boolean;
  debug?: boolean;
  logFile?: string;
};

/** What only the process can give. */
export type Surroundings = {
  env: Env;
  clock: Clock;
  random: () => number;
  /** All of standard input, for --api-key-stdin. */
  stdin: () => Promise<string>;
  spawn: Spawn;
  /** The script that answers to `__keychain`. */
  entry: string;
  platform: NodeJS.Platform;
  version: string;
  /** Replaces the network, as a test does; the environment's proxies are used otherwise. */
  transport?: FetchLike;
};

/** An account to work with, and what belongs to it. */
export type Account = {
  api: Client;
  baseUrl: string;
  /** From keyFingerprint. */
  keyId: string;
  source: CredentialSource;
  /** Name of the profile, if one is in use. */
  profile?: string;
  readOnly: boolean;
  sandbox: boolean;
  secrets: AccountSecrets;
  /** Something odd about the key, in one sentence. */
  warning?: string;
  /** The service itself, when it is the sandbox in this process. */
  service?: Sandbox;
};

export type ConnectOptions = {
  /** As cleanBaseUrl answers it. */
  baseUrl: string;
  apiKey: string;
  readOnly?: () => boolean;
};

/** Everything that a command or the deck needs and did not make itself. Nothing here has asked the network yet. */
export type Composition = {
  flags: GlobalFlags;
  env: Env;
  clock: Clock;
  random: () => number;
  version: string;
  paths: Paths;
  config: ConfigRead;
  stores: SecretStores;
  profiles: Profiles;
  redactor: Redactor;
  log: Log;
  watches: Watches;
  /** Whether writes are refused: --read-only, RIGDECK_READ_ONLY, config.toml, or the named profile says so. */
  readOnly(profile?: string): boolean;
  /** The key and base URL of the flags, the environment and the profiles; never those of the sandbox. */
  credential(options?: { fresh?: boolean }): Promise<Credential | NoCredential>;
  /** A client for a key that need not be kept anywhere. */
  connect(options: ConnectOptions): Client;
  /** The account that `credential` leads to, or with --sandbox the embedded sandbox's. */
  account(): Promise<({ ok: true } & Account) | NoCredential>;
  /** The account of a found credential. */
  accountOf(credential: Credential): Account;
  openSandboxSession(options?: SandboxOptions): Promise<SandboxAccount>;
};

export type SandboxOptions = {
  /** Instead of the machine's own, for the service and the client alike. */
  clock?: Clock;
  seed?: number;
  offers?: number;
};

export type SandboxAccount = Account & { service: Sandbox };

/** The homes that a key can have. With --sandbox all of them are memory. */
function openStores(around: Surroundings, paths: Paths, sandbox: boolean): SecretStores {
  const memory = memoryStore();
  if (sandbox)
    return { keychain: { ...memory, home: 'keychain' }, file: { ...memory, home: 'file' }, memory };
  const { clock, env, spawn, entry, platform } = around;
  return {
    keychain: keychainStore({ spawn, entry, clock, env, platform }),
    file: fileStore({ documents: stampedFiles, ...(paths.credentials && { path: paths.credentials }) }),
    memory,
  };
}

/**
 * Puts together the parts of one run. In sandbox mode nothing of a real account is opened: no configuration, no
 * profiles, no rents, no log on disk, and keys live in memory.
 */
export async function compose(around: Surroundings, flags: GlobalFlags): Promise<Composition> {
  const { env, clock, random, version } = around;
  const sandbox = flags.sandbox === true;
  const paths = sandbox ? noPaths() : resolvePaths(env);
  const redactor = createRedactor();
  redactor.add(env.RIGDECK_API_KEY);
  const logPath = flags.logFile ?? paths.log;
  const log = openLog({
    clock,
    redactor,
    level: logLevelFrom(flags.debug === true, env),
    ...(logPath !== undefined && { path: logPath }),
  });
  const stores = openStores(around, paths, sandbox);
  const [config, profiles, watches] = await Promise.all([
    readConfig(paths.config),
    openProfiles({ documents: stampedFiles, ...(paths.profiles && { path: paths.profiles }) }),
    openWatches(paths.rents),
  ]);

  const readOnly = (profile?: string) =>
    flags.readOnly === true ||
    isOn(env.RIGDECK_READ_ONLY) ||
    config.config.read_only === true ||
    (profile !== undefined && profiles.get(profile)?.readOnly === true);

  // The proxy library is loaded by the first call that needs it and by nothing before.
  let network: Promise<FetchLike> | undefined;
  const transport: FetchLike = async (url, init) => {
    network ??= around.transport ? Promise.resolve(around.transport) : createTransport(env);
    return (await network)(url, init);
  };

  const client = (o: ConnectOptions & { transport: FetchLike; clock: Clock }) => {
    redactor.add(o.apiKey);
    return createClient({
      baseUrl: o.baseUrl,
      bearer: () => o.apiKey,
      transport: o.transport,
      clock: o.clock,
      random,
      readOnly: o.readOnly ?? (() => readOnly()),
      userAgent: `rigdeck/${version}`,
      trace: (event) => log.debug('call', event),
    });
  };

  const credential: Composition['credential'] = ({ fresh = false } = {}) =>
    resolveCredential({
      flags: withConfiguredBaseUrl(flags, env, profiles, config.config.base_url),
      env,
      stdin: around.stdin,
      profiles,
      stores,
      fresh,
    });

  const accountOf = (found: Credential): Account => {
    const name = found.profile?.name;
    const { baseUrl, apiKey, keyId, source } = found;
    return {
      api: client({ baseUrl, apiKey, readOnly: () => readOnly(name), transport, clock }),
      baseUrl,
      keyId,
      source,
      readOnly: readOnly(name),
      sandbox: false,
      secrets: accountSecrets({ stores, home: homeOf(source), baseUrl, keyId }),
      ...(name !== undefined && { profile: name }),
      ...(found.warning !== undefined && { warning: found.warning }),
    };
  };

  const openSandboxSession: Composition['openSandboxSession'] = async (options = {}) => {
    const { createSandbox } = await import('./sandbox/index.ts');
    const worldClock = options.clock ?? clock;
    const service = createSandbox({
      clock: worldClock,
      // With a seed the world is the same each time, its key and codes included.
      ...(options.seed === undefined ? { random } : { seed: options.seed }),
      ...(options.offers !== undefined && { offers: options.offers }),
    });
    const baseUrl = sandboxBaseUrl;
    const apiKey = service.apiKey;
    const keyId = keyFingerprint(apiKey);
    return {
      api: client({
        baseUrl,
        apiKey,
        transport: (url, init) => service.fetch(new Request(url, init)),
        clock: worldClock,
      }),
      baseUrl,
      keyId,
      source: { kind: 'memory', label: 'the embedded sandbox', last4: lastFour(apiKey) },
      profile: 'sandbox',
      readOnly: readOnly(),
      sandbox: true,
      secrets: accountSecrets({
        stores: { ...stores, memory: memoryStore() },
        home: 'memory',
        baseUrl,
        keyId,
      }),
      service,
    };
  };

  return {
    flags,
    env,
    clock,
    random,
    version,
    paths,
    config,
    stores,
    profiles,
    redactor,
    log,
    watches,
    readOnly,
    credential,
    connect: (options) => client({ ...options, transport, clock }),
    async account() {
      if (sandbox) return { ok: true, ...(await openSandboxSession()) };
      const found = await credential();
      return found.ok ? { ok: true, ...accountOf(found) } : found;
    },
    accountOf,
    openSandboxSession,
  };
}

/** No name of a real host: nothing is ever sent there. */
const sandboxBaseUrl = 'http://sandbox.localhost';

/** What belongs to a key lives where the key does: with one from the environment or a flag, in memory. */
function homeOf(source: CredentialSource): SecretHome {
  return source.kind === 'keychain' || source.kind === 'file' ? source.kind : 'memory';
}

/** The base URL of config.toml is the last resort: a profile's own, a variable and a flag win over it. */
function withConfiguredBaseUrl(
  flags: CredentialFlags,
  env: Env,
  profiles: Profiles,
  configured: string | undefined,
): CredentialFlags {
  if (configured === undefined || flags.baseUrl !== undefined || env.RIGDECK_BASE_URL?.trim()) return flags;
  const choice = profiles.choose(flags.profile, env);
  return choice.ok && choice.profile === undefined ? { ...flags, baseUrl: configured } : flags;
}

function isOn(value: string | undefined): boolean {
  return !['', '0', 'false', 'no', 'off'].includes((value ?? '').trim().toLowerCase());
}
