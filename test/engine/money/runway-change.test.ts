import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Instance } from '../../../src/client/wire.ts';
import { burnParts, runwayAfter } from '../../../src/engine/money/money.ts';

const HOUR = 3_600_000;
const now = Date.UTC(2026, 10, 27, 12);
const money = { credit: 10, burnPerHour: 1 };

describe('the runway before and after', () => {
  test('a rent shortens it', () => {
    expect(runwayAfter(money, 1, now)).toEqual({
      before: '10h 0m',
      after: '5h 0m',
      beforeMs: 10 * HOUR,
      afterMs: 5 * HOUR,
      gainMs: -5 * HOUR,
    });
    expect(runwayAfter({ credit: 10, burnPerHour: 0 }, 1, now)).toMatchObject({
      before: 'no end',
      after: '10h 0m',
    });
  });

  test('a stop lengthens it, as far as to no end', () => {
    expect(runwayAfter(money, -0.5, now)).toMatchObject({ after: '20h 0m', gainMs: 10 * HOUR });
    expect(runwayAfter(money, -1 - 1e-15, now)).toMatchObject({ after: 'no end', gainMs: undefined });
  });

  test('what is not known stays unknown', () => {
    const unknown = { before: '·', after: '·', beforeMs: undefined, afterMs: undefined, gainMs: undefined };
    expect(runwayAfter({ credit: 10, burnPerHour: undefined }, 1, now)).toEqual(unknown);
    expect(runwayAfter({ credit: undefined, burnPerHour: 1 }, 1, now)).toEqual(unknown);
    expect(runwayAfter(money, undefined, now)).toMatchObject({ before: '10h 0m', after: '·' });
  });

  test('with some prices unknown it is the most that it can be', () => {
    expect(runwayAfter({ ...money, atLeast: true }, 1, now)).toMatchObject({
      before: '≤ 10h 0m',
      after: '≤ 5h 0m',
    });
    expect(runwayAfter({ credit: 10, burnPerHour: 0, atLeast: true }, 1, now).before).toBe('·');
  });
});

describe('what an instance costs by part', () => {
  const prices = { dph_total: 0.32, dph_base: 0.31, storage_total_cost: 0.01 };
  const instance = (fields: Partial<Instance>): Instance => ({ id: 1, actual_status: 'running', ...fields });

  test('C021 the parts are those of the present state, each known or absent', () => {
    expect(burnParts(instance(prices))).toEqual({ gpu: 0.31, disk: 0.01, total: 0.32 });
    expect(burnParts(instance({ ...prices, actual_status: 'exited' }))).toEqual({
      gpu: 0,
      disk: 0.01,
      total: 0.01,
    });
    expect(burnParts(instance({ dph_base: 0.31 }))).toEqual({ gpu: 0.31 });
    expect(burnParts(instance({ instance: { totalHour: 0.02 } }))).toEqual({ total: 0.02 });
  });

  test('the parts make the whole', () => {
    const price = fc.double({ min: 0, max: 50, noNaN: true });
    const status = fc.constantFrom(null, 'loading', 'running', 'stopped', 'exited', 'frozen');
    fc.assert(
      fc.property(price, price, status, (gpu, disk, actual_status) => {
        const row = instance({ dph_base: gpu, storage_total_cost: disk, actual_status });
        const parts = burnParts(row);
        expect((parts.gpu ?? Number.NaN) + (parts.disk ?? Number.NaN)).toBeCloseTo(parts.total as number, 8);
      }),
    );
  });
});
