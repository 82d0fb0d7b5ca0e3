import fc from 'fast-check';
import { expect, it } from 'vitest';
import { moneyLayout, pastRows } from '../../src/screens/money/layout.ts';

it('never takes more lines than there are, and leaves the machines a head and rows', () => {
  fc.assert(
    fc.property(fc.integer({ min: 8, max: 80 }), fc.integer({ min: 0, max: 60 }), (rows, machines) => {
      const { grid, chart, days } = moneyLayout(rows, machines);
      // Two lines stand over and under the grid; a rule over the chart; a rule and a head over the days.
      const used = 2 + grid + (chart === 0 ? 0 : chart + 1) + (days === 0 ? 0 : days + 2);
      expect(used).toBe(rows);
      expect(grid).toBeGreaterThanOrEqual(Math.min(5, rows - 2));
      expect(days === 0 || days >= 2).toBe(true);
    }),
  );
});

it.each([
  [18, 9, { grid: 7, chart: 1, days: 5 }],
  [18, 2, { grid: 5, chart: 1, days: 7 }],
  [10, 9, { grid: 6, chart: 1, days: 0 }],
  [34, 9, { grid: 11, chart: 5, days: 13 }],
])('in %i lines with %i machines', (rows, machines, layout) => {
  expect(moneyLayout(rows, machines)).toEqual(layout);
});

it('puts the days beside the chart where the screen is wide and high, and takes no more lines than there are', () => {
  fc.assert(
    fc.property(fc.integer({ min: 28, max: 80 }), fc.integer({ min: 0, max: 60 }), (rows, machines) => {
      const layout = moneyLayout(rows, machines, 200);
      expect(layout.beside).toBe(true);
      expect(2 + layout.grid + pastRows(layout)).toBe(rows);
      expect(layout.chart + 1).toBeLessThanOrEqual(pastRows(layout));
      expect(layout.grid).toBeGreaterThanOrEqual(5);
    }),
  );
});
