import { describe, expect, test } from 'vitest';
import type { Instance } from '../../src/client/wire.ts';
import { accountBurn } from '../../src/domain/money.ts';

const minute = 60_000;
const now = Date.UTC(2026, 10, 27, 12);
const running: Instance = { id: 1, actual_status: 'running', search: { totalHour: 0.5, diskHour: 0.1 } };
const booting: Instance = { id: 2, actual_status: 'loading', search: { totalHour: 0.3, diskHour: 0.02 } };
const unpriced: Instance = { id: 3, actual_status: 'running' };
/** Credit that falls at `perHour` for half an hour. */
const falling = (perHour: number) =>
  [30, 20, 10, 0].map((ago) => ({ at: now - ago * minute, value: 10 + (perHour * ago) / 60 }));

describe('the burn of an account', () => {
  test('is what the prices say while the credit agrees', () => {
    const burn = accountBurn([running], falling(0.5), now);
    expect(burn.differs).toBe(false);
    expect(burn.reckoned).toEqual({ perHour: 0.5, basis: 'quoted', atLeast: false });
  });

  test('shows both when the credit tells another story, and reckons with the prices', () => {
    const burn = accountBurn([running], falling(0.9), now);
    expect(burn.differs).toBe(true);
    expect(burn.measured?.perHour).toBeCloseTo(0.9, 10);
    expect(burn.measured?.spanMs).toBe(30 * minute);
    expect(burn.reckoned).toMatchObject({ perHour: 0.5, basis: 'quoted' });
  });

  test('reckons with what boots as if it ran', () => {
    const burn = accountBurn([running, booting], [], now);
    expect(burn.quoted.perHour).toBeCloseTo(0.52, 10);
    expect(burn.coming).toBeCloseTo(0.8, 10);
    expect(burn.reckoned.perHour).toBeCloseTo(0.8, 10);
  });

  test('C021 with a price missing it is the least it can be, and says so', () => {
    expect(accountBurn([running, unpriced], [], now)).toEqual({
      quoted: { perHour: 0.5, priced: 1, count: 2 },
      differs: false,
      reckoned: { perHour: 0.5, basis: 'quoted', atLeast: true },
    });
    const boots: Instance = { id: 4, actual_status: 'loading', storage_total_cost: 0.01 };
    expect(accountBurn([boots], [], now).reckoned).toEqual({ perHour: 0.01, basis: 'quoted', atLeast: true });
  });

  test('C021 without any price the credit alone tells it', () => {
    const burn = accountBurn([unpriced], falling(0.9), now);
    expect(burn.quoted).toEqual({ perHour: 0, priced: 0, count: 1 });
    expect(burn.reckoned.basis).toBe('measured');
    expect(burn.reckoned.perHour).toBeCloseTo(0.9, 10);
    expect(burn.reckoned.atLeast).toBe(false);
  });

  test('a credit that falls less than the known prices explain takes nothing off the lower bound', () => {
    expect(accountBurn([running, unpriced], falling(0.2), now).reckoned).toMatchObject({
      perHour: 0.5,
      atLeast: true,
    });
  });

  test('nothing rented costs nothing', () => {
    expect(accountBurn([], [], now)).toEqual({
      quoted: { perHour: 0, priced: 0, count: 0 },
      differs: false,
      reckoned: { perHour: 0, basis: 'quoted', atLeast: false },
    });
  });
});
