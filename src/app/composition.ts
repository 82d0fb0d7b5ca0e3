import { type ClientSettings, createClient } from '../client/client.ts';
import { knownServices } from '../client/rate-limiter.ts';
import { createTransport, type FetchLike } from '../client/transport.ts';
import type { Account, Composition, Surroundings } from '../commands/cli/context.ts';
import type { GlobalFlags } from '../commands/cli/global-flags.ts';
import { readConfig } from '../platform/config/config.ts';
import { defaultSshUser } from '../platform/config/default-ssh-user.ts';
import { readOnlySwitch } from '../platform/config/read-only.ts';
import { withConfiguredBaseUrl } from '../platform/credentials/configured-base-url.ts';
import { openProfiles } from '../platform/credentials/profiles.ts';
import { lastFour } from '../platform/credentials/secret-store.ts';
import { type Credential, resolveCredential, secretHomeOf } from '../platform/credentials/sources.ts';
import { openKnownIds } from '../platform/files/known-ids.ts';
import { noPaths, resolvePaths } from '../platform/files/paths.ts';
import { stampedFiles } from '../platform/files/stamped-file.ts';
import { logWishes, openLog } from '../platform/log/log.ts';
import { createRedactor } from '../platform/log/redact.ts';
import { makeAccount } from './accounts.ts';
import { openCallList } from './call-list.ts';
import { heardCalls } from './heard-calls.ts';
import { openRentJournal } from './rent-journal.ts';
import { openMemory, openStores } from './stores.ts';

/**
 * Puts together the parts of one run. In sandbox mode nothing of a real account is opened: no configuration, no
 * profiles, no rents, no log on disk, and keys live in memory.
 */
export async function compose(around: Surroundings, flags: GlobalFlags): Promise<Composition> {
  const { env, clock, random, version, endpoints } = around;
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
      ...(endpoints && { endpoints }),
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
