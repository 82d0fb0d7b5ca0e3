import { describe, expect, test } from 'vitest';
import type { Instance } from '../../../src/client/wire.ts';
import { accountBurn, nothingRented, quoteOf, spentBeside } from '../../../src/engine/money/money.ts';

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

  test('shows both when the credit tells another story, and reckons with what is measured when that is more', () => {
    const burn = accountBurn([running], falling(0.9), now);
    expect(burn.differs).toBe(true);
    expect(burn.measured?.perHour).toBeCloseTo(0.9, 10);
    expect(burn.reckoned).toMatchObject({ basis: 'measured', atLeast: false });
    expect(burn.reckoned.perHour).toBeCloseTo(0.9, 10);
    expect(burn.unexplained).toBeCloseTo(0.4, 10);
    const less = accountBurn([running], falling(0.2), now);
    expect([less.differs, less.unexplained]).toEqual([true, undefined]);
    expect(less.reckoned).toMatchObject({ perHour: 0.5, basis: 'quoted' });
  });

  const credit = (...values: readonly (readonly [ago: number, value: number])[]) =>
    values.map(([ago, value]) => ({ at: now - ago * minute, value }));

  test('with nothing rented is what the credit loses, which nothing explains', () => {
    const burn = accountBurn([], credit([17, 12.5], [0, 11.5]), now, { volumes: [] });
    expect(burn.quoted.perHour).toBe(0);
    expect(burn.unexplained).toBeCloseTo(60 / 17, 10);
    expect(burn.reckoned.perHour).toBeCloseTo(60 / 17, 10);
    expect(spentBeside(burn)?.isNews).toBe(true);
    expect(nothingRented(burn, '2').join(' ')).not.toMatch(/^No instances\. Press/);
    expect(nothingRented(accountBurn([], credit([17, 12.5], [0, 12.5]), now), '2').join(' ')).toMatch(
      /^No instances\. Press/,
    );
  });

  test('is explained by what ran until a moment ago, and by what is booked late or in steps', () => {
    const before = [25, 15, 5].map((ago) => ({ at: now - ago * minute, value: 3 }));
    expect(accountBurn([], falling(3), now, { quotes: before }).unexplained).toBeUndefined();
    expect(accountBurn([], falling(3), now, { quotes: [] }).unexplained).toBeCloseTo(3, 10);
    // An hour of 0.5 $/h, booked at once.
    expect(accountBurn([running], credit([20, 10], [10, 9.5], [0, 9.5]), now).unexplained).toBeUndefined();
    expect(accountBurn([running], credit([10, 10], [0, 9.5]), now).unexplained).toBeUndefined();
    expect(accountBurn([running], credit([10, 10], [0, 8]), now).unexplained).toBeGreaterThan(0);
    // A single payment among many reads.
    const paid = credit([20, 90], [15, 90], [10, 40], [5, 40], [0, 40]);
    expect(accountBurn([], paid, now).unexplained).toBeUndefined();
  });

  test('is not known to be explained or not where a price was missing for minutes; of one read it is', () => {
    expect(quoteOf(accountBurn([unpriced], [], now))).toBeUndefined();
    const quotes = [50, 41, 39, 20, 0].map((ago) => ({ at: now - ago * minute, value: 0 }));
    const at = (...agos: number[]) => agos.map((ago) => ({ at: now - ago * minute }));
    const unexplained = (unquoted: { at: number }[], known = quotes) =>
      accountBurn([], falling(3), now, { quotes: known, unquoted }).unexplained;
    expect(unexplained(at(40))).toBeCloseTo(3, 10);
    expect(unexplained(at(40), [])).toBeUndefined();
    expect(unexplained(at(38, 36, 30))).toBeUndefined();
  });

  test('with nothing rented is what is measured as soon as anything is, and nothing is said to cost nothing', () => {
    // Minutes 5 to 8 of a credit that falls: the largest fall is left out of what is steady.
    const burn = accountBurn([], credit([6, 12], [4, 10.8], [2, 9.6], [0, 8.4]), now, { volumes: [] });
    expect(burn.differs).toBe(true);
    expect(burn.reckoned).toMatchObject({ basis: 'measured', atLeast: false });
    expect(burn.reckoned.perHour).toBeCloseTo(36, 6);
    expect(nothingRented(burn, '2').join(' ')).toContain('$36.000/h');
    expect(nothingRented(burn, '2').join(' ')).not.toMatch(/^No instances\. Press/);
  });

  test('with volumes that cannot be read is the least that it can be', () => {
    const burn = accountBurn([running], [], now, { volumes: 'unread' });
    expect(burn.quoted).toMatchObject({ perHour: 0.5, priced: 1, count: 2 });
    expect(burn.reckoned.atLeast).toBe(true);
    const bare = accountBurn([], [], now, { volumes: 'unread' });
    expect(bare.reckoned.atLeast).toBe(true);
    expect(nothingRented(bare, '2').join(' ')).not.toMatch(/^No instances\. Press/);
  });

  test('counts volumes at their price, and one without a price as the least that it can be', () => {
    const volume = { id: 1, disk_space: 100, storage_cost: 0.36 };
    const burn = accountBurn([running], falling(0.55), now, { volumes: [volume] });
    expect(burn.quoted).toMatchObject({ priced: 1, count: 1 });
    expect(burn.quoted.perHour).toBeCloseTo(0.55, 10);
    expect([burn.differs, burn.unexplained]).toEqual([false, undefined]);
    expect(nothingRented(accountBurn([], [], now, { volumes: [volume] }), '2')[0]).toContain('$0.050/h');
    const bare = accountBurn([], [], now, { volumes: [{ id: 1, disk_space: 100 }] });
    expect(bare.reckoned).toEqual({ perHour: 0, basis: 'quoted', atLeast: true });
    expect(nothingRented(bare, '2').join(' ')).not.toMatch(/^No instances\. Press/);
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
