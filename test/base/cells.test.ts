import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cut, oneLine, padCenter, padEnd, padStart, width } from '../../src/base/cells.ts';

const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        'a',
        '日',
        '🇸🇪',
        '👨‍👩‍👧',
        'e\u0301',
        '\u0301',
        '한',
        '\u1112',
        '\u1161',
        'ｶ',
        '\u200d',
        '️',
      ),
    )
    .map((parts) => parts.join('')),
);
const cells = fc.integer({ min: 0, max: 30 });

describe('cells', () => {
  test.each([
    ['abc', 3],
    ['日本', 4],
    ['🇸🇪', 2],
    ['👨‍👩‍👧', 6],
    ['e\u0301', 1],
    ['한', 2],
    ['·●◐', 3],
    ['', 0],
    ['a\tb\nc', 5],
  ])('C089 %j takes %i cells', (text, expected) => {
    expect(width(text)).toBe(expected);
  });

  test('C089 a cut falls on a cell boundary and never halves a glyph', () => {
    expect(cut('train-alpha', 6)).toBe('train…');
    expect(cut('日本語', 5)).toBe('日本…');
    expect(cut('日本語', 4)).toBe('日…');
    expect(cut('🇸🇪🇫🇮🇳🇴', 5)).toBe('🇸🇪🇫🇮…');
    expect(cut('👨‍👩‍👧👨‍👩‍👧', 7)).toBe('👨‍👩‍👧…');
    expect(cut('👨‍👩‍👧👨‍👩‍👧', 6)).toBe('…');
    expect(cut('abc', 3)).toBe('abc');
    expect(cut('abc', 0)).toBe('');
    expect(cut('train-alpha', 6, '..')).toBe('trai..');
  });

  test('C089 a cut is never wider than asked', () => {
    fc.assert(
      fc.property(texts, cells, (text, n) => {
        expect(width(cut(text, n))).toBeLessThanOrEqual(n);
      }),
    );
  });

  test('what fits is left alone', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(cut(text, width(text) + 1)).toBe(oneLine(text));
      }),
    );
  });

  test('C089 padding fills to the cell, whatever the text', () => {
    fc.assert(
      fc.property(texts, cells, (text, n) => {
        for (const pad of [padEnd, padStart, padCenter]) expect(width(pad(text, n))).toBe(n);
      }),
    );
  });

  test('pads on the side it names', () => {
    expect(padEnd('日', 4)).toBe('日  ');
    expect(padStart('0.31', 6)).toBe('  0.31');
    expect(padCenter('ab', 5)).toBe(' ab  ');
  });
});
