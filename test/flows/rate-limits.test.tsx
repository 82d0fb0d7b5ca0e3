import { expect, it, vi } from 'vitest';
import { type ActionId, openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { type TestWorld, testWorld } from '../support/test-services.ts';

simulatedTime();

const api = '/api/v0';
/** What is asked does not depend on what is drawn: an hour passes quicker where little is. */
const quiet = { cols: 60, rows: 16, still: true };

async function call(world: TestWorld, method: string, path: string, body: unknown): Promise<unknown> {
  const headers = { Authorization: `Bearer ${world.sandbox.apiKey}` };
  const request = new Request(`https://sandbox.test${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  });
  return (await world.sandbox.fetch(request)).json();
}

/** A strict world in which so many instances were rented one after another, as fast as it bears. */
async function strictFleet(count: number): Promise<TestWorld> {
  const world = testWorld({ rateLimits: true });
  await call(world, 'POST', '/_sandbox/account', { credit: 100_000 });
  const wanted = { rentable: { eq: true }, limit: count };
  const { offers } = (await call(world, 'POST', `${api}/bundles/`, wanted)) as { offers: { id: number }[] };
  for (const { id } of offers) {
    const rented = await call(world, 'PUT', `${api}/asks/${id}/`, { image: 'ubuntu:24.04', disk: 8 });
    expect(rented).toMatchObject({ success: true });
    vi.setSystemTime(Date.now() + 4_500);
  }
  return world;
}

/** What was asked and how often, and what of it was refused as too frequent. */
async function heard(app: TestDeck) {
  const requests = await app.requests();
  return { count: requests.length, refused: requests.filter(({ status }) => status === 429) };
}

const screens: ActionId[] = [
  'app.offers',
  'app.instances',
  'app.groups',
  'app.copy',
  'app.security',
  'app.money',
];

it('an hour with 20 instances meets no 429, on whichever screen it is spent', {
  timeout: 300_000,
}, async () => {
  const app = await openDeck({ in: await strictFleet(20), ...quiet });
  const before = await heard(app);
  for (const screen of screens) {
    await app.press(screen);
    for (let minutes = 0; minutes < 10; minutes += 2) {
      await app.advance(120_000);
      await app.press('list.down');
    }
  }
  const { count, refused } = await heard(app);
  expect(count - before.count).toBeGreaterThan(200);
  expect(refused).toEqual([]);
});

it('a person in a hurry among 20 instances meets no 429', { timeout: 120_000 }, async () => {
  const app = await openDeck({ in: await strictFleet(20), cols: 120, rows: 40 });
  for (let turn = 0; turn < 3; turn += 1) {
    for (const screen of screens) await app.press(screen, 'app.refresh', 'app.refresh');
  }
  await app.go('instances');
  // Ten machines looked at one after another: each is read by itself.
  for (let turn = 0; turn < 10; turn += 1)
    await app.press('instance.open', 'app.refresh', 'app.back', 'list.down');
  await app.advance(120_000);
  const { count, refused } = await heard(app);
  expect(count).toBeGreaterThan(30);
  expect(refused).toEqual([]);
});
