import type { Clock } from '../base/clock.ts';
import type { ColumnView } from '../base/column-view.ts';
import type { ProfileTone } from '../base/theme-colours.ts';
import type { TraceEvent } from '../client/client.ts';
import type { Client } from '../client/client-type.ts';
import type { UnkeptKeys } from './api-keys/unkept-keys.ts';
import type { SshAddress } from './instances/reading.ts';
import type { JournalEvent, LimitEvent, Noted, RentEvent, RescueEvent } from './journal-events.ts';
import type { Sample } from './money/samples.ts';
import type { SavedSearchesPort } from './offers/saved-search.ts';
import type { CommandCall } from './own-commands.ts';
import type { TotpDrift } from './two-factor/tfa-flow-state.ts';
import type { Way } from './two-factor/tfa-methods.ts';
import type { UnkeptMark } from './two-factor/unkept-codes.ts';
import type { WriteSubject } from './write-words.ts';

/** One signed-in account: everything that a screen needs to know of it. */
export type Session = {
  api: Client;
  profile: string;
  /** The colour of the profile's name, a word of base/theme-colours.ts. */
  colour?: ProfileTone;
  baseUrl: string;
  /** Last four characters of the key. */
  keyTail: string;
  /** Where the key came from, for a person: `RIGDECK_API_KEY`, `system keyring`, … */
  source: string;
  readOnly: boolean;
  /** True on the embedded sandbox: nothing costs money. */
  sandbox: boolean;
  /** A two-factor login stands behind the calls: its session key is the Bearer, and not the API key. */
  verified?: Verified;
  /**
   * Its calls carry no key, and only those of a two-factor login go out, each with the `tfa_secret` that a web login
   * has handed over (2FA matrix, first column).
   */
  loggedOut?: { tfaSecret: string };
  /** Opened by a web login: no API key stands behind it, and when it ends the person signs in again. */
  keyless?: true;
  /** What can be made to happen there, on purpose; only the embedded sandbox has it. */
  rehearsal?: RehearsalPort;
};

/** `at` is when the session began (epoch ms) and `by` what verified it; absent when that is not known. */
export type Verified = {
  at?: number;
  by?: Way['kind'];
  home: SecretHome;
  /** Why the session key lasts for this run only although another home was meant. */
  note?: string;
};

/** A place that can keep a key, and, when it cannot, a sentence that says why. */
export type SecretHome = 'keychain' | 'file' | 'memory';
export type HomeState = { home: SecretHome; label: string; note: string; usable: boolean };

export type SignInPort = {
  /** The homes in the order in which they are offered; the keychain is probed for at most three seconds. */
  homes(): Promise<readonly HomeState[]>;
  /** A base URL as it will be used, or what is wrong with it. */
  cleanBaseUrl(input: string): { ok: true; url: string } | { ok: false; reason: string };
  /** A key as it will be used, or what is wrong with it. */
  cleanApiKey(input: string): { ok: true; key: string; note?: string } | { ok: false; reason: string };
  /** A session that is not kept anywhere yet: for checking the key. */
  connect(baseUrl: string, apiKey: string): Session;
  /**
   * Keeps the key of a session that was checked. When the home does not take it, nothing is kept anywhere and
   * `text` says why; `instead` is the home that is left then. `session` is the one to go on with, under the profile that the key is now kept in; `level`
   * stands when the person should not overlook the text, as with an old copy that could not be deleted.
   */
  keep(
    session: Session,
    apiKey: string,
    home: SecretHome,
  ): Promise<{ ok: boolean; text: string; level?: 'warn'; session?: Session; instead?: SecretHome }>;
  /**
   * The same account with the session key of a two-factor login as its Bearer; the key is kept in `home`, else where
   * the API key is. `undefined` goes back to the API key and forgets the session key everywhere.
   */
  withSessionKey(
    session: Session,
    sessionKey: string | undefined,
    options?: Partial<Pick<Verified, 'by' | 'home'>>,
  ): Promise<Session>;
  /**
   * A service seen by somebody logged out, for a two-factor login that a web login began. Given a session,
   * `withSessionKey` leads back to its account, without a session key too; given a base URL, to one without an API key.
   */
  loggedOut(from: Session | { baseUrl: string }, tfaSecret: string): Session;
  /** The embedded sandbox as a session. */
  openSandbox(): Promise<Session>;
  /** A sentence when another source would win over a key that is stored now. */
  overriddenBy: string | undefined;
  /** The base URL that a flag, a variable, a profile or config.toml names, as it stands there. */
  knownBaseUrl?: string | undefined;
};

/** An id that was paid for: kept on disk until it is known to be gone. */
export type Watch = { id: number; offerId: number; at: number; label?: string; gpu?: string };
export type WatchesPort = {
  list(): readonly Watch[];
  /** Resolves once it is on the disk, or cannot be. */
  add(watch: Watch): Promise<void>;
  remove(id: number, at: number): void;
};

/** The rent journal of one account (design: never pay twice). */
export type JournalPort = {
  /** Oldest first; another array after each change. */
  events(): readonly JournalEvent[];
  /** Those of every account. */
  all(): readonly JournalEvent[];
  /**
   * The user that the key belongs to is known: rents of their other keys are of this account, too. Answers whether that is
   * news, so that the account is to be claimed again.
   */
  isOf(user: number): boolean;
  /** Calls back after each change; answers how to end that. */
  subscribe(listener: () => void): () => void;
  /** Resolves once it is on the disk, or cannot be; it counts for this run in any case. */
  append(event: RentEvent | LimitEvent | RescueEvent): Promise<Noted>;
  /** What this run has appended and the disk has not taken, oldest first. */
  unkept(): readonly (RentEvent | LimitEvent | RescueEvent)[];
  /** How many lines of which file cannot be read, so that it is not known what they said; undefined when all can. */
  damage(): { lines: number; path: string } | undefined;
  /** Whether what is appended now would be on the disk, and no other rigdeck could rent meanwhile. */
  check(): Promise<Noted>;
  /**
   * Becomes the one rigdeck that rents on this account, and reads what others wrote before; asked again, it makes sure
   * that this still holds. Else `message` says who is the one.
   */
  claim(): Promise<Noted>;
  /** Lets another rigdeck be the one, as when the session ends. */
  release(): void;
};

/** What the deck has read itself, as series over time; engine/money/samples.ts names them. */
export type SamplesPort = {
  /** Oldest first; the same array until the series changes. */
  series(name: string): readonly Sample[];
  /** What each of these series was at a time (epoch ms). */
  add(at: number, of: Record<string, number>): void;
  /** Calls back after each change; answers how to end that. */
  subscribe(listener: () => void): () => void;
};

/**
 * What became of a copy, and the sentence to show. `sent` went to the terminal, which does not say what it did with it;
 * `not-copied` is certain, and the text says why.
 */
export type Copied = { how: 'copied' | 'sent' | 'not-copied'; text: string };

type SshEnd = { ok: boolean; text: string; command?: string };
export type TerminalPort = {
  /** Takes Ink's suspendTerminal, which exists only inside its tree; answers how to let go of it. */
  attach(suspend: (work: () => void | Promise<void>) => Promise<void>): () => void;
  /**
   * Hands the terminal to ssh, says what should be known `before`, and comes back; `text` says how it ended, `command`
   * mends it and is never run by us.
   */
  ssh(target: SshAddress, instanceId: number, before?: string): Promise<SshEnd>;
  /** The same in a new pane beside the deck; absent where the terminal has none. */
  sshPane?(target: SshAddress, instanceId: number): Promise<{ ok: boolean; text: string }>;
  /** The same with nothing but a tunnel: a port of this machine leads to one of the instance until Ctrl+C. */
  tunnel(target: SshAddress, instanceId: number, ports: { local: number; remote: number }): Promise<SshEnd>;
  /** Hands the terminal to a command of the person's own, or runs it `apart` from it; `text` says how it ended. */
  run(call: CommandCall, how: { apart: boolean }): Promise<{ ok: boolean; text: string }>;
  /** A port of this machine that is free: the wanted one, else any. */
  freePort(wanted: number): Promise<number | undefined>;
  /** Opens an address in a browser of this machine; not `ok` where there is none, as over SSH. */
  openLink(url: string): Promise<{ ok: boolean; text: string }>;
  /** The file in which ssh keeps the host keys of an instance. */
  knownHosts(instanceId: number): string;
  /** Hands the terminal to $EDITOR; undefined when nothing was changed or it failed. */
  edit(text: string): Promise<{ text: string | undefined; note?: string }>;
  copy(text: string): Promise<Copied>;
  /** Sends a text to the default printer; `text` says what came of it. */
  print?(text: string): Promise<{ ok: boolean; text: string }>;
  /** Calls a person who looks elsewhere: a note of the desktop where the terminal can show one, else the bell. */
  notify(text: string): void;
  /** Shows a title on the terminal's window. */
  title?(text: string): void;
  /** Draws the whole screen anew. */
  repaint(): void;
  /** Stops the process as Ctrl+Z does in a shell; resolves with a note when that is not possible here. */
  suspend(): Promise<string | undefined>;
  /** Chunks from stdin before Ink takes them apart; silent while another program has the terminal. */
  onRaw(listener: (chunk: string) => void): () => void;
  /** Pastes are marked there, so that whatever comes without marks was typed. */
  readonly marksPastes?: boolean;
  /** True while the terminal window has the focus; true when the terminal does not tell. */
  focused(): boolean;
  onFocus(listener: (focused: boolean) => void): () => void;
};

/** One attempt of a call with what it carried; secrets are masked, and long lists are cut. */
export type SeenCall = TraceEvent & {
  /** Counts from 1 in this run. */
  id: number;
  /** Behind the path, with its question mark; empty when there is none. */
  query: string;
  sent?: unknown;
  got?: unknown;
};

/** The last calls of this run, for the person to see; nothing of them is kept. */
export type CallsPort = {
  /** Oldest first; another array after each call. */
  list(): readonly SeenCall[];
  /** The writes whose answer has not come, oldest first; another array when one begins or ends. */
  underWay(): readonly WriteUnderWay[];
  /** Calls back after each call, and when a write begins or ends; answers how to end that. */
  subscribe(listener: () => void): () => void;
};

/** `since` by the machine's clock (epoch ms). */
export type WriteUnderWay = { endpoint: string; subject: WriteSubject; since: number };

export type NewFileSaved =
  /** `warnings` say what could carry the file away from this machine. */
  { ok: true; path: string; warnings: readonly string[] } | { ok: false; message: string };

/** The accounts that a person has signed in to. */
export type ProfilesPort = {
  /** In the order in which they were made. */
  list(): readonly KnownProfile[];
  /** The account of one of them with its own key, for this run; `text` says why not. */
  open(name: string): Promise<{ ok: true; session: Session } | { ok: false; text: string }>;
};
export type KnownProfile = { name: string; baseUrl: string; readOnly: boolean };

/** Where the columns of each list are kept; `save` resolves to a sentence when they last for the run only. */
export type ViewsPort = {
  load(list: string): ColumnView | undefined;
  save(list: string, view: ColumnView): Promise<string | undefined>;
};

/** Everything replaceable that the deck talks to. Made by the composition roots and by tests. */
export type Services = OwnPorts & {
  clock: Clock;
  random(): number;
  version: string;
  timeZone: string;
  /** Milliseconds that a lone ESC waits before it counts. */
  escWaitMs: number;
  signIn: SignInPort;
  watches(session: Session): WatchesPort;
  journal(session: Session): JournalPort;
  samples(session: Session): SamplesPort;
  /** Keeps or forgets the restricted key of an instance, in the same home as the API key. */
  instanceKeys(session: Session): {
    keep(id: number, key: string): Promise<void>;
    forget(id: number): Promise<void>;
  };
  terminal: TerminalPort;
  /** From here on the clients of every account refuse whatever would change something, until the program ends. */
  refuseWrites(): void;
  unkeptCodes(session: Session): UnkeptMark;
  unkeptKeys(session: Session): UnkeptKeys;
  /** Whom ssh logs in as. */
  sshUser: string;
  /** What the rent form was filled with last; never values of variables or registry credentials. */
  drafts?: { load(): Record<string, string> | undefined; save(values: Record<string, string>): void };
  views?: ViewsPort;
  /** Seconds between reads of the instances, with which the other reads keep step; 0 for by hand, 20 when absent. */
  refresh?: number;
  calls?: CallsPort;
  profiles?: ProfilesPort;
  /** Renting dearer than this, in $/h, wants a word typed; 5 when absent. */
  confirmAbove?: number;
  /** Loads what tells a wrong clock from a wrong authenticator code. */
  totpDrift?(): Promise<TotpDrift>;
  /** Writes a secret into a new file that only its owner reads; only with `over` in the place of one that is there. */
  saveNewFile?(path: string, text: string, options?: { over: boolean }): Promise<NewFileSaved>;
  /** The commands of earlier runs, oldest first; without it they last for this run. */
  history?: { list(): readonly string[]; keep(lines: readonly string[]): void };
  /** The `.pub` files of the person's ~/.ssh. */
  publicKeyFiles?(): Promise<readonly { name: string; text: string }[]>;
  /** What the terminal shows: its colours (0 none, 1 the 16, 2 the 256, 3 any) and its own background. */
  display?: { level: 0 | 1 | 2 | 3; background: 'dark' | 'light' };
  /** Writes a line to the log; secrets are cut out of it there. */
  log(level: 'info' | 'warn' | 'error', text: string): void;
};

/** Which account a session is of: the same text for the same key at the same service. */
export const keyOf = (session: Session | undefined): string | undefined =>
  session === undefined ? undefined : `${session.baseUrl} ${session.profile} ${session.keyTail}`;

/** What of the person's own stands behind the deck: searches that they saved, and how they want to be called. */
export type OwnPorts = {
  searches?: SavedSearchesPort;
  /** False where config.toml turns notifications off. */
  bell?: boolean;
  /** Gives an event to the program of `on_event`; `failed` says why that did not work. */
  onEvent?(event: Readonly<Record<string, string | number>>, failed: (why: string) => void): void;
};

/** Something that a person lets happen on the embedded sandbox, to see how it looks and what to do about it. */
export type Rehearsal =
  | { kind: 'pass'; seconds: number }
  /** `calls` left out: no call is answered until `heal`. */
  | { kind: 'no-answer'; calls?: number }
  | { kind: 'lose-rent-answer' }
  /** One call is answered with 429, and asks for `waitSeconds`. */
  | { kind: 'too-many-requests'; waitSeconds: number }
  /** Every call is answered again, and none asks for two-factor; machines, offers and money stay as they are. */
  | { kind: 'heal' }
  | { kind: 'instance'; id: number; fate: 'exited' | 'unknown' | 'offline' | 'outbid' | 'by-itself' }
  | { kind: 'offer'; id: number; fate: 'taken' | 'busy' | 'dearer' | 'as-it-was' }
  | { kind: 'revoke-key' }
  | { kind: 'require-two-factor' }
  | { kind: 'lock-methods' }
  | { kind: 'credit'; dollars: number };

/** A code that the service sent, as the phone or the mailbox of the account would show it; `at` in epoch ms. */
export type SentMessage = { channel: 'sms' | 'email'; to: string; code: string; at: number };

export type RehearsalPort = {
  /** Lets it happen at once; answers why not when that is not possible. */
  run(what: Rehearsal): string | undefined;
  /** Oldest first. */
  messages(): readonly SentMessage[];
  /** How far the sandbox's clock is ahead of the machine's, in ms; the deck's goes with it. */
  aheadMs(): number;
};
