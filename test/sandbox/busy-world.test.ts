import { describe, expect, it } from 'vitest';
import { type Fields, world } from './world.ts';

describe('a busy world', () => {
  it('has instances in every state, methods, charges that explain the credit, and goes on from there', async () => {
    const w = world({ world: 'busy' });
    const { instances } = (await w.call('GET', '/api/v0/instances/')).body;
    const states = new Set(instances.map((one: Fields) => one.actual_status));
    expect(states).toEqual(new Set([null, 'loading', 'running', 'stopped', 'exited', 'unknown', 'offline']));
    expect(instances.some((one: Fields) => one.is_bid && one.intended_status === 'running')).toBe(true);

    const { charges } = await w.ledger();
    const spent = charges.reduce((sum: number, line: Fields) => sum + line.amount, 0);
    expect(spent).toBeGreaterThan(1);
    expect(await w.credit()).toBeCloseTo(100 - spent, 9);
    expect(await w.credit()).toBeGreaterThan(20);
    const user = (await w.call('GET', '/api/v0/users/current/')).body;
    expect(user.tfa_status).toBe('enabled');

    w.pass(600);
    const after = (await w.call('GET', '/api/v0/instances/')).body.instances;
    for (const label of ['train-b', 'probe']) {
      expect(after.find((one: Fields) => one.label === label).actual_status).toBe('running');
    }
  });

  it('can be made in a market of any size and seed, and is a fresh world after a reset', async () => {
    for (const [seed, offers] of [
      [1, 0],
      [2, 5],
      [3, 500],
    ] as const) {
      const w = world({ world: 'busy', seed, offers });
      expect((await w.call('GET', '/api/v0/instances/')).status).toBe(200);
      await w.control('POST', 'reset');
      expect((await w.call('GET', '/api/v0/instances/')).body.instances_found).toBe(0);
      expect(await w.credit()).toBe(100);
    }
  });
});

describe('a lively world', () => {
  it('loses bids and wins them again by itself', async () => {
    const w = world({ lively: true });
    const offers = await w.search({ rentable: { eq: true }, type: 'bid', limit: 20, order: [['id', 'asc']] });
    for (const offer of offers) await w.rent(offer.id, { price: offer.min_bid });
    const stopped = new Set<number>();
    const back = new Set<number>();
    for (let time = 0; time < 70; time++) {
      w.pass(300);
      for (const one of (await w.call('GET', '/api/v0/instances/')).body.instances) {
        if (one.actual_status === 'stopped') {
          expect(one).toMatchObject({ intended_status: 'running', cur_state: 'stopped' });
          stopped.add(one.id);
        } else if (one.actual_status === 'running' && stopped.has(one.id)) back.add(one.id);
      }
    }
    expect(stopped.size).toBeGreaterThan(10);
    expect(back.size).toBeGreaterThan(10);
  });
});
