import { describe, expect, it } from 'vitest';
import { literal, makeWorld } from './world.ts';

describe.each([80, 60, 40])('a label of 49 characters at %i columns', (columns) => {
  it.each(['instances', 'status', 'cost'])(
    'is the one text that is cut, and leaves state and price in rigdeck %s',
    async (command) => {
      const world = makeWorld();
      await world.rent('--label', 'x'.repeat(49));
      world.boot();
      const { out } = await world.run([command], { columns });
      const rows = out.trimEnd().split('\n').slice(-2);
      expect(rows[0]).toMatch(/^ *ID +LABEL +STATE .*\$\/H/);
      expect(rows[1]).toMatch(/ x+… +running [^…]*\d\.\d{3}[^…]*$/);
      for (const row of rows) expect(row.length).toBeLessThanOrEqual(columns);
      expect(rows[0]?.includes('GPU')).toBe(columns > 40);
    },
  );
});

describe('rigdeck instances', () => {
  it('lists what is rented, under the names of the service in JSON', async () => {
    const world = makeWorld();
    const id = await world.rent('--label', 'train-a');
    const { exit, json } = await world.run(['instances', '--json']);
    expect(exit).toBe(0);
    expect(json()).toMatchObject({ schema: 1, instances: [{ id, label: 'train-a', actual_status: null }] });
  });

  it('prints a row for each where nobody looks, and a table on a terminal', async () => {
    const world = makeWorld();
    const id = await world.rent('--label', 'train-a');
    world.boot();
    const piped = await world.run(['instances']);
    expect(piped.out).toMatch(
      new RegExp(`^${id}\ttrain-a\trunning\t1x [^\t]+\t0\\.\\d+\t400\t.*\tssh -p \\d+ root@\\S+\tcharged\n$`),
    );
    const shown = await world.run(['instances'], { columns: 120 });
    expect(shown.out.split('\n')[0]).toMatch(/^ +ID {2}LABEL +STATE +GPU +\$\/H +AGE +SPENT/);
    expect(shown.out).toContain('running');
  });

  it('counts the age by the service’s clock', async () => {
    const world = makeWorld();
    const id = await world.rent();
    world.boot();
    const age = async (...argv: string[]) => Number((await world.run(argv)).out.trimEnd().split('\t')[5]);
    const before = await age('instances');
    world.sandbox.control.clock({ advance_s: 86_400 });
    // Its answers name whole seconds.
    for (const argv of [['instances'], ['instances', String(id)]])
      expect(Math.abs((await age(...argv)) - before - 86_400)).toBeLessThanOrEqual(1);
  });

  it('never gives an age below nothing, whatever the clocks say', async () => {
    const begun = Date.UTC(2026, 0, 5, 12) / 1000 + 1716;
    const transport = literal({
      instances_found: 1,
      instances: [{ id: 5, actual_status: 'running', start_date: begun, dph_total: 0.5 }],
    });
    const { out } = await makeWorld().run(['instances'], { transport });
    expect(out).toBe('5\t\trunning\t\t0.5\t0\t0\t\tage\n');
  });

  it.each([null, 'loading', 'stopped', 'exited', 'unknown', 'offline'])(
    'offers no ssh line for one that is %s',
    async (actual_status) => {
      const instance = { id: 5, actual_status, ssh_host: 'h.example.com', ssh_port: 10022 };
      const transport = literal({ instances_found: 1, instances: [instance] });
      const world = makeWorld();
      const shown = await world.run(['instances'], { transport, columns: 200 });
      const piped = await world.run(['instances'], { transport });
      expect(shown.out + piped.out).not.toContain('ssh ');
      const running = { ...instance, actual_status: 'running' };
      const runs = literal({ instances_found: 1, instances: [running] });
      expect((await world.run(['instances'], { transport: runs })).out).toContain(
        '\tssh -p 10022 root@h.example.com\t\n',
      );
    },
  );

  it('says that there are none, and prints an empty list', async () => {
    const world = makeWorld();
    const none = await world.run(['instances']);
    expect([none.exit, none.out, none.err]).toEqual([0, '', 'No instances.\n']);
    expect((await world.run(['instances', '--json'])).json()).toMatchObject({ schema: 1, instances: [] });
  });

  it('shows the one that is asked for', async () => {
    const world = makeWorld();
    const id = await world.rent();
    await world.rent();
    const { json } = await world.run(['instances', String(id), '--json']);
    expect(json()).toMatchObject({ schema: 1, instances: [{ id }] });
    expect(json().instances).toHaveLength(1);
  });

  it.each([
    ['an id that never was', async () => 123],
    [
      'a destroyed one',
      async (world: ReturnType<typeof makeWorld>) => {
        const id = await world.rent();
        await world.run(['destroy', String(id), '--yes']);
        return id;
      },
    ],
  ])('says that there is no such instance: %s', async (_, makeId) => {
    const world = makeWorld();
    const id = await makeId(world);
    const { exit, out, err } = await world.run(['instances', String(id)]);
    expect([exit, out]).toEqual([1, '']);
    expect(err).toMatch(/not found|no such instance/);
  });

  it.each(['exited', 'unknown', 'offline'])(
    'says that one that is %s will never run and is still charged',
    async (status) => {
      const world = makeWorld();
      const id = await world.rent();
      world.boot();
      world.sandbox.control.instance(id, { actual_status: status });
      const { exit, err } = await world.run(['instances']);
      expect(exit).toBe(0);
      expect(err).toContain(`is ${status}.`);
      expect(err).toMatch(/won't start.*[Dd]isk.*billed/);
    },
  );

  it('shows an unknown price as unknown', async () => {
    const transport = literal({ instances_found: 1, instances: [{ id: 5, actual_status: 'running' }] });
    const { out } = await makeWorld().run(['instances'], { columns: 100, transport });
    expect(out.split('\n')[1]).toMatch(/^ +5 +· +running +· +· +· +·/);
  });

  it.each(['0', '-1', 'x', '1.5', '../1'])('refuses %s as an id', async (id) => {
    const world = makeWorld();
    const { exit } = await world.run(['instances', '--', id]);
    expect(exit).toBe(2);
    expect(world.requests()).toEqual([]);
  });
});
