import { describe, expect, it } from 'vitest';
import { type DeckOptions, openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { rentRequests, review, testImage } from '../support/rent.ts';

simulatedTime();

const retryAfter = (seconds: number) => ({ headers: { 'Retry-After': String(seconds) } });
const tooMany = (app: TestDeck, method: string, path: string, seconds: number) =>
  app.control('faults', { method, path, kind: 'status', status: 429, ...retryAfter(seconds) });
const destroys = async (app: TestDeck) =>
  (await app.requests()).filter(({ method, path }) => method === 'DELETE' && path.includes('/instances/'));
/** The seconds that the screen says are left. */
const left = (app: TestDeck): number => {
  const [, minutes, seconds] = /in (\d+):(\d\d)\b/.exec(app.prose()) ?? [];
  return Number(minutes) * 60 + Number(seconds);
};

/** The question whether to destroy the first machine of a busy account, answered with yes. */
async function destroyFirst(app: TestDeck): Promise<void> {
  await app.press('instance.destroy');
  await app.past300ms();
  await app.type('lora-x');
  await app.press('dialog.press');
}

async function refusedDestroy(options: DeckOptions = {}): Promise<TestDeck> {
  const app = await openDeck({ world: { world: 'busy' }, ...options });
  await app.go('instances');
  await tooMany(app, 'DELETE', '/api/v0/instances/*', 30);
  await destroyFirst(app);
  await app.advance(6_000);
  return app;
}

describe('C057 a write that was refused as one too many', () => {
  it('counts down for how long, and then may be tried again', async () => {
    const app = await refusedDestroy();
    const first = left(app);
    expect(first).toBeGreaterThan(25);
    await app.advance(10_000);
    expect(left(app)).toBe(first - 10);
    await app.advance(first * 1000);
    expect(app.prose()).toMatch(
      /Destroy lora-x: .* The instance was not destroyed and may still be billed\. Try again\. The service says/,
    );
    await app.press('app.messages');
    expect(app.dialog()).toMatch(/billed\. Try again\./);
    await app.press('pager.close');
    await destroyFirst(app);
    await app.advance(8_000);
    expect((await destroys(app)).map(({ status }) => status)).toEqual([429, 200]);
  });

  it('is not sent again within that time, and says at once how long is left', async () => {
    const app = await refusedDestroy();
    await destroyFirst(app);
    expect(app.prose()).toMatch(
      /Destroy lora-x: The service has asked to wait\. This one was not sent\. .* Try again in 0:2\d\./,
    );
    expect(app.text()).not.toContain('u cancel');
    const said = left(app);
    await app.advance(5_000);
    expect(left(app)).toBe(said - 5);
    expect(await destroys(app)).toHaveLength(1);
  });

  it('leaves the words in steps of 5 seconds where motion is reduced', async () => {
    const app = await refusedDestroy({ still: true });
    const seen = new Set<number>();
    for (let second = 0; second < 15; second += 1) {
      seen.add(left(app));
      await app.advance(1_000);
    }
    expect(seen.size).toBeGreaterThan(1);
    expect(seen.size).toBeLessThan(7);
  });

  it('holds no call of another kind back', async () => {
    const app = await refusedDestroy();
    await app.press('instance.label');
    await app.past300ms();
    await app.type('\x15anew\r');
    await app.advance(2_000);
    const labels = (await app.requests()).filter(
      ({ method, path }) => method === 'PUT' && path.includes('/instances/'),
    );
    expect(labels.map(({ status }) => status)).toEqual([200]);
  });

  it('holds nothing back of another account', async () => {
    const app = await refusedDestroy();
    expect(left(app)).toBeGreaterThan(20);
    expect(app.world.connect('0'.repeat(64)).api.heldMs('destroyInstance')).toBe(0);
    expect(app.world.connect(app.sandbox.apiKey).api.heldMs('destroyInstance')).toBeGreaterThan(20_000);
  });

  it('tells several machines of one act with one countdown', async () => {
    const app = await openDeck({ world: { world: 'busy' } });
    await app.go('instances');
    await app.control('faults', {
      method: 'PUT',
      path: '/api/v0/instances/*',
      kind: 'status',
      status: 429,
      times: 9,
      ...retryAfter(40),
    });
    await app.press('list.mark-all', 'instance.stop');
    await app.past300ms();
    await app.press('dialog.yes');
    await app.advance(10_000);
    expect(app.prose()).toMatch(/Failed, still marked: .* Try again in 0:3\d\./);
    const stops = (await app.requests()).filter(
      ({ method, path }) => method === 'PUT' && path.includes('/instances/'),
    );
    expect(stops.map(({ status }) => status)).toEqual([429]);
  });

  it('counts a rent down over its form, sends no second one, and notes none', async () => {
    const app = await openDeck();
    await app.press('offer.rent');
    await app.fill({ Image: testImage });
    await tooMany(app, 'PUT', '/api/v0/asks/*', 45);
    await review(app);
    await app.press('dialog.yes');
    await app.advance(1_000);
    expect(app.prose()).toMatch(/Rent: .* Nothing was created and nothing is charged\. Try again in 0:4\d\./);
    await review(app);
    await app.press('dialog.yes');
    expect(app.prose()).toMatch(/Rent: The service has asked to wait\. .* Try again in 0:4\d\./);
    expect(await rentRequests(app)).toHaveLength(1);
    await app.advance(46_000);
    expect(app.prose()).toMatch(/nothing is charged\. Try again\. /);
    await review(app);
    await app.press('dialog.yes');
    await app.advance(1_000);
    expect(app.text()).toMatch(/rented as \d+/);
  });

  it('counts down at the step of a two-factor login', async () => {
    const app = await openDeck({ world: { world: 'busy' }, route: { screen: 'security' } });
    await app.press('security.verify');
    await app.advance(1_000);
    await tooMany(app, 'POST', '/api/v0/tfa/', 50);
    await app.type('123456\r');
    await app.advance(1_000);
    const first = left(app);
    expect(first).toBeGreaterThan(45);
    await app.advance(10_000);
    expect(Math.abs(left(app) - (first - 10))).toBeLessThanOrEqual(1);
    await app.advance(45_000);
    expect(app.prose()).toMatch(/Try again\. /);
  });

  it('is told by the form of its countdown where the screen is spoken, and not each second', async () => {
    const app = await openDeck({ spoken: true, world: { world: 'busy' } });
    await app.go('instances');
    await tooMany(app, 'DELETE', '/api/v0/instances/*', 30);
    await destroyFirst(app);
    await app.advance(6_000);
    const told = () => app.heard().filter((line) => line.includes('Destroy lora-x:'));
    expect(told().at(-1)).toMatch(/Try again in \d:\d\d\. The service says: status 429\.$/);
    const before = told().length;
    await app.advance(15_000);
    expect(told()).toHaveLength(before);
    await app.advance(20_000);
    expect(told().at(-1)).toMatch(/Try again\. The service says: status 429\.$/);
  });
});

describe('a write that met an outage whose end the service names', () => {
  const outage = async (seconds: number) => {
    const app = await openDeck({ world: { world: 'busy' } });
    await app.go('instances');
    await app.control('faults', {
      method: 'DELETE',
      path: '/api/v0/instances/*',
      kind: 'status',
      status: 503,
      ...retryAfter(seconds),
    });
    await destroyFirst(app);
    await app.advance(6_000);
    return app;
  };

  it('stays unclear, and is not sent again before', async () => {
    const app = await outage(30);
    expect(app.prose()).toMatch(/Couldn't confirm .* The service can be asked again in 0:(2\d|30)\./);
    await destroyFirst(app);
    expect(app.prose()).toMatch(/The service has asked to wait\. This one was not sent\./);
    expect(await destroys(app)).toHaveLength(1);
    await app.advance(31_000);
    await destroyFirst(app);
    await app.advance(8_000);
    expect(await destroys(app)).toHaveLength(2);
  });

  it('is held back for a minute at most: a machine that cannot be ended costs money', async () => {
    const app = await outage(3_000);
    expect(left(app)).toBeLessThanOrEqual(60);
  });
});

describe('C057 reads that were refused as too many', () => {
  const refusedReads = async (options: DeckOptions = {}) => {
    const app = await openDeck(options);
    await app.control('faults', {
      path: '/api/v0/*',
      kind: 'status',
      status: 429,
      times: 100,
      ...retryAfter(30),
    });
    return app;
  };

  it.each([
    [80, 24],
    [60, 16],
  ])(
    'are counted down on the money line and by the message of whoever asks (%i by %i)',
    async (cols, rows) => {
      const app = await refusedReads({ cols, rows });
      await app.press('app.refresh');
      await app.press('app.refresh');
      const said = left(app);
      expect(said).toBeGreaterThan(20);
      await app.advance(3_000);
      const now = left(app);
      expect(Math.abs(said - 3 - now)).toBeLessThanOrEqual(1);
      const again = Number(/retry in (\d+)s/.exec(app.text())?.[1]);
      expect(Math.abs(again - now)).toBeLessThanOrEqual(0);
      await app.control('faults', undefined, 'DELETE');
      await app.advance(31_000);
      expect(app.text()).not.toMatch(/fewer requests|in \d:\d\d/);
    },
  );

  it('say in place of the rows when they are asked for again, and nothing that stands still', async () => {
    const app = await refusedReads();
    await app.press('app.groups');
    await app.advance(1_000);
    const again = () => Number(/^ +retry in (\d+)s/m.exec(app.text())?.[1]);
    const first = again();
    expect(first).toBeGreaterThan(20);
    await app.advance(4_000);
    expect(Math.abs(first - 4 - again())).toBeLessThanOrEqual(1);
    expect(app.text()).not.toMatch(/Try again in/);
  });
});
