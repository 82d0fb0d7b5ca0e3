import type { ChildProcess, SpawnOptions } from 'node:child_process';
import type { Clock } from '../../base/clock.ts';
import { type KeychainReply, type KeychainRequest, keychainArgument } from './keytar-child.ts';
import { keyringService, type SecretStore, type StoreFailure, type StoreResult } from './secret-store.ts';
import { classifyKeychainError, keychainLimitMs, saveFailure, storeFailure } from './store-failure.ts';

export type Spawn = (command: string, args: string[], options: SpawnOptions) => ChildProcess;

export type KeychainOptions = {
  /** `spawn` of node:child_process, handed in. */
  spawn: Spawn;
  /** The script that answers to `__keychain`: rigdeck itself. */
  entry: string;
  clock: Clock;
  env: Record<string, string | undefined>;
  platform: NodeJS.Platform;
  limitMs?: number;
};

export type KeychainStore = SecretStore & {
  readonly home: 'keychain';
  /** Whether a keyring answers, for the sign-in screen; asks no person anything and changes nothing. */
  probe(): Promise<StoreResult<void>>;
};

/**
 * The system keyring, one child process per call, killed when it does not answer in time. Each entry is read at
 * most once per run, whatever came of it, because some systems ask the person at every read; `fresh` reads
 * again. Without a desktop session it fails at once and starts nothing.
 */
export function keychainStore(options: KeychainOptions): KeychainStore {
  const { env, platform } = options;
  const reads = new Map<string, Promise<StoreResult<string | undefined>>>();
  const headless = platform === 'linux' && !env.DBUS_SESSION_BUS_ADDRESS;

  async function call(request: KeychainRequest): Promise<KeychainReply | StoreFailure> {
    return headless ? storeFailure('no-session-bus') : askChild(options, request);
  }

  async function read(account: string): Promise<StoreResult<string | undefined>> {
    const reply = await call({ op: 'get', service: keyringService, account });
    const failure = failureOf(reply);
    if (failure) return { ok: false, failure };
    const { value } = reply as { value: unknown };
    // A locked keyring and a missing entry give the same empty answer.
    if (typeof value !== 'string') return { ok: false, failure: storeFailure('locked-or-missing') };
    return { ok: true, value };
  }

  return {
    home: 'keychain',
    async probe() {
      const failure = failureOf(await call({ op: 'probe', service: keyringService }));
      return failure ? { ok: false, failure } : { ok: true, value: undefined };
    },
    get(account, { fresh = false } = {}) {
      const known = reads.get(account);
      if (known && !fresh) return known;
      const outcome = read(account);
      reads.set(account, outcome);
      return outcome;
    },
    async set(account, secret) {
      const reply = await call({ op: 'set', service: keyringService, account, secret });
      const failure = failureOf(reply, (text) => saveFailure(text, secret));
      if (failure) return { ok: false, failure };
      reads.set(account, Promise.resolve({ ok: true, value: secret }));
      return { ok: true, value: undefined };
    },
    async delete(account) {
      const reply = await call({ op: 'delete', service: keyringService, account });
      const failure = failureOf(reply);
      if (failure) return { ok: false, failure };
      reads.delete(account);
      return { ok: true, value: (reply as { value: unknown }).value === true };
    },
    async list() {
      const reply = await call({ op: 'list', service: keyringService });
      const failure = failureOf(reply);
      if (failure) return { ok: false, failure };
      const { value } = reply as { value: unknown };
      return { ok: true, value: Array.isArray(value) ? value.map(String) : [] };
    },
  };
}

function failureOf(
  reply: KeychainReply | StoreFailure,
  explain = (text: string) => storeFailure(classifyKeychainError(text), text),
): StoreFailure | undefined {
  if ('reason' in reply) return reply;
  if (reply.ok) return undefined;
  return reply.stage === 'load' ? storeFailure('no-library', reply.error) : explain(reply.error);
}

/** One request, one child. Settles exactly once and never rejects. */
function askChild(options: KeychainOptions, request: KeychainRequest): Promise<KeychainReply | StoreFailure> {
  const { spawn, entry, clock, env, limitMs = keychainLimitMs } = options;
  return new Promise((resolve) => {
    const over = new AbortController();
    let child: ChildProcess | undefined;
    const settle = (outcome: KeychainReply | StoreFailure) => {
      over.abort();
      child?.kill('SIGKILL');
      resolve(outcome);
    };
    try {
      const { RIGDECK_API_KEY: _, ...childEnv } = env;
      child = spawn(process.execPath, [entry, keychainArgument], {
        env: childEnv,
        stdio: ['pipe', 'pipe', 'ignore'],
        windowsHide: true,
      });
    } catch (error) {
      return settle(storeFailure('refused', String(error)));
    }
    let text = '';
    child.on('error', (error) => settle(storeFailure('refused', error.message)));
    child.on('close', () =>
      settle(readReply(text) ?? storeFailure('refused', 'the keyring child gave no answer')),
    );
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const reply = text.includes('\n') ? readReply(text) : undefined;
      if (reply) settle(reply);
    });
    // A child that dies early closes its end of the pipe; its exit says the rest.
    child.stdin?.on('error', () => {});
    child.stdin?.end(JSON.stringify(request));
    clock.sleep(limitMs, over.signal).then(
      () => settle(storeFailure('timeout')),
      () => {},
    );
  });
}

function readReply(text: string): KeychainReply | undefined {
  try {
    const reply: unknown = JSON.parse(text.slice(0, text.indexOf('\n')));
    return typeof reply === 'object' && reply !== null && 'ok' in reply
      ? (reply as KeychainReply)
      : undefined;
  } catch {
    return undefined;
  }
}
