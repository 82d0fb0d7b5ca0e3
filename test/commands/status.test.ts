import { describe, expect, it } from 'vitest';
import { type FetchLike, makeWorld } from './world.ts';

/** A service with one credit and these instances. */
function account(credit: number | undefined, instances: object[]): FetchLike {
  return async (url) =>
    new Response(
      JSON.stringify(
        url.endsWith('/users/current/')
          ? { id: 1, ...(credit !== undefined && { credit }) }
          : { instances_found: instances.length, instances, volumes: [], results: [] },
      ),
    );
}

describe('rigdeck status', () => {
  it('tells credit, burn, runway and its end, and lists the instances', async () => {
    const transport = account(10, [{ id: 5, actual_status: 'running', dph_total: 0.5 }]);
    const { exit, out } = await makeWorld().run(['status'], { transport, columns: 100 });
    const [money, heading, row] = out.split('\n');
    expect(exit).toBe(0);
    expect(money).toBe('$10.00 credit · $0.500/h burn · 20h 0m runway → Tue 08:00');
    expect(heading).toMatch(/ID +LABEL/);
    expect(row).toMatch(/^ *5 /);
  });

  it('says at least, and of how many, where a price is not known', async () => {
    const transport = account(10, [
      { id: 5, actual_status: 'running', dph_total: 0.5 },
      { id: 6, actual_status: 'running' },
    ]);
    const { err } = await makeWorld().run(['status'], { transport });
    expect(err.split('\n')[0]).toBe(
      '$10.00 credit · ≥ $0.500/h burn (1 of 2 priced) · ≤ 20h 0m runway → Tue 08:00',
    );
  });

  it.each([
    [0.1, '4d runway → Fri 16:00'],
    [0.01, '41d runway → 16 Feb'],
    [0.001, 'over 1 year runway'],
  ])('names the day of an end that is weeks away, as the deck does: %d $/h', async (dph_total, end) => {
    const transport = account(10, [{ id: 5, actual_status: 'running', dph_total }]);
    const { err } = await makeWorld().run(['status'], { transport });
    expect(err.split('\n')[0]?.split(' · ').at(-1)).toBe(end);
  });

  it.each([
    [
      'no credit is sent',
      account(undefined, [{ id: 5, actual_status: 'running', dph_total: 0.5 }]),
      '· credit · $0.500/h burn · runway not known',
    ],
    [
      'no price is sent',
      account(10, [{ id: 5, actual_status: 'running' }]),
      '$10.00 credit · · burn (0 of 1 priced) · runway not known',
    ],
    ['nothing runs', account(10, []), '$10.00 credit · $0.000/h burn · nothing is spent'],
  ])('never makes up a figure: %s', async (_, transport, line) => {
    const { err } = await makeWorld().run(['status'], { transport });
    expect(err.split('\n')[0]).toBe(line);
  });

  it.each([['status'], ['cost'], []])('prints rows and nothing else into a pipe: %j', async (...argv) => {
    const rows = [
      { id: 5, label: 'a', actual_status: 'running', dph_total: 0.5 },
      { id: 6, label: 'b', actual_status: 'loading' },
    ];
    const some = await makeWorld().run(argv, { transport: account(10, rows) });
    expect(some.exit).toBe(0);
    expect(some.out).toMatch(/^5\ta\trunning\t.*\n6\tb\tloading\t.*\n$/);
    expect(some.err).toContain('$10.00');
    expect(some.err).not.toContain('\n\n');
    const none = await makeWorld().run(argv, { transport: account(10, []) });
    expect([none.exit, none.out]).toEqual([0, '']);
    expect(none.err).toContain('nothing is spent');
  });

  it('gives the same as JSON, in dollars and seconds', async () => {
    const transport = account(10, [{ id: 5, actual_status: 'running', dph_total: 0.5 }]);
    const { json } = await makeWorld().run(['status', '--json'], { transport });
    expect(json()).toEqual({
      schema: 1,
      volumes_per_hour: null,
      measured_per_hour: null,
      unexplained_per_hour: null,
      credit: 10,
      burn_per_hour: 0.5,
      once_booted_per_hour: null,
      priced: 1,
      count: 1,
      runway_s: 72_000,
      at_most: false,
      instances: [{ id: 5, actual_status: 'running', dph_total: 0.5 }],
      ...{ complete: true, missing: 0 },
    });
  });

  it('counts ages and what was spent by the service’s clock, on which time has passed', async () => {
    const world = makeWorld();
    await world.rent('--disk', '100');
    world.boot();
    world.sandbox.control.clock({ advance_s: 36_000 });
    const { out } = await world.run(['status'], { columns: 200 });
    const { credit } = (await world.run(['status', '--json'])).json();
    expect(out).toContain('  10h 6m  ');
    const spent = /10h 6m +\$(\d+\.\d\d) /.exec(out)?.[1];
    expect(Number(spent)).toBeGreaterThan(0.5);
    expect(spent).toBe((100 - Number(credit)).toFixed(2));
  });

  it('reckons the runway with what boots, as `cost` does', async () => {
    const world = makeWorld();
    await world.rent('--disk', '100');
    const { err } = await world.run(['status']);
    const status = (await world.run(['status', '--json'])).json();
    const cost = (await world.run(['cost', '--json'])).json() as { runway: { seconds: number } };
    expect(Number(status.once_booted_per_hour)).toBeGreaterThan(Number(status.burn_per_hour));
    expect(status.runway_s).toBe(cost.runway.seconds);
    expect(err).toMatch(/\$\d\.\d{3}\/h → \$\d\.\d{3}\/h burn · \d+/);
  });

  it('agrees with the books of the sandbox', async () => {
    const world = makeWorld();
    await world.rent('--disk', '100');
    world.boot();
    const before = (await world.run(['status', '--json'])).json();
    world.clock.advance(3_600_000);
    const after = (await world.run(['status', '--json'])).json();
    expect(Number(before.credit) - Number(after.credit)).toBeCloseTo(Number(before.burn_per_hour), 4);
  });
});

/** What TZ may hold that Intl takes for no zone. */
const zones = ['UTC0', ':/etc/localtime', 'GMT+3', 'CET-1CEST,M3.5.0,M10.5.0/3', '<+03>-3', 'Foo/Bar', ''];

describe('a time zone that is no name of one', () => {
  const transport = account(10, [{ id: 5, actual_status: 'running', dph_total: 0.5 }]);

  it.each(
    zones.flatMap((TZ) => [
      ['status', TZ],
      ['cost', TZ],
    ]),
  )('ends no %s: %j', async (command, TZ) => {
    const world = makeWorld();
    const ran = await world.run([command], { transport, columns: 100, env: { ...world.signedIn, TZ } });
    expect(ran.exit).toBe(0);
    expect(ran.out).toMatch(/20h 0m.* → \w{3} \d\d:\d\d/);
  });
});

describe('a credit that falls although nothing is rented', () => {
  const volume = { id: 501, disk_space: 100, storage_cost: 0.36 };

  it.each(['status', 'cost'])('is told by %s, and ends the runway', async (command) => {
    const world = makeWorld();
    await world.run([command], { transport: account(12.5, []) });
    world.clock.advance(17 * 60_000);
    const transport = account(11.5, []);
    const ran = await world.run([command], { transport, columns: 120 });
    expect(ran.out).toContain('$3.529/h');
    expect(ran.out).toMatch(/Credit fell \$3\.529\/h faster/);
    expect(ran.out).toContain('3h 15m');
    expect(ran.out).not.toContain('nothing is spent');
    world.clock.advance(17 * 60_000);
    const told = (await world.run([command, '--json'], { transport: account(10.5, []) })).json();
    expect(command === 'cost' ? told.burn : told).toMatchObject({
      measured_per_hour: expect.closeTo(60 / 17, 2),
      unexplained_per_hour: expect.closeTo(60 / 17, 2),
    });
  });

  it.each(['status', 'cost'])('is what the runway goes by as soon as it is measured: %s', async (command) => {
    const world = makeWorld();
    for (const credit of [12, 10.8, 9.6]) {
      await world.run([command], { transport: account(credit, []) });
      world.clock.advance(2 * 60_000);
    }
    const ran = await world.run([command], { transport: account(8.4, []), columns: 120 });
    expect(ran.out).toContain('$36.000/h');
    expect(ran.out).toMatch(/\b1[34]m\b/);
    expect(ran.out).not.toContain('nothing is spent');
  });

  it.each(['status', 'cost'])(
    'keeps %s from saying that nothing is spent from the first fall on',
    async (command) => {
      const world = makeWorld();
      const ranAt = async (credit: number, rows: object[] = []) => {
        const ran = await world.run([command], { transport: account(credit, rows), columns: 120 });
        world.clock.advance(60_000);
        return ran.out;
      };
      // What ran until a moment ago explains the first fall, and not the second.
      await ranAt(12, [{ id: 5, actual_status: 'running', dph_total: 6 }]);
      expect(await ranAt(11.9)).toContain('nothing is spent');
      expect(await ranAt(11.9)).toContain('nothing is spent');
      expect(await ranAt(11.8)).not.toContain('nothing is spent');
      expect(await ranAt(11.8)).not.toContain('nothing is spent');
    },
  );

  it('is told although one read a moment ago lacked a price', async () => {
    const world = makeWorld();
    const reads: [number, object[]][] = [
      [12.5, []],
      [12.4, [{ id: 5, actual_status: 'running' }]],
      [12.3, []],
    ];
    for (const [credit, rows] of reads) {
      await world.run(['status'], { transport: account(credit, rows) });
      world.clock.advance(60_000);
    }
    for (const credit of [11.9, 11.5]) {
      world.clock.advance(7 * 60_000);
      await world.run(['status'], { transport: account(credit, []) });
    }
    const { out } = await world.run(['status'], { transport: account(11.5, []), columns: 120 });
    expect(out).toMatch(/Credit fell \$\d\.\d{3}\/h faster/);
  });

  it.each(['status', 'cost'].flatMap((command) => [null, -3, 'x'].map((price) => [command, price] as const)))(
    '%s says why it is a bound where a volume has the price %j',
    async (command, storage_cost) => {
      const one = account(10, [{ id: 5, actual_status: 'running', dph_total: 0.5 }]);
      const transport: FetchLike = (url, init) =>
        url.includes('/volumes/')
          ? Promise.resolve(Response.json({ volumes: [{ ...volume, storage_cost }] }))
          : one(url, init);
      const text = await makeWorld().run([command], { transport });
      expect(text.exit).toBe(0);
      expect(text.err).toMatch(/1 of 2 priced/);
      expect(text.err).toMatch(/^1 volume has no price/m);
      const ran = await makeWorld().run([command, '--json'], { transport });
      expect(ran.exit).toBe(0);
      expect(ran.err).toMatch(/^1 volume has no price/m);
      const told = ran.json() as Record<string, Record<string, unknown>>;
      expect(command === 'cost' ? told.burn : told).toMatchObject({ priced: 1, count: 2 });
      expect((command === 'cost' ? told.runway : told)?.at_most).toBe(true);
    },
  );

  it.each(['status', 'cost'])('is explained by a volume that costs so much: %s', async (command) => {
    const transport = account(10, []);
    const ran = await makeWorld().run([command, '--json'], {
      transport: (url, init) =>
        url.includes('/volumes/')
          ? Promise.resolve(new Response(JSON.stringify({ volumes: [volume] })))
          : transport(url, init),
    });
    expect(command === 'cost' ? ran.json().burn : ran.json()).toMatchObject({
      volumes_per_hour: 0.05,
      unexplained_per_hour: null,
      count: 0,
    });
  });
});

describe('rigdeck cost', () => {
  it('still tells what a machine has cost that was destroyed', async () => {
    const world = makeWorld();
    const id = await world.rent();
    world.boot();
    world.clock.advance(3 * 3_600_000);
    const before = (await world.run(['cost', '--json'])).json().instances as { spent: number }[];
    await world.run(['destroy', String(id), '--yes']);
    const ran = await world.run(['cost', '--json']);
    const gone = ran.json().gone as { spent: number; instances: { id: number }[] };
    expect(before[0]?.spent).toBeGreaterThan(0.1);
    expect(gone.spent).toBeGreaterThanOrEqual((before[0]?.spent ?? 9) - 0.005);
    expect(gone.instances).toMatchObject([{ id }]);
    expect((await world.run(['cost'], { columns: 100 })).out).toMatch(
      /gone +\$\d\.\d\d by 1 no longer listed/,
    );
  });
});
