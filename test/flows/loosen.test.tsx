import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { searchBodies } from '../support/rent.ts';

simulatedTime();

const searches = async (app: TestDeck) =>
  (await app.requests()).filter(({ path }) => path.includes('bundles')).length;

/** A search that finds nothing: no machine has so many GPUs of one kind with so many ports. */
async function nothing(app: TestDeck) {
  const usual = { verified: { eq: true }, rentable: { eq: true }, num_gpus: { eq: 1 } };
  const ports = { direct_port_count: { gte: 1 } };
  app.searchFor({
    filters: { ...usual, ...ports, gpu_name: { eq: 'RTX 4090' }, dph_total: { lte: 0.0001 } },
  });
  await app.advance(1_000);
}

describe('C066 a search that finds nothing', () => {
  it('lists the conditions in force and says which one to loosen, one search each', async () => {
    const app = await openDeck();
    await nothing(app);
    expect(app.prose()).toContain('No offer matches this search.');
    expect(app.prose()).toMatch(/In force: .*gpu_name=.*dph_total<=0\.0001.*verified=true/);
    const before = await searches(app);
    await app.press('offer.rent');
    expect(app.text()).toContain('There is no offer here');
    await app.press('offers.loosen');
    await app.advance(1_000);
    expect((await searches(app)) - before).toBe(4);
    expect(app.text()).toMatch(/without dph_total<=0\.0001: \d+( or more)? offers?/);
    expect(app.text()).toMatch(/without gpu_name=.*: none either/);
    await app.press('offers.loosen');
    expect(app.dialog()).toContain('dph_total<=0.0001');
    await app.type('2');
    await app.advance(1_000);
    expect(app.text()).toContain('1x RTX 4090');
    expect(searchBodies(app).at(-1)).not.toHaveProperty('dph_total');
    expect(searchBodies(app).at(-1)).toMatchObject({ gpu_name: { eq: 'RTX 4090' } });
  });

  it('asks for no more once the screen is left, and keeps to ten searches a minute', async () => {
    const app = await openDeck({ world: { rateLimits: true } });
    for (let turn = 0; turn < 6; turn += 1) await app.press('offers.bid');
    await nothing(app);
    await app.press('offers.loosen');
    await app.advance(3_000);
    await app.press('app.instances');
    await app.advance(90_000);
    const requests = await app.requests();
    expect(requests.some(({ status }) => status === 429)).toBe(false);
    expect(requests.filter(({ path }) => path.includes('bundles')).length).toBeLessThanOrEqual(10);
  });

  it('does nothing where there are offers, and says so', async () => {
    const app = await openDeck();
    const before = await searches(app);
    await app.press('offers.loosen');
    expect(app.text()).toContain('This search has offers');
    expect(await searches(app)).toBe(before);
  });
});
