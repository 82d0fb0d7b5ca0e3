import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { baseUrl, makeWorld } from './world.ts';

type World = ReturnType<typeof makeWorld>;
const loggedIn = async (world: World) => {
  const ran = await world.run(['login', '--base-url', baseUrl, '--api-key-stdin', '--store', 'file'], {
    env: {},
    stdin: `${world.sandbox.apiKey}\n`,
  });
  expect(ran.err).toContain('Signed in');
  return ran;
};
const credentialsOf = (world: World) => join(world.home, '.config', 'rigdeck', 'credentials.json');

describe('rigdeck login', () => {
  it('checks a key from standard input and keeps it in the file that was asked for', async () => {
    const world = makeWorld();
    const { exit, out, err } = await loggedIn(world);
    expect([exit, out]).toEqual([0, '']);
    expect(err).toContain(`Signed in to ${baseUrl} as `);
    expect(err).toContain(`Key …${world.sandbox.apiKey.slice(-4)} is kept in a file only you read`);
    expect(err).not.toContain(world.sandbox.apiKey);
    expect(err).not.toContain('goes back');
    expect(statSync(credentialsOf(world)).mode & 0o777).toBe(0o600);
    expect(world.requests()).toEqual(['GET /api/v0/users/current/']);
    expect((await world.run(['status'], { env: {} })).exit).toBe(0);
  });

  it('keeps the profiles of several that sign in at once', async () => {
    const world = makeWorld();
    const names = ['one', 'two', 'three', 'four'];
    const args = ['login', '--base-url', baseUrl, '--api-key-stdin', '--store', 'file', '--profile'];
    const all = await Promise.all(
      names.map((name) => world.run([...args, name], { env: {}, stdin: `${world.sandbox.apiKey}\n` })),
    );
    expect(all.map(({ exit }) => exit)).toEqual([0, 0, 0, 0]);
    const { out } = await world.run(['profiles', '--json'], { env: {} });
    expect(names.filter((name) => out.includes(`"${name}"`))).toEqual(names);
  });

  it('asks for address, key (masked) and place at a terminal', async () => {
    const world = makeWorld();
    const answers = [`${baseUrl}/api/v0/`, `${world.sandbox.apiKey} `, '2'];
    const { exit, asked, out, err } = await world.run(['login'], { env: {}, answers });
    expect(exit).toBe(0);
    expect(asked).toEqual([
      'Address of the service (https://…): ',
      'API key (not shown): (masked)',
      '1, 2 or 3: ',
    ]);
    expect(out + err).not.toContain(world.sandbox.apiKey);
  });

  it('C034 asks again for a wrong key, masked like the first time, and gives up after three', async () => {
    const world = makeWorld();
    const wrong = 'wrong-key-wrong-key';
    const once = await world.run(['login', '--base-url', baseUrl], {
      env: {},
      answers: [wrong, world.sandbox.apiKey, '2'],
    });
    expect(once.exit).toBe(0);
    expect(once.err).toContain('The key was not accepted');
    expect(once.asked.slice(0, 2)).toEqual(Array(2).fill('API key (not shown): (masked)'));
    const never = await world.run(['login', '--base-url', baseUrl], {
      env: {},
      answers: [wrong, wrong, wrong, wrong],
    });
    expect(never.exit).toBe(4);
    expect(never.asked).toHaveLength(3);
    expect(never.err).not.toContain(wrong);
  });

  it('C035 takes a key that was pasted twice once, and says so', async () => {
    const world = makeWorld();
    const { apiKey } = world.sandbox;
    const { exit, err } = await world.run(['login', '--base-url', baseUrl], {
      env: {},
      answers: [apiKey + apiKey, '2'],
    });
    expect(exit).toBe(0);
    expect(err).toContain('pasted twice');
  });

  it('keeps nothing when the key is refused', async () => {
    const world = makeWorld();
    const { exit } = await world.run(['login', '--base-url', baseUrl, '--api-key-stdin', '--store', 'file'], {
      env: {},
      stdin: 'wrong-key-wrong-key',
    });
    expect(exit).toBe(4);
    expect(world.onDisk()).not.toContain('wrong-key');
    expect(world.onDisk()).not.toContain('credentials.json');
  });

  it('C030 never falls back on a file when the keyring cannot be used', async () => {
    const world = makeWorld();
    const { exit, err } = await world.run(['login', '--base-url', baseUrl, '--api-key-stdin'], {
      env: {},
      stdin: world.sandbox.apiKey,
    });
    expect(exit).toBe(1);
    expect(err).toContain('there is no desktop session here');
    expect(world.onDisk()).not.toContain('credentials.json');
  });

  it('keeps a key that may not read the account, and says that it could not be checked further', async () => {
    const world = makeWorld();
    const { key } = world.sandbox.control.keys({ permissions: { api: { instance_read: {} } } });
    const { exit, err } = await world.run(
      ['login', '--base-url', baseUrl, '--api-key-stdin', '--store', 'file'],
      { env: {}, stdin: key },
    );
    expect(exit).toBe(0);
    expect(err).toContain('may not read the account');
  });

  it('leaves a profile that works alone when the key is only to be tried', async () => {
    const world = makeWorld();
    await loggedIn(world);
    const before = world.onDisk();
    const { exit, err } = await world.run(
      ['login', '--base-url', baseUrl, '--api-key-stdin', '--store', 'memory'],
      {
        env: {},
        stdin: world.sandbox.apiKey,
      },
    );
    expect(exit).toBe(0);
    expect(err).toContain('nothing was kept');
    expect(world.onDisk()).toBe(before);
  });

  it('C026 warns that the environment still wins', async () => {
    const world = makeWorld();
    const { err } = await world.run(['login', '--base-url', baseUrl, '--api-key-stdin', '--store', 'file'], {
      env: { RIGDECK_API_KEY: 'other-key-other-AAAA' },
      stdin: world.sandbox.apiKey,
    });
    expect(err).toContain('RIGDECK_API_KEY (…AAAA) is set and wins over the key just saved');
  });

  it.each([
    [['login', '--api-key-stdin'], 'There is no base URL'],
    [['login', '--base-url', baseUrl], '--api-key-stdin'],
    [['login', '--base-url', 'http://example.com', '--api-key-stdin'], 'https://'],
    [['login', '--base-url', baseUrl, '--api-key-stdin', '--profile', 'a b'], 'A profile name has'],
    [['login', '--sandbox'], 'needs no sign-in'],
  ])('refuses %j without a terminal, and asks nothing', async (argv, reason) => {
    const { exit, err, asked } = await makeWorld().run(argv, { env: {}, stdin: 'some-key-some-key' });
    expect([exit, asked]).toEqual([2, []]);
    expect(err).toContain(reason);
  });

  it('keeps several accounts apart', async () => {
    const world = makeWorld();
    await loggedIn(world);
    const { key } = world.sandbox.control.keys({ permissions: { api: { user_read: {} } } });
    const narrow = [
      'login',
      '--base-url',
      baseUrl,
      '--api-key-stdin',
      '--store',
      'file',
      '--profile',
      'narrow',
    ];
    const second = await world.run(narrow, { env: {}, stdin: key });
    expect(second.err).toContain(
      '"narrow" is used from now on, before it was "main": rigdeck profiles use main',
    );
    expect((await world.run(narrow, { env: {}, stdin: key })).err).not.toContain('goes back');
    expect((await world.run(['instances', '--profile', 'narrow'], { env: {} })).exit).toBe(4);
    expect((await world.run(['instances', '--profile', 'main'], { env: {} })).exit).toBe(0);
    expect((await world.run(['instances', '--profile', 'nobody'], { env: {} })).exit).toBe(2);
  });
});

describe('a keyring that cannot be reached', () => {
  it('C028 is one plain sentence with what to do, no trace, and exit code 4', async () => {
    const world = makeWorld();
    await loggedIn(world);
    // The key of this profile is in the keyring from now on, and there is no session bus here.
    const file = join(world.home, '.config/rigdeck/profiles.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"home": "file"', '"home": "keychain"'));
    const before = world.requests().length;
    const { exit, out, err } = await world.run(['status'], { env: {} });
    expect([exit, out]).toEqual([4, '']);
    expect(err).toBe(
      'error: The system keyring cannot be reached: there is no desktop session here.\nhint: Keep the key in memory, in RIGDECK_API_KEY, or in a file that only you can read.\n',
    );
    const told = await world.run(['status', '--json'], { env: {} });
    expect([told.exit, told.json().error]).toEqual([4, expect.objectContaining({ code: 'key_store' })]);
    expect(world.requests(before)).toEqual([]);
  });
});

describe('rigdeck logout', () => {
  it('C032 deletes the key, the profile and instance keys, and says where it looked', async () => {
    const world = makeWorld();
    await loggedIn(world);
    const [offer] = await world.offers();
    await world.run(['rent', String(offer?.id), '--image', 'a/b:1'], { env: {} });
    const { exit, err } = await world.run(['logout'], { env: {} });
    expect(exit).toBe(0);
    expect(err).toContain('Deleted the key from a file only you read');
    expect(err).toContain('Deleted the key of instance');
    expect(err).toContain('Signed out of profile "main". Looked in:');
    expect(err).toContain('Not looked through: system keyring');
    expect(world.onDisk()).not.toContain(world.sandbox.apiKey);
    expect((await world.run(['status'], { env: {} })).exit).toBe(4);
  });

  it('says that a key in the environment still opens the account', async () => {
    const world = makeWorld();
    await loggedIn(world);
    const { err } = await world.run(['logout']);
    expect(err).toContain('RIGDECK_API_KEY');
    expect(err).toContain('rigdeck cannot unset it');
  });

  it('has nothing to do when nobody is signed in', async () => {
    expect((await makeWorld().run(['logout'], { env: {} })).exit).toBe(4);
  });
});

describe('rigdeck auth status', () => {
  it('C026 names the source in use by its last four characters, and the one that it hides', async () => {
    const world = makeWorld();
    await loggedIn(world);
    const tail = world.sandbox.apiKey.slice(-4);
    const { exit, out } = await world.run(['auth', 'status']);
    expect(exit).toBe(0);
    expect(out).toContain(`key         RIGDECK_API_KEY (…${tail})`);
    expect(out).toContain(`hides       profile "main" (a file only you read) (…${tail})`);
    expect(out).toContain(`base URL    ${baseUrl}`);
    expect(out).toMatch(/two-factor +disabled/);
    expect(out).not.toContain(world.sandbox.apiKey);
  });

  it('C026 repeats the source when the key is refused', async () => {
    const world = makeWorld();
    await loggedIn(world);
    const { exit, err } = await world.run(['instances'], {
      env: { RIGDECK_API_KEY: 'other-key-other-AAAA', RIGDECK_BASE_URL: baseUrl },
    });
    expect(exit).toBe(4);
    expect(err).toContain('The key in use is RIGDECK_API_KEY (…AAAA).');
  });

  it.each([
    ['offers'],
    ['instances', '5'],
    ['status'],
    ['rent', '77', '--image', 'a/b:1'],
    ['stop', '5'],
    ['start', '5'],
    ['destroy', '5', '--yes'],
    ['ssh', '5'],
  ])('C026 repeats the source of a refused key after every command: %s', async (...argv) => {
    const world = makeWorld();
    const { exit, err } = await world.run(argv, {
      env: { RIGDECK_API_KEY: 'other-key-other-AAAA', RIGDECK_BASE_URL: baseUrl },
    });
    expect(exit).toBe(4);
    expect(err).toContain('The key in use is RIGDECK_API_KEY (…AAAA).');
  });

  it('says what a narrow key may read, by reading', async () => {
    const world = makeWorld();
    const { key } = world.sandbox.control.keys({ permissions: { api: { instance_read: {} } } });
    const { exit, json } = await world.run(['auth', 'status', '--json'], {
      env: { ...world.signedIn, RIGDECK_API_KEY: key },
    });
    expect(exit).toBe(0);
    expect(json()).toMatchObject({
      schema: 1,
      source: { kind: 'env', label: 'RIGDECK_API_KEY', last4: key.slice(-4) },
      hidden: null,
      base_url: baseUrl,
      account: null,
      may: { read_account: 'no', read_instances: 'yes', read_two_factor: 'no', write: 'not tried' },
    });
    expect(world.requests().every((line) => line.startsWith('GET '))).toBe(true);
  });

  it('C026 tells which key it was, from where and what it hides, and then that it is refused', async () => {
    const world = makeWorld();
    await loggedIn(world);
    const env = { ...world.signedIn, RIGDECK_API_KEY: 'wrong-key-wrong-AAAA' };
    const { exit, out, err } = await world.run(['auth', 'status'], { env });
    expect(exit).toBe(4);
    expect(out.split('\n').slice(0, 4)).toEqual([
      'key        RIGDECK_API_KEY (…AAAA)',
      `hides      profile "main" (a file only you read) (…${world.sandbox.apiKey.slice(-4)}), which is set too and not used`,
      'profile    main',
      `base URL   ${baseUrl}`,
    ]);
    expect(out).not.toContain('may read');
    expect(err).toMatch(
      /^error: The key was not accepted\. .*The service says: .*The key in use is RIGDECK_API_KEY \(…AAAA\)\./,
    );
    expect(err.trimEnd().split('\n')).toHaveLength(2);
    expect(out + err).not.toContain('wrong-key');
  });

  it('C026 tells the same of a refused key as JSON', async () => {
    const world = makeWorld();
    await loggedIn(world);
    const env = { ...world.signedIn, RIGDECK_API_KEY: 'wrong-key-wrong-AAAA' };
    const { exit, err, json } = await world.run(['auth', 'status', '--json'], { env });
    expect([exit, err]).toEqual([4, '']);
    expect(json()).toMatchObject({
      schema: 1,
      source: { kind: 'env', label: 'RIGDECK_API_KEY', last4: 'AAAA' },
      hidden: { last4: world.sandbox.apiKey.slice(-4) },
      profile: 'main',
      base_url: baseUrl,
      account: null,
      error: {
        code: 'auth_error',
        message: expect.stringContaining('The key in use is RIGDECK_API_KEY (…AAAA).'),
      },
    });
  });

  it.each([
    [6, { kind: 'drop' }],
    [6, { kind: 'status', status: 500 }],
    [9, { kind: 'status', status: 429, headers: { 'Retry-After': '20' } }],
  ])('names the key where nothing answers as well, and ends with %i', async (code, fault) => {
    const world = makeWorld();
    world.sandbox.control.addFault({ path: '/api/v0/*', times: 99, ...fault });
    const { exit, out, err } = await world.run(['auth', 'status']);
    expect(exit).toBe(code);
    expect(out).toContain(`key        RIGDECK_API_KEY (…${world.sandbox.apiKey.slice(-4)})`);
    expect(err).toMatch(/\.\n$/);
  });

  it('C036 tells a first run what to do, and sends nothing', async () => {
    const world = makeWorld();
    const { exit, err } = await world.run(['auth', 'status'], { env: {} });
    expect(exit).toBe(4);
    expect(err).toContain('rigdeck login');
    expect(world.requests()).toEqual([]);
  });
});

describe('settings', () => {
  it('take part: a base URL and read-only from config.toml, and what cannot be read is named', async () => {
    const world = makeWorld();
    const folder = join(world.home, '.config', 'rigdeck');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'config.toml'), `base_url = "${baseUrl}"\nread_only = true\ncolour = "x"\n`);
    const env = { RIGDECK_API_KEY: world.sandbox.apiKey };
    const status = await world.run(['status'], { env });
    expect(status.exit).toBe(0);
    expect(status.err).toContain('config.toml, line 3: There is no setting colour.');
    expect((await world.run(['stop', '5'], { env })).exit).toBe(3);
  });

  it('say that profiles cannot be read, instead of only that nobody is signed in', async () => {
    const world = makeWorld();
    const folder = join(world.home, '.config', 'rigdeck');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'profiles.json'), 'not json');
    const { exit, err } = await world.run(['status'], { env: {} });
    expect(exit).toBe(4);
    expect(err).toContain('is damaged and is left as it is');
  });
});
