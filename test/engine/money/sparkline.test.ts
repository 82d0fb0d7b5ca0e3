import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stretch } from '../../../src/base/format.ts';
import { binned, chartLines, extent } from '../../../src/engine/money/sparkline.ts';

const ramp = '▁▂▃▄▅▆▇█';
const at = (...values: [number, number][]) => values.map(([time, value]) => ({ at: time, value }));

describe('samples in columns', () => {
  const o = { columns: 5, from: 0, to: 100, gapMs: 40 } as const;

  test('take the last or the least of each column', () => {
    const samples = at([0, 5], [10, 7], [20, 3], [35, 2], [39, 4], [40, 1], [60, 9], [100, 8]);
    expect(binned(samples, { ...o, take: 'last' })).toEqual([7, 4, 1, 9, 8]);
    expect(binned(samples, { ...o, take: 'least' })).toEqual([5, 2, 1, 9, 8]);
  });

  test('bridge what is near, and leave a gap where it is not', () => {
    expect(binned(at([0, 5], [39, 6], [100, 8]), { ...o, take: 'last' })).toEqual([
      5,
      6,
      undefined,
      undefined,
      8,
    ]);
    expect(binned(at([15, 5], [45, 6]), { ...o, take: 'last' })).toEqual([5, 5, 6, undefined, undefined]);
    expect(binned([], { ...o, take: 'last' })).toEqual(Array(5).fill(undefined));
  });
});

describe('a chart', () => {
  test('is as high as its values, the least still showing and gaps blank', () => {
    expect(chartLines([1, 2, undefined, 8], 1, ramp)).toEqual(['▁▂ █']);
    expect(chartLines([1, 2, undefined, 8], 1, '.:-=+*#%')).toEqual(['.: %']);
  });

  test('stands on several lines', () => {
    expect(chartLines([0, 1, undefined, 15], 2, ramp)).toEqual(['   █', '▁▂ █']);
  });

  test('stands half high when all values are the same', () => {
    expect(chartLines([4, 4], 1, ramp)).toEqual(['▄▄']);
    // A cent of what is drawn as a dollar at least is no cliff.
    expect(chartLines([4, 4.01], 1, ramp, 1)).toEqual(['▄▅']);
  });

  test('has its lines as wide as there are values, and keeps their order', () => {
    const value = fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(value, { maxLength: 60 }), fc.integer({ min: 1, max: 6 }), (values, rows) => {
        const lines = chartLines(values, rows, ramp);
        expect(lines).toHaveLength(rows);
        const height = (column: number) =>
          lines.reduce((sum, line) => sum + (ramp.indexOf([...line][column] ?? ' ') + 1), 0);
        for (const line of lines) expect([...line]).toHaveLength(values.length);
        values.forEach((a, i) => {
          if (a === undefined) expect(height(i)).toBe(0);
          else expect(height(i)).toBeGreaterThan(0);
          values.forEach((b, j) => {
            if (a !== undefined && b !== undefined && a < b) expect(height(i)).toBeLessThanOrEqual(height(j));
          });
        });
      }),
    );
  });

  test('knows the ends of its scale', () => {
    expect(extent([undefined, 3, 1])).toEqual({ min: 1, max: 3 });
    expect(extent([undefined])).toBeUndefined();
  });
});

describe('a stretch of time in words', () => {
  const hour = 3_600_000;
  test.each([
    [40 * 60_000, '40 minutes'],
    [0, '0 seconds'],
    [60_000, '60 seconds'],
    [hour, '60 minutes'],
    [5 * hour, '5 hours'],
    [47 * hour, '47 hours'],
    [3 * 24 * hour, '3 days'],
  ])('%d ms is %s', (ms, words) => {
    expect(stretch(ms)).toBe(words);
  });
});
