import { describe, expect, it } from 'vitest';
import type { Instance } from '../../../src/client/wire.ts';
import type { JournalEvent } from '../../../src/engine/journal-events.ts';
import { dearerRows, dearerThanAgreed, dearerWords } from '../../../src/engine/money/agreed-price.ts';

const row = (more: Partial<Instance>): Instance => ({ id: 5, actual_status: 'running', ...more });
const whose = { base_url: 'https://a.test', key_id: 'k' };
const bought = (rent: string, id: number, agreed?: number): JournalEvent[] => [
  {
    ...{ t: 'intent', rent, at: 1, offer_id: 7, body_hash: 'x', ...whose },
    ...(agreed === undefined ? {} : { agreed }),
  } as JournalEvent,
  { t: 'rented', rent, id, offer_id: 7, at: 2, ...whose },
];

describe('a price beside the one that was agreed to', () => {
  it('is told when it is higher by more than rounding, and not when it is lower or not known', () => {
    expect(dearerThanAgreed(row({ dph_total: 0.902 }), 0.098)).toEqual({
      id: 5,
      perHour: 0.902,
      agreed: 0.098,
    });
    expect(dearerThanAgreed(row({ dph_total: 0.0999 }), 0.098)).toBeUndefined();
    expect(dearerThanAgreed(row({ dph_total: 0.05 }), 0.098)).toBeUndefined();
    expect(dearerThanAgreed(row({}), 0.098)).toBeUndefined();
    expect(dearerThanAgreed(row({ dph_total: 0.902 }), undefined)).toBeUndefined();
  });

  it('is the price as it runs while it boots, when nothing but the disk is charged', () => {
    const booting = row({
      actual_status: 'loading',
      dph_total: 0.9,
      instance: { diskHour: 0.002, totalHour: 0.002 },
    });
    expect(dearerThanAgreed(booting, 0.1)?.perHour).toBe(0.9);
  });

  it('takes a bid that the person raised as agreed to', () => {
    const bid = { is_bid: true, bid_price: 0.3, storage_cost: 0.72, disk_space: 10 };
    expect(dearerThanAgreed(row({ ...bid, dph_total: 0.31 }), 0.2)).toBeUndefined();
    expect(dearerThanAgreed(row({ ...bid, dph_total: 0.6 }), 0.2)?.agreed).toBeCloseTo(0.31);
  });

  it('is found by the instance that came of the rent, and not where no price was noted', () => {
    const rows = [row({ id: 5, dph_total: 0.9 }), row({ id: 6, dph_total: 0.9 })];
    const found = dearerRows(rows, [...bought('a', 5, 0.1), ...bought('b', 6)]);
    expect([...found.keys()]).toEqual([5]);
    expect([...found.values()].map(dearerWords)).toEqual(['costs $0.900/h, you agreed to $0.100/h']);
  });
});
