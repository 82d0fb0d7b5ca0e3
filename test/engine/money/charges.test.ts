import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Charge, Instance } from '../../../src/client/wire.ts';
import { chargedDays } from '../../../src/engine/money/charged.ts';
import { chargedTo, chargesByDay, corrections } from '../../../src/engine/money/charges.ts';
import { spentAsCharged, spentAsKnown, spentByGone } from '../../../src/engine/money/money.ts';

const hour = 3600;
const day = 24 * hour;
/** Midnight of UTC, in epoch seconds. */
const midnight = Date.UTC(2026, 10, 27) / 1000;
const now = (midnight + 12 * hour) * 1000;
const charge = (fields: Partial<Charge>): Charge => ({ type: 'instance', source: 'instance-7', ...fields });

describe('charges by day', () => {
  test('C064 are days of UTC, and times are seconds', () => {
    const late = charge({ start: midnight - hour, end: midnight - 1, amount: 1 });
    const early = charge({ start: midnight, end: midnight + hour, amount: 2 });
    expect(
      chargesByDay([late, early], now).map(({ day: at, total }) => [new Date(at).toISOString(), total]),
    ).toEqual([
      ['2026-11-27T00:00:00.000Z', 2],
      ['2026-11-26T00:00:00.000Z', 1],
    ]);
  });

  test('stand by part, and what is neither GPU nor disk is the rest', () => {
    const items = [
      { type: 'gpu', amount: 3 },
      { type: 'disk', amount: 0.5 },
      { type: 'bwd', amount: 0.25 },
      { type: 'bwu', amount: 0.25 },
    ];
    const [today] = chargesByDay([charge({ start: midnight, end: midnight + hour, amount: 4, items })], now);
    expect(today).toMatchObject({ gpu: 3, disk: 0.5, other: 0.5, total: 4, atLeast: false });
  });

  test('that go over midnight are shared by time, and days without any are days of nothing', () => {
    const long = charge({
      start: midnight - 3 * day - 6 * hour,
      end: midnight - 3 * day + 6 * hour,
      amount: 8,
    });
    expect(chargesByDay([long], now).map(({ total }) => total)).toEqual([0, 0, 0, 4, 4]);
  });

  test('C021 without an amount are the least that it can be; without a time they belong to no day', () => {
    const unknown = charge({ start: midnight, end: midnight + hour });
    expect(chargesByDay([unknown], now)[0]).toMatchObject({ total: 0, atLeast: true });
    expect(chargesByDay([charge({ amount: 5 })], now)).toEqual([]);
    expect(chargesByDay([], now)).toEqual([]);
    const partly = charge({ start: midnight, end: midnight + 1, amount: 4, items: [{ type: 'gpu' }] });
    expect(chargesByDay([partly], now)[0]).toMatchObject({ total: 4, gpu: 0, other: 4, atLeast: false });
  });

  test('without a length lie where they begin, at midnight too, and make no sum unknown', () => {
    const at = (start: number, amount: number) => charge({ start, end: start, amount });
    const days = chargesByDay([at(midnight, 1), at(midnight - day, 2), at(midnight - 1, 4)], now);
    expect(days.map(({ total }) => total)).toEqual([1, 6]);
  });

  test('go no further back than they are asked for, however long ago one begins', () => {
    const ancient = charge({ start: 0, end: midnight + hour, amount: 7 });
    for (const start of [0, -1e15, -8.64e12])
      expect(chargesByDay([charge({ ...ancient, start })], now)).toHaveLength(chargedDays);
  });

  test('add up to what was charged, however they lie', () => {
    const one = fc.record({
      start: fc.integer({ min: midnight - 10 * day, max: midnight }),
      length: fc.integer({ min: 0, max: 2 * day }),
      amount: fc.double({ min: 0, max: 100, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 20 }), (rows) => {
        const charges = rows.map(({ start, length, amount }) =>
          charge({ start, end: Math.min(start + length, now / 1000), amount }),
        );
        const total = chargesByDay(charges, now).reduce((sum, row) => sum + row.total, 0);
        expect(total).toBeCloseTo(
          rows.reduce((sum, { amount }) => sum + amount, 0),
          6,
        );
      }),
    );
  });
});

describe('what an instance was charged', () => {
  const mine = [
    charge({ start: midnight, end: midnight + hour, amount: 1 }),
    charge({ start: midnight + hour, end: midnight + 11.5 * hour, amount: 5 }),
    charge({ source: 'instance-77', start: midnight, end: midnight + hour, amount: 100 }),
  ];
  const row: Instance = {
    id: 7,
    actual_status: 'running',
    start_date: midnight,
    instance: { totalHour: 0.5 },
  };
  const from = (midnight - day) * 1000;

  test('is its own rows alone', () => {
    expect(chargedTo(7, mine)).toEqual({ dollars: 6, until: (midnight + 11.5 * hour) * 1000 });
    expect(chargedTo(8, mine)).toBeUndefined();
    expect(chargedTo(7, [...mine, charge({ end: midnight })])).toBeUndefined();
  });

  test('is what it has cost, with the last piece by its burn', () => {
    expect(spentAsCharged(row, mine, from, now)).toEqual({ dollars: 6.25, basis: 'charged' });
  });

  test('tells nothing where the charges do not go all the way', () => {
    expect(spentAsCharged({ ...row, start_date: midnight - 2 * day }, mine, from, now)).toBeUndefined();
    expect(spentAsCharged(row, mine, from, now + 3 * hour * 1000)).toBeUndefined();
    expect(spentAsCharged({ id: 7, actual_status: 'running' }, mine, from, now)).toBeUndefined();
    expect(spentAsCharged(row, [], from, now)).toBeUndefined();
  });

  test('is taken before any estimate, and never in part', () => {
    const priced = { ...row, dph_total: 0.5 };
    expect(spentAsKnown(priced, { charges: mine, from, all: true }, now)).toMatchObject({ basis: 'charged' });
    for (const charged of [undefined, { charges: mine, from, all: false }, { charges: [], from, all: true }])
      expect(spentAsKnown(priced, charged, now)).toEqual({ dollars: 6, basis: 'age' });
  });
});

describe('what instances have cost that are listed no more', () => {
  const from = (midnight - 13 * day) * 1000;
  const gone = charge({
    source: 'instance-8',
    start: midnight,
    end: midnight + hour,
    amount: 1.55,
    metadata: { label: 'eval' },
  });
  const charged = {
    charges: [charge({ start: midnight, end: midnight + hour, amount: 3 }), gone],
    from,
    all: true,
  };
  const listed: Instance[] = [{ id: 7, actual_status: 'running' }];

  test('is what they were charged, and never less than was seen of them', () => {
    expect(spentByGone(listed, charged)).toMatchObject({
      dollars: 1.55,
      isLeast: false,
      each: [{ id: 8, label: 'eval', dollars: 1.55 }],
    });
    expect(
      spentByGone(
        listed,
        charged,
        new Map([
          [8, 2],
          [7, 50],
        ]),
      ),
    ).toMatchObject({ dollars: 2, isLeast: true });
    expect(spentByGone([], charged).dollars).toBeCloseTo(4.55, 10);
    expect(spentByGone(listed, undefined, new Map([[9, 0.4]]))).toMatchObject({
      dollars: 0.4,
      isLeast: true,
    });
    expect(spentByGone(listed, undefined)).toEqual({ dollars: 0, isLeast: false, each: [] });
  });

  test('is the least where not all of it is told', () => {
    const early = charge({ ...gone, start: from / 1000 - hour });
    for (const charges of [[early], [{ ...gone, amount: undefined } as unknown as Charge]])
      expect(spentByGone([], { charges, from, all: true }).isLeast).toBe(true);
    expect(spentByGone(listed, { ...charged, all: false }).isLeast).toBe(true);
  });

  test('a sum never falls by a destroy, whatever is told of it', () => {
    const amounts = fc.dictionary(
      fc.constantFrom('1', '2', '3', '4'),
      fc.double({ min: 0, max: 50, noNaN: true }),
    );
    fc.assert(
      fc.property(amounts, amounts, fc.boolean(), (told, seen, isTold) => {
        const charges = Object.entries(told).map(([id, amount]) =>
          charge({ source: `instance-${id}`, start: midnight, end: midnight + hour, amount }),
        );
        const known = new Map(Object.entries(seen).map(([id, dollars]) => [Number(id), dollars]));
        const of = (rows: readonly Instance[]) =>
          spentByGone(rows, isTold ? { charges, from, all: true } : undefined, known).dollars;
        const rows: Instance[] = [1, 2, 3, 4].map((id) => ({ id, actual_status: 'running' }));
        const listedNow = (id: number) => Math.max(isTold ? (told[id] ?? 0) : 0, known.get(id) ?? 0);
        for (const gone of rows) {
          const rest = rows.filter((row) => row !== gone);
          expect(of(rest)).toBeGreaterThanOrEqual(of(rows) + listedNow(gone.id) - 1e-9);
        }
      }),
    );
  });

  test('falls by a correction of the service alone, which is named', () => {
    const less = { ...charged, charges: charged.charges.map((one) => ({ ...one, amount: 1 })) };
    expect(corrections(charged, less)).toEqual([
      { id: 7, was: 3, is: 1 },
      { id: 8, was: 1.55, is: 1 },
    ]);
    const refund = charge({ source: 'instance-8', start: midnight, end: midnight, amount: -1 });
    expect(corrections(charged, { ...charged, charges: [...charged.charges, refund] })).toMatchObject([
      { id: 8 },
    ]);
    expect(corrections(charged, charged)).toEqual([]);
    expect(corrections(less, charged)).toEqual([]);
    expect(corrections(charged, { ...less, from: from + 1 })).toEqual([]);
  });
});
