import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Parts } from '../../../src/base/parts.ts';
import { cutParts, partsText, partsWidth, sameParts, spread } from '../../../src/tui/text/parts.ts';

const parts: Parts = ['one ', ['two', 'bad'], ' three'];

describe('parts of a line', () => {
  it('stay whole where they fit', () => {
    expect(cutParts(parts, 13)).toEqual(parts);
  });

  it('are the same where they say the same and look the same', () => {
    expect(sameParts(parts, ['one ', ['two', 'bad'], ' three'])).toBe(true);
    for (const other of [
      ['one ', ['two', 'warn'], ' three'],
      ['one ', 'two', ' three'],
      ['one ', ['two', 'bad']],
    ] as Parts[])
      expect(sameParts(parts, other)).toBe(false);
  });

  it('are cut with an ellipsis, and keep their styles', () => {
    expect(partsText(cutParts(parts, 9))).toBe('one two …');
    expect(cutParts(parts, 6)).toEqual(['one ', ['t…', 'bad']]);
  });

  it('leave the right end standing when the line is short', () => {
    expect(partsText(spread(['left and long'], ['right'], 12))).toBe('left … right');
    expect(partsWidth(spread(['left'], ['right'], 20))).toBe(20);
  });

  it('never take more cells than given, in any script', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom('汉字', '🇸🇪', 'é', '👩‍💻 x', ''),
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(text, fc.tuple(text, fc.constant('dim' as const))), { maxLength: 6 }),
        fc.integer({ min: 0, max: 30 }),
        (list, cells) => {
          expect(partsWidth(cutParts(list as Parts, cells))).toBeLessThanOrEqual(cells);
        },
      ),
    );
  });
});
