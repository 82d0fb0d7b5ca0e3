import { describe, expect, it } from 'vitest';
import { baseUrl, type FetchLike, makeWorld } from './world.ts';

type World = ReturnType<typeof makeWorld>;
const hourMs = 3_600_000;
const path = '/api/v0/charges/';

/** A world with one machine whose uptime is that of a second start, two days after the first. */
async function rebooted(): Promise<World & { id: string }> {
  const world = makeWorld();
  const id = String(await world.rent());
  world.boot();
  world.clock.advance(50 * hourMs);
  await world.run(['reboot', id]);
  world.clock.advance(600_000);
  return { ...world, id };
}

/** How often a world's service was asked for its charges while something was done. */
async function asked(world: World, act: () => Promise<unknown>): Promise<number> {
  const before = world.requests().length;
  await act();
  return world.requests(before).filter((request) => request === `GET ${path}`).length;
}

/** What the machine has cost by the books, in dollars. */
const booked = ({ sandbox }: World): number =>
  sandbox.control.ledger().charges.reduce((sum, { amount }) => sum + amount, 0);

const lastRow = (out: string): string => out.trimEnd().split('\n').at(-1) ?? '';
const basisOf = (out: string): string | undefined => lastRow(out).split('\t').at(-1);

describe('what a machine has cost', () => {
  it.each([[['status']], [['instances']], [['instances', 'ID']], [['cost']]])(
    'is what the service has charged, however it is printed: %j',
    async (words) => {
      const world = await rebooted();
      const argv = words.map((word) => (word === 'ID' ? world.id : word));
      const shown = await world.run(argv, { columns: 200 });
      expect(lastRow(shown.out)).toMatch(new RegExp(` \\$${booked(world).toFixed(2)}(?: |$)`));
      expect(shown.out).not.toContain('≥');
      const piped = await world.run(argv);
      expect(basisOf(piped.out)).toBe('charged');
      expect(lastRow(piped.out).split('\t').map(Number)).toContainEqual(expect.closeTo(booked(world), 4));
    },
  );

  it('is the same in cost --json, and says so', async () => {
    const world = await rebooted();
    const { instances } = (await world.run(['cost', '--json'])).json();
    expect(instances).toMatchObject([{ spent: expect.closeTo(booked(world), 4), spent_basis: 'charged' }]);
  });

  it.each(['status', 'instances', 'cost'])('is asked for once in rigdeck %s', async (command) => {
    const world = await rebooted();
    expect(await asked(world, () => world.run([command]))).toBe(1);
  });

  it.each([
    [{ kind: 'status', status: 403 }],
    [{ kind: 'status', status: 404 }],
    [{ kind: 'status', status: 429 }],
    [{ kind: 'status', status: 500 }],
    [{ kind: 'garbage' }],
    [{ kind: 'drop' }],
  ] as const)(
    'is at least an estimate where the charges are not told, and is said to be that: %j',
    async (fault) => {
      const world = await rebooted();
      for (const command of ['status', 'instances', 'cost']) {
        world.sandbox.control.addFault({ ...fault, path, times: 2 });
        const shown = await world.run([command], { columns: 200 });
        // A service without charges lacks nothing; one that does not tell them leaves `cost` alone without its figures.
        const lacks = !('status' in fault && fault.status === 404);
        expect(shown.exit).toBe(lacks && command === 'cost' ? 1 : 0);
        expect(shown.err).toMatch(lacks ? /^Couldn't read the charges \(.+\)\..* estimate/ : /^$/);
        expect(lastRow(shown.out)).toMatch(/ ≥ \$\d+\.\d\d/);
        const piped = await world.run([command]);
        expect(basisOf(piped.out)).toBe('uptime');
        world.sandbox.control.clearFaults();
      }
      world.sandbox.control.addFault({ ...fault, path });
      const { instances, complete } = (await world.run(['cost', '--json'])).json();
      expect(instances).toMatchObject([{ spent_basis: 'uptime' }]);
      expect(complete).toBe('status' in fault && fault.status === 404);
    },
  );

  it('is an estimate, and cost says so, where the amounts cannot be read', async () => {
    const world = await rebooted();
    const bare = (reply: { results: object[] }) => ({
      ...reply,
      results: reply.results.map((charge) => ({ ...charge, amount: null })),
    });
    const transport: FetchLike = async (url, init) => {
      const answer = await world.service(url, init);
      return url.includes(path)
        ? Response.json(bare((await answer.json()) as { results: object[] }))
        : answer;
    };
    const told = await world.run(['cost', '--json'], { transport });
    expect(told.exit).toBe(1);
    expect(told.err).toMatch(/amount of \d+ charges?\b.* estimate/);
    expect(told.json()).toMatchObject({ complete: false, instances: [{ spent_basis: 'uptime' }] });
    expect(told.json().gone).toMatchObject({ spent: null, at_least: true });
    for (const command of ['status', 'instances']) {
      const ran = await world.run([command], { transport });
      expect([ran.exit, ran.err]).toEqual([0, expect.stringMatching(/amount of \d+ charges?\b.* estimate/)]);
    }
    expect(lastRow((await world.run(['cost'], { transport, columns: 200 })).out)).toMatch(/ ≥ \$\d+\.\d\d/);
  });

  it('is the estimate, too, where the charges take longer than a prompt can wait', async () => {
    const world = await rebooted();
    const transport: FetchLike = (url, init) => {
      if (!url.includes(path)) return world.service(url, init);
      setImmediate(() => world.clock.expire());
      return new Promise(() => {});
    };
    const { exit, out, err } = await world.run(['status'], { transport, columns: 200 });
    expect([exit, err]).toEqual([0, expect.stringMatching(/^Couldn't read the charges \(.+\)\..* estimate/)]);
    expect(lastRow(out)).toMatch(/ ≥ \$\d+\.\d\d/);
  });

  it('is waited for no longer once Ctrl+C is pressed', async () => {
    const world = await rebooted();
    const stop = new AbortController();
    const transport: FetchLike = (url, init) => {
      if (!url.includes(path)) return world.service(url, init);
      setImmediate(() => stop.abort());
      return new Promise(() => {});
    };
    const { exit, out } = await world.run(['instances'], { transport, signal: stop.signal });
    expect([exit, out]).toEqual([130, '']);
  });

  it('is not asked for where no figure could come of it', async () => {
    const world = makeWorld();
    for (const argv of [['status'], ['instances']]) expect(await asked(world, () => world.run(argv))).toBe(0);
    await world.rent();
    world.boot();
    for (const argv of [
      ['status', '--json'],
      ['instances', '--json'],
    ])
      expect(await asked(world, () => world.run(argv))).toBe(0);
    expect(await asked(world, () => world.run(['status']))).toBe(1);
    world.clock.advance(15 * 24 * hourMs);
    for (const argv of [['status'], ['instances']]) expect(await asked(world, () => world.run(argv))).toBe(0);
    // What gone ones have cost is a figure, too.
    expect(await asked(world, () => world.run(['cost']))).toBe(1);
  });

  it('is asked for again by a list that is drawn again and again when a GPU is charged no more, or minutes have passed', async () => {
    const world = await rebooted();
    const stop = new AbortController();
    let drawn = 0;
    const acts: Record<number, () => void> = {
      3: () => world.clock.advance(5 * 60_000),
      6: () =>
        void world.service(`${baseUrl}/api/v0/instances/${world.id}/`, {
          method: 'PUT',
          headers: { Authorization: `Bearer ${world.sandbox.apiKey}`, 'Content-Type': 'application/json' },
          body: '{"state":"stopped"}',
        }),
      12: () => stop.abort(),
    };
    const watched = await asked(world, async () => {
      const { out } = await world.run(['instances', '--watch=2'], {
        columns: 120,
        signal: stop.signal,
        onOut: (text) => {
          drawn += text.includes('\x1b[2J') ? 1 : 0;
          if (text.includes('\x1b[2J')) acts[drawn]?.();
        },
      });
      expect(out).not.toContain('≥');
    });
    expect([drawn, watched]).toEqual([12, 3]);
  });
});
