import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blocksOf, clustersOf } from '../../src/base/graphemes.ts';

/** Signs that join what stands beside them, in every way that there is. */
const sign = fc.constantFrom(
  ...[
    'a',
    ' ',
    '\r',
    '\n',
    '\u0301',
    '\u200d',
    '\ufe0f',
    '👍',
    '🏽',
    '👩',
    '🇩',
    '🇪',
    '한',
    '\u1100',
    '\u1161',
  ],
  ...['\u0e33', 'ก', '\u0915', '\u094d', '\ud83d', '\u0600'],
);

describe('a long text', () => {
  test('is taken apart as a short one is, wherever its blocks end', () => {
    const whole = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    fc.assert(
      fc.property(fc.array(sign, { minLength: 5, maxLength: 30 }), (signs) => {
        // A block ends somewhere else in each of its repetitions.
        const text = signs.join('').repeat(60);
        expect([...clustersOf(text)]).toEqual(Array.from(whole.segment(text), (one) => one.segment));
        expect([...blocksOf(text)].join('')).toBe(text);
      }),
      { numRuns: 100 },
    );
  });

  test('that is one sign with endless marks is one cluster', () => {
    const text = `e${'\u0301'.repeat(5000)}`;
    expect([...clustersOf(text)]).toEqual([text]);
  });
});
