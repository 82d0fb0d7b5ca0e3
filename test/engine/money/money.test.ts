import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Instance } from '../../../src/client/wire.ts';
import {
  burn,
  burnCell,
  burnDiffers,
  burnOnceBooted,
  burnParts,
  diskPerHour,
  instanceBurn,
  measuredBurn,
  neverLess,
  offerCost,
  runway,
  runwayEnd,
  spent,
  spentDollars,
  spentFigure,
} from '../../../src/engine/money/money.ts';
import { isDearer } from '../../../src/engine/money/price-parts.ts';

const HOUR = 3_600_000;
const instance = (fields: Partial<Instance>): Instance => ({ id: 1, actual_status: 'running', ...fields });

describe('offerCost', () => {
  test('adds GPU and disk where both are known; a month has 720 hours', () => {
    expect(offerCost({ id: 1, dph_base: 0.3, storage_cost: 0.75 }, { diskGb: 96 })).toEqual({
      gpu: 0.3,
      disk: 0.1,
      total: 0.4,
    });
  });

  test('a bid takes the place of the GPU price', () => {
    expect(offerCost({ id: 1, dph_base: 0.3, storage_cost: 0.75 }, { diskGb: 96, bid: 0.1 })).toMatchObject({
      gpu: 0.1,
    });
  });

  test('C021 an unknown part makes no total, and nothing unknown is zero', () => {
    expect(offerCost({ id: 1, dph_base: 0.3 }, { diskGb: 96 })).toEqual({ gpu: 0.3 });
    expect(offerCost({ id: 1, storage_cost: 0.75, dph_total: 0.4 }, { diskGb: 96 })).toEqual({ disk: 0.1 });
    expect(offerCost({ id: 1 }, { diskGb: 96 })).toEqual({});
  });

  test('C021 the total of the search holds its own disk: that is taken off, not counted twice', () => {
    const offer = { id: 1, dph_total: 0.5, storage_total_cost: 0.25, storage_cost: 0.72 };
    expect(offerCost(offer, { diskGb: 100 })).toEqual({ gpu: 0.25, disk: 0.1, total: 0.35 });
  });

  test('an offer that contradicts itself costs what the dearer of its prices says', () => {
    const cheap = { id: 1, dph_base: 0.3, storage_cost: 0.72, dph_total: 99 };
    expect(offerCost(cheap, { diskGb: 10 }).total).toBeGreaterThan(98);
    expect(offerCost({ ...cheap, storage_total_cost: 0.1 }, { diskGb: 10 }).total).toBeCloseTo(98.91, 10);
    expect(offerCost({ id: 1, dph_base: 0.3, dph_total: 99 }, { diskGb: 10 }).gpu).toBe(99);
    expect(offerCost({ ...cheap, dph_total: 0.308 }, { diskGb: 10 }).total).toBe(0.31);
  });

  test('more disk never costs less', () => {
    const gb = fc.double({ min: 0, max: 1e5, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 0, max: 10, noNaN: true }), gb, gb, (price, a, b) => {
        const [small, large] = a < b ? [a, b] : [b, a];
        expect(diskPerHour(price, small)).toBeLessThanOrEqual(diskPerHour(price, large) ?? Number.NaN);
      }),
    );
  });
});

describe('instanceBurn', () => {
  const prices = { dph_total: 0.32, dph_base: 0.31, storage_total_cost: 0.01 };

  test.each([
    ['running', 0.32],
    ['frozen', 0.32],
    ['loading', 0.01],
    [null, 0.01],
    ['stopped', 0.01],
    ['exited', 0.01],
    ['unknown', 0.01],
    ['offline', 0.01],
  ])('%s costs %d an hour', (actual_status, perHour) => {
    expect(instanceBurn(instance({ ...prices, actual_status }))).toEqual({ perHour, basis: 'fields' });
  });

  test('what the service says it costs now wins, with its GPU where that is charged', () => {
    const now = { totalHour: 0.02 };
    expect(instanceBurn(instance({ ...prices, actual_status: 'stopped', instance: now }))).toEqual({
      perHour: 0.02,
      basis: 'now',
    });
    expect(instanceBurn(instance({ ...prices, instance: { ...now, gpuCostPerHour: 0.01 } }))).toEqual({
      perHour: 0.02,
      basis: 'now',
    });
    expect(instanceBurn(instance({ ...prices, instance: { totalHour: 0.32 } })).perHour).toBe(0.32);
  });

  const twoPrices = instance({ dph_total: 1.00207, instance: { diskHour: 0.00207, totalHour: 0.00207 } });

  test('a total without the GPU of one that runs is none: the dearer price counts, and is marked', () => {
    expect(instanceBurn(twoPrices)).toEqual({ perHour: 1.00207, basis: 'fields', isMost: true });
    expect(burnCell(twoPrices)).toBe('≤1.002');
    expect(burnParts(twoPrices).gpu).toBeCloseTo(1, 10);
    expect(burnCell(instance(prices))).toBe('0.320');
    const bare = { instance: { diskHour: 0.002, totalHour: 0.002 } };
    expect(instanceBurn(instance(bare))).toEqual({ basis: 'unknown' });
    expect(instanceBurn(instance({ ...bare, actual_status: 'stopped' })).perHour).toBe(0.002);
  });

  test('one record has one price: what it has cost is reckoned with the price that is shown', () => {
    // In steps that are more than rounding: what lies within that counts as the same price.
    const steps = fc.integer({ min: 0, max: 2500 }).map((n) => n / 250);
    const price = fc.option(steps, { nil: undefined });
    const parts = fc.record({ gpuCostPerHour: price, diskHour: price, totalHour: price });
    const fields = { dph_total: price, dph_base: price, storage_total_cost: price, search: parts };
    fc.assert(
      fc.property(fc.record({ ...fields, instance: parts }), (sent) => {
        // What the service says it costs now may be less; what is made of the fields may not.
        const row = instance({ ...(sent as Partial<Instance>), start_date: 0 });
        const { basis, perHour } = instanceBurn(row);
        const cost = spent({ ...row, uptime_mins: 60 }, HOUR)?.dollars;
        if (basis !== 'fields' || perHour === undefined || cost === undefined) return;
        expect(isDearer(cost, perHour), `${cost} ${perHour}`).toBe(false);
        expect(isDearer(perHour, cost), `${perHour} ${cost}`).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  test('C021 without price fields nothing is known, and nothing is zero', () => {
    expect(instanceBurn(instance({}))).toEqual({ basis: 'unknown' });
    expect(instanceBurn(instance({ dph_total: 0.3, actual_status: 'stopped' }))).toEqual({
      basis: 'unknown',
    });
    expect(instanceBurn(instance({ dph_base: 0.3 }))).toEqual({ basis: 'unknown' });
  });

  test('the disk is priced from its size where no hourly price came', () => {
    const stopped = instance({ actual_status: 'stopped', storage_cost: 0.72, disk_space: 20 });
    expect(instanceBurn(stopped).perHour).toBeCloseTo(0.02, 10);
  });

  test('a sum says how many of its instances have a price', () => {
    expect(burn([instance(prices), instance({}), instance({ ...prices, actual_status: 'stopped' })])).toEqual(
      {
        perHour: 0.33,
        priced: 2,
        count: 3,
      },
    );
    expect(burn([])).toEqual({ perHour: 0, priced: 0, count: 0 });
  });
});

describe('runway', () => {
  test('says how long and until when', () => {
    expect(runway(41.2, 2, 1000)).toEqual({ ms: 20.6 * HOUR, endsAt: 1000 + 20.6 * HOUR });
  });

  test('lasts for ever when nothing is spent, and not at all without credit', () => {
    expect(runway(10, 0, 5)).toBe('forever');
    expect(runway(0, 1, 5)).toEqual({ ms: 0, endsAt: 5 });
    expect(runway(-3, 0, 5)).toEqual({ ms: 0, endsAt: 5 });
    expect(runway(1e300, 1e-300, 5)).toBe('forever');
  });

  test('is unknown when either figure is', () => {
    expect(runway(undefined, 1, 5)).toBeUndefined();
    expect(runway(1, undefined, 5)).toBeUndefined();
    expect(runway(Number.NaN, 1, 5)).toBeUndefined();
  });

  test('a higher burn never lasts longer, and its end can always be shown', () => {
    const money = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(money, money, fc.double({ min: 1, max: 10, noNaN: true }), (credit, rate, more) => {
        const length = (r: ReturnType<typeof runway>) =>
          r === 'forever' ? Number.POSITIVE_INFINITY : (r?.ms ?? Number.NaN);
        const slow = runway(credit, rate, 0);
        const fast = runway(credit, rate * more, 0);
        expect(length(fast)).toBeLessThanOrEqual(length(slow));
        if (slow !== 'forever') expect(slow?.endsAt).toBeLessThan(8.64e15);
      }),
    );
  });
});

describe('the end of a runway', () => {
  const day = 24 * HOUR;
  const end = (ms: number) => runwayEnd(ms, Date.UTC(2026, 11, 1, 19, 3) + ms, 'UTC');

  test.each([
    [0, 'Tue 19:03'],
    [6 * day - 1, 'Mon 19:02'],
    [6 * day, '7 Dec'],
    [39 * day, '9 Jan'],
    [365 * day, '1 Dec'],
    [365 * day + 1, ''],
  ])('is a weekday only while that names one day: after %d ms %s', (ms, text) => {
    expect(end(ms)).toBe(text);
  });
});

describe('spent', () => {
  const prices = { dph_total: 0.32, dph_base: 0.31, storage_total_cost: 0.01, start_date: 1000 };
  const now = 1_000_000 + 10 * HOUR;

  test('takes the uptime for the GPU and the age for the disk', () => {
    expect(spent(instance({ ...prices, uptime_mins: 120 }), now)).toMatchObject({
      dollars: 0.72,
      basis: 'uptime',
    });
  });

  test('is the least where the uptime is that of a later start, as far as a boot does not tell the difference', () => {
    const marked = (uptime_mins: number) => spentFigure(spent(instance({ ...prices, uptime_mins }), now));
    expect([marked(120), marked(580), marked(590)]).toEqual(['≥0.72', '≥3.10', '3.15']);
  });

  test('without an uptime takes the age for both, and says so', () => {
    expect(spent(instance(prices), now)).toEqual({ dollars: 3.2, basis: 'age' });
  });

  test('says that for a stopped one only the disk is known', () => {
    expect(spent(instance({ ...prices, actual_status: 'stopped' }), now)).toEqual({
      dollars: 0.1,
      basis: 'disk',
    });
  });

  test('is unknown without a start, without prices and while it boots', () => {
    expect(spent(instance({ dph_total: 1 }), now)).toBeUndefined();
    expect(spent(instance({ start_date: 1000 }), now)).toBeUndefined();
    expect(spent(instance({ ...prices, actual_status: 'loading' }), now)).toBeUndefined();
  });
});

describe('measuredBurn', () => {
  const minute = 60_000;

  test('is the slope of the credit', () => {
    const samples = [0, 10, 20].map((m) => ({ at: m * minute, value: 10 - m / 60 }));
    const measured = measuredBurn(samples, 20 * minute);
    expect(measured?.perHour).toBeCloseTo(1, 10);
    expect(measured?.spanMs).toBe(20 * minute);
  });

  test('leaves out the stretch in which the credit was topped up', () => {
    const measured = measuredBurn(
      [
        { at: 0, value: 2 },
        { at: 10 * minute, value: 1.9 },
        { at: 20 * minute, value: 51.8 },
        { at: 30 * minute, value: 51.7 },
      ],
      30 * minute,
    );
    expect(measured?.perHour).toBeCloseTo(0.6, 10);
    expect(measured?.spanMs).toBe(20 * minute);
  });

  test('looks back 30 minutes and no further', () => {
    const measured = measuredBurn(
      [
        { at: 0, value: 100 },
        { at: 60 * minute, value: 50 },
        { at: 80 * minute, value: 49 },
      ],
      80 * minute,
    );
    expect(measured).toEqual({ perHour: 3, spanMs: 20 * minute, dollars: 1 });
    const day = [0, 10, 20].map((m) => ({ at: m * minute, value: 10 - m }));
    expect(measuredBurn(day, 24 * HOUR)).toBeUndefined();
  });

  test('is unknown from too little', () => {
    expect(measuredBurn([], 0)).toBeUndefined();
    expect(measuredBurn([{ at: 0, value: 1 }], 0)).toBeUndefined();
    const seconds = [
      { at: 0, value: 1 },
      { at: 2000, value: 0.9 },
    ];
    expect(measuredBurn(seconds, 2000)).toBeUndefined();
  });

  test('both figures are worth showing from 15 % of difference on', () => {
    expect(burnDiffers(1.92, 0.98)).toBe(true);
    expect(burnDiffers(1, 0.9)).toBe(false);
    expect(burnDiffers(0, 0)).toBe(false);
    expect(burnDiffers(0, 0.0004)).toBe(false);
  });
});

describe('the burn that is coming', () => {
  const running = { id: 1, actual_status: 'running', search: { totalHour: 0.5, diskHour: 0.1 } };
  const booting = { id: 2, actual_status: 'loading', search: { totalHour: 0.3, diskHour: 0.02 } };

  test('counts what boots at the price of its running', () => {
    expect(burnOnceBooted([running, booting])).toBeCloseTo(0.8, 10);
  });

  test('is the present one where nothing boots, and unknown where a price is', () => {
    expect(burnOnceBooted([running])).toBeUndefined();
    expect(burnOnceBooted([running, { id: 3, actual_status: null }])).toBeUndefined();
    expect(burnOnceBooted([{ ...booting, intended_status: 'stopped' }])).toBeUndefined();
  });
});

describe('a figure of what was spent', () => {
  const disk = (dollars: number) => ({ dollars, basis: 'disk' }) as const;

  test('is marked where it is the least or the most, and not known where that rounds to nothing', () => {
    expect(spentFigure({ dollars: 0, basis: 'charged' })).toBe('0.00');
    expect(spentFigure(disk(2.449))).toBe('≥2.45');
    expect(spentFigure(disk(0.004))).toBeUndefined();
    expect(spentFigure(undefined)).toBeUndefined();
    expect(spentDollars(disk(2))).toBe('≥ $2.00');
    expect(spentDollars({ dollars: 2, basis: 'uptime' })).toBe('≥ $2.00');
    expect(spentDollars({ dollars: 2, basis: 'age' })).toBe('≤ $2.00');
    expect(spentFigure({ dollars: 2, basis: 'age' })).toBe('≤2.00');
    expect(spentDollars({ dollars: 2, basis: 'charged' })).toBe('$2.00');
    expect(spentDollars(undefined)).toBe('·');
  });

  test('does not fall below what was seen, but for the word of the service', () => {
    expect(neverLess(disk(0.01), 0.26)).toEqual({ dollars: 0.26, basis: 'seen' });
    expect(neverLess(undefined, 0.26)).toEqual({ dollars: 0.26, basis: 'seen' });
    expect(neverLess(disk(0.3), 0.26)).toEqual(disk(0.3));
    // A reboot begins the uptime anew.
    expect(neverLess({ dollars: 0.02, basis: 'uptime' }, 0.26)).toEqual({ dollars: 0.26, basis: 'seen' });
    const charged = { dollars: 0.2, basis: 'charged' } as const;
    expect(neverLess(charged, 0.26)).toBe(charged);
    expect(neverLess(disk(0.01), undefined)).toEqual(disk(0.01));
    // Seen within the second that is shown: no figure that a person sees is less.
    const drawn = { dollars: 0.2599, basis: 'uptime' } as const;
    expect(neverLess(drawn, 0.26)).toBe(drawn);
  });
});
