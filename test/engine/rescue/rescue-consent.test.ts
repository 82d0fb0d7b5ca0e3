import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bidEffect, bidWords, readBid, winningBid } from '../../../src/engine/money/bid.ts';
import { lowCap, planParts, readConsent, usualCap } from '../../../src/engine/rescue/rescue-consent.ts';

const typed = (more: Partial<Record<'rescue' | 'rescue_tries' | 'rescue_cap', string>> = {}) => ({
  rescue: 'ask',
  rescue_tries: '2',
  rescue_cap: '',
  ...more,
});

describe('consent to a rescue', () => {
  it('asks, twice at the most, up to ten per cent over the price, unless somebody says otherwise', () => {
    expect(readConsent(typed(), 0.319)).toEqual({ ok: true, plan: { consent: 'ask', tries: 2, cap: 0.351 } });
    expect(usualCap(undefined)).toBeUndefined();
  });

  it('says when what is bought costs more than the cap, and what cap would do', () => {
    expect(lowCap({ consent: 'ask', cap: 0.08 }, 0.137)).toContain(
      'cap of 0.080 $/h is below what this costs',
    );
    expect(lowCap({ consent: 'ask', cap: 0.08 }, 0.137)).toContain('leave it empty for 0.151');
    expect(lowCap({ consent: 'ask', cap: 0.151 }, 0.137)).toBeUndefined();
    expect(lowCap({ consent: 'tell', cap: 0.08 }, 0.137)).toBeUndefined();
    expect(lowCap({ consent: 'ask' }, 0.137)).toBeUndefined();
  });

  it('asks of nothing that is not shown', () => {
    expect(readConsent(typed({ rescue: 'tell', rescue_tries: 'x', rescue_cap: 'y' }), 1)).toMatchObject({
      ok: true,
      plan: { consent: 'tell' },
    });
  });

  it('lets nothing be rented by itself without a cap', () => {
    expect(readConsent(typed({ rescue: 'by-itself' }), undefined)).toMatchObject({
      ok: false,
      errors: [{ field: 'rescue_cap' }],
    });
    expect(readConsent(typed({ rescue: 'ask' }), undefined)).toEqual({
      ok: true,
      plan: { consent: 'ask', tries: 2 },
    });
  });

  it('takes no figure that is not one, and cleans none', () => {
    for (const rescue_tries of ['0', '10', '-1', '1.5', 'two', '1e1'])
      expect(readConsent(typed({ rescue_tries }), 1).ok, rescue_tries).toBe(false);
    for (const rescue_cap of ['0', '-1', '0,5', '1e3', '$1', 'Infinity'])
      expect(readConsent(typed({ rescue_cap }), 1).ok, rescue_cap).toBe(false);
  });

  it('never lets a cap or a number of tries through that could rent without end', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (rescue, rescue_tries, rescue_cap) => {
        const read = readConsent({ rescue, rescue_tries, rescue_cap }, 0.5);
        if (!read.ok) return;
        expect(read.plan.tries).toBeGreaterThanOrEqual(1);
        expect(read.plan.tries).toBeLessThanOrEqual(9);
        expect(Number.isFinite(read.plan.cap)).toBe(true);
      }),
    );
  });

  it('is told in a few words', () => {
    expect(planParts({ consent: 'by-itself', tries: 1, cap: 0.5 })).toEqual([
      'rescue by itself',
      '1 try',
      'cap 0.500 $/h',
    ]);
    expect(planParts({ consent: 'tell', tries: 2 })).toEqual(['only tell me']);
  });
});

describe('C018 a bid', () => {
  it('lies between a thousandth and 32 dollars for each GPU', () => {
    expect(readBid('0.001')).toEqual({ ok: true, price: 0.001 });
    expect(readBid('32')).toEqual({ ok: true, price: 32 });
    expect(readBid('32.01').ok).toBe(false);
    expect(readBid('64', 2)).toEqual({ ok: true, price: 64 });
    for (const text of ['', '0', '0.0009', '-1', '1e2', '0,5', 'x'])
      expect(readBid(text).ok, text).toBe(false);
  });

  it('suggests the lowest that wins, to three decimals and not below it', () => {
    expect(winningBid({ min_bid: 0.1041 })).toBe(0.105);
    expect(winningBid({ min_bid: 0.105 })).toBe(0.105);
    expect(winningBid({})).toBeUndefined();
  });

  it('says what is not known as not known', () => {
    const bare = { id: 1, actual_status: 'stopped' };
    expect(bidWords(bare)).toBe('Your bid ·, bid needed now ·');
    expect(bidEffect(bare, 0.2)).toEqual([
      expect.stringMatching(/· to \$0\.200\/h/),
      expect.stringMatching(/Disk.*unknown/),
      expect.stringMatching(/needed now: unknown/),
    ]);
  });

  it('says of a bid that is too low that it does not win', () => {
    const row = { id: 1, actual_status: 'stopped', bid_price: 0.1, min_bid: 0.3, storage_total_cost: 0.01 };
    expect(bidEffect(row, 0.2)).toEqual([
      expect.stringMatching(/\$0\.100\/h to \$0\.200\/h/),
      expect.stringMatching(/disk: \$0\.210\/h, \$5\.04\/day/),
      expect.stringMatching(/Too low.*\$0\.300\/h/),
    ]);
  });
});
