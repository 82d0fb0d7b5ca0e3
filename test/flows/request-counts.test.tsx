import { appendFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { type ActionId, openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { type TestWorld, testWorld } from '../support/test-services.ts';

simulatedTime();

const api = '/api/v0';
/** What is asked does not depend on what is drawn: an hour passes quicker where little is. */
const quiet = { cols: 60, rows: 16, still: true };
const list = `${api}/instances/`;
const user = `${api}/users/current/`;
const charges = `${api}/charges/`;
const bundles = `${api}/bundles/`;
const volumes = `${api}/volumes/`;

async function call(world: TestWorld, method: string, path: string, body?: unknown): Promise<unknown> {
  const reply = await world.sandbox.fetch(
    new Request(`https://sandbox.test${path}`, {
      method,
      headers: { Authorization: `Bearer ${world.sandbox.apiKey}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  return reply.json();
}

/** A world with so many instances, all of them at the beginning of their boot. */
async function fleet(count: number, options: Parameters<typeof testWorld>[0] = {}): Promise<TestWorld> {
  const world = testWorld(options);
  await call(world, 'POST', '/_sandbox/account', { credit: 100_000 });
  const found = (await call(world, 'POST', bundles, { rentable: { eq: true }, limit: count })) as {
    offers: { id: number }[];
  };
  for (const { id } of found.offers) {
    await call(world, 'PUT', `${api}/asks/${id}/`, { image: 'ubuntu:24.04', disk: 8 });
  }
  return world;
}

/** Calls by method-less path while so many seconds pass, with a key pressed now and then if somebody is there. */
async function sent(app: TestDeck, seconds: number, touch?: ActionId): Promise<Record<string, number>> {
  const { seen } = app.world.calls;
  const before = seen.length;
  for (let left = seconds; left > 0; left -= 200) {
    await app.advance(Math.min(200, left) * 1000);
    if (touch !== undefined) await app.press(touch);
  }
  const counts: Record<string, number> = {};
  for (const { path } of seen.slice(before)) {
    const name = path.replace(/instances\/\d+\//, 'instances/:id/');
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** For `bench/measure-requests.ts`. */
function tell(what: string, counts: Record<string, number>): void {
  const file = process.env.RIGDECK_TEST_COUNTS;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ what, counts })}\n`);
}

const total = (counts: Record<string, number>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

describe('the requests of an hour with 50 instances', () => {
  it('are those of the list, the account and its charges, however many instances there are', {
    timeout: 240_000,
  }, async () => {
    const world = await fleet(50);
    const app = await openDeck({ in: world, ...quiet });
    await app.go('instances');
    expect(app.text()).toContain('50');
    const booting = await sent(app, 600, 'list.down');
    const calm = await sent(app, 3000, 'list.down');
    tell('booting', booting);
    tell('calm', calm);
    // Ten minutes in which some boot, each 10 s at the most; then each 20 s. The account each minute.
    expect(booting[list]).toBeLessThanOrEqual(61);
    expect(calm[list]).toBeGreaterThanOrEqual(135);
    expect(calm[list]).toBeLessThanOrEqual(151);
    expect((booting[user] ?? 0) + (calm[user] ?? 0)).toBeLessThanOrEqual(61);
    // What they have cost is asked each five minutes, and once more as one stops being charged.
    expect((booting[charges] ?? 0) + (calm[charges] ?? 0)).toBeLessThanOrEqual(13);
    expect(Object.keys({ ...booting, ...calm }).sort()).toEqual([list, user, charges, volumes].sort());
    // Volumes are part of the burn, and asked for as often as charges.
    expect((booting[volumes] ?? 0) + (calm[volumes] ?? 0)).toBeLessThanOrEqual(13);
    expect(total(booting) + total(calm)).toBeLessThanOrEqual(296);
  });

  it('are a third when nobody touches a key', { timeout: 120_000 }, async () => {
    const app = await openDeck({ in: await fleet(50), ...quiet });
    await app.go('instances');
    await sent(app, 600);
    const idle = await sent(app, 1200);
    expect(idle[list]).toBeLessThanOrEqual(21);
    expect(idle[user]).toBeLessThanOrEqual(8);
    await app.press('list.down');
    const again = await sent(app, 60);
    expect(again[list]).toBeGreaterThanOrEqual(3);
  });

  it('are a third when the window has lost the focus', { timeout: 120_000 }, async () => {
    const world = await fleet(50);
    world.services.terminal.focused = () => false;
    const app = await openDeck({ in: world, ...quiet });
    await app.go('instances');
    await sent(app, 400, 'list.down');
    const away = await sent(app, 600, 'list.down');
    expect(away[list]).toBeLessThanOrEqual(11);
    expect(away[user]).toBeLessThanOrEqual(5);
  });

  it.each<[string, ActionId | undefined, Record<string, number>]>([
    ['Offers', undefined, { [bundles]: 10, [list]: 30, [user]: 10, [volumes]: 3 }],
    ['Security', 'app.security', { [`${api}/tfa/status/`]: 20, [list]: 30, [user]: 10, [volumes]: 3 }],
    ['Money', 'app.money', { [`${api}/charges/`]: 3, [list]: 30, [user]: 10, [volumes]: 3 }],
  ])('are, on %s in ten minutes, no more than documented', { timeout: 120_000 }, async (_, go, most) => {
    const world = await fleet(50);
    vi.setSystemTime(Date.now() + 3_600_000);
    const app = await openDeck({ in: world, ...quiet });
    if (go !== undefined) await app.press(go);
    await app.advance(2_000);
    const counts = await sent(app, 600, 'list.down');
    for (const [path, count] of Object.entries(counts))
      expect(count, path).toBeLessThanOrEqual((most[path] ?? 0) + 1);
  });

  it('are none while a 429 pause runs', async () => {
    const app = await openDeck({ in: await fleet(50), rows: 40 });
    await app.go('instances');
    await app.advance(3_000);
    await app.control('faults', {
      kind: 'status',
      status: 429,
      body: 'API requests too frequent',
      headers: { 'Retry-After': '300' },
      path: list,
    });
    await app.press('app.refresh');
    expect(total(await sent(app, 290, 'list.down'))).toBe(0);
    expect(total(await sent(app, 20))).toBeGreaterThan(0);
  });
});

describe('a destroy', () => {
  it.each<[string, ActionId[]]>([
    ['in the list', []],
    ['on its page', ['instance.open']],
  ])('reads the list once more, %s', async (_, open) => {
    const app = await openDeck({ in: await fleet(2), route: { screen: 'instances' } });
    await app.press(...open);
    await app.advance(11_000);
    await app.press('instance.destroy');
    await app.past300ms();
    await app.type(/Type (\S+) to confirm/.exec(app.dialog())?.[1] as string);
    await app.press('dialog.press');
    await app.advance(7_000);
    const asked = (await app.requests()).map(({ method, path }) => `${method} ${path}`);
    const since = asked.slice(asked.findIndex((one) => one.startsWith('DELETE')));
    expect(since[0]).toMatch(/^DELETE/);
    expect(since.filter((one) => one === `GET ${list}`)).toHaveLength(1);
  });
});

describe('a service that enforces its intervals', () => {
  it('never has to answer 429 to what a person does in a hurry', { timeout: 120_000 }, async () => {
    const app = await openDeck({ in: testWorld({ rateLimits: true }), cols: 120, rows: 40 });
    for (let turn = 0; turn < 12; turn += 1) await app.press('offers.bid', 'app.refresh');
    for (let turn = 0; turn < 6; turn += 1) {
      await app.press(
        'app.instances',
        'app.refresh',
        'app.security',
        'app.refresh',
        'app.offers',
        'app.refresh',
      );
    }
    await app.advance(120_000);
    const requests = await app.requests();
    expect(requests.length).toBeGreaterThan(20);
    expect(requests.filter(({ status }) => status === 429)).toEqual([]);
  });
});
