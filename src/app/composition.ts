import type { Clock } from '../base/clock.ts';
import { type ClientSettings, createClient } from '../client/client.ts';
import type { Client } from '../client/client-type.ts';
import { knownServices } from '../client/known-service.ts';
import { createTransport, type FetchLike } from '../client/transport.ts';
import type { WorldOptions } from '../commands/cli/sandbox-flags.ts';
import { type ConfigRead, readConfig } from '../platform/config/config.ts';
import { defaultSshUser } from '../platform/config/default-ssh-user.ts';
import { readOnlySwitch } from '../platform/config/read-only.ts';
import { withConfiguredBaseUrl } from '../platform/credentials/configured-base-url.ts';
import type { Spawn } from '../platform/credentials/keychain-store.ts';
import { openProfiles, type Profiles } from '../platform/credentials/profiles.ts';
import { lastFour, type SecretStores } from '../platform/credentials/secret-store.ts';
import {
  type Credential,
  type CredentialFlags,
  type Env,
  type NoCredential,
  resolveCredential,
  secretHomeOf,
} from '../platform/credentials/sources.ts';
import { openKnownIds } from '../platform/files/known-ids.ts';
import { noPaths, type Paths, resolvePaths } from '../platform/files/paths.ts';
import { stampedFiles } from '../platform/files/stamped-file.ts';
import { type Log, logWishes, openLog } from '../platform/log/log.ts';
import { createRedactor, type Redactor } from '../platform/log/redact.ts';
import type { Sandbox } from '../sandbox/index.ts';
import { type Account, type AccountGiven, makeAccount } from './accounts.ts';
import { type CallList, openCallList } from './call-list.ts';
import { heardCalls } from './heard-calls.ts';
import { openRentJournal, type RentJournal } from './rent-journal.ts';
import { openMemory, openStores } from './stores.ts';

export type { Account } from './accounts.ts';

export type GlobalFlags = CredentialFlags & {
  sandbox?: boolean;
  sandboxWorld?: WorldOptions;
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

export type ConnectOptions = {
  /** As cleanBaseUrl answers it. */
  baseUrl: string;
  /** None for somebody logged out. */
  apiKey?: string;
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
  /** Whom ssh logs in as, on every way to a machine. */
  sshUser: string;
  stores: SecretStores;
  profiles: Profiles;
  redactor: Redactor;
  log: Log;
  journal: RentJournal;
  /** What the clients of this run sent and got, masked. */
  calls: CallList;
  /** Whether writes are refused: --read-only, RIGDECK_READ_ONLY, config.toml, or the named profile says so. */
  readOnly(profile?: string): boolean;
  /** From here on every write is refused, whatever the account, until the program ends. */
  refuseWrites(): void;
  /** The key and base URL of the flags, the environment and the profiles; never those of the sandbox. */
  credential(options?: { fresh?: boolean }): Promise<Credential | NoCredential>;
  /** The key and base URL of this profile alone, whatever flags and variables say. */
  credentialOf(profile: string): Promise<Credential | NoCredential>;
  /** A client for a key that need not be kept anywhere. */
  connect(options: ConnectOptions): Client;
  /** The account that `credential` leads to, or with --sandbox the embedded sandbox's. */
  account(): Promise<({ ok: true } & Account) | NoCredential>;
  /** The account of a found credential, with the two-factor session that was kept for it. */
  accountOf(credential: Credential): Promise<Account>;
  /** The account of a key that need not be kept anywhere. */
  makeAccount(given: Omit<AccountGiven, 'readOnly' | 'sandbox'>): Account;
  /** Resolves once everything is written that calls have given cause for. */
  settled(): Promise<void>;
  openSandboxSession(options?: SandboxOptions): Promise<SandboxAccount>;
};

/** Its clock goes instead of the machine's own, for the service and the client alike. */
export type SandboxOptions = WorldOptions & { clock?: Clock };

export type SandboxAccount = Account & { service: Sandbox };

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
    ...logWishes(flags.debug === true, env),
    ...(logPath !== undefined && { path: logPath }),
  });
  const stores = openStores(around, paths, sandbox);
  const [config, profiles, journal] = await Promise.all([
    readConfig(paths.config),
    openProfiles({ documents: stampedFiles, ...(paths.profiles && { path: paths.profiles }) }),
    openRentJournal(paths.rents),
  ]);

  const { readOnly, refuseWrites } = readOnlySwitch({
    flag: flags.readOnly,
    variable: env.RIGDECK_READ_ONLY,
    config: config.config.read_only,
    profile: (name) => profiles.get(name)?.readOnly,
  });

  // The proxy library is loaded by the first call that needs it and by nothing before.
  let network: Promise<FetchLike> | undefined;
  const transport: FetchLike = async (url, init) => {
    network ??= around.transport ? Promise.resolve(around.transport) : createTransport(env);
    return (await network)(url, init);
  };

  const calls = openCallList(redactor, clock.now);
  const knownIds = openKnownIds(paths.instanceIds);
  const unsettled = new Set<Promise<unknown>>();
  const pending = (work: Promise<unknown>) => {
    unsettled.add(work);
    void work.finally(() => unsettled.delete(work));
  };
  // The sandbox's instances are none of the account's.
  const idsOf = (baseUrl: string) => (baseUrl === sandboxBaseUrl ? undefined : knownIds);
  const known = knownServices();
  const client = (o: Partial<ClientSettings> & Pick<ClientSettings, 'baseUrl' | 'bearer'>) =>
    createClient({
      transport,
      clock,
      random,
      readOnly: () => readOnly(),
      userAgent: `rigdeck/${version}`,
      ...heardCalls({ log, calls, pending, knownIds: idsOf(o.baseUrl) }),
      hadInstances: async () => (await idsOf(o.baseUrl)?.hadSome()) === true,
      known: known(o.baseUrl, o.clock ?? clock),
      ...o,
      bearer: (call) => {
        const key = o.bearer(call);
        redactor.add(key);
        return key;
      },
    });

  const parts = (o: {
    name?: string | undefined;
    network?: Pick<ClientSettings, 'transport' | 'clock'>;
  }) => ({
    stores,
    readOnly: () => readOnly(o.name),
    connect: (settings: Parameters<typeof client>[0]) => client({ ...settings, ...o.network }),
    pending,
  });

  const credential: Composition['credential'] = ({ fresh = false } = {}) =>
    resolveCredential({
      flags: withConfiguredBaseUrl(flags, env, profiles, config.config.base_url),
      env,
      stdin: around.stdin,
      profiles,
      stores,
      fresh,
    });

  const accountOf = async (found: Credential): Promise<Account> => {
    const name = found.profile?.name;
    const { baseUrl, apiKey, source, warning } = found;
    redactor.add(apiKey);
    const account = makeAccount(
      {
        ...{ baseUrl, apiKey, source, sandbox: false },
        readOnly: readOnly(name),
        home: secretHomeOf(found),
        ...(name !== undefined && { profile: name }),
        ...(found.profile?.colour !== undefined && { colour: found.profile.colour }),
        ...(warning !== undefined && { warning }),
      },
      parts({ name }),
    );
    await account.session.resume();
    return account;
  };

  const openSandboxSession: Composition['openSandboxSession'] = async (asked = {}) => {
    const { createSandbox } = await import('../sandbox/index.ts');
    const options = { ...flags.sandboxWorld, ...asked };
    const worldClock = options.clock ?? clock;
    const service = createSandbox({
      // With a seed the world is the same each time, its key and codes included.
      ...(options.seed === undefined && { random }),
      ...options,
      clock: worldClock,
    });
    const { apiKey } = service;
    redactor.add(apiKey);
    return {
      ...makeAccount(
        {
          apiKey,
          baseUrl: sandboxBaseUrl,
          source: { kind: 'memory', label: 'the embedded sandbox', last4: lastFour(apiKey) },
          profile: 'sandbox',
          readOnly: readOnly(),
          sandbox: true,
          home: 'memory',
        },
        {
          ...parts({
            network: {
              transport: (url, init) => service.fetch(new Request(url, init)),
              // In this process time is the sandbox's own, and what moves it moves the one who looks, too.
              clock: { now: service.now, sleep: worldClock.sleep },
            },
          }),
          // Nothing of a sandbox reaches a real home, and no sandbox knows another's secrets.
          stores: openMemory(),
        },
      ),
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
    sshUser: config.config.ssh_user ?? defaultSshUser,
    stores,
    profiles,
    redactor,
    log,
    journal,
    calls,
    readOnly,
    refuseWrites,
    credential,
    credentialOf: (profile) =>
      resolveCredential({ flags: { profile }, env: {}, stdin: around.stdin, profiles, stores, fresh: true }),
    connect({ baseUrl, apiKey }) {
      redactor.add(apiKey);
      return client({ baseUrl, bearer: () => apiKey });
    },
    async account() {
      if (sandbox) return { ok: true, ...(await openSandboxSession()) };
      const found = await credential();
      return found.ok ? { ok: true, ...(await accountOf(found)) } : found;
    },
    accountOf,
    makeAccount(given) {
      redactor.add(given.apiKey);
      return makeAccount({ ...given, readOnly: readOnly(given.profile), sandbox: false }, parts({}));
    },
    settled: async () => void (await Promise.allSettled(unsettled)),
    openSandboxSession,
  };
}

/** No name of a real host: nothing is ever sent there. */
const sandboxBaseUrl = 'http://sandbox.localhost';
