import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fields, world } from './world.ts';

const hour = 3_600;
const sum = (charges: Fields[], kind?: string): number =>
  charges
    .filter((line) => kind === undefined || line.kind === kind)
    .reduce((total, line) => total + line.amount, 0);

describe('billing', () => {
  it('charges the disk from creation to destroy and the GPU only while running', async () => {
    const w = world();
    const offer = await w.offer();
    const id = (await w.rent(offer.id, { disk: 72 })).body.new_contract;
    const disk = (offer.storage_cost * 72) / 720;
    w.pass(4);
    expect(sum((await w.ledger()).charges, 'gpu')).toBe(0);
    w.pass(296);
    await w.call('PUT', `/api/v0/instances/${id}/`, { state: 'stopped' });
    const running = sum((await w.ledger()).charges, 'gpu');
    expect(running).toBeGreaterThan(0);
    expect(running).toBeLessThan((offer.dph_base * 300) / hour);
    w.pass(10 * hour - 300);
    await w.call('DELETE', `/api/v0/instances/${id}/`);
    w.pass(24 * hour);
    const { charges, instances } = await w.ledger();
    expect(sum(charges, 'gpu')).toBe(running);
    expect(sum(charges, 'disk')).toBeCloseTo(disk * 10, 12);
    expect(await w.credit()).toBeCloseTo(100 - running - disk * 10, 12);
    expect(instances).toEqual([
      { id, label: null, created_at: 1_790_000_000, destroyed_at: 1_790_000_000 + 10 * hour },
    ]);
  });

  it('charges each running hour at the price of the contract, whatever the market does', async () => {
    const w = world();
    const offer = await w.offer();
    const id = (await w.rent(offer.id)).body.new_contract;
    await w.control('POST', `instances/${id}`, { actual_status: 'running' });
    await w.control('POST', `offers/${offer.id}`, { dph_base: 50 });
    w.pass(10 * hour);
    expect(sum((await w.ledger()).charges, 'gpu')).toBeCloseTo(offer.dph_base * 10, 12);
    const instance = await w.instance(id);
    expect(instance.instance.totalHour).toBeCloseTo(instance.dph_total, 12);
  });

  it('charges the disk, and nothing else, in every state in which it does not run', async () => {
    const w = world();
    const id = await w.rented();
    const spent = async (actual_status: string) => {
      await w.control('POST', `instances/${id}`, { actual_status });
      const before = await w.credit();
      w.pass(hour);
      return before - (await w.credit());
    };
    const { storage_total_cost: disk } = await w.instance(id);
    for (const status of ['exited', 'unknown', 'offline', 'loading'])
      expect(await spent(status)).toBeCloseTo(disk, 10);
  });

  it('charges a changed bid from the moment of the change', async () => {
    const w = world();
    const offer = await w.offer();
    const id = (await w.rent(offer.id, { price: 1 })).body.new_contract;
    await w.control('POST', `instances/${id}`, { actual_status: 'running' });
    w.pass(hour);
    await w.call('PUT', `/api/v0/instances/bid_price/${id}/`, { price: 2 });
    w.pass(hour);
    const gpu = (await w.ledger()).charges.filter((line: Fields) => line.kind === 'gpu');
    expect(gpu.map((line: Fields) => line.amount)).toEqual([1, 2]);
  });

  it('stops everything at the moment the credit is gone, and charges the disks on', async () => {
    const w = world();
    const offer = await w.offer();
    const id = (await w.rent(offer.id, { price: 2 })).body.new_contract;
    w.pass(300);
    await w.control('POST', 'account', { credit: 1 });
    w.pass(2 * hour);
    expect(await w.instance(id)).toMatchObject({ actual_status: 'stopped', intended_status: 'stopped' });
    const { charges } = await w.ledger();
    const stopped = charges.find((line: Fields) => line.kind === 'gpu').to - 1_790_000_300;
    const { storage_total_cost: disk } = await w.instance(id);
    expect(stopped).toBeCloseTo((1 / (2 + disk)) * hour, 1);
    expect(await w.credit()).toBeCloseTo(-disk * (2 - stopped / hour), 6);
    const refused = await w.call('PUT', `/api/v0/instances/${id}/`, { state: 'running' });
    expect(refused.body.error).toBe('insufficient_credit');
  });

  it('does not round the credit', async () => {
    const w = world();
    await w.rented();
    w.pass(301);
    expect(String(await w.credit()).length).toBeGreaterThan(10);
  });

  it('never loses or invents money: credit and ledger together stay what was paid in', async () => {
    const act = fc.oneof(
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('create'), bid: fc.boolean(), at: fc.nat(30) }) },
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant('pass'),
          seconds: fc.double({ min: 0, max: 90_000, noNaN: true }),
        }),
      },
      {
        weight: 4,
        arbitrary: fc.record({ kind: fc.constantFrom('stop', 'start', 'destroy', 'look'), at: fc.nat(9) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('force'),
          at: fc.nat(9),
          word: fc.constantFrom('running', 'offline', 'exited', 'auto', null),
        }),
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts: Fields[]) => {
        const w = world({ offers: 60 });
        const offers = await w.search({ disk_space: { gte: 10 } });
        const ids: number[] = [];
        for (const { kind, at, bid, seconds, word } of acts) {
          const id = ids[at % Math.max(1, ids.length)];
          if (kind === 'create') {
            const offer = offers[at % offers.length];
            const { body } = await w.rent(offer.id, bid ? { price: offer.dph_base } : {});
            if (body.success) ids.push(body.new_contract);
          } else if (kind === 'pass') w.pass(seconds);
          else if (id === undefined) continue;
          else if (kind === 'stop') await w.call('PUT', `/api/v0/instances/${id}/`, { state: 'stopped' });
          else if (kind === 'start') await w.call('PUT', `/api/v0/instances/${id}/`, { state: 'running' });
          else if (kind === 'destroy') await w.call('DELETE', `/api/v0/instances/${id}/`);
          else if (kind === 'force') await w.control('POST', `instances/${id}`, { actual_status: word });
          else await w.instance(id);
        }
        const { charges } = await w.ledger();
        expect((await w.credit()) + sum(charges)).toBeCloseTo(100, 6);
        for (const line of charges) expect(line.to).toBeGreaterThan(line.from);
      }),
      { numRuns: 40 },
    );
  });
});
