import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { width } from '../../../src/base/cells.ts';
import { edit, editState } from '../../../src/tui/text/text-edit.ts';
import { masked, viewport } from '../../../src/tui/text/text-view.ts';

const line = (marked: string, cells: number) => {
  const view = viewport({ text: marked.replace('|', ''), cursor: marked.indexOf('|') }, cells);
  return [`${view.before}[${view.under}]${view.after}`, view.column];
};

describe('the visible part of a line', () => {
  test('is all of a short text, with a blank for the cursor behind it', () => {
    expect(line('abc|', 10)).toEqual(['abc[ ]', 3]);
    expect(line('a|bc', 10)).toEqual(['a[b]c', 1]);
  });

  test('scrolls so that the cursor is in it', () => {
    expect(line('abcdefgh|', 5)).toEqual(['efgh[ ]', 4]);
    expect(line('abc|defgh', 5)).toEqual(['abc[d]e', 3]);
    expect(viewport({ text: 'abcdefgh', cursor: 6 }, 5)).toMatchObject({ moreLeft: true, moreRight: true });
  });

  test('C104 counts two cells for each wide glyph', () => {
    expect(line('가나|다', 10)).toEqual(['가나[다]', 4]);
    expect(line('가나다|', 6)).toEqual(['나다[ ]', 4]);
  });

  test('C089 never takes more cells than it has', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(text, fc.nat({ max: 20 }), fc.nat({ max: 12 }), (content, moves, cells) => {
        let state = editState(content, { multiline: true });
        for (let i = 0; i < moves; i++) state = edit(state, 'left');
        const view = viewport(state, cells);
        expect(width(view.before) + width(view.under) + width(view.after)).toBeLessThanOrEqual(cells);
        expect(view.column).toBe(width(view.before));
      }),
    );
  });
});

describe('a masked field', () => {
  test('hides everything but the last characters, and keeps the cursor between the same two', () => {
    const state = { text: 'secret-key-1234', cursor: 6 };
    expect(masked(state, { shown: 4 })).toEqual({ text: '•••••••••••1234', cursor: 6 });
    expect(masked({ text: 'a👨‍👩‍👧b', cursor: 1 + '👨‍👩‍👧'.length })).toEqual({ text: '•••', cursor: 2 });
  });

  test('shows nothing of a short secret', () => {
    expect(masked({ text: '12345678', cursor: 8 }, { shown: 4 }).text).toBe('••••••••');
  });
});
