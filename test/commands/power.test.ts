import { describe, expect, it } from 'vitest';
import { makeWorld } from './world.ts';

describe('rigdeck stop and start', () => {
  it('stops, says what is still charged, and starts again', async () => {
    const world = makeWorld();
    const id = await world.rent();
    world.boot();
    const stopped = await world.run(['stop', String(id)]);
    expect([stopped.exit, stopped.out]).toEqual([0, '']);
    expect(stopped.err).toMatch(/disk is billed until you destroy it/);
    expect((await world.run(['instances'])).out).toContain('\tstopped\t');
    expect((await world.run(['start', String(id), '--json'])).json()).toMatchObject({
      schema: 1,
      instance_id: id,
      success: true,
    });
    world.boot();
    expect((await world.run(['instances'])).out).toContain('\trunning\t');
  });

  it.each(['stop', 'start', 'destroy'])(
    'never sends a %s twice, and takes no clear answer for unknown',
    async (doing) => {
      const world = makeWorld();
      const id = await world.rent();
      world.sandbox.control.addFault({ path: '/api/v0/instances/*', kind: 'status', status: 502, times: 9 });
      const before = world.requests().length;
      const { exit, err } = await world.run([doing, String(id), ...(doing === 'destroy' ? ['--yes'] : [])]);
      expect(exit).toBe(7);
      expect(err).toContain("Couldn't confirm");
      expect(err).toMatch(/billed/);
      const writes = world.requests(before).filter((line) => !line.startsWith('GET'));
      expect(writes).toHaveLength(1);
    },
  );

  it.each([
    { kind: 'status', status: 408 },
    { kind: 'html', status: 404 },
    { kind: 'html', status: 403 },
    { kind: 'status', status: 404, body: '404 page not found' },
    { kind: 'status', status: 302, headers: { Location: 'https://login.example.com/' } },
  ] as const)('takes %j, which is no word of the service, for unknown as well', async (fault) => {
    for (const doing of ['stop', 'start', 'destroy']) {
      const world = makeWorld();
      const id = await world.rent();
      world.sandbox.control.addFault({ path: '/api/v0/instances/*', times: 9, ...fault });
      const { exit, err } = await world.run([doing, String(id), ...(doing === 'destroy' ? ['--yes'] : [])]);
      expect([exit, err]).toEqual([7, expect.stringContaining("Couldn't confirm")]);
    }
  });

  it('tells by what the instance is to be what became of a stop whose answer was lost', async () => {
    const world = makeWorld();
    const id = String(await world.rent());
    world.boot();
    const lose = (kind: 'drop' | 'drop-after') =>
      world.sandbox.control.addFault({ method: 'PUT', path: '/api/v0/instances/*', kind });
    lose('drop');
    const not = await world.run(['stop', id, '--json']);
    expect([not.exit, not.json().error]).toMatchObject([
      7,
      { code: 'outcome_unknown', message: expect.stringContaining(`${id} is running (intended: running)`) },
    ]);
    lose('drop-after');
    const done = await world.run(['stop', id, '--json']);
    expect([done.exit, done.json()]).toEqual([0, { schema: 1, instance_id: Number(id), success: true }]);
    lose('drop-after');
    const seen = await world.run(['stop', id]);
    expect([seen.exit, seen.err]).toEqual([
      0,
      expect.stringMatching(/^No clear reply\. Checked afterwards: .*\.\n$/),
    ]);
    lose('drop-after');
    const label = await world.run(['label', id, 'train-a']);
    expect([label.exit, label.err]).toEqual([0, expect.stringContaining('train-a')]);
  });

  it.each(['stop', 'destroy'])(
    'believes the list, and no record of null, of a %s whose answer was lost',
    async (doing) => {
      const world = makeWorld();
      const id = String(await world.rent());
      const path = `/api/v0/instances/${id}/`;
      world.sandbox.control.addFault({ method: doing === 'destroy' ? 'DELETE' : 'PUT', path, kind: 'drop' });
      const none = { kind: 'status', status: 200, body: { instances: null } } as const;
      world.sandbox.control.addFault({ method: 'GET', path, times: 9, ...none });
      const ran = await world.run([doing, id, ...(doing === 'destroy' ? ['--yes'] : [])]);
      expect([ran.exit, ran.err]).toEqual([7, expect.stringContaining("Couldn't confirm")]);
      expect(world.onDisk()).not.toContain('"t":"gone"');
      expect((await world.run(['instances', id, '--json'])).json().instances).toHaveLength(1);
    },
  );

  it.each(['stop', 'start', 'destroy'])(
    'refuses to %s in read-only mode, without a word to the service',
    async (doing) => {
      const world = makeWorld();
      const { exit } = await world.run([doing, '5', '--yes'].slice(0, doing === 'destroy' ? 3 : 2), {
        env: { ...world.signedIn, RIGDECK_READ_ONLY: '1' },
      });
      expect(exit).toBe(3);
      expect(world.requests()).toEqual([]);
    },
  );

  it.each(['stop', 'start', 'destroy'])(
    'tells a %s that the service refuses from one that was done',
    async (doing) => {
      const world = makeWorld();
      const { exit, err } = await world.run([doing, '5', ...(doing === 'destroy' ? ['--yes'] : [])]);
      expect(exit).toBe(1);
      expect(err).toContain('knows no such instance');
    },
  );
});

describe('rigdeck destroy', () => {
  it('destroys with --yes, and forgets what was kept of the instance', async () => {
    const world = makeWorld();
    const id = await world.rent();
    const { exit, err } = await world.run(['destroy', String(id), '--yes']);
    expect(exit).toBe(0);
    expect(err).toContain('Billing ended');
    expect((await world.run(['instances', '--json'])).json().instances).toEqual([]);
    expect(world.onDisk()).toContain(`{"t":"gone","id":${id},`);
  });

  it('is refused without --yes where nobody can be asked, and sends nothing', async () => {
    const world = makeWorld();
    const { exit, err } = await world.run(['destroy', '5']);
    expect(exit).toBe(3);
    expect(err).toContain('--yes');
    expect(world.requests()).toEqual([]);
  });

  it.each([
    ['its label', 'train-a'],
    ['its id', undefined],
  ])('asks for the name of the instance at a terminal: %s', async (_, label) => {
    const world = makeWorld();
    const id = await world.rent('--label', 'train-a');
    const { exit, asked, err } = await world.run(['destroy', String(id)], { answers: [label ?? String(id)] });
    expect(asked).toEqual(['Type train-a to confirm: ']);
    expect(err).toContain(`Instance ${id} "train-a", 1x `);
    expect(exit).toBe(0);
  });

  it.each([
    ['another name', 'yes', 3],
    ['an empty line', '', 3],
    ['Ctrl+C', undefined, 130],
  ])('destroys nothing at %s', async (_, answer, code) => {
    const world = makeWorld();
    const id = await world.rent();
    const { exit } = await world.run(['destroy', String(id)], { answers: [answer] });
    expect(exit).toBe(code);
    expect(world.requests().some((line) => line.startsWith('DELETE'))).toBe(false);
  });

  it.each([
    ['a 500', { kind: 'status', status: 500 }],
    ['a lost answer', { kind: 'drop-after' }],
    ['no JSON', { kind: 'garbage' }],
    ['a body without success', { kind: 'status', status: 200, body: {} }],
  ])('C006 does not report as done what was not confirmed: %s', async (_, fault) => {
    const world = makeWorld();
    const id = await world.rent();
    world.sandbox.control.addFault({ method: 'DELETE', path: '/api/v0/instances/*', ...fault });
    world.sandbox.control.addFault({ method: 'GET', path: '/api/v0/instances/*', kind: 'drop', times: 9 });
    const { exit, json } = await world.run(['destroy', String(id), '--yes', '--json']);
    expect(exit).toBe(7);
    expect(json().error).toMatchObject({
      message: expect.stringMatching(/Couldn't confirm.*may still be there and billed/),
      next: expect.stringMatching(/Check whether it is gone/),
    });
    expect(world.onDisk()).not.toContain('"t":"gone"');
  });

  it('C006 says that it is still there where the record, read after a failure, is', async () => {
    const world = makeWorld();
    const id = await world.rent();
    const fault = { method: 'DELETE', path: '/api/v0/instances/*', kind: 'status', status: 500 } as const;
    world.sandbox.control.addFault(fault);
    const { exit, json } = await world.run(['destroy', String(id), '--yes', '--json']);
    expect([exit, json().error]).toMatchObject([
      7,
      { code: 'fault', message: expect.stringContaining(`${id} is still there and billed`) },
    ]);
    expect(world.onDisk()).not.toContain('"t":"gone"');
  });

  it('knows by the record that it was destroyed where only the answer was lost', async () => {
    const world = makeWorld();
    const id = await world.rent();
    world.sandbox.control.addFault({ method: 'DELETE', path: '/api/v0/instances/*', kind: 'drop-after' });
    const { exit, err } = await world.run(['destroy', String(id), '--yes']);
    expect(exit).toBe(0);
    expect(err).toMatch(/no longer has instance \d+/);
    expect(world.onDisk()).toContain(`{"t":"gone","id":${id},`);
  });

  it('C006 says no more than it knows when no answer comes', async () => {
    const world = makeWorld();
    const id = await world.rent();
    world.sandbox.control.addFault({ method: 'DELETE', path: '/api/v0/instances/*', kind: 'hang' });
    world.sandbox.control.addFault({ method: 'GET', path: '/api/v0/instances/*', kind: 'drop', times: 9 });
    const underWay = world.clock.underWay();
    const running = world.run(['destroy', String(id), '--yes']);
    await underWay;
    world.clock.expire();
    expect((await running).exit).toBe(7);
  });

  it('C007 does not look for a failed destroy in a list and take its absence for success', async () => {
    const world = makeWorld();
    const id = await world.rent();
    world.sandbox.control.addFault({
      method: 'DELETE',
      path: '/api/v0/instances/*',
      kind: 'status',
      status: 500,
    });
    world.sandbox.control.addFault({
      method: 'GET',
      path: '/api/v0/instances/*',
      kind: 'error',
      code: 'auth_error',
      times: 9,
    });
    const before = world.requests().length;
    const { exit, out } = await world.run(['destroy', String(id), '--yes']);
    expect([exit, out]).toEqual([7, '']);
    const alone = `/api/v0/instances/${id}/`;
    expect(world.requests(before)).toEqual([`DELETE ${alone}`, `GET ${alone}`]);
  });

  it('tells a refused key that the instance may still be charged', async () => {
    const world = makeWorld();
    const id = await world.rent();
    const env = { ...world.signedIn, RIGDECK_API_KEY: 'wrong-key-wrong-key' };
    const { exit, err } = await world.run(['destroy', String(id), '--yes'], { env });
    expect(exit).toBe(4);
    expect(err).toContain('not destroyed and may still be billed');
  });
});
