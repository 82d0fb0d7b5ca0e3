import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import type { Instance } from '../../../src/client/wire.ts';
import { type AccountBurn, accountBurn, runway } from '../../../src/engine/money/money.ts';
import { creditSeries, type Sample, sampleRules } from '../../../src/engine/money/samples.ts';
import { type Fields, world } from '../../sandbox/world.ts';

const hour = 3_600_000;
const base = 'http://sandbox.localhost';

/** The sandbox on a clock that is moved, looked at through the client as the deck does: the list and the account. */
function watchedWorld(blind: (row: Instance) => Instance = (row) => row) {
  const w = world();
  const { clock, sandbox } = w;
  const client = createClient({
    baseUrl: base,
    bearer: () => sandbox.apiKey,
    transport: (url, init) => sandbox.fetch(new Request(url, init)),
    clock,
    random: () => 0.5,
    userAgent: 'rigdeck/test',
  });
  let samples: readonly Sample[] = [];
  const look = async (): Promise<{ burn: AccountBurn; credit: number; rows: Instance[] }> => {
    const [{ instances }, user] = [await client.listInstances(), await client.currentUser()];
    const credit = user.credit as number;
    const now = clock.now();
    samples = sampleRules.withSample(creditSeries(base, user.id), samples, { at: now, value: credit });
    const rows = instances.map(blind);
    return { burn: accountBurn(rows, samples, now), credit, rows };
  };
  const paid = async (): Promise<number> =>
    (await w.ledger()).charges.reduce((sum: number, { amount }: Fields) => sum + amount, 0);
  const start = async (id: number) => w.call('PUT', `/api/v0/instances/${id}/`, { state: 'running' });
  const stop = async (id: number) => w.call('PUT', `/api/v0/instances/${id}/`, { state: 'stopped' });
  const destroy = async (id: number) => w.call('DELETE', `/api/v0/instances/${id}/`);
  return { ...w, look, paid, start, stop, destroy };
}
type Watched = ReturnType<typeof watchedWorld>;

/** What happens on the day, by the minute at which it does. */
async function liveThrough(w: Watched, atMinute: number, ids: number[]): Promise<void> {
  const offers = await w.search({ disk_space: { gte: 50 }, limit: 5 });
  const rent = async (offer: number, disk: number) =>
    void ids.push((await w.rent(offers[offer].id, { disk })).body.new_contract);
  if (atMinute === 3) await rent(0, 20);
  if (atMinute === 4) await rent(1, 40);
  if (atMinute === 200) await w.stop(ids[0] as number);
  if (atMinute === 333) await rent(2, 12);
  if (atMinute === 480) await w.start(ids[0] as number);
  if (atMinute === 700) await w.destroy(ids[1] as number);
  if (atMinute === 900) await rent(3, 50);
  if (atMinute === 1100) await w.stop(ids[2] as number);
  if (atMinute === 1300) await w.destroy(ids[0] as number);
}
const events = [3, 4, 200, 333, 480, 700, 900, 1100, 1300];
const within = (figure: number, truth: number) => Math.abs(figure - truth) <= 0.01 * Math.abs(truth);

describe('burn and runway beside the ledger of the sandbox', () => {
  it('agree within 1 % over a day of renting, booting, running, stopping, starting and destroying', async () => {
    const w = watchedWorld();
    const ids: number[] = [];
    const ledger: number[] = [];
    let quoted = 0;
    let compared = 0;
    // Every twenty seconds, as the list is read.
    for (let step = 0; step < 24 * 60 * 3; step += 1) {
      if (step % 3 === 0 && events.includes(step / 3)) await liveThrough(w, step / 3, ids);
      ledger.push(await w.paid());
      const paid = ledger[step] as number;
      const { burn, credit } = await w.look();
      expect(Math.abs(credit - (100 - paid))).toBeLessThan(1e-6);
      // Measured against what was really paid in the same stretch of time.
      const { measured } = burn;
      if (measured !== undefined) {
        const before = ledger[step - Math.round(measured.spanMs / 20_000)] as number;
        const truth = ((paid - before) / measured.spanMs) * hour;
        if (!within(measured.perHour, truth)) expect(measured.perHour, `step ${step}`).toBe(truth);
        compared += 1;
      }
      quoted += burn.quoted.perHour / 180;
      w.pass(20);
    }
    const total = await w.paid();
    expect(total).toBeGreaterThan(1);
    expect(within(quoted, total), `${quoted} quoted, ${total} paid`).toBe(true);
    expect(compared).toBeGreaterThan(4000);
    expect(ids).toHaveLength(4);
  });

  it('name the moment at which the credit is gone', async () => {
    const w = watchedWorld();
    for (const { id } of (await w.search({ disk_space: { gte: 50 }, limit: 3 })).slice(0, 3))
      await w.rent(id);
    // While they boot the runway reckons with what is coming.
    w.pass(20);
    const booting = await w.look();
    expect(booting.burn.coming).toBeGreaterThan(booting.burn.quoted.perHour);
    w.pass(600);
    const running = await w.look();
    expect(running.burn.quoted.perHour).toBeCloseTo(booting.burn.coming as number, 6);

    await w.control('POST', 'account', { credit: 2 * running.burn.quoted.perHour });
    w.pass(2);
    const { burn, credit } = await w.look();
    const left = runway(credit, burn.reckoned.perHour, w.clock.now());
    if (left === undefined || left === 'forever') throw new Error('there is no runway');
    const from = w.clock.now();
    let gone: number | undefined;
    while (gone === undefined && w.clock.now() < from + 3 * hour) {
      w.pass(10);
      if ((await w.look()).rows.some((row) => row.actual_status !== 'running')) gone = w.clock.now();
    }
    expect(within(left.ms, (gone ?? 0) - from), `${left.ms} said, ${(gone ?? 0) - from} true`).toBe(true);
  });

  it('C021 with prices missing from some rows are a lower bound that says so, and what is measured is true', async () => {
    const priceless = (row: Instance): Instance => ({
      id: row.id,
      actual_status: row.actual_status,
      ...(row.intended_status === undefined ? {} : { intended_status: row.intended_status }),
    });
    const ids: number[] = [];
    const w = watchedWorld((row) => (row.id === ids[1] ? priceless(row) : row));
    let bounds = 0;
    for (let at = 0; at < 24 * 60; at += 5) {
      for (const event of events.filter((one) => one > at - 5 && one <= at)) await liveThrough(w, event, ids);
      const before = await w.paid();
      const { burn, rows, credit } = await w.look();
      w.pass(1);
      const truth = ((await w.paid()) - before) * 3600;
      w.pass(299);
      const missing = rows.some(({ id }) => id === ids[1]);
      expect(burn.quoted.priced).toBe(burn.quoted.count - (missing ? 1 : 0));
      expect(burn.quoted.perHour).toBeLessThanOrEqual(truth * 1.01 + 1e-9);
      if (!missing) {
        expect(burn.reckoned.atLeast).toBe(false);
        continue;
      }
      bounds += 1;
      expect(burn.reckoned.atLeast || burn.reckoned.basis === 'measured').toBe(true);
      const steady = events.every((event) => at < event || at > event + 40);
      if (steady && burn.measured !== undefined) {
        expect(burn.reckoned).toMatchObject({ basis: 'measured', atLeast: false });
        expect(
          within(burn.reckoned.perHour, truth),
          `minute ${at}: ${burn.reckoned.perHour} for ${truth}`,
        ).toBe(true);
        const left = runway(credit, burn.reckoned.perHour, 0);
        expect(left !== 'forever' && within(left?.ms ?? 0, (credit / truth) * hour)).toBe(true);
      }
    }
    expect(bounds).toBeGreaterThan(100);
  });
});
