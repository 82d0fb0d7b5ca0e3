import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compose } from '../../src/app/composition.ts';
import { createDeckServices, toSession } from '../../src/app/deck-services.ts';
import { manualClock } from '../../src/base/clock.ts';
import type { FetchLike } from '../../src/client/transport.ts';
import type { GlobalFlags } from '../../src/commands/cli/global-flags.ts';
import type { Session, TerminalPort } from '../../src/engine/services.ts';
import { accountOf, keyFingerprint } from '../../src/platform/credentials/secret-store.ts';
import { openDrafts } from '../../src/platform/files/draft.ts';
import { openUnkeptCodes } from '../../src/platform/files/unkept-codes.ts';
import { openViews } from '../../src/platform/files/views.ts';
import { failing, fakeChildren, keyringAnswers } from '../platform/credentials/fake-children.ts';
import { baseUrl, keyA, keyB } from '../platform/credentials/homes.ts';
import { tempFolder } from '../platform/files/temp-folder.ts';

const noTerminal = {} as TerminalPort;
const bus = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus' };

/** The services of one run of the program over a folder; the network answers nothing and counts. */
async function run(
  given: {
    folder?: string;
    flags?: GlobalFlags;
    env?: Record<string, string>;
    keyring?: Parameters<typeof fakeChildren>[0];
    transport?: FetchLike;
    random?: () => number;
  } = {},
) {
  const folder = given.folder ?? tempFolder();
  const clock = manualClock(Date.UTC(2026, 10, 27));
  const { spawn, calls } = fakeChildren(given.keyring ?? keyringAnswers());
  const requests: string[] = [];
  const composition = await compose(
    {
      env: { HOME: folder, ...bus, ...given.env },
      clock,
      random: given.random ?? (() => 0.5),
      stdin: async () => '',
      spawn,
      entry: '/opt/rigdeck.js',
      platform: 'linux',
      version: '1.2.3',
      transport:
        given.transport ??
        (async (url) => {
          requests.push(String(url));
          throw new TypeError('no network here');
        }),
    },
    given.flags ?? {},
  );
  const services = createDeckServices(
    composition,
    noTerminal,
    {
      drafts: await openDrafts(undefined),
      unkeptCodes: await openUnkeptCodes(join(folder, 'unkept-codes.json')),
      views: await openViews(join(folder, 'views.json')),
      profile: () => undefined,
    },
    'UTC',
  );
  // What is noted of a rent is written in its turn, whoever waits for it: the folder goes after the last of it.
  const sessions = new Set<Session>();
  const watches: typeof services.watches = (session) => {
    sessions.add(session);
    return services.watches(session);
  };
  onTestFinished(async () => {
    for (const session of sessions) await services.journal(session).check();
  });
  const config = join(folder, '.config', 'rigdeck');
  return {
    folder,
    clock,
    calls,
    requests,
    composition,
    services: { ...services, watches },
    credentials: join(config, 'credentials.json'),
  };
}

const hangs = () => 'hang' as const;
const noBus = () => failing('Cannot autolaunch D-Bus without X11 $DISPLAY');
const text = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

describe('the services', () => {
  it('C036 ask neither the network nor the keyring before they are asked', async () => {
    const { services, calls, requests } = await run();
    services.signIn.connect(baseUrl, keyA);
    expect({ calls, requests }).toEqual({ calls: [], requests: [] });
  });

  it('hold an Escape back longer over SSH', async () => {
    expect((await run()).services.escWaitMs).toBe(30);
    expect((await run({ env: { SSH_CONNECTION: '1 2 3 4' } })).services.escWaitMs).toBe(100);
  });

  it('cut a key out of the log', async () => {
    const { services, composition } = await run();
    services.signIn.connect(baseUrl, keyA);
    services.log('warn', `the key is ${keyA}`);
    expect(composition.log.last(1)[0]).toContain('the key is');
    expect(composition.log.last().join('\n')).not.toContain(keyA);
  });
});

describe('homes', () => {
  it('are the keyring, a file and memory, the keyring asked once', async () => {
    const { services, calls } = await run();
    const homes = await services.signIn.homes();
    expect(homes.map(({ home, usable }) => [home, usable])).toEqual([
      ['keychain', true],
      ['file', true],
      ['memory', true],
    ]);
    expect(homes[1]?.note).toBe('~/.config/rigdeck/credentials.json   0600');
    expect(calls.map(({ request }) => request?.op)).toEqual(['probe']);
  });

  it('C027 do not wait longer than 3 s for a keyring that hangs, and say why it is out', async () => {
    const { services, clock, calls } = await run({ keyring: hangs });
    const homes = services.signIn.homes();
    clock.advance(3000);
    expect((await homes)[0]).toMatchObject({
      usable: false,
      note: 'gave no answer in 3 s; it may be waiting to be unlocked.',
    });
    expect(calls[0]?.killed).toBe(true);
  });

  it('C028 say in a plain line that there is no desktop session', async () => {
    const { services } = await run({ keyring: noBus });
    expect((await services.signIn.homes())[0]).toMatchObject({
      usable: false,
      note: 'cannot be reached: there is no desktop session here.',
    });
  });

  it('are memory alone in the sandbox', async () => {
    const { services, calls } = await run({ flags: { sandbox: true } });
    expect((await services.signIn.homes()).map(({ home }) => home)).toEqual(['memory']);
    expect(calls).toEqual([]);
  });
});

describe('what is known before a person types', () => {
  it('is the base URL of the environment, else of the profile', async () => {
    expect((await run()).services.signIn.knownBaseUrl).toBeUndefined();
    const first = await run({ env: { RIGDECK_BASE_URL: baseUrl } });
    expect(first.services.signIn.knownBaseUrl).toBe(baseUrl);
    await first.services.signIn.keep(first.services.signIn.connect(baseUrl, keyA), keyA, 'memory');
    expect((await run({ folder: first.folder })).services.signIn.knownBaseUrl).toBe(baseUrl);
  });

  it('C026 is the source that would win over a stored key, by its last four characters', async () => {
    expect((await run()).services.signIn.overriddenBy).toBeUndefined();
    const { services } = await run({ env: { RIGDECK_API_KEY: keyA } });
    expect(services.signIn.overriddenBy).toBe(
      'RIGDECK_API_KEY (…AAAA) is set and wins over a key stored here.',
    );
  });

  it('takes a base URL in the one form that is used', async () => {
    const { cleanBaseUrl } = (await run()).services.signIn;
    expect(cleanBaseUrl(`${baseUrl}/api/v0/`)).toEqual({ ok: true, url: baseUrl });
    expect(cleanBaseUrl('http://api.example.com')).toMatchObject({ ok: false });
    expect(cleanBaseUrl('http://127.0.0.1:8080')).toEqual({ ok: true, url: 'http://127.0.0.1:8080' });
  });
});

describe('keeping a key', () => {
  it('puts it into the keyring and nowhere else, under a profile that the next run finds', async () => {
    const entries = new Map<string, string>();
    const { services, credentials, folder } = await run({ keyring: keyringAnswers(entries) });
    const kept = await services.signIn.keep(services.signIn.connect(baseUrl, keyA), keyA, 'keychain');
    expect(kept).toMatchObject({ ok: true, text: expect.stringContaining('the system keyring') });
    expect(kept.session).toMatchObject({
      profile: 'default',
      baseUrl,
      keyTail: 'AAAA',
      source: 'profile "default" (system keyring)',
      sandbox: false,
    });
    expect([...entries.values()]).toEqual([keyA]);
    expect(existsSync(credentials)).toBe(false);
    const next = await run({ folder, keyring: keyringAnswers(entries) });
    expect(await next.composition.credential()).toMatchObject({ ok: true, apiKey: keyA, baseUrl });
  });

  it('C026 says as a key is saved which one the next start uses in its place', async () => {
    const { services } = await run({ env: { RIGDECK_API_KEY: 'other-key-other-AAAA' } });
    const session = services.signIn.connect(baseUrl, keyB);
    const kept = await services.signIn.keep(session, keyB, 'file');
    expect(kept).toMatchObject({ ok: true, level: 'warn' });
    expect(kept.text).toContain(
      'The next start uses RIGDECK_API_KEY (…AAAA) in its place: unset that to use this one.',
    );
    expect((await services.signIn.keep(session, keyB, 'memory')).text).not.toContain('next start');
    const alone = (await run()).services.signIn;
    expect((await alone.keep(alone.connect(baseUrl, keyB), keyB, 'file')).text).not.toContain('next start');
  });

  it('C030 leaves no file behind when the keyring refuses, and says so', async () => {
    const { services, credentials } = await run({ keyring: noBus });
    const kept = await services.signIn.keep(services.signIn.connect(baseUrl, keyA), keyA, 'keychain');
    expect(kept).toMatchObject({ ok: false, text: expect.stringMatching(/^Not kept\. /), instead: 'memory' });
    const { signIn } = services;
    expect(await signIn.keep(signIn.connect(baseUrl, keyA), keyA, 'memory')).toMatchObject({ ok: true });
    expect(kept.text).not.toContain(keyA);
    expect(existsSync(credentials)).toBe(false);
  });

  it('C030 writes a file for its owner alone, and deletes it once the keyring has the key', async () => {
    const { services, credentials } = await run();
    const session = services.signIn.connect(baseUrl, keyA);
    await services.signIn.keep(session, keyA, 'file');
    expect(statSync(credentials).mode & 0o777).toBe(0o600);
    expect(text(credentials)).toContain(keyA);
    const kept = await services.signIn.keep(session, keyA, 'keychain');
    expect(kept.text).toContain('An older copy in a file only you read was deleted.');
    expect(text(credentials)).not.toContain(keyA);
  });

  it('says of memory that it is forgotten, and writes no key', async () => {
    const { services, credentials, folder } = await run();
    const kept = await services.signIn.keep(services.signIn.connect(baseUrl, keyA), keyA, 'memory');
    expect(kept.text).toContain('forgotten when rigdeck quits');
    expect(existsSync(credentials)).toBe(false);
    expect(text(join(folder, '.config', 'rigdeck', 'profiles.json'))).not.toContain(keyA);
  });

  it('does not overwrite the profile of another service', async () => {
    const { services, composition } = await run();
    await services.signIn.keep(services.signIn.connect(baseUrl, keyA), keyA, 'memory');
    const other = 'https://other.example.org';
    const kept = await services.signIn.keep(services.signIn.connect(other, keyB), keyB, 'memory');
    expect(kept.session?.profile).toBe('other.example.org');
    expect(composition.profiles.get('default')?.baseUrl).toBe(baseUrl);
  });

  it('replaces the key of the profile of the same service', async () => {
    const { services, composition } = await run();
    await services.signIn.keep(services.signIn.connect(baseUrl, keyA), keyA, 'file');
    await services.signIn.keep(services.signIn.connect(baseUrl, keyB), keyB, 'file');
    expect(composition.profiles.all().map(({ name, keyId }) => [name, keyId])).toEqual([
      ['default', keyFingerprint(keyB)],
    ]);
  });

  it('uses the profile that was named, and refuses a name that is none', async () => {
    const named = await run({ flags: { profile: 'work' } });
    const { signIn } = named.services;
    expect((await signIn.keep(signIn.connect(baseUrl, keyA), keyA, 'memory')).session?.profile).toBe('work');
    const bad = await run({ flags: { profile: '../x' } });
    const kept = await bad.services.signIn.keep(bad.services.signIn.connect(baseUrl, keyA), keyA, 'memory');
    expect(kept).toEqual({ ok: false, text: expect.stringContaining('no name for a profile') });
  });
});

describe('rents', () => {
  const watch = { id: 7, offerId: 3, at: 1000, label: 'train-a' };

  it('are remembered across runs until they are gone', async () => {
    const { services, folder } = await run();
    const session = services.signIn.connect(baseUrl, keyA);
    services.watches(session).add(watch);
    expect(services.watches(session).list()).toEqual([watch]);
    await written(folder, '"id":7');
    const next = (await run({ folder })).services;
    const again = next.watches(next.signIn.connect(baseUrl, keyA));
    expect(again.list()).toEqual([watch]);
    again.remove(7, 2000);
    expect(again.list()).toEqual([]);
  });

  it('are those of one account: another key or another service has its own', async () => {
    const { services } = await run();
    const { signIn, watches } = services;
    watches(signIn.connect(baseUrl, keyA)).add(watch);
    expect(watches(signIn.connect(baseUrl, keyB)).list()).toEqual([]);
    expect(watches(signIn.connect('https://other.example.org', keyA)).list()).toEqual([]);
  });

  it('of a sandbox beside a real account never reach its list', async () => {
    const { services, folder } = await run();
    const sandbox = await services.signIn.openSandbox();
    services.watches(sandbox).add(watch);
    expect(services.watches(sandbox).list()).toEqual([watch]);
    const real = services.signIn.connect(baseUrl, keyA);
    services.watches(real).add({ ...watch, id: 8 });
    await written(folder, '"id":8');
    expect(text(rents(folder))).not.toContain('"id":7');
  });

  it('that cannot be written are remembered for this run, and the log says why', async () => {
    const { services, composition } = await run({ flags: { sandbox: true } });
    const session = services.signIn.connect(baseUrl, keyA);
    services.watches(session).add(watch);
    expect(services.watches(session).list()).toEqual([watch]);
    await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    expect(composition.log.last().join('\n')).toContain('rents not written');
  });
});

describe('the word of unkept backup codes', () => {
  it('of a sandbox is forgotten with it, beside that of an account', async () => {
    const { services, folder } = await run();
    const file = join(folder, 'unkept-codes.json');
    const sandbox = services.unkeptCodes(await services.signIn.openSandbox());
    await sandbox.note(1_000);
    expect([sandbox.since(), existsSync(file)]).toEqual([1_000, false]);
    await services.unkeptCodes(services.signIn.connect(baseUrl, keyA)).note(2_000);
    expect(text(file)).toContain('2000');
    expect(text(file)).not.toContain('sandbox');
    await sandbox.drop();
    expect(sandbox.since()).toBeUndefined();
  });
});

const rents = (folder: string) => join(folder, '.local', 'state', 'rigdeck', 'rents.jsonl');

/** Waits until the file of rents holds a piece of text; the test's own limit ends a wait in vain. */
async function written(folder: string, piece: string): Promise<void> {
  while (!text(rents(folder)).includes(piece)) await new Promise((resolve) => setImmediate(resolve));
}

describe('keys of instances', () => {
  const address = (instanceId: number) =>
    accountOf({ kind: 'instance-key', baseUrl, keyId: keyFingerprint(keyA), instanceId });
  const secret = 'cccc9999dddd8888eeee7777ffff6666';

  it('live where the API key lives, and go with the instance', async () => {
    const entries = new Map<string, string>();
    const { services } = await run({ keyring: keyringAnswers(entries) });
    const { signIn, instanceKeys } = services;
    const { session } = await signIn.keep(signIn.connect(baseUrl, keyA), keyA, 'keychain');
    await instanceKeys(session as Session).keep(7, secret);
    expect(entries.get(address(7))).toBe(secret);
    await instanceKeys(session as Session).forget(7);
    expect(entries.has(address(7))).toBe(false);
  });

  it('of a key that is not kept stay in memory', async () => {
    const entries = new Map<string, string>();
    const { services, composition } = await run({ keyring: keyringAnswers(entries) });
    await services.instanceKeys(services.signIn.connect(baseUrl, keyA)).keep(7, secret);
    expect(entries.size).toBe(0);
    expect(await composition.stores.memory.get(address(7))).toEqual({ ok: true, value: secret });
  });

  it('C030 stay in memory when the keyring refuses, and the log says so without the key', async () => {
    let refuse = false;
    const answer = keyringAnswers();
    const { services, composition } = await run({
      keyring: (request) => (refuse ? failing('Cannot autolaunch D-Bus') : answer(request)),
    });
    const { signIn, instanceKeys } = services;
    const { session } = await signIn.keep(signIn.connect(baseUrl, keyA), keyA, 'keychain');
    refuse = true;
    await instanceKeys(session as Session).keep(7, secret);
    expect(await composition.stores.memory.get(address(7))).toEqual({ ok: true, value: secret });
    const log = composition.log.last().join('\n');
    expect(log).toContain('instance key kept in memory only');
    expect(log).not.toContain(secret);
  });
});

describe('sessions', () => {
  it('name the service in the corner when no profile is in use', async () => {
    const { composition } = await run({ env: { RIGDECK_API_KEY: keyA, RIGDECK_BASE_URL: baseUrl } });
    const account = await composition.account();
    expect(account.ok && toSession(account)).toMatchObject({
      profile: 'api.example.com',
      source: 'RIGDECK_API_KEY',
      keyTail: 'AAAA',
    });
  });

  it('of the sandbox are told from real ones', async () => {
    const { composition } = await run({ flags: { sandbox: true } });
    const account = await composition.account();
    expect(account.ok && toSession(account)).toMatchObject({ sandbox: true, profile: 'sandbox' });
  });

  it('keep what belongs to them when they are copied', async () => {
    const { services } = await run();
    const session = services.signIn.connect(baseUrl, keyA);
    services.watches(session).add({ id: 7, offerId: 3, at: 1000 });
    expect(services.watches({ ...session, readOnly: true }).list()).toHaveLength(1);
  });
});

/** Lets the time pass that a call waits for, since two calls of one kind keep apart. */
const pacedBy =
  (clock: { advance(ms: number): void }) =>
  async <T>(work: Promise<T>): Promise<T> => {
    let open = true;
    const ended = () => {
      open = false;
    };
    void work.then(ended, ended);
    while (open) {
      clock.advance(100);
      await new Promise(setImmediate);
    }
    return work;
  };

describe('the session of a two-factor login', () => {
  const sessionKey = 'sess1111sess2222sess3333sess4444';
  const address = accountOf({ kind: 'session-key', baseUrl, keyId: keyFingerprint(keyA) });
  const sent = (headers: RequestInit['headers']) => new Headers(headers).get('Authorization');

  const statusOf = (refusal: string) =>
    refusal.includes('expired') ? 404 : refusal.includes('Invalid') ? 401 : 403;

  /** Signed in with a key that is kept in the keyring; what the service answers, and every Bearer it saw. */
  async function kept(given: { refuse?: string; entries?: Map<string, string>; folder?: string } = {}) {
    const entries = given.entries ?? new Map<string, string>();
    const bearers: (string | null)[] = [];
    const answer = { refuse: given.refuse };
    const deck = await run({
      keyring: keyringAnswers(entries),
      ...(given.folder && { folder: given.folder }),
      transport: async (_, init) => {
        const bearer = sent(init.headers);
        bearers.push(bearer);
        if (answer.refuse === undefined || bearer !== `Bearer ${sessionKey}`)
          return Response.json({ id: 1, success: true });
        return new Response(answer.refuse, { status: statusOf(answer.refuse) });
      },
    });
    const { signIn } = deck.services;
    const { session } = await signIn.keep(signIn.connect(baseUrl, keyA), keyA, 'keychain');
    const paced = pacedBy(deck.clock);
    return { ...deck, signIn, session: session as Session, entries, bearers, answer, paced };
  }

  it('is kept where the API key is and used from then on, also by the next run', async () => {
    const { signIn, session, entries, bearers, folder, clock, composition, paced } = await kept();
    const next = await signIn.withSessionKey(session, sessionKey, { by: 'totp' });
    const verified = { at: clock.now(), by: 'totp', home: 'keychain' };
    expect(next).toMatchObject({ verified, keyTail: 'AAAA' });
    expect(entries.get(address)).toContain(sessionKey);
    await paced(next.api.currentUser());
    expect(bearers.at(-1)).toBe(`Bearer ${sessionKey}`);
    expect(composition.log.last().join()).not.toContain(sessionKey);
    const again = await kept({ entries, folder });
    expect(again.session.verified).toEqual(verified);
    await paced(again.session.api.currentUser());
    expect(again.bearers).toEqual([`Bearer ${sessionKey}`]);
  });

  it('C032 is forgotten everywhere on request, and the key comes back', async () => {
    const { signIn, session, entries, bearers, paced } = await kept();
    const back = await signIn.withSessionKey(await signIn.withSessionKey(session, sessionKey), undefined);
    expect(back.verified).toBeUndefined();
    expect(entries.has(address)).toBe(false);
    await paced(back.api.currentUser());
    expect(bearers.at(-1)).toBe(`Bearer ${keyA}`);
  });

  it.each([
    ['has expired', '{"error":"auth_error","msg":"Session expired. Please log in again."}'],
    ['is not known', '{"error":"auth_error","msg":"Invalid user key"}'],
  ])(
    'C037 that %s is forgotten everywhere at once, and the next call goes out with the key',
    async (_, refuse) => {
      const { signIn, session, entries, bearers, answer, composition, paced } = await kept();
      const { api } = await signIn.withSessionKey(session, sessionKey);
      answer.refuse = refuse;
      await expect(paced(api.currentUser())).rejects.toThrow();
      await composition.settled();
      expect(entries.has(address)).toBe(false);
      await paced(api.currentUser());
      expect(bearers.at(-1)).toBe(`Bearer ${keyA}`);
    },
  );

  it('that may not do something is kept', async () => {
    const { signIn, session, entries, bearers, answer, composition, paced } = await kept();
    const { api } = await signIn.withSessionKey(session, sessionKey);
    answer.refuse = '{"error":"auth_error","msg":"this key lacks the permission user_read"}';
    await expect(paced(api.currentUser())).rejects.toThrow();
    await composition.settled();
    await expect(paced(api.currentUser())).rejects.toThrow();
    expect(bearers.at(-1)).toBe(`Bearer ${sessionKey}`);
    expect(entries.get(address)).toContain(sessionKey);
  });

  it('of a key from the environment stays in memory, unless the person picks a home', async () => {
    const { composition, services, credentials } = await run({
      env: { RIGDECK_API_KEY: keyA, RIGDECK_BASE_URL: baseUrl },
    });
    const account = await composition.account();
    if (!account.ok) throw new Error(account.reason);
    const session = toSession(account);
    const next = await services.signIn.withSessionKey(session, sessionKey);
    expect(next.verified).toMatchObject({ home: 'memory' });
    expect(existsSync(credentials)).toBe(false);
    const picked = await services.signIn.withSessionKey(next, sessionKey, { home: 'file' });
    expect(picked.verified).toMatchObject({ home: 'file' });
    expect(text(credentials)).toContain(sessionKey);
    expect(statSync(credentials).mode & 0o777).toBe(0o600);
  });

  it('C040 that the keyring refuses lasts for this run, with the reason', async () => {
    let refuse = false;
    const answers = keyringAnswers();
    const { services } = await run({
      keyring: (request) => (refuse ? failing('Cannot autolaunch D-Bus') : answers(request)),
    });
    const { signIn } = services;
    const { session } = await signIn.keep(signIn.connect(baseUrl, keyA), keyA, 'keychain');
    refuse = true;
    const next = await signIn.withSessionKey(session as Session, sessionKey);
    expect(next.verified).toMatchObject({ home: 'memory', note: expect.stringContaining('system keyring') });
  });

  it('of the embedded sandbox is a real one, and stays in memory', async () => {
    let last = 7;
    const random = () => {
      last = (last * 48_271) % 2_147_483_647;
      return last / 2_147_483_647;
    };
    const { services, clock } = await run({ random });
    const paced = pacedBy(clock);
    const sandbox = await services.signIn.openSandbox();
    const { secret = '' } = await paced(sandbox.api.tfaAuthorizeStart({ tfa_method: 'email' }));
    await paced(
      sandbox.api.tfaAuthorizeConfirm({ code: sandbox.rehearsal?.messages().at(-1)?.code ?? '', secret }),
    );
    const phone_number = '+15555550123';
    const { secret: text = '' } = await paced(sandbox.api.tfaSendSms({ phone_number }));
    const code = () => sandbox.rehearsal?.messages().at(-1)?.code ?? '';
    await paced(sandbox.api.tfaConfirmNew({ tfa_method: 'sms', code: code(), secret: text, phone_number }));
    const { secret: challenge = '' } = await paced(sandbox.api.tfaSendSms({}));
    const { session_key } = await paced(sandbox.api.tfaLogin({ code: code(), secret: challenge }));
    const next = await services.signIn.withSessionKey(sandbox, session_key);
    expect(next.verified).toMatchObject({ home: 'memory' });
    sandbox.rehearsal?.run({ kind: 'require-two-factor' });
    expect((await paced(next.api.listInstances())).instances).toEqual([]);
    const back = await services.signIn.withSessionKey(next, undefined);
    await expect(paced(back.api.listInstances())).rejects.toThrow();
  });

  it('begun by a web login goes out without a key, and comes back to the account', async () => {
    const { signIn, session, bearers, paced } = await kept();
    const outside = signIn.loggedOut(session, 'tfa-secret-of-a-web-login');
    expect(outside).toMatchObject({ loggedOut: { tfaSecret: 'tfa-secret-of-a-web-login' }, keyTail: 'AAAA' });
    await paced(outside.api.tfaSendEmail({ secret: 'x' }));
    expect(bearers.at(-1)).toBeNull();
    const next = await signIn.withSessionKey(outside, sessionKey);
    expect(next.loggedOut).toBeUndefined();
    await paced(next.api.currentUser());
    expect(bearers.at(-1)).toBe(`Bearer ${sessionKey}`);
    const back = await signIn.withSessionKey(next, undefined);
    await paced(back.api.currentUser());
    expect(bearers.at(-1)).toBe(`Bearer ${keyA}`);
  });

  it('begun by a web login without any key stands alone', async () => {
    const { signIn, bearers, paced } = await kept();
    const outside = signIn.loggedOut({ baseUrl }, 'tfa-secret-of-a-web-login');
    expect(outside).toMatchObject({ baseUrl, keyTail: '', profile: 'api.example.com' });
    const next = await signIn.withSessionKey(outside, sessionKey);
    expect(next).toMatchObject({ keyless: true, source: 'a web login', verified: { home: 'memory' } });
    await paced(next.api.currentUser());
    expect(bearers.at(-1)).toBe(`Bearer ${sessionKey}`);
  });
});
