import { watchesOf } from '../../src/app/account-ports.ts';
import { makeAccount } from '../../src/app/accounts.ts';
import { openCallList } from '../../src/app/call-list.ts';
import { rehearsalPort } from '../../src/app/rehearsal.ts';
import { toSession } from '../../src/app/session.ts';
import { loggedOut, withSessionKey } from '../../src/app/tfa-sessions.ts';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import { type ClientSettings, createClient } from '../../src/client/client.ts';
import type { Endpoints } from '../../src/client/endpoint-row.ts';
import { type KnownService, knownServices } from '../../src/client/rate-limiter.ts';
import type { FetchLike } from '../../src/client/transport.ts';
import type { AccountGiven } from '../../src/commands/cli/context.ts';
import type { JournalEvent } from '../../src/engine/journal-events.ts';
import { sampleRules } from '../../src/engine/money/samples.ts';
import type { ScreenName } from '../../src/engine/route.ts';
import type { JournalPort, SamplesPort, Services, Session, TerminalPort } from '../../src/engine/services.ts';
import { cleanApiKey } from '../../src/platform/credentials/api-key.ts';
import { cleanBaseUrl } from '../../src/platform/credentials/base-url.ts';
import { memoryStore } from '../../src/platform/credentials/memory-store.ts';
import { openSamples } from '../../src/platform/files/samples.ts';
import type { Log } from '../../src/platform/log/log.ts';
import { createRedactor } from '../../src/platform/log/redact.ts';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import { noteCall } from './reached.ts';

export type { Clock, Services, Session };
export { systemClock };

export const baseUrl = 'https://sandbox.test';

/** A sandbox and the services of a deck over it, all in this process, on whatever timers the test has set. */
export function testWorld({
  endpoints,
  ...options
}: Partial<SandboxOptions> & { endpoints?: Endpoints | undefined } = {}) {
  const clock: Clock = systemClock;
  const sandbox = createSandbox({ clock, seed: 7, offers: 300, ...options });
  const calls = {
    open: 0,
    waiting: 0,
    /** What shows while a call is made, once there is a deck. */
    screen: (): ScreenName | undefined => undefined,
    seen: [] as { path: string; bearer: string | undefined; body?: string }[],
  };
  const transport: FetchLike = async (url, init) => {
    calls.open += 1;
    const bearer = new Headers(init.headers).get('Authorization')?.replace('Bearer ', '');
    const body = typeof init.body === 'string' ? { body: init.body } : {};
    const { pathname: path } = new URL(url);
    calls.seen.push({ path, bearer, ...body });
    noteCall({ method: init.method ?? 'GET', path, ...body }, calls.screen());
    try {
      return await sandbox.fetch(new Request(url, init));
    } finally {
      calls.open -= 1;
    }
  };
  const redactor = createRedactor();
  const callList = openCallList(redactor, clock.now);
  const memory = memoryStore();
  const stores = { keychain: memory, file: memory, memory };
  const knownHere = knownServices();
  /** As the program knows it; `waiting` counts the calls that are held back by the pace of a service. */
  const known = (url: string, by: Clock): KnownService => {
    const { limiter, offset } = knownHere(url, by);
    const turn: typeof limiter.turn = async (...given) => {
      calls.waiting += 1;
      try {
        await limiter.turn(...given);
      } finally {
        calls.waiting -= 1;
      }
    };
    return { limiter: { ...limiter, turn }, offset };
  };
  const client = (o: Pick<ClientSettings, 'baseUrl' | 'bearer'> & Partial<ClientSettings>) =>
    createClient({
      ...{ transport, clock, random: () => 0.5, userAgent: 'rigdeck/test' },
      known: known(o.baseUrl, o.clock ?? clock),
      ...(endpoints && { endpoints }),
      ...o,
      bearer: (call) => {
        const key = o.bearer(call);
        redactor.add(key);
        return key;
      },
      trace: callList.heard,
      heardWrite: callList.heardWrite,
    });
  let writesRefused = false;
  const accountFor = (given: Omit<AccountGiven, 'readOnly' | 'sandbox'>, readOnly = false, by = clock) =>
    makeAccount(
      { ...given, readOnly, sandbox: false },
      {
        stores,
        connect: (o) => client({ ...o, clock: by }),
        readOnly: () => readOnly || writesRefused,
        pending: () => {},
      },
    );
  const connect = (apiKey: string, readOnly = false, by = clock): Session => {
    const source = { kind: 'memory', label: 'memory', last4: apiKey.slice(-4) } as const;
    return toSession(accountFor({ apiKey, baseUrl, source, home: 'memory', profile: 'main' }, readOnly, by));
  };
  const parts = {
    clock,
    makeAccount: accountFor,
    log: { warn: (text: string) => void logged.push(text) } as unknown as Log,
    redactor,
    connect: (o: { baseUrl: string }) => client({ ...o, bearer: () => undefined }),
    readOnly: () => false,
  };
  const sandboxClock: Clock = { now: sandbox.now, sleep: clock.sleep };
  /** The session of the embedded sandbox, as the program opens it: time there is the sandbox's own. */
  const embedded = (): Session => ({
    ...connect(sandbox.apiKey, false, sandboxClock),
    profile: 'sandbox',
    sandbox: true,
    rehearsal: rehearsalPort(sandbox),
  });
  const kept: { home: string; apiKey: string }[] = [];
  const listeners = new Set<() => void>();
  let events: readonly JournalEvent[] = [];
  /** Answers of the disk to the next appends; it takes every line when there is none left. */
  const disk: { ok: false; message: string }[] = [];
  /** What of the journal cannot be read. */
  const damage: { of: ReturnType<JournalPort['damage']> } = { of: undefined };
  let unkept: readonly Parameters<JournalPort['append']>[0][] = [];
  /** Who is the one that rents, when it is not this deck. */
  const writer: { other: string | undefined } = { other: undefined };
  const journal: JournalPort = {
    events: () => events,
    all: () => events,
    isOf: () => false,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    append: async (event) => {
      events = [...events, { ...event, base_url: baseUrl, key_id: 'test' }];
      for (const listener of [...listeners]) listener();
      const noted = disk.shift() ?? { ok: true };
      if (!noted.ok) unkept = [...unkept, event];
      return noted;
    },
    unkept: () => unkept,
    damage: () => damage.of,
    check: async () => disk[0] ?? { ok: true },
    claim: async () => (writer.other === undefined ? { ok: true } : { ok: false, message: writer.other }),
    release: () => {},
  };
  const watches = watchesOf(journal);
  const store = openSamples({ clock, rules: sampleRules });
  const samples: SamplesPort = { ...store, add: (at, of) => void store.add(at, of) };
  const instanceKeys = new Map<number, string>();
  const ssh: { command: string; id: number; before?: string }[] = [];
  const commands: (Parameters<TerminalPort['run']>[0] & { apart: boolean })[] = [];
  const tunnels: { host: string; id: number; local: number; remote: number }[] = [];
  /** Ports of this machine on which something listens. */
  const taken = new Set<number>();
  const opened: string[] = [];
  /** Whether a browser can be opened, as on a desktop. */
  const browser = { there: true };
  const saved = new Map<string, string>();
  const copied: string[] = [];
  const logged: string[] = [];
  let edited: string | undefined;
  let history: readonly string[] = [];
  let unkeptSince: number | undefined;
  const unkeptKeys = new Map<number, number>();
  const services: Services = {
    clock,
    random: () => 0.5,
    version: '0.0.0-test',
    timeZone: 'UTC',
    escWaitMs: 30,
    sshUser: 'root',
    signIn: {
      homes: async () => [
        { home: 'keychain', label: 'system keyring', note: 'no session bus here', usable: false },
        {
          home: 'file',
          label: 'a file only you read',
          note: '~/.config/rigdeck/credentials.json',
          usable: true,
        },
        { home: 'memory', label: 'memory', note: 'gone when you quit', usable: true },
      ],
      cleanBaseUrl: (input) => {
        const read = cleanBaseUrl(input);
        return read.ok ? { ok: true, url: read.baseUrl } : read;
      },
      cleanApiKey: (input) => {
        const { key, flaw } = cleanApiKey(input);
        return flaw === undefined ? { ok: true, key } : { ok: false, reason: flaw.message };
      },
      connect: (_url, apiKey) => connect(apiKey),
      keep: async (_session, apiKey, home) => {
        kept.push({ home, apiKey });
        return { ok: true, text: 'kept' };
      },
      withSessionKey: (session, key, options) => withSessionKey(parts, session, key, options),
      loggedOut: (from, tfaSecret) => loggedOut(parts, from, tfaSecret),
      openSandbox: async () => embedded(),
      overriddenBy: undefined,
    },
    watches: () => watches,
    journal: () => journal,
    samples: () => samples,
    unkeptCodes: () => ({
      since: () => unkeptSince,
      note: async (at) => {
        unkeptSince = at;
      },
      drop: async () => {
        unkeptSince = undefined;
      },
    }),
    unkeptKeys: () => ({
      list: () => [...unkeptKeys].map(([id, at]) => ({ id, at })),
      note: async (id, at) => void unkeptKeys.set(id, at),
      drop: async (id) => void unkeptKeys.delete(id),
    }),
    instanceKeys: () => ({
      keep: async (id, key) => void instanceKeys.set(id, key),
      forget: async (id) => void instanceKeys.delete(id),
    }),
    refuseWrites: () => {
      writesRefused = true;
    },
    terminal: {
      attach: () => () => {},
      ssh: async (target, id, before) => {
        ssh.push({ command: target.command, id, ...(before === undefined ? {} : { before }) });
        return { ok: true, text: 'ssh ended after 1s' };
      },
      tunnel: async (target, id, { local, remote }) => {
        tunnels.push({ host: target.host, id, local, remote });
        return { ok: true, text: 'The tunnel is closed' };
      },
      run: async (call, { apart }) => {
        commands.push({ ...call, apart });
        return { ok: true, text: `${call.name} ended with exit code 0 after 3s` };
      },
      freePort: async (wanted) => (taken.has(wanted) ? 49_152 : wanted),
      openLink: async (url) => {
        if (!browser.there) return { ok: false, text: 'No browser can be opened from here. The address is:' };
        opened.push(url);
        return { ok: true, text: 'Opened in your browser.' };
      },
      knownHosts: (id) => `/state/known_hosts/${id}`,
      edit: async () => ({ text: edited }),
      copy: async (text) => {
        copied.push(text);
        return { how: 'copied', text: 'Copied' };
      },
      notify: () => {},
      marksPastes: true,
      repaint: () => {},
      suspend: async () => undefined,
      onRaw: () => () => {},
      focused: () => true,
      onFocus: () => () => {},
    },
    calls: callList,
    history: {
      list: () => history,
      keep: (lines) => {
        history = lines;
      },
    },
    saveNewFile: async (path, text, options) => {
      if (saved.has(path) && options?.over !== true)
        return { ok: false, message: `${path} is there already and is left as it is.` };
      saved.set(path, text);
      return { ok: true, path, warnings: [] };
    },
    log: (_level, text) => void logged.push(text),
  };
  return {
    sandbox,
    services,
    calls,
    connect,
    embedded,
    kept,
    watches,
    journal,
    disk,
    damage,
    writer,
    /** The journal as the next start finds it. */
    setEvents: (next: readonly JournalEvent[]) => {
      events = next;
    },
    samples,
    instanceKeys,
    ssh,
    tunnels,
    commands,
    taken,
    opened,
    browser,
    saved,
    copied,
    logged,
    setEdited: (text: string) => {
      edited = text;
    },
  };
}
export type TestWorld = ReturnType<typeof testWorld>;
