import type { Clock } from '../../base/clock.ts';
import type { TraceBodies, TraceEvent, WriteBegun } from '../../client/client.ts';
import type { Client } from '../../client/client-type.ts';
import type { Endpoints } from '../../client/endpoint-row.ts';
import type { FetchLike } from '../../client/transport.ts';
import type { JournalEvent } from '../../engine/journal-events.ts';
import type { OwnCommand } from '../../engine/own-commands.ts';
import type { OwnKeys } from '../../engine/own-keys.ts';
import type { CallsPort } from '../../engine/services.ts';
import type { AnyWrite } from '../../engine/write.ts';
import type { ConfigRead, ConfigWarning } from '../../platform/config/config.ts';
import type { AccountSecrets } from '../../platform/credentials/account-secrets.ts';
import type { Spawn } from '../../platform/credentials/keychain-store.ts';
import type { ProfileColour, Profiles } from '../../platform/credentials/profiles.ts';
import type { SecretHome, SecretStores } from '../../platform/credentials/secret-store.ts';
import type { Credential, CredentialSource, Env, NoCredential } from '../../platform/credentials/sources.ts';
import type { TfaSession } from '../../platform/credentials/tfa-session.ts';
import type { FileWrite } from '../../platform/files/file-outcome.ts';
import type { Paths } from '../../platform/files/paths.ts';
import type { LockOutcome } from '../../platform/files/writer-lock.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Redactor } from '../../platform/log/redact.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import type { DoctorPorts } from '../doctor.ts';
import type { OpenLink } from '../open.ts';
import type { OwnBindingsOf } from '../own-bindings.ts';
import type { RunSsh } from '../ssh.ts';
import type { FreePort } from '../tunnel.ts';
import { tellFaults } from './config-faults.ts';
import { credentialFailure } from './failure.ts';
import type { CommonFlags, GlobalFlags } from './global-flags.ts';
import type { Io } from './io.ts';
import type { RunSandbox, WorldOptions } from './sandbox-flags.ts';

/** What every command is given. */
export type CommandContext = {
  io: Io;
  composition: Composition;
  flags: CommonFlags;
  /** Print JSON instead of text. */
  json: boolean;
  /** Aborts at Ctrl+C, and when the process is asked to end in another way. */
  signal: AbortSignal;
  /** Once a command has asked for it. */
  account?: Account;
};

/** The account to work with; without one the command ends as `not signed in` or `usage`. */
export async function requireAccount(context: CommandContext): Promise<Account> {
  const { composition, io } = context;
  const { config, profiles } = composition;
  tellFaults(io, composition.paths, config.warnings);
  // Profiles that cannot be read look like none at all.
  if (profiles.problem !== undefined) io.say(profiles.problem);
  const account = await composition.account();
  if (!account.ok) throw credentialFailure(account);
  if (account.warning !== undefined) io.say(account.warning);
  if (account.sandbox) io.say('On the embedded sandbox, which lasts for this command only.');
  context.account = account;
  return account;
}

/**
 * Now by the service's clock (epoch ms), as far as its answers have told: its times are compared with nothing else.
 * To be asked after a call.
 */
export function serviceTime({ composition }: CommandContext, api: Client): number {
  return composition.clock.now() + api.clockOffsetMs();
}

/** An account to work with, and what belongs to it. */
export type Account = {
  /** Its calls carry the session key of a two-factor login where there is one, else the API key. */
  api: Client;
  baseUrl: string;
  /** From keyFingerprint. */
  keyId: string;
  source: CredentialSource;
  /** Name of the profile, if one is in use. */
  profile?: string;
  /** The colour of the profile's name. */
  colour?: ProfileColour;
  readOnly: boolean;
  sandbox: boolean;
  secrets: AccountSecrets;
  session: TfaSession;
  /** The same service without any key: for the two-factor calls of somebody logged out. */
  loggedOut: Client;
  /** Something odd about the key, in one sentence. */
  warning?: string;
  /** The service itself, when it is the sandbox in this process. */
  service?: Sandbox;
};

export type AccountGiven = Pick<Account, 'baseUrl' | 'source' | 'readOnly' | 'sandbox'> &
  Partial<Pick<Account, 'profile' | 'colour' | 'warning' | 'service'>> & {
    apiKey: string;
    /** Where what belongs to the key is kept. */
    home: SecretHome;
    /** `apiKey` is the session key of a web login: no API key stands behind it. */
    webLogin?: true;
  };

/** The calls of this run, and the hooks that the clients tell them to. */
export type CallList = CallsPort & {
  heard(event: TraceEvent, bodies?: TraceBodies): void;
  /** A write that begins now; what it answers is called when the write is over. */
  heardWrite(write: WriteBegun): () => void;
};

export type RentJournal = {
  /** Every event of every account, oldest first; another array after each change. */
  events(): readonly JournalEvent[];
  /** On the disk when it resolves with `ok`; remembered for this run in any case. */
  append(event: JournalEvent): Promise<FileWrite>;
  /** Whether an event would be on the disk if it were appended now. */
  check(): Promise<FileWrite>;
  /**
   * Takes the locks of an account (any texts that name it), so that one process alone rents there, and reads what others
   * have written before; again at each call, in case one was lost. Without a path nobody else can know of these rents,
   * and it is this process's.
   */
  claim(account: readonly string[], now: number): Promise<LockOutcome>;
  /** Gives these locks back, or all of them; at once, so that it can be called while the process ends. */
  release(account?: readonly string[]): void;
  /** Calls back after each event that is appended or read here; answers how to end that. */
  subscribe(listener: () => void): () => void;
  /** Why nothing is read or written, in one sentence. */
  readonly problem: string | undefined;
  /** How many lines of which file something has damaged or taken away; undefined when none. */
  readonly damage: { lines: number; path: string } | undefined;
};

/** What only the process can give. */
export type Surroundings = {
  /** The calls that the client has; those of client/endpoints.ts when absent. */
  endpoints?: Endpoints;
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

export type OwnBindings = Pick<OwnKeys, 'keymap' | 'refused'> & {
  commands: readonly OwnCommand[];
  /** What is wrong with them, each with its line in config.toml where that is known. */
  warnings: readonly ConfigWarning[];
};

/** A command; the number that it resolves with, if it does, is the exit code. */
export type Run = (
  context: CommandContext,
  args: (string | string[] | undefined)[],
  options: never,
) => Promise<unknown>;

/** `sandbox` keeps a command away from everything that belongs to a real account. */
export type Act = (run: Run, options?: { sandbox?: boolean }) => (...all: unknown[]) => Promise<void>;

/** What the program is run with; app/start.tsx gives the process's own. */
export type ProgramPorts = {
  /** The writes that are commands; those of the engine when absent. */
  writes?: readonly AnyWrite[];
  io: Io;
  version: string;
  /** Whether the deck can be drawn: both ends are terminals that can move a cursor. Else the reason. */
  deck: { ok: true } | { ok: false; reason?: string };
  compose(flags: GlobalFlags): Promise<Composition>;
  startDeck(composition: Composition, flags: CommonFlags): Promise<number>;
  runSandbox: RunSandbox;
  runSsh: RunSsh;
  /** A port of this machine that nothing listens on, the wanted one where it is free. */
  freePort: FreePort;
  /** Opens an address in the browser of this machine, the address in no list of processes. */
  openLink: OpenLink;
  doctor: DoctorPorts;
  ownBindings: OwnBindingsOf;
  /** Aborts at Ctrl+C, and when the process is asked to end in another way. */
  signal: AbortSignal;
  /** The exit code of what aborted; that of Ctrl+C without it. */
  interruptedExit?: () => number;
  /** A bug of ours: keeps a report and answers what to tell the person. */
  report(error: unknown): string;
};
