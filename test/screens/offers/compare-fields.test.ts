import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { width } from '../../../src/base/cells.ts';
import { onPoint, pointAt } from '../../../src/screens/offers/compare-fields.ts';

describe('figures below each other', () => {
  it('have their points in one column, whatever unit stands behind them', () => {
    const texts = ['0.094', '536', '98.1%', '246M', '1.2G', undefined, 'FR'];
    const point = pointAt(texts);
    expect(texts.map((text) => onPoint(text ?? '·', point, 9))).toEqual([
      '  0.094  ',
      '536      ',
      ' 98.1%   ',
      '246M     ',
      '  1.2G   ',
      '·        ',
      'FR       ',
    ]);
  });

  it('are not pushed aside by an id, nor by a version or an address', () => {
    expect(pointAt(['7201096', '560.35.03', '10.0.0.7', '8'])).toBe(1);
    expect(onPoint('7201096', 1, 9)).toBe('7201096  ');
  });

  it('are whole wherever there is room for them', () => {
    const figures = fc.double({ min: -9999, max: 99_999, noNaN: true }).map((n) => n.toFixed(3));
    fc.assert(
      fc.property(figures, fc.nat(6), fc.integer({ min: 10, max: 20 }), (text, point, cells) => {
        const shown = onPoint(text, point, cells);
        expect(width(shown)).toBe(cells);
        expect(shown.trim()).toBe(text);
      }),
    );
  });
});
