import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerAge } from '../../src/engine/read-health.ts';

const second = 1000;

describe('the age of an answer', () => {
  it('is one bound until the next one is late, so that nothing is drawn meanwhile, and few where the next is far off', () => {
    const said = (everyMs: number, lastMs: number) => {
      const ages = Array.from({ length: lastMs / second + 1 }, (_, s) => answerAge(s * second, { everyMs }));
      return [...new Set(ages)];
    };
    expect(said(10_000, 14_000)).toEqual(['<15s']);
    expect(said(20_000, 29_000)).toEqual(['<30s']);
    expect(said(60_000, 119_000)).toEqual(['<30s', '<1m', '<2m']);
    expect(said(300_000, 400_000)).toEqual(['<30s', '<1m', '<2m', '<5m', '<10m']);
  });

  it('stays the same bound whatever the jitter of a period is', () => {
    for (const seconds of [10, 20, 30, 60]) {
      const bounds = [0.9, 1, 1.1].map((jitter) => answerAge(0, { everyMs: seconds * jitter * second }));
      expect(new Set(bounds).size).toBe(1);
    }
  });

  it('is told by fives once the answer is late, and never as five seconds younger than it is', () => {
    const late = [30, 34, 35, 59, 61, 66].map((s) => answerAge(s * second, { everyMs: 20_000 }));
    expect(late).toEqual(['30s', '30s', '35s', '55s', '1m 0s', '1m 5s']);
  });

  it('is told by fives from the beginning to whoever asked for it, and where no other is planned', () => {
    const ages = [0, 4999, 5000, 19_000];
    expect(ages.map((ms) => answerAge(ms, { everyMs: 20_000, asked: true }))).toEqual([
      '0s',
      '0s',
      '5s',
      '15s',
    ]);
    expect(ages.map((ms) => answerAge(ms, { everyMs: 0 }))).toEqual(['0s', '0s', '5s', '15s']);
    expect(answerAge(-3000)).toBe('0s');
  });

  it('names no bound that is already passed, at any age and any period', () => {
    const units = { s: 1, m: 60 };
    fc.assert(
      fc.property(fc.nat(7_200_000), fc.nat(4_000_000), (age, everyMs) => {
        const [, figure, unit] = /^<(\d+)([sm])$/.exec(answerAge(age, { everyMs })) ?? [];
        if (figure === undefined) return;
        const bound = Number(figure) * units[unit as 's' | 'm'] * second;
        expect(age).toBeLessThan(bound);
        expect(Math.min(everyMs, 29_000)).toBeLessThan(bound);
      }),
    );
  });
});
