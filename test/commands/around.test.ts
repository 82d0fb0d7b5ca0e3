import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FetchLike, literal, makeWorld } from './world.ts';

type World = ReturnType<typeof makeWorld>;

async function up(world: World, ...flags: string[]): Promise<string> {
  const id = await world.rent(...flags);
  world.boot();
  return String(id);
}
const lines = (text: string) => text.trimEnd().split('\n');
/** Ends a command that runs until Ctrl+C once its output holds `text`. */
function until(text: RegExp, then?: () => void) {
  const stop = new AbortController();
  let seen = '';
  return {
    signal: stop.signal,
    onOut: (more: string) => {
      seen += more;
      if (!text.test(seen)) return;
      then?.();
      stop.abort();
    },
  };
}

describe('rigdeck label', () => {
  it('names an instance, and an empty text takes the name off', async () => {
    const world = makeWorld();
    const id = await up(world);
    const named = await world.run(['label', id, 'night run']);
    expect([named.exit, named.out]).toEqual([0, '']);
    expect(named.err).toContain(`${id}: night run`);
    expect((await world.run(['instances'])).out).toContain('\tnight run\t');
    expect((await world.run(['label', id, '', '--json'])).json()).toEqual({
      schema: 1,
      instance_id: Number(id),
      label: null,
      success: true,
    });
    expect((await world.run(['instances', id, '--json'])).out).toContain('"label":""');
  });

  it('says of a worker what it loses with its label, and how it gets it back', async () => {
    const world = makeWorld();
    await world.run(['groups', 'create', '--endpoint-id', '701', '--test-workers', '1', '--yes']);
    const [worker] = (await world.run(['instances', '--json'])).json().instances as { id: number }[];
    const id = String(worker?.id);
    const back = `rigdeck label ${id} "worker group 801"`;
    const named = await world.run(['label', id, 'mine']);
    expect(named.exit).toBe(0);
    expect(named.err).toMatch(new RegExp(`^${id} .*group 801.*cost.*${back}\n.*${id}: mine\n$`));
    expect((await world.run(['label', id, 'worker group 801'])).err).not.toContain('cost');
    const off = await world.run(['label', id, '', '--json']);
    expect([off.json().label, off.err]).toEqual([null, expect.stringContaining(back)]);
  });

  it('refuses a label that is too long before anything is sent', async () => {
    const world = makeWorld();
    const { exit, err } = await world.run(['label', '5', 'x'.repeat(1025)]);
    expect([exit, world.requests()]).toEqual([2, []]);
    expect(err).toContain('max 1024');
  });
});

describe('rigdeck reboot and recycle', () => {
  it.each([
    ['reboot', [], 'rebooting', 'kept'],
    ['recycle', ['--yes'], 'loading', 'recreated from the image'],
  ])('%s asks once and says what stays', async (doing, flags, word, what) => {
    const world = makeWorld();
    const id = await up(world);
    const { exit, err } = await world.run([doing, id, ...flags]);
    expect(exit).toBe(0);
    expect(err).toMatch(new RegExp(`${id}.*${what}`));
    expect((await world.run(['instances'])).out).toContain(`\t${word}\t`);
  });

  it('recycle says what is lost, and wants the name where somebody can type it', async () => {
    const world = makeWorld();
    const id = await up(world, '--label', 'train-a');
    const ran = await world.run(['recycle', id], { answers: ['train-a'] });
    expect(ran.asked).toEqual([expect.stringContaining('Type train-a')]);
    expect(ran.err).toMatch(/data in its container will be lost/);
    expect(ran.exit).toBe(0);
    const other = await world.run(['recycle', id], { answers: ['yes'] });
    expect([other.exit, other.err.includes('Nothing was recycled')]).toEqual([3, true]);
  });

  it('recycle is refused without --yes where nobody can be asked', async () => {
    const world = makeWorld();
    const { exit, err } = await world.run(['recycle', '5']);
    expect([exit, world.requests()]).toEqual([3, []]);
    expect(err).toContain('--yes');
  });

  it.each([
    ['reboot', []],
    ['recycle', ['--yes']],
    ['execute', ['ls']],
  ])('a lost answer to %s is unknown and never sent again', async (doing, more) => {
    const world = makeWorld();
    const id = await up(world);
    world.sandbox.control.addFault({
      method: 'PUT',
      path: '/api/v0/instances/*',
      kind: 'drop-after',
      times: 9,
    });
    const before = world.requests().length;
    const { exit, err } = await world.run([doing, id, ...more]);
    expect(exit).toBe(7);
    expect(err).toContain("Couldn't confirm");
    expect(world.requests(before).filter((line) => line.startsWith('PUT '))).toHaveLength(1);
  });

  it.each([
    ['label', ['x']],
    ['reboot', []],
    ['recycle', ['--yes']],
    ['execute', ['ls']],
  ])('%s is refused in read-only mode and by a service without it', async (doing, more) => {
    const world = makeWorld();
    const readOnly = await world.run([doing, '5', ...more], {
      env: { ...world.signedIn, RIGDECK_READ_ONLY: '1' },
    });
    expect([readOnly.exit, world.requests()]).toEqual([3, []]);
    const { exit, err } = await world.run([doing, '5', ...more], {
      transport: literal({ success: false, error: 'not_found', msg: 'no such path' }, 404),
    });
    expect(exit).toBe(1);
    // The call that sets a label is one that interface.md shows.
    expect(err).toContain(doing === 'label' ? 'knows no such instance' : 'does not offer this');
  });
});

describe('rigdeck execute', () => {
  it('prints what the command printed, and nothing else', async () => {
    const world = makeWorld();
    const id = await up(world);
    const { exit, out, err } = await world.run(['execute', id, 'ls -l /workspace']);
    expect([exit, out, err]).toEqual([0, 'workspace\n', '']);
    for (const words of [
      ['ls', '-l'],
      ['ls', '/workspace'],
    ])
      expect((await world.run(['execute', id, ...words])).err).toContain("rigdeck execute ID 'ls -l'");
    expect((await world.run(['execute', id, 'ls', '--json'])).json()).toMatchObject({ lines: ['workspace'] });
  });

  it('takes no other programs, and rm only with a yes', async () => {
    const world = makeWorld();
    const other = await world.run(['execute', '5', 'cat /etc/passwd']);
    expect([other.exit, /ls, rm and du/.test(other.err)]).toEqual([2, true]);
    expect((await world.run(['execute', '5', 'rm -r /workspace/x'])).exit).toBe(3);
    expect((await world.run(['execute', '5', 'rm x'], { answers: ['no'] })).exit).toBe(3);
    expect(world.requests()).toEqual([]);
    const id = await up(world);
    const removed = await world.run(['execute', id, 'rm -r /workspace/x', '--yes']);
    expect([removed.exit, removed.out, removed.err]).toEqual([0, '', '']);
  });
});

describe('a command that was accepted and whose output does not come', () => {
  it.each([
    ['the connection breaks', { kind: 'drop' }],
    ['it is never written', { kind: 'status', status: 404, times: 99 }],
    ['its place refuses', { kind: 'status', status: 401 }],
    [
      'it has moved',
      { kind: 'status', status: 302, headers: { location: 'https://elsewhere.example.com/' } },
    ],
  ] as const)('is not denied where %s: it may have run', async (_, fault) => {
    const world = makeWorld();
    const id = await up(world);
    world.sandbox.control.addFault({ path: '/results/*', ...fault });
    const before = world.requests().length;
    const { exit, out, err } = await world.run(['execute', id, 'rm -rf /workspace/x', '--yes']);
    expect([exit, out]).toEqual([7, '']);
    expect(err).toMatch(/accepted.*may have run/);
    expect(err).not.toMatch(/not run|[Nn]othing was|key|does not answer/);
    expect(world.requests(before).filter((line) => line.startsWith('PUT '))).toHaveLength(1);
  });

  it.each([{ success: true, result_url: null }, { success: true }, { success: true, result_url: 7 }])(
    'is not denied where no address came for its output: %j',
    async (reply) => {
      const run = (...words: string[]) => makeWorld().run([...words], { transport: literal(reply) });
      const { exit, out, err } = await run('execute', '5', 'ls');
      expect([exit, out]).toEqual([7, '']);
      expect(err).toMatch(/accepted.*may have run/);
      expect(err).not.toContain('not known');
      const log = await run('logs', '5');
      expect([log.exit, log.err]).toEqual([1, expect.stringContaining('Log not available')]);
    },
  );

  it('is not denied where its address is not safe to read', async () => {
    const { exit, err } = await makeWorld().run(['execute', '5', 'ls'], {
      transport: literal({ success: true, result_url: 'http://169.254.169.254/latest' }),
    });
    expect(exit).toBe(7);
    expect(err).toMatch(/accepted.*may have run/);
  });

  it('is not denied at Ctrl+C', async () => {
    const world = makeWorld();
    const id = await up(world);
    const stop = new AbortController();
    const { exit, err } = await world.run(['execute', id, 'rm x', '--yes'], {
      signal: stop.signal,
      transport: async (url, init) => {
        if (!url.includes('/results/')) return world.service(url, init);
        stop.abort();
        return new Response('', { status: 404 });
      },
    });
    expect(exit).toBe(130);
    expect(err).toMatch(/accepted.*may have run/);
  });

  it('leaves a log that cannot be fetched to be requested again, and blames neither the key nor the service', async () => {
    const world = makeWorld();
    const id = await up(world);
    for (const [fault, code] of [
      [{ kind: 'drop' }, 6],
      [{ kind: 'status', status: 401 }, 1],
    ] as const) {
      world.sandbox.control.addFault({ path: '/results/*', ...fault });
      const { exit, err } = await world.run(['logs', id]);
      expect(exit).toBe(code);
      expect(err).toMatch(/^error: Log not available/);
      expect(err).not.toMatch(/key|does not answer/);
    }
  });
});

describe('rigdeck logs', () => {
  it('prints the log, as many lines as are asked for, without control characters', async () => {
    const world = makeWorld();
    const id = await up(world);
    const { exit, out, err } = await world.run(['logs', id, '--tail', '3']);
    expect([exit, err, lines(out).length]).toEqual([0, '', 3]);
    expect(out).toMatch(/step \d+ loss/);
    expect((await world.run(['logs', id, '--filter', 'Pulling'])).out).toMatch(/^\S+ Pulling from a\/b:1\n$/);
    expect((await world.run(['logs', id, '--tail', '1', '--json'])).json()).toEqual({
      schema: 1,
      instance_id: Number(id),
      lines: [expect.stringContaining('step')],
    });
  });

  it('prints nothing where no line matches', async () => {
    const world = makeWorld();
    const id = await up(world);
    const { exit, out, err } = await world.run(['logs', id, '--filter', 'zzz']);
    expect([exit, out, err]).toEqual([0, '', 'No line of the log matches.\n']);
    expect((await world.run(['logs', id, '--filter', 'zzz', '--json'])).json().lines).toEqual([]);
  });

  it('asks for the result without the key', async () => {
    const world = makeWorld();
    const id = await up(world);
    const seen: string[] = [];
    await world.run(['logs', id], {
      transport: (url, init) => {
        if (url.includes('/results/')) seen.push(JSON.stringify(init.headers));
        return world.service(url, init);
      },
    });
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.join()).not.toContain(world.sandbox.apiKey);
  });

  it('follows: prints what is new and no line twice, until Ctrl+C', async () => {
    const world = makeWorld();
    const id = await up(world);
    const end = until(/step 40 /);
    const { exit, out } = await world.run(['logs', id, '-f', '--tail', '2'], end);
    expect(exit).toBe(130);
    const steps = lines(out).map((line) => Number(/step (\d+)/.exec(line)?.[1]));
    expect(steps.length).toBeGreaterThan(5);
    expect(steps).toEqual(steps.map((_, index) => (steps[0] as number) + index));
  });

  it.each([
    [1, 4, 1],
    [2, 130, 3],
    [3, 130, 4],
  ])('follows past one refusal of a key that was accepted: of request %i', async (nth, code, least) => {
    const world = makeWorld();
    const id = await up(world);
    let asked = 0;
    const { exit } = await world.run(['logs', id, '-f', '--tail', '2'], {
      ...until(/step 40 /),
      transport: (url, init) => {
        if (!url.includes('/request_logs/')) return world.service(url, init);
        asked += 1;
        return asked === nth
          ? literal({ error: 'auth_error', msg: 'Invalid user key' }, 401)(url, init)
          : world.service(url, init);
      },
    });
    expect(exit).toBe(code);
    expect(asked).toBeGreaterThanOrEqual(least);
  });

  it('reads no address that is not safe', async () => {
    const { exit, err } = await makeWorld().run(['logs', '5'], {
      transport: literal({ success: true, result_url: 'http://169.254.169.254/latest' }),
    });
    expect(exit).toBe(1);
    expect(err).toContain('not safe to read');
  });
});

const jupyter = {
  id: 5,
  actual_status: 'running',
  image_runtype: 'jupyter_direc ssh_direc ssh_proxy',
  jupyter_token: 'tok-123456',
  public_ipaddr: '203.0.113.7',
  ports: { '8080/tcp': [{ HostPort: '40080' }] },
  ssh_host: 'h',
  ssh_port: 10022,
};
const one = (fields: object) => literal({ instances: { ...jupyter, ...fields } });

describe('rigdeck open', () => {
  const url = 'https://203.0.113.7:40080/?token=tok-123456';

  it('opens Jupyter in the browser, and its token is nowhere else', async () => {
    const ran = await makeWorld().run(['open', '5'], {
      transport: one({}),
      browser: { ok: true, text: 'Opened in your browser.' },
    });
    expect([ran.exit, ran.out, ran.opened]).toEqual([0, '', [url]]);
    expect(ran.err).toContain('Opened in your browser.');
    expect(ran.err).not.toContain('tok-123456');
  });

  it('prints the address over SSH, and with --print', async () => {
    const there = await makeWorld().run(['open', '5'], { transport: one({}) });
    expect([there.exit, there.out]).toEqual([0, `${url}\n`]);
    const printed = await makeWorld().run(['open', '5', '--print'], { transport: one({}) });
    expect([printed.out, printed.err, printed.opened]).toEqual([`${url}\n`, '', []]);
    const tunnel = await makeWorld().run(['open', '5', '--local', '8888', '--print'], { transport: one({}) });
    expect(tunnel.out).toBe('https://localhost:8888/?token=tok-123456\n');
  });

  it.each([
    [{ actual_status: 'loading' }, 1, 'only while it does'],
    [{ actual_status: 'exited' }, 5, 'exited'],
    [{ image_runtype: 'ssh_proxy' }, 1, 'without Jupyter'],
    [{ ports: {} }, 1, 'rigdeck tunnel 5 8080'],
  ])('says why not: %j', async (fields, code, words) => {
    const { exit, out, err } = await makeWorld().run(['open', '5'], { transport: one(fields) });
    expect([exit, out]).toEqual([code, '']);
    expect(err).toContain(words);
  });
});

describe('rigdeck tunnel', () => {
  it('hands over to ssh with a free port, and ends as ssh ends', async () => {
    const ran = await makeWorld().run(['tunnel', '5', '8080'], { transport: one({}), ssh: { code: 255 } });
    expect(ran.exit).toBe(255);
    expect(ran.err).toContain('localhost:8080 leads to port 8080 of 5');
    expect(ran.ssh).toMatchObject([{ instanceId: 5, tunnel: { local: 8080, remote: 8080 }, extraArgs: [] }]);
  });

  it.each([
    [[], [8080], '49152'],
    [['--local', '9000'], [], '9000'],
  ])('prints the line to type, C081 as one line: %j', async (flags, taken, local) => {
    const ran = await makeWorld().run(['tunnel', '5', '8080', '--print', ...flags], {
      transport: one({}),
      taken,
      columns: 40,
    });
    expect([ran.exit, ran.ssh]).toEqual([0, []]);
    expect(ran.out).toBe(`ssh -N -L ${local}:localhost:8080 -p 10022 root@h\n`);
  });

  it('asks for no port of the system, and refuses one that is taken or none', async () => {
    const low = await makeWorld().run(['tunnel', '5', '80', '--print'], { transport: one({}) });
    expect(low.out).toContain('-L 8080:localhost:80 ');
    const taken = await makeWorld().run(['tunnel', '5', '80', '--local', '9000'], {
      transport: one({}),
      taken: [9000],
    });
    expect([taken.exit, taken.ssh]).toEqual([1, []]);
    expect(taken.err).toContain('Port 9000 is taken here.');
    expect((await makeWorld().run(['tunnel', '5', '70000'])).exit).toBe(2);
    const unsafe = await makeWorld().run(['tunnel', '5', '80'], { transport: one({ ssh_host: '-oX=y' }) });
    expect([unsafe.exit, unsafe.ssh]).toEqual([1, []]);
  });
});

describe('rigdeck ssh-config', () => {
  it('prints a block for each that can be reached, and touches no file of ssh', async () => {
    const world = makeWorld();
    const id = await up(world, '--label', 'train-a');
    await world.rent();
    const { exit, out } = await world.run(['ssh-config']);
    expect(exit).toBe(0);
    expect(out.match(/^Host /gm)).toHaveLength(1);
    expect(out).toContain(`Host rigdeck-${id} rigdeck-train-a\n  HostName ssh`);
    expect(out).toContain(`known_hosts/${id}\n`);
    expect(world.onDisk()).not.toContain('.ssh');
  });

  it('says why one that was named has none', async () => {
    const { exit, out, err } = await makeWorld().run(['ssh-config', '5'], {
      transport: one({ actual_status: 'stopped' }),
    });
    expect([exit, out]).toEqual([1, '']);
    expect(err).toContain('Start it first');
  });
});

describe('ssh_user of config.toml', () => {
  it.each([
    ['ssh', '5', '--print'],
    ['tunnel', '5', '8080', '--print'],
    ['ssh-config', '5'],
    ['instances', '5'],
  ])('is whom every line of ssh logs in as: %s', async (...argv) => {
    const world = makeWorld();
    const folder = join(world.home, '.config', 'rigdeck');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'config.toml'), 'ssh_user = "ubuntu"\n');
    const { out } = await world.run(argv, { transport: one({}) });
    expect(out).toMatch(/ubuntu@h\b|User ubuntu\n/);
    expect(out).not.toContain('root');
  });
});

describe('rigdeck cost', () => {
  it('tells quoted and measured burn, runway and each instance', async () => {
    const world = makeWorld();
    const id = await up(world, '--label', 'train-a');
    const first = await world.run(['cost', '--json']);
    expect(first.json()).toMatchObject({
      schema: 1,
      burn: { priced: 1, count: 1, measured_per_hour: null },
      instances: [{ id: Number(id), label: 'train-a', state: 'running', spent_basis: 'charged' }],
    });
    world.clock.advance(20 * 60_000);
    const { burn, runway, credit } = (await world.run(['cost', '--json'])).json() as {
      burn: { quoted_per_hour: number; measured_per_hour: number; measured_over_s: number };
      runway: { seconds: number };
      credit: number;
    };
    expect(burn.measured_over_s).toBeGreaterThan(1100);
    expect(burn.measured_per_hour).toBeCloseTo(burn.quoted_per_hour, 2);
    expect(runway.seconds / 3600).toBeCloseTo(credit / burn.quoted_per_hour, 0);
    const text = await world.run(['cost'], { columns: 80 });
    expect(text.out).toMatch(
      /^credit {4}\$\d+\.\d\d\nquoted {4}\$\S+\/h\nmeasured {2}\$\S+\/h over the last /,
    );
    expect(text.out).toMatch(/\n +ID +LABEL +STATE/);
  });

  it('shows what is not known as such, never as nothing', async () => {
    const transport = async (url: string) =>
      url.includes('/users/')
        ? literal({ id: 7 })(url, {})
        : /\/(volumes|charges)\//.test(url)
          ? literal({ success: false, error: 'not_found' }, 404)(url, {})
          : literal({ instances_found: 1, instances: [{ id: 5, actual_status: 'running' }] })(url, {});
    const { out } = await makeWorld().run(['cost', '--json'], { transport });
    expect(JSON.parse(out)).toMatchObject({
      credit: null,
      burn: { quoted_per_hour: null, priced: 0, count: 1 },
      runway: { seconds: null, ends_at: null },
      instances: [{ per_hour: null, spent: null }],
    });
    const text = await makeWorld().run(['cost'], { transport });
    expect(text.err).toContain('quoted    ·, 0 of 1 priced\n');
    expect(text.err).toContain('runway    ·\n');
  });
});

describe('rigdeck wait', () => {
  it('ends with 0 once it is up, with a line for each change', async () => {
    const world = makeWorld();
    const id = String(await world.rent());
    const { exit, out, err } = await world.run(['wait', id, '--for', 'running', '--timeout', '10m']);
    expect([exit, out]).toEqual([0, '']);
    expect(lines(err).map((line) => line.replace(/^\S.*? {2}/, ''))).toEqual([
      `${id} is provisioning`,
      `${id} is loading`,
      `${id} is running`,
    ]);
  });

  it.each(['exited', 'unknown', 'offline'])('C014 ends with 5 when it is %s', async (status) => {
    const { exit, json } = await makeWorld().run(['wait', '5', '--json'], {
      transport: one({ actual_status: status }),
    });
    expect(exit).toBe(5);
    expect(json().error).toMatchObject({
      code: 'instance_failed',
      message: expect.stringMatching(/won't start.*billed/),
    });
  });

  it('ends with 124 when the time is over', async () => {
    const { exit, err } = await makeWorld().run(['wait', '5', '--timeout', '1m'], {
      transport: one({ actual_status: 'loading' }),
    });
    expect(exit).toBe(124);
    expect(err).toContain('5 is loading after 1m, not running.');
  });

  it.each([
    ['a web page', literal('<html>404', 404), 124],
    ['the service, whose list cannot be read', literal({ error: 'no_such_instance', msg: 'gone' }, 404), 1],
  ])('does not take a 404 of %s for gone', async (_, transport, code) => {
    const { exit, out } = await makeWorld().run(['wait', '5', '--for', 'gone'], { transport });
    expect([exit, out]).toEqual([code, '']);
  });

  const odd: [string, unknown, number][] = [
    ['a web page', '<html>login', 200],
    ['a web page', '<html>forbidden', 403],
    ['a web page', '<html>who are you', 401],
    ['a web page', '<html>not found', 404],
    ['nothing', '', 410],
    ['a refusal without a word', { success: false }, 200],
    ['a refusal without a word', { success: false }, 410],
    ['another record', { hello: 'there' }, 200],
  ];
  it.each(odd)('outlives %s (%j, %i), however often it comes', async (_, body, status) => {
    let calls = 0;
    const later: FetchLike = (url, init) =>
      (calls++ % 3 === 0 ? one({}) : calls > 9 ? one({ actual_status: 'stopped' }) : literal(body, status))(
        url,
        init,
      );
    const { exit, err } = await makeWorld().run(['wait', '5', '--for', 'stopped'], { transport: later });
    expect(exit).toBe(0);
    expect(err).toContain('Looking again');
    const never = await makeWorld().run(['wait', '5', '--timeout', '2m'], {
      transport: literal(body, status),
    });
    expect(never.exit).toBe(124);
  });

  it.each(odd)('so does --watch: %s (%j, %i)', async (_, body, status) => {
    let calls = 0;
    const row = (label: string) => literal({ instances_found: 1, instances: [{ id: 5, label }] });
    const end = until(/"after"/);
    const { exit, out } = await makeWorld().run(['instances', '--watch=2'], {
      ...end,
      transport: (url, init) => {
        calls += 1;
        if (!url.endsWith('/instances/')) return literal({ id: 1 })(url, init);
        return (calls === 1 ? row('before') : calls < 6 ? literal(body, status) : row('after'))(url, init);
      },
    });
    expect(exit).toBe(130);
    expect(lines(out)).toHaveLength(2);
  });

  const refusals = [
    [401, { error: 'auth_error', msg: 'Invalid user key' }],
    [403, { error: 'auth_error', msg: 'no' }],
    [401, {}],
  ] as const;
  it.each(refusals)('outlives one refusal of a key that was accepted: %i, %j', async (status, body) => {
    let calls = 0;
    const { exit, err } = await makeWorld().run(['wait', '5'], {
      transport: (url, init) => {
        calls += 1;
        const loading = calls < 5 ? one({ actual_status: 'loading' }) : one({});
        return (calls === 3 ? literal(body, status) : loading)(url, init);
      },
    });
    expect(exit).toBe(0);
    expect(err).toContain('Looking again');

    let looks = 0;
    const row = (label: string) => literal({ instances_found: 1, instances: [{ id: 5, label }] });
    const end = until(/"after"/);
    const watch = await makeWorld().run(['instances', '--watch=2'], {
      ...end,
      transport: (url, init) => {
        if (!url.endsWith('/instances/')) return literal({ id: 1 })(url, init);
        looks += 1;
        return (looks === 1 ? row('before') : looks === 2 ? literal(body, status) : row('after'))(url, init);
      },
    });
    expect([watch.exit, lines(watch.out)]).toEqual([130, expect.objectContaining({ length: 2 })]);
  });

  it('ends when a key that was accepted is refused for a minute, asked at growing distances', async () => {
    const world = makeWorld();
    const refused: number[] = [];
    let asked = 0;
    const { exit } = await world.run(['instances', '--watch=1'], {
      transport: (url, init) => {
        if (!url.endsWith('/instances/')) return literal({ id: 1 })(url, init);
        if (asked++ === 0) return literal({ instances_found: 1, instances: [{ id: 5 }] })(url, init);
        refused.push(world.clock.now());
        return literal({ error: 'auth_error', msg: 'Invalid user key' }, 401)(url, init);
      },
    });
    const gaps = refused.slice(1).map((at, index) => at - (refused[index] ?? 0));
    expect(exit).toBe(4);
    expect((refused.at(-1) ?? 0) - (refused[0] ?? 0)).toBeGreaterThanOrEqual(60_000);
    expect(gaps).toEqual([...gaps].sort((a, b) => a - b));
    expect(gaps.length).toBeLessThan(8);
  });

  it('names no status of success in a refusal, and a time with its unit', async () => {
    let calls = 0;
    const { exit, err } = await makeWorld().run(['wait', '5', '--timeout', '24'], {
      transport: (url, init) =>
        (calls++ === 0 ? one({ actual_status: 'loading' }) : literal({ success: false, msg: 'busy' }))(
          url,
          init,
        ),
    });
    expect(exit).toBe(124);
    expect(err).toMatch(/loading after 24s/);
    expect(err).not.toContain('200');
  });

  it('looks each 10 s', async () => {
    const world = makeWorld();
    const looks: number[] = [];
    await world.run(['wait', '5', '--timeout', '1m'], {
      transport: (url, init) => {
        looks.push(world.clock.now());
        return one({ actual_status: 'loading' })(url, init);
      },
    });
    expect(looks.slice(1).map((at, index) => at - (looks[index] ?? 0))).toEqual(
      [1, 2, 3, 4, 5, 6].map(() => 10_000),
    );
  });

  /** The service has no record of any, and lists these. */
  const recordless =
    (rows: object[], found = rows.length): FetchLike =>
    (url, init) =>
      literal(/\/\d+\/$/.test(url) ? { instances: null } : { instances_found: found, instances: rows })(
        url,
        init,
      );

  it('C015 is not endless for one that is answered for with nothing', async () => {
    const { exit, err } = await makeWorld().run(['wait', '5'], { transport: recordless([]) });
    expect(exit).toBe(5);
    expect(err).toContain('gone');
  });

  it.each(['running', 'stopped', 'gone'])(
    'C016 neither waits for ever for an id that never was nor takes it for one that is gone: %s',
    async (goal) => {
      const { exit, err } = await makeWorld().run(['wait', '1', '--for', goal]);
      expect(exit).toBe(1);
      expect(err).toContain('There is no instance 1');
      expect(err).toContain('rigdeck instances');
    },
  );

  it('knows by the journal that one which was rented here is gone, and by its own looks of any other', async () => {
    const world = makeWorld();
    const rented = String(await world.rent());
    await world.run(['destroy', rented, '--yes']);
    // However the service says it: as 404 too.
    const transport: FetchLike = (url, init) =>
      /\/instances\/\d+\/$/.test(url)
        ? literal({ error: 'no_such_instance', msg: 'gone' }, 404)(url, init)
        : world.service(url, init);
    expect((await world.run(['wait', rented, '--for', 'gone'], { transport })).exit).toBe(0);
    expect((await world.run(['wait', rented], { transport })).exit).toBe(5);

    let looks = 0;
    const other = await makeWorld().run(['wait', '5', '--for', 'gone'], {
      transport: async (url, init) => {
        if (!url.endsWith('/5/')) return literal({ instances_found: 0, instances: [] })(url, init);
        looks += 1;
        return looks === 1 ? one({})(url, init) : transport(url, init);
      },
    });
    expect(other.exit).toBe(0);
  });

  it('takes none for gone that the list still has, or that a list lacks which is not whole', async () => {
    const run = (goal: string, transport: FetchLike) =>
      makeWorld().run(['wait', '5', '--for', goal, '--timeout', '2m'], { transport });
    const listed = recordless([{ id: 5, actual_status: 'running' }]);
    expect((await run('gone', listed)).exit).toBe(124);
    expect((await run('running', listed)).exit).toBe(0);
    expect((await run('gone', recordless([], 1))).exit).toBe(124);
    expect((await run('running', recordless([], 1))).exit).toBe(124);
  });

  it('waits for one that is to go, and refuses a time that is none', async () => {
    const gone = await makeWorld().run(['wait', '5', '--for', 'gone'], {
      transport: recordless([]),
    });
    expect(gone.exit).toBe(0);
    expect((await makeWorld().run(['wait', '5', '--timeout', 'soon'])).err).toContain(
      '--timeout must be a time',
    );
    expect((await makeWorld().run(['wait', '5', '--for', 'lunch'])).exit).toBe(2);
  });

  it('goes on over an outage, and ends at a key that is refused', async () => {
    let calls = 0;
    const { exit, err } = await makeWorld().run(['wait', '5'], {
      transport: async (url, init) => {
        calls += 1;
        return calls < 8 ? literal('down', 503)(url, init) : one({})(url, init);
      },
    });
    expect(exit).toBe(0);
    expect(err.match(/Looking again/g)).toHaveLength(1);
    expect(err).toContain('The service answers again.');
    const refused = await makeWorld().run(['wait', '5'], {
      transport: literal({ error: 'auth_error', msg: 'Invalid user key' }, 401),
    });
    expect(refused.exit).toBe(4);
  });
});

describe('secrets of an instance', () => {
  it.each([
    [['instances', '--json']],
    [['instances', '5', '--json']],
    [['instances', '--watch=2', '--json']],
    [['instances', '--watch=2']],
    [['status', '--json']],
    [['--json']],
  ])('are hidden in what is printed, their names are not: %j', async (argv) => {
    const row = {
      ...jupyter,
      extra_env: [
        ['HF_TOKEN', 'hf-abcdef'],
        ['-p 80:80', '1'],
      ],
      ssh_host: 'h',
    };
    const { out } = await makeWorld().run(argv, {
      transport: async (url) =>
        new Response(
          JSON.stringify(
            url.includes('/users/')
              ? { id: 1, credit: 10 }
              : { instances_found: 1, instances: url.endsWith('/5/') ? row : [row] },
          ),
        ),
      ...until(/"id":5/),
    });
    expect(out).toContain('[["HF_TOKEN","••••••••"],["-p 80:80","1"]]');
    expect(out).toContain('"jupyter_token":"••••••••"');
    expect(out).not.toMatch(/hf-abcdef|tok-123456/);
  });
});

describe('rigdeck instances --watch', () => {
  it('C113 piped, prints JSON lines of changes only, without escape codes', async () => {
    const world = makeWorld();
    const id = await world.rent();
    const end = until(/"actual_status":"running"/);
    const { exit, out } = await world.run(['instances', '--watch=2'], end);
    expect(exit).toBe(130);
    expect(out).not.toContain('\x1b');
    const events = lines(out).map((line) => JSON.parse(line) as { event: string; fields?: string[] });
    expect(events[0]).toMatchObject({ schema: 1, event: 'there', instance: { id } });
    expect(events.length).toBeLessThan(8);
    expect(events.slice(1).every(({ event }) => event === 'changed')).toBe(true);
  });

  it('says of none that it is gone by a list that is not whole, and of one that a whole list lacks', async () => {
    let looks = 0;
    const row = (id: number) => ({ id, actual_status: 'running' });
    const { out } = await makeWorld().run(['instances', '--watch=2'], {
      transport: async (url, init) => {
        looks += 1;
        const [found, rows] = looks === 2 ? [2, [row(6)]] : looks < 4 ? [2, [row(5), row(6)]] : [1, [row(6)]];
        return literal({ instances_found: found, instances: rows })(url, init);
      },
      ...until(/"event":"gone"/),
    });
    expect(looks).toBeGreaterThanOrEqual(4);
    const events = lines(out).map((line) => JSON.parse(line) as { event: string; instance: { id: number } });
    expect(events.map(({ event, instance }) => `${event} ${instance.id}`)).toEqual([
      'there 5',
      'there 6',
      'gone 5',
    ]);
  });

  it('redraws in a terminal on a screen of its own, cut to its height, and leaves it', async () => {
    const world = makeWorld();
    await world.rent();
    let drawn = 0;
    const stop = new AbortController();
    const { out } = await world.run(['instances', '--watch=2'], {
      columns: 80,
      rows: 10,
      signal: stop.signal,
      onOut: (text) => {
        drawn += text.includes('\x1b[2J') ? 1 : 0;
        if (drawn === 3) stop.abort();
      },
    });
    expect(out.startsWith('\x1b[?1049h')).toBe(true);
    expect(out.endsWith('\x1b[?25h\x1b[?1049l')).toBe(true);
    expect(out).toContain('every 2 s, Ctrl+C ends it');
  });

  it('knows a terminal without escape codes, and a number that is none', async () => {
    const world = makeWorld();
    await world.rent();
    const end = until(/"event":"there"/);
    const dumb = await world.run(['instances', '--watch=2'], {
      ...end,
      columns: 80,
      env: { ...world.signedIn, TERM: 'dumb' },
    });
    expect(dumb.out).not.toContain('\x1b');
    expect((await world.run(['instances', '--watch=soon'])).exit).toBe(2);
  });
});
