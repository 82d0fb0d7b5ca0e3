import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tfaWorld } from './tfa-world.ts';
import { baseUrl, type FetchLike } from './world.ts';

type World = ReturnType<typeof tfaWorld>;

/** Signed in with the key in a file, so that a session has a place to stay. */
async function keptKey(world: World) {
  await world.run(['login', '--base-url', baseUrl, '--api-key-stdin', '--store', 'file'], {
    env: {},
    stdin: world.sandbox.apiKey,
  });
}
const secretsOf = (world: World): Record<string, string> =>
  JSON.parse(readFileSync(join(world.home, '.config', 'rigdeck', 'credentials.json'), 'utf8')).secrets;
/** The session key that is kept; what verified it stands behind it in the same entry. */
const sessionOf = (world: World): string | undefined =>
  Object.entries(secretsOf(world))
    .find(([account]) => account.startsWith('session-key'))?.[1]
    .replace(/ .*/, '');
const required = (world: World) => world.control.account({ tfa_required: true });

describe('rigdeck 2fa login', () => {
  it('by authenticator keeps the session with the key, and later commands use it', async () => {
    const world = tfaWorld();
    await keptKey(world);
    const { secret } = await world.addTotp();
    required(world);
    expect((await world.run(['instances'], { env: {} })).exit).toBe(8);
    const ran = await world.twoFactor(['login', '--code-stdin', '--json'], {
      env: {},
      stdin: world.totp(secret),
    });
    expect([ran.exit, ran.json()]).toEqual([0, { schema: 1, logged_in: true, kept: 'file' }]);
    expect(sessionOf(world)).toMatch(/^\S{32,}$/);
    expect((await world.run(['instances'], { env: {} })).exit).toBe(0);
  });

  it('by text reads the code only after it was sent', async () => {
    const world = tfaWorld();
    await world.addSms();
    const before = world.control.outbox().messages.length;
    const ran = await world.twoFactor(['login', '--method', 'sms', '--code-stdin', '--json'], {
      stdin: () => (world.control.outbox().messages.length > before ? world.sent() : 'not sent yet'),
    });
    expect(ran.json()).toMatchObject({ logged_in: true });
  });

  it('has another text sent for r, and takes its code', async () => {
    const world = tfaWorld();
    await world.addSms();
    const before = world.control.outbox().messages.length;
    const later = () => {
      world.clock.advance(120_000);
      return 'r';
    };
    const ran = await world.twoFactor(['login', '--method', 'sms'], {
      answers: [later, () => world.sent(), 'n'],
    });
    expect(ran.exit, ran.err).toBe(0);
    expect(world.control.outbox().messages.length - before).toBe(2);
  });

  it('by e-mail, and by backup code with how many are left', async () => {
    const world = tfaWorld();
    const { codes } = await world.addTotp();
    const mail = await world.twoFactor(['login', '--method', 'email', '--code-stdin'], {
      stdin: () => world.sent(),
    });
    expect(mail.exit).toBe(0);
    const backup = await world.twoFactor(['login', '--backup-code-stdin', '--json'], {
      stdin: codes[0] as string,
    });
    expect(backup.json()).toMatchObject({ logged_in: true, backup_codes_remaining: 9 });
  });

  it('says 0 when the last backup code was used', async () => {
    const world = tfaWorld();
    const { codes } = await world.addTotp();
    let left: unknown;
    for (const code of codes) {
      left = (await world.twoFactor(['login', '--backup-code-stdin', '--json'], { stdin: code })).json();
    }
    expect(left).toMatchObject({ backup_codes_remaining: 0 });
  });

  it('takes the method that --method-id names, of several of one type', async () => {
    const world = tfaWorld();
    await world.addTotp('one');
    const two = await world.addTotp('two');
    const login = (id: number) =>
      world.twoFactor(['login', '--method-id', String(id), '--code-stdin'], {
        stdin: world.totp(two.secret),
      });
    expect((await login(two.id)).exit).toBe(0);
    const gone = await login(99_999);
    expect([gone.exit, gone.err]).toEqual([1, expect.stringContaining('That method is gone')]);
  });

  it('asks at a terminal, takes r for another code and t for another way, and asks again after a wrong one', async () => {
    const world = tfaWorld();
    const { secret } = await world.addTotp();
    await world.addSms();
    const right = () => world.totp(secret);
    const ran = await world.twoFactor(['login'], {
      answers: [() => world.wrong(right()), 't', '2', 'r', '12', 't', '1', right, 'n'],
    });
    expect(ran.exit).toBe(0);
    expect(ran.err).toContain('That code was not accepted.');
    expect(ran.err).toContain('1 failed so far');
    expect(ran.err).toMatch(/1 {2}authenticator app "Phone app" \(\d+\)\n {2}2 {2}text message .*•••• 0123/);
    expect(ran.err).toContain('rigdeck waits a little');
    expect(ran.err).toContain('That holds 2 digits; a code has 6.');
    expect(ran.asked.filter((question) => question.includes('(masked)'))).toEqual([]);
  });

  it('C045 ends with 9 while the method is locked, and says until when', async () => {
    const world = tfaWorld();
    const { secret } = await world.addTotp();
    world.control.lockMethods();
    const ran = await world.twoFactor(['login', '--method', 'totp', '--code-stdin', '--json'], {
      stdin: world.totp(secret),
    });
    expect(ran.exit).toBe(9);
    expect(ran.json()).toMatchObject({ error: { code: 'locked' } });
  });

  it('a wrong code ends a script at once, and is sent once', async () => {
    const world = tfaWorld();
    const { secret } = await world.addTotp();
    const from = world.requests().length;
    const ran = await world.twoFactor(['login', '--code-stdin', '--json'], {
      stdin: `${world.wrong(world.totp(secret))}\n${world.totp(secret)}`,
    });
    expect(ran.exit).toBe(1);
    expect(ran.json()).toMatchObject({ error: { code: '2fa_login_failed' } });
    expect(world.requests(from).filter((line) => line === 'POST /api/v0/tfa/')).toHaveLength(1);
  });

  it('an answer that got lost is outcome unknown, and the code is not sent again', async () => {
    const world = tfaWorld();
    const { secret } = await world.addTotp();
    const from = world.requests().length;
    world.control.addFault({ kind: 'drop-after', method: 'POST', path: '/api/v0/tfa/' });
    const ran = await world.twoFactor(['login', '--code-stdin', '--json'], { stdin: world.totp(secret) });
    expect([ran.exit, ran.json()]).toMatchObject([7, { error: { code: 'outcome_unknown' } }]);
    expect(world.requests(from).filter((line) => line === 'POST /api/v0/tfa/')).toHaveLength(1);
  });

  it('says that there is nothing to verify while two-factor is off', async () => {
    const ran = await tfaWorld().twoFactor(['login', '--code-stdin'], { stdin: '123456' });
    expect([ran.exit, ran.err]).toEqual([1, expect.stringContaining('Two-factor is off')]);
  });

  it('goes on with the secret of a web login without the key, and reads the session from the header', async () => {
    const world = tfaWorld();
    await keptKey(world);
    await world.addTotp();
    const { tfa_secret } = world.control.login();
    const lines = [() => tfa_secret, world.sent];
    const ran = await world.twoFactor(
      ['login', '--tfa-secret-stdin', '--method', 'email', '--code-stdin', '--json'],
      {
        env: {},
        stdin: () => lines.shift()?.(),
      },
    );
    expect(ran.json()).toEqual({ schema: 1, logged_in: true, kept: 'file' });
    expect(sessionOf(world)).toMatch(/^\S{32,}$/);
    expect(ran.out + ran.err).not.toContain(tfa_secret);
    expect(world.onDisk()).not.toContain(tfa_secret);
  });

  it('a web login without any key is done and not kept', async () => {
    const world = tfaWorld();
    await world.addTotp();
    const { tfa_secret } = world.control.login();
    const lines = [() => tfa_secret, world.sent];
    const ran = await world.twoFactor(
      ['login', '--tfa-secret-stdin', '--method', 'email', '--code-stdin', '--json'],
      {
        env: { RIGDECK_BASE_URL: baseUrl },
        stdin: () => lines.shift()?.(),
      },
    );
    expect([ran.exit, ran.json()]).toEqual([0, { schema: 1, logged_in: true, kept: null }]);
  });

  it('names --method-id where there are two authenticators and nobody may list them', async () => {
    const world = tfaWorld();
    const { secret, id } = await world.addTotp();
    await world.addTotp('Second app');
    const run = (...flags: string[]) => {
      const { tfa_secret } = world.control.login();
      const lines = [tfa_secret, world.totp(secret)];
      return world.twoFactor(
        ['login', '--tfa-secret-stdin', '--method', 'totp', '--code-stdin', '--json', ...flags],
        { env: { RIGDECK_BASE_URL: baseUrl }, stdin: () => lines.shift() },
      );
    };
    const ran = await run();
    expect([ran.exit, ran.json()]).toMatchObject([
      2,
      { error: { code: 'which_method', next: expect.stringContaining('--method-id') } },
    ]);
    expect((await run('--method-id', String(id))).exit).toBe(0);
  });

  it('asks for the id at a terminal', async () => {
    const world = tfaWorld();
    const { secret, id } = await world.addTotp();
    await world.addTotp('Second app');
    const { tfa_secret } = world.control.login();
    const answers = [tfa_secret, world.totp(secret), String(id), world.totp(secret)];
    const ran = await world.twoFactor(['login', '--tfa-secret-stdin', '--method', 'totp'], {
      env: { RIGDECK_BASE_URL: baseUrl },
      answers,
    });
    expect([ran.exit, ran.err]).toEqual([0, expect.stringContaining('Verified.')]);
  });

  it('asks for an administrator session only when told to, which is granted to admin accounts alone', async () => {
    const world = tfaWorld();
    const { secret } = await world.addTotp();
    const login = () =>
      world.twoFactor(['login', '--admin', '--code-stdin', '--json'], { stdin: world.totp(secret) });
    expect((await login()).exit).toBe(4);
    world.control.account({ admin: true });
    expect((await login()).json()).toMatchObject({ logged_in: true, admin: true });
  });

  it('names the flag to leave out when an administrator session is refused', async () => {
    const world = tfaWorld();
    const { secret } = await world.addTotp();
    const ran = await world.twoFactor(['login', '--admin', '--code-stdin'], { stdin: world.totp(secret) });
    expect([ran.exit, ran.err]).toEqual([4, expect.stringContaining('Log in without --admin.')]);
  });

  it('C045 says until when a method is locked, in the list of ways too', async () => {
    const world = tfaWorld();
    const { secret } = await world.addTotp();
    world.control.lockMethods();
    const script = await world.twoFactor(['login', '--method', 'totp', '--code-stdin'], {
      stdin: world.totp(secret),
    });
    expect([script.exit, script.err]).toEqual([
      9,
      expect.stringMatching(/It opens in 15:00, at \d\d:\d\d:\d\d\./),
    ]);
    const asked = await world.twoFactor(['login'], { answers: ['t', undefined] });
    expect(asked.exit).toBe(130);
    expect(asked.err).toMatch(/authenticator app .*: locked until \d\d:\d\d:\d\d, \d+:\d\d from now/);
  });

  it.each(['0', '9', '1.5', 'x', ''])('takes %j for no choice, says so, and asks again', async (typed) => {
    const world = tfaWorld();
    const { secret } = await world.addTotp();
    const ran = await world.twoFactor(['login'], {
      answers: ['t', typed, '1', () => world.totp(secret), 'n'],
    });
    expect(ran.exit).toBe(0);
    expect(ran.err).toMatch(/That is none of them: a number from 1 to \d\./);
  });

  it('ends with 130 when the person gives up at a question, and sends nothing', async () => {
    const world = tfaWorld();
    await world.addTotp();
    const from = world.requests().length;
    for (const answers of [[undefined], ['t', undefined]]) {
      const ran = await world.twoFactor(['login'], { answers });
      expect([ran.exit, ran.err]).toEqual([130, expect.stringContaining('Nothing more was sent.')]);
    }
    expect(world.requests(from).filter((line) => line.startsWith('POST'))).toEqual([]);
  });

  it('C054 tells an old account what to do next', async () => {
    const world = tfaWorld();
    world.control.account({ tfa_status: 'legacy' });
    const ran = await world.twoFactor(['login', '--method', 'sms', '--code-stdin', '--json'], {
      stdin: () => world.sent(),
    });
    expect(ran.json()).toMatchObject({ logged_in: true, legacy: true });
  });
});

describe('the session of a key from the environment', () => {
  it('ends with the command unless the person picks the file', async () => {
    const world = tfaWorld();
    const { secret } = await world.addTotp();
    required(world);
    const login = (...flags: string[]) =>
      world.twoFactor(['login', '--code-stdin', '--json', ...flags], { stdin: world.totp(secret) });
    const plain = await login();
    expect(plain.json()).toMatchObject({ kept: 'memory' });
    expect(plain.err).toContain('--store file');
    expect(world.onDisk()).not.toContain('session-key');
    expect((await world.run(['instances'])).exit).toBe(8);
    expect((await login('--store', 'file')).json()).toMatchObject({ kept: 'file' });
    for (const words of [
      ['2fa', 'status'],
      ['auth', 'status'],
    ])
      expect((await world.run(words)).out).toMatch(
        /session +in use, verified with totp \d+s ago, kept in a file only you read/,
      );
    expect((await world.run(['instances'])).exit).toBe(0);
    expect((await world.run(['logout'])).err).toContain('session is forgotten');
    expect((await world.run(['instances'])).exit).toBe(8);
  });
});

describe('a session that is over', () => {
  async function loggedIn() {
    const world = tfaWorld();
    await keptKey(world);
    const { secret } = await world.addTotp();
    await world.twoFactor(['login', '--code-stdin'], { env: {}, stdin: world.totp(secret) });
    expect(sessionOf(world)).toBeDefined();
    return { world, secret };
  }

  it('C037 says so with 8 and the command that mends it, is forgotten on disk, and the key is used again', async () => {
    const { world } = await loggedIn();
    world.control.expireSessions();
    const ran = await world.run(['instances', '--json'], { env: {} });
    expect(ran.exit).toBe(8);
    expect(ran.json()).toMatchObject({ error: { next: 'Run rigdeck 2fa login, then this again.' } });
    expect(sessionOf(world)).toBeUndefined();
    expect((await world.run(['instances'], { env: {} })).exit).toBe(0);
  });

  const refusals = [
    ['auth_error 403 on a two-factor call', 'PUT', '/api/v0/tfa/update/', 403, 'Not authenticated.'],
    ['401 that speaks of the key', 'GET', '/api/v0/instances/', 401, 'Invalid user key'],
    ['404 that speaks of the key', 'GET', '/api/v0/instances/', 404, 'Invalid user key'],
  ] as const;
  const asking = { PUT: ['2fa', 'label', '1', 'New'], GET: ['instances'] };

  it.each(refusals)('is known by %s', async (_, method, path, status, msg) => {
    const { world } = await loggedIn();
    const id = String((await world.status()).methods[0]?.id);
    const line = asking[method].map((word) => (word === '1' ? id : word));
    const body = { success: false, error: 'auth_error', msg };
    world.control.addFault({ method, path, kind: 'status', status, body });
    const ran = await world.run([...line, '--json'], { env: {} });
    expect(ran.exit).toBe(8);
    expect(ran.json()).toMatchObject({ error: { next: expect.stringContaining('rigdeck 2fa login') } });
    expect(ran.out).not.toMatch(/permission|Sign in with a key/);
    expect(sessionOf(world)).toBeUndefined();
    expect((await world.run(line, { env: {} })).exit).toBe(0);
  });

  it.each([
    ['a web page', '<html><body>Unauthorized</body></html>', 401],
    ['a page that speaks of the session', '<html>Session expired</html>', 403],
    ['plain text', 'Session expired. Please log in again.', 404],
    ['no body', '', 401],
    ['JSON of another kind', '{"status":"denied"}', 401],
  ])('is not taken for over by what is not the service’s own error: %s', async (_, page, status) => {
    const { world } = await loggedIn();
    const transport: FetchLike = async (url, init) =>
      new URL(url).pathname === '/api/v0/instances/'
        ? new Response(page, { status })
        : world.service(url, init);
    const ran = await world.run(['instances'], { env: {}, transport });
    expect(ran.exit).not.toBe(8);
    expect(ran.exit).not.toBe(0);
    expect(sessionOf(world)).toBeDefined();
  });

  it('is not taken for over where its key lacks the permission', async () => {
    const { world } = await loggedIn();
    const body = { success: false, error: 'auth_error', msg: 'this key lacks the permission user_read' };
    world.control.addFault({ method: 'GET', path: '/api/v0/tfa/status/', kind: 'status', status: 403, body });
    const ran = await world.twoFactor(['status'], { env: {} });
    expect([ran.exit, ran.err]).toEqual([4, expect.stringContaining('user_read')]);
    expect(sessionOf(world)).toBeDefined();
  });

  it('does not stand in the way of the next login', async () => {
    const { world, secret } = await loggedIn();
    world.control.expireSessions();
    const ran = await world.twoFactor(['login', '--code-stdin'], { env: {}, stdin: world.totp(secret) });
    expect([ran.exit, ran.err]).toEqual([0, expect.stringContaining('The two-factor session is over')]);
  });

  it('is told by auth status, as one in use is', async () => {
    const { world } = await loggedIn();
    const inUse = await world.run(['auth', 'status'], { env: {} });
    expect(inUse.out).toMatch(/two-factor +enabled, 1 method, 10 backup codes left/);
    expect(inUse.out).toMatch(/session +in use, verified with totp \d+s ago, kept in a file only you read/);
    expect((await world.run(['auth', 'status', '--json'], { env: {} })).json()).toMatchObject({
      two_factor: 'enabled',
      two_factor_methods: 1,
      session: { since: expect.any(Number), verified_by: 'totp', kept: 'file' },
    });
    world.control.expireSessions();
    expect((await world.run(['auth', 'status'], { env: {} })).out).toMatch(/session +over, and forgotten/);
    expect((await world.run(['auth', 'status'], { env: {} })).out).toMatch(/session +none/);
  });

  it('C032 goes with logout', async () => {
    const { world } = await loggedIn();
    const session = sessionOf(world) as string;
    expect((await world.run(['logout'], { env: {} })).err).toContain('Deleted its session from');
    expect(world.onDisk()).not.toContain(session);
  });
});

describe('codes and secrets', () => {
  const code = '492817';
  it.each([
    [['login', code]],
    [['login', '--code', code]],
    [['login', `--code=${code}`]],
    [['login', '--backup-code', 'ABCD-EFGH-JKLM']],
    [['login', '--tfa-secret', 'abcdefghij']],
    [['add', 'totp', code]],
    [['remove', '7', 'ABCD-EFGH-JKLM']],
    [['codes', '--method', 'totp', code]],
  ])('are never arguments: %j ends with 2, sends nothing and repeats nothing', async (words) => {
    const world = tfaWorld();
    const ran = await world.twoFactor(words, { stdin: code });
    expect(ran.exit).toBe(2);
    expect(ran.err).toContain('never taken as an argument');
    expect(ran.err).not.toMatch(/492817|ABCD-EFGH|abcdefghij/);
    expect(world.requests()).toEqual([]);
  });

  it('an id and a label of six digits are no codes', async () => {
    const world = tfaWorld();
    const { id } = await world.addTotp();
    expect((await world.twoFactor(['label', String(id), '492817'])).exit).toBe(0);
    expect((await world.twoFactor(['primary', '492817'])).err).not.toContain('argument');
  });

  it.each([['login'], ['add totp'], ['add sms'], ['remove 7'], ['codes']])(
    '%s without a terminal and without a flag for codes ends with 2, names the flag and sends nothing',
    async (words) => {
      const world = tfaWorld();
      const ran = await world.twoFactor(words.split(' '));
      expect([ran.exit, ran.err]).toEqual([2, expect.stringContaining('--code-stdin')]);
      expect(world.requests()).toEqual([]);
    },
  );

  it('refuses two sources of codes, and a key and a code on one standard input', async () => {
    const world = tfaWorld();
    const both = await world.twoFactor(['login', '--code-stdin', '--backup-code-stdin']);
    const key = await world.twoFactor(['login', '--code-stdin', '--api-key-stdin']);
    expect([both.exit, key.exit]).toEqual([2, 2]);
    expect(world.requests()).toEqual([]);
  });

  it('reach neither log nor disk nor output, but for what is there to be shown', async () => {
    const world = tfaWorld();
    await keptKey(world);
    const env = { RIGDECK_LOG: 'debug' };
    const { secret, codes } = await world.addTotp();
    const entered = world.totp(secret);
    const runs = [
      await world.twoFactor(['login', '--code-stdin', '--debug'], { env, stdin: entered }),
      await world.twoFactor(['login', '--backup-code-stdin', '--debug'], { env, stdin: codes[0] as string }),
      await world.twoFactor(['login', '--method', 'email', '--code-stdin', '--debug'], {
        env,
        stdin: world.sent,
      }),
      await world.twoFactor(['login', '--backup-code-stdin', '--debug'], { env, stdin: codes[0] as string }),
    ];
    expect(runs.map(({ exit }) => exit)).toEqual([0, 0, 0, 1]);
    const said = runs.map(({ out, err }) => out + err).join('');
    const session = sessionOf(world) as string;
    const onDisk = world.onDisk().replace(session, '');
    expect(onDisk).toContain('tfaLogin');
    for (const hidden of [entered, codes[0] as string, world.sent(), secret, session]) {
      expect(said).not.toContain(hidden);
      expect(onDisk).not.toContain(hidden);
    }
  });
});
