import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { creditSeries, priceSeries, type Sample, sampleRules } from '../../../src/engine/money/samples.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const start = Date.UTC(2026, 10, 1);
const { withSample, usable } = sampleRules;
const credit = creditSeries('https://a.test', 7);
const prices = priceSeries('https://a.test', { gpu: 'RTX 4090', gpus: 1, bid: false });

const every = (stepMs: number, forMs: number, series = credit): readonly Sample[] => {
  let samples: readonly Sample[] = [];
  for (let at = 0; at <= forMs; at += stepMs)
    samples = withSample(series, samples, { at: start + at, value: at });
  return samples;
};

describe('own samples', () => {
  test('keep every read of the last half hour, and then one of each ten minutes', () => {
    const samples = every(minute, 3 * 60 * minute);
    const end = start + 3 * 60 * minute;
    const fine = samples.filter(({ at }) => at > end - 30 * minute);
    expect(fine).toHaveLength(30);
    const rest = samples.filter(({ at }) => at <= end - 30 * minute);
    expect(rest).toHaveLength(16);
    expect(new Set(rest.map(({ at }) => Math.floor(at / (10 * minute)))).size).toBe(16);
  });

  test('end after 30 days, and stay few', () => {
    const samples = every(9 * minute, 45 * day);
    const newest = samples.at(-1)?.at ?? 0;
    expect(newest).toBe(start + 45 * day);
    expect(newest - (samples[0]?.at ?? 0)).toBeLessThanOrEqual(30 * day);
    expect(samples.length).toBeLessThan(30 * 24 * 6 + 40);
  });

  test('of prices are kept by the hour after a day, for two weeks', () => {
    const samples = every(10 * minute, 20 * day, prices);
    expect(samples.length).toBeLessThan(24 * 6 + 13 * 24 + 10);
    expect((samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0)).toBeLessThanOrEqual(14 * day);
  });

  test('survive a clock that is put back: what cannot be placed any more goes', () => {
    const before = every(minute, 20 * minute);
    const back = withSample(credit, before, { at: start + 5 * minute, value: 1 });
    expect(back.at(-1)).toEqual({ at: start + 5 * minute, value: 1 });
    expect(back.filter(({ at }) => at < start + 5 * minute)).toEqual(before.slice(0, 5));
    expect(back).toHaveLength(6);
  });

  test('from a clock that ran ahead are not used', () => {
    const written = [
      { at: start, value: 1 },
      { at: start + 400 * day, value: 2 },
    ];
    expect(usable(credit, written, start + minute)).toEqual([{ at: start, value: 1 }]);
  });

  test('outlive a few that a clock back in 1970 has written between them', () => {
    const good = [0, 1, 2].map((n) => ({ at: start + n * minute, value: n }));
    const written = [...good, { at: 5, value: 1 }, { at: 6, value: 1 }, { at: start + 3 * minute, value: 3 }];
    const found = usable(credit, written, start + 4 * minute);
    expect(found.map(({ value }) => value)).toEqual([0, 1, 2, 3]);
  });

  test('are in order and of the last half hour complete, whatever the clock does', () => {
    const times = fc.array(fc.integer({ min: 0, max: 40 * 24 * 60 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(times, (minutes) => {
        let samples: readonly Sample[] = [];
        for (const m of minutes) samples = withSample(credit, samples, { at: start + m * minute, value: m });
        const at = samples.map((sample) => sample.at);
        expect(at).toEqual([...new Set(at)].sort((a, b) => a - b));
        const last = start + (minutes.at(-1) as number) * minute;
        expect(at.at(-1)).toBe(last);
        // What was written after the last step back and is young is all there.
        const since = minutes.slice(minutes.findLastIndex((m, i) => i > 0 && m <= (minutes[i - 1] ?? 0)));
        const young = since.filter((m) => last - (start + m * minute) < 30 * minute);
        for (const m of young) expect(at).toContain(start + m * minute);
      }),
    );
  });

  test('that were written one by one or are read at once are the same', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 150 });
    fc.assert(
      fc.property(steps, (ahead) => {
        const written: Sample[] = [];
        let samples: readonly Sample[] = [];
        let at = start;
        for (const step of ahead) {
          at += step * minute;
          written.push({ at, value: step });
          samples = withSample(credit, samples, { at, value: step });
        }
        expect(usable(credit, written, at)).toEqual(samples);
        expect(usable(credit, samples, at)).toEqual(samples);
      }),
    );
  });

  test('of two accounts, services or machines have different names', () => {
    const gpu = 'RTX 4090';
    const names = [
      creditSeries('https://a.test', 7),
      creditSeries('https://b.test', 7),
      creditSeries('https://a.test', 8),
      priceSeries('https://a.test', { gpu, gpus: 1, bid: false }),
      priceSeries('https://a.test', { gpu, gpus: 2, bid: false }),
      priceSeries('https://a.test', { gpu, gpus: 1, bid: true }),
      priceSeries('https://b.test', { gpu, gpus: 1, bid: false }),
    ];
    expect(new Set(names).size).toBe(names.length);
  });
});
