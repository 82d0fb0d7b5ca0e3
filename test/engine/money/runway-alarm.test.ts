import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Instance } from '../../../src/client/wire.ts';
import { alarmWords, stopPlan, watchRunway } from '../../../src/engine/money/runway-alarm.ts';

const hour = 3_600_000;
const now = Date.UTC(2026, 10, 27, 12);
const row = (id: number, gpu: number, more: Partial<Instance> = {}): Instance => ({
  id,
  actual_status: 'running',
  label: `m${id}`,
  dph_base: gpu,
  storage_total_cost: 0.01,
  dph_total: gpu + 0.01,
  ...more,
});
/** One dollar, spent at so much an hour. */
const money = (burnPerHour: number) => ({ credit: 1, burnPerHour });
const left = (ms: number) => ({ ms, endsAt: now + ms });

describe('the alarm of the runway', () => {
  test('rings once for each time that it falls below two hours, with room for a price that moves', () => {
    const seen = [5, 2.1, 1.9, 1.5, 2.05, 1.9, 2.2, 1.99, 0].map((hours) => hours * hour);
    let armed = true;
    const rings = seen.map((ms) => {
      const next = watchRunway(armed, ms);
      armed = next.armed;
      return next.ring;
    });
    expect(rings).toEqual([false, false, true, false, false, false, false, true, false]);
  });

  test('rings at once where it begins below', () => {
    expect(watchRunway(true, hour)).toEqual({ armed: false, ring: true });
  });

  test('never rings twice without having been above between', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 5, noNaN: true })), (hours) => {
        let armed = true;
        let rung = false;
        for (const h of hours) {
          const next = watchRunway(armed, h * hour);
          armed = next.armed;
          if (h > 2) rung = false;
          if (next.ring) {
            expect(rung).toBe(false);
            rung = true;
          }
        }
      }),
    );
  });
});

describe('what stopping buys', () => {
  test('is named for each machine, the most first, and for all together', () => {
    const plan = stopPlan([row(1, 0.1), row(2, 0.5), row(3, 0, { actual_status: 'stopped' })], money(0.63));
    expect(plan.map(({ names }) => names)).toEqual([['m2'], ['m1'], ['m2', 'm1'].sort()]);
    expect(alarmWords(left(1.5 * hour), plan, 'UTC')).toBe(
      'The credit lasts 1h 30m more, until Fri 13:30. Stopping m2 adds 6h 6m, m1 adds 17m; all 2 together add 31h 44m.',
    );
  });

  test('names three machines at the most', () => {
    const plan = stopPlan(
      [1, 2, 3, 4, 5].map((n) => row(n, n / 10)),
      money(1.55),
    );
    expect(alarmWords(left(hour), plan, 'UTC')).toMatch(/Stopping m5 .*, m4 .*, m3 [^,]*; all 5 together/);
  });

  test('C021 is not made up where prices are missing', () => {
    const plan = stopPlan([row(1, 0.1), { id: 2, actual_status: 'running' }], {
      ...money(0.11),
      atLeast: true,
    });
    expect(plan).toEqual([]);
    expect(alarmWords(left(hour), plan, 'UTC')).toBe(
      'The credit lasts 1h 0m more, until Fri 13:00. Stop or destroy what you do not need, or add credit.',
    );
    expect(alarmWords(left(0), [], 'UTC')).toMatch(/^The credit is used up\. /);
  });
});
