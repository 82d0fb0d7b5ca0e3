import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { oneLine, width } from '../../src/base/cells.ts';
import { steadyText } from '../../src/base/steady-text.ts';
import { asciiParts, partsText, steadyParts } from '../../src/tui/text/parts.ts';
import { strangeLabel, strangeTexts } from '../support/stranger-text.ts';
import { wcwidth } from '../support/wcwidth.ts';

/** On every kind of terminal: by clusters, by code points, and by those with marks that take no cell. */
const widths = (text: string) => [stringWidth(text), wcwidth(text), wcwidth(text, { spacingMarks: 0 })];

describe('text as it is drawn', () => {
  it.each([
    ['a 👩‍👧 🇸🇪 ❤️ 1️⃣ 👍🏽', 'a 👩👧 SE ❤ 1 👍'],
    ['👩🏽‍🚀 a', '👩🚀 a'],
    ['क्ष', 'कष'],
    ['क्षत्रिय', 'कषतरइय'],
    ['நீ போ', 'நீ பஓ'],
    ['กำลัง', 'กําลัง'],
    ['\u1112\u1161\u11ab', '한'],
    ['\u1112\u1161\u11ab\u11ab', '한?'],
    ['ｶﾞ', 'ガ'],
    ['e\u0301', 'é'],
    ['汉字 שלום', '汉字 שלום'],
    ['· … ● ◐ ▌', '· … ● ◐ ▌'],
  ])('C089 %s is %s', (text, drawn) => {
    expect(steadyText(text)).toBe(drawn);
  });

  it.each(strangeTexts)(
    'C089 %s takes the same cells on every terminal, and as many as were measured',
    (text) => {
      const cells = width(text);
      expect(widths(steadyText(text))).toEqual([cells, cells, cells]);
    },
  );

  it('C089 does so whatever the text', () => {
    fc.assert(
      fc.property(strangeLabel, (text) => {
        const drawn = partsText(steadyParts([text]));
        const cells = width(text);
        expect(widths(drawn)).toEqual([cells, cells, cells]);
        expect(steadyText(drawn)).toBe(drawn);
        expect(drawn).toBe(steadyText(oneLine(text)));
        // Neither what stands before it nor what stands behind joins it.
        expect(widths(` ${drawn} `)).toEqual([cells + 2, cells + 2, cells + 2]);
      }),
      { numRuns: 1000 },
    );
  });

  it('C089 takes as many cells in ASCII, so that no column moves', () => {
    fc.assert(
      fc.property(strangeLabel, (text) => {
        const ascii = partsText(asciiParts(steadyParts([text.replace(/[≥≤⏎⇧]/g, '')])));
        expect(ascii).toMatch(/^[\x20-\x7e]*$/);
        expect(ascii).toHaveLength(width(text.replace(/[≥≤⏎⇧]/g, '')));
      }),
    );
  });
});
