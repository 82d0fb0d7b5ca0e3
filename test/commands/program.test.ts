import { describe, expect, it } from 'vitest';
import { makeWorld, type RunOptions } from './world.ts';

type World = ReturnType<typeof makeWorld>;
/** Makes whatever follows go wrong; answers no options, so that it can be an arrangement by itself. */
function fault(world: World, kind: object): RunOptions {
  world.sandbox.control.addFault({ path: '/api/v0/*', times: 9, ...kind });
  return {};
}
function requireTwoFactor(world: World): RunOptions {
  world.sandbox.control.account({ tfa_status: 'enabled', tfa_required: true });
  return {};
}

/** The table of exit codes, and a way to each that one-shot commands have. */
const rows: [code: number, means: string, argv: string[], arrange?: (world: World) => RunOptions][] = [
  [0, 'done', ['instances', '--json']],
  [1, 'the service refused', ['instances', '77', '--json']],
  [1, 'an answer that cannot be read', ['status', '--json'], (w) => fault(w, { kind: 'garbage' })],
  [2, 'usage', ['offers', '--nonsense', '--json']],
  [2, 'a bad query', ['offers', 'nonsense=1', '--json']],
  [2, 'no base URL', ['status', '--json'], () => ({ env: { RIGDECK_API_KEY: 'some-key-some-key' } })],
  [2, 'a base URL that is none', ['status', '--json', '--base-url', 'http://example.com']],
  [3, 'no --yes', ['destroy', '77', '--json']],
  [3, '--max-price', ['rent', '77', '--image', 'a/b:1', '--max-price', '0.0001', '--json']],
  [3, 'read-only', ['stop', '77', '--read-only', '--json']],
  [4, 'not signed in', ['status', '--json'], () => ({ env: {} })],
  [
    4,
    'key refused',
    ['status', '--json'],
    (w) => ({ env: { ...w.signedIn, RIGDECK_API_KEY: 'wrong-key-wrong-key' } }),
  ],
  [6, 'no answer', ['status', '--json'], (w) => fault(w, { kind: 'drop' })],
  [6, 'a 5xx', ['status', '--json'], (w) => fault(w, { kind: 'status', status: 500 })],
  [7, 'outcome unknown', ['stop', '77', '--json'], (w) => fault(w, { kind: 'drop-after' })],
  [8, 'two-factor needed', ['status', '--json'], requireTwoFactor],
  [
    9,
    'too many requests',
    ['status', '--json'],
    (w) => fault(w, { kind: 'status', status: 429, headers: { 'Retry-After': '20' } }),
  ],
];

describe('exit codes', () => {
  it.each(rows)('C115 %i: %s', async (code, _, argv, arrange) => {
    const world = makeWorld();
    const { exit, json } = await world.run(argv, arrange?.(world) ?? {});
    expect(exit).toBe(code);
    if (code === 0) expect(json()).not.toHaveProperty('error');
    else {
      expect(Object.keys(json())).toEqual(['schema', 'error']);
      expect(json()).toEqual({
        schema: 1,
        error: {
          code: expect.stringMatching(/./),
          message: expect.stringMatching(/./),
          next: expect.any(String),
          ...(code === 9 ? { retry_after_s: expect.any(Number) } : {}),
        },
      });
    }
  });

  it('5: the instance failed', async () => {
    const world = makeWorld();
    const id = await world.rent();
    world.sandbox.control.instance(id, { actual_status: 'offline' });
    expect((await world.run(['ssh', String(id)])).exit).toBe(5);
  });

  it('70: a bug of ours is told in one sentence', async () => {
    const { exit, err } = await makeWorld().run([], { deck: { ok: true }, deckFails: new Error('oh') });
    expect(exit).toBe(70);
    expect(err).toBe('error: a bug: oh\n');
  });

  it('C109 129: a terminal that went away before a question is hung up, and no bug', async () => {
    const world = makeWorld();
    const gone = Object.assign(new Error('setRawMode EIO'), { code: 'EIO', syscall: 'setRawMode' });
    const answers = [() => Promise.reject(gone)];
    const { exit, out, err } = await world.run(['login'], { env: {}, answers });
    expect([exit, out, err]).toEqual([129, '', '']);
    expect(world.requests()).toEqual([]);
  });

  it('130: interrupted', async () => {
    const world = makeWorld();
    fault(world, { kind: 'hang' });
    const interrupt = new AbortController();
    const underWay = world.clock.underWay();
    const running = world.run(['status'], { signal: interrupt.signal });
    await underWay;
    interrupt.abort();
    expect((await running).exit).toBe(130);
  });

  it('C115 6: no answer within the time', async () => {
    const world = makeWorld();
    fault(world, { kind: 'hang' });
    let ended = false;
    const running = world.run(['instances', '--json']).finally(() => {
      ended = true;
    });
    while (!ended) {
      world.clock.expire();
      await new Promise((next) => setImmediate(next));
    }
    const { exit, json } = await running;
    expect(exit).toBe(6);
    expect(json().error).toMatchObject({ code: 'timeout' });
  });

  it('C115 an empty search is a result and no failure', async () => {
    const { exit, json } = await makeWorld().run(['offers', 'gpu_name=Nonesuch', '--json']);
    expect(exit).toBe(0);
    expect(json()).toMatchObject({ schema: 1, offers: [] });
  });
});

describe('a command line', () => {
  it.each([
    ['--api-key', 'SECRET-0123456789'],
    ['--api-key=SECRET-0123456789'],
    ['--apikey=SECRET-0123456789'],
    ['--token', 'SECRET-0123456789'],
  ])('never takes a key as an argument, and does not repeat it: %s', async (...flag) => {
    const world = makeWorld();
    const { exit, out, err } = await world.run(['status', ...flag]);
    expect(exit).toBe(2);
    expect(err).toContain('A key is never taken as an argument');
    expect(out + err + world.onDisk()).not.toContain('SECRET');
  });

  it('does not repeat the value of a flag that it does not know', async () => {
    const { exit, err } = await makeWorld().run(['status', '--secret-thing=abcdef']);
    expect(exit).toBe(2);
    expect(err).toContain('unknown option "--secret-thing"');
    expect(err).not.toContain('abcdef');
  });

  it.each([
    [['stop'], 'missing <id>', 'Usage: rigdeck stop <id>'],
    [['stop', '1', '2'], 'too many arguments', 'Usage: rigdeck stop <id>'],
    [['offers', '--limit'], '--limit needs a value', 'Usage: rigdeck offers [query...] [flags]'],
    [['stop', 'abc'], 'instance id must be a number, e.g. 9120441', 'Usage: rigdeck stop <id>'],
    [['rent'], 'missing <offer-id> or --query', 'Usage: rigdeck rent [offer-id] [flags]'],
    [['rent', '1'], 'missing --image or --template', 'Usage: rigdeck rent [offer-id] [flags]'],
    [['2fa', 'ad'], 'unknown command "ad". Did you mean add?', 'Usage: rigdeck 2fa <command>'],
    [
      ['destroy', '1', '--yse'],
      'unknown option "--yse". Did you mean --yes?',
      'Usage: rigdeck destroy <id> [flags]',
    ],
    [['keys', 'create'], 'missing <name>', 'Usage: rigdeck keys create <name> [flags]'],
    [['wait', '1', '--for', 'ever'], 'running, stopped, gone', 'Usage: rigdeck wait <id> [flags]'],
  ])(
    'that is wrong says what is wrong and shows the usage of that command: %j',
    async (argv, what, usage) => {
      const { exit, out, err } = await makeWorld().run(argv);
      const [first, second, ...more] = err.trimEnd().split('\n');
      expect([exit, out, second, more]).toEqual([2, '', usage, []]);
      expect(first).toMatch(/^error: /);
      expect(first).toContain(what);
    },
  );

  it('takes the common flags before and behind the command', async () => {
    const world = makeWorld();
    expect((await world.run(['--json', '--sandbox', 'instances'])).json()).toMatchObject({
      schema: 1,
      instances: [],
    });
    expect((await world.run(['instances', '--sandbox', '--json'])).json()).toMatchObject({
      schema: 1,
      instances: [],
    });
    expect(world.requests()).toEqual([]);
  });

  it('names a command that it does not know', async () => {
    const { exit, err } = await makeWorld().run(['offer']);
    expect(exit).toBe(2);
    expect(err).toContain('unknown command "offer". Did you mean offers?');
  });

  it.each([
    [['exec', '--help'], 'unknown command "exec"'],
    [['stpo', '--help'], 'unknown command "stpo". Did you mean stop?'],
    [['help', 'stpo'], 'unknown command or topic "stpo"'],
    [['groups', 'crate'], 'unknown command "crate". Did you mean create?'],
    [['groups', 'crate', '--help'], 'unknown command "crate". Did you mean create?'],
    [['2fa', 'ad', '--help'], 'unknown command "ad". Did you mean add?'],
  ])('has no help for a command that does not exist: %j', async (argv, what) => {
    const { exit, out, err } = await makeWorld().run(argv);
    expect([exit, out]).toEqual([2, '']);
    expect(err).toContain(what);
  });

  it('prints its version', async () => {
    expect((await makeWorld().run(['--version'])).out).toBe('1.2.3\n');
  });

  it('writes no control bytes', async () => {
    const world = makeWorld();
    const id = await world.rent('--label', 'a\x1b[31mred\x07');
    world.sandbox.control.instance(id, { label: 'b\x1b]0;title\x07\x1b[2Jc\u202e', status_msg: '\x1b[1m' });
    for (const argv of [['instances'], ['status'], ['instances', '--json'], ['offers', '--limit', '3']]) {
      const { out, err } = await world.run(argv, {
        columns: 100,
        env: { ...world.signedIn, FORCE_COLOR: '3' },
      });
      expect(out + err).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    }
  });
});

describe('rigdeck alone', () => {
  it('opens the deck where it can be drawn', async () => {
    const world = makeWorld();
    const { exit, deck, out } = await world.run(['--sandbox'], { deck: { ok: true } });
    expect([exit, deck, out]).toEqual([0, [{ sandbox: true }], '']);
    expect((await world.run([], { deck: { ok: true } })).deck).toEqual([{ sandbox: false }]);
  });

  it('C113 prints the status where it cannot', async () => {
    const { exit, out, err, deck } = await makeWorld().run([]);
    expect([exit, deck]).toEqual([0, []]);
    expect(out).toBe('');
    expect(err).toMatch(/^\$100\.00 credit · /);
  });

  it('C113 names rigdeck login and RIGDECK_API_KEY when nobody is signed in, and asks nothing of the service', async () => {
    const world = makeWorld();
    const { exit, out, err } = await world.run([], { env: {} });
    expect([exit, out]).toEqual([4, '']);
    expect(err).toContain('rigdeck login');
    expect(err).toContain('RIGDECK_API_KEY');
    expect(world.requests()).toEqual([]);
  });

  it('says why a terminal that cannot move its cursor gets no deck', async () => {
    const { err, out } = await makeWorld().run([], {
      columns: 80,
      deck: { ok: false, reason: 'TERM=dumb …' },
    });
    expect(err).toBe('TERM=dumb …\n');
    expect(out).toContain('credit');
  });
});

describe('--sandbox', () => {
  it('reads and writes nothing of a real account', async () => {
    const world = makeWorld();
    const { out } = await world.run(['offers', '--sandbox', '--json', '--limit', '1']);
    const [offer] = (JSON.parse(out) as { offers: { id: number }[] }).offers;
    const { exit } = await world.run(['rent', String(offer?.id), '--image', 'a/b:1', '--sandbox']);
    expect(exit).toBe(0);
    expect(world.requests()).toEqual([]);
    expect(world.onDisk()).toBe('');
  });
});
