import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clusters, width } from '../src/cells.ts';
import { pieces, wrapWords } from '../src/wrap-words.ts';

test('a text is broken between words', () => {
  expect(wrapWords('the disk is charged until you destroy it', 16)).toEqual([
    'the disk is',
    'charged until',
    'you destroy it',
  ]);
  expect(wrapWords('', 10)).toEqual([]);
});

test('a word that is wider than the room is broken inside, and none of it is lost', () => {
  expect(wrapWords('see aaaaaaaaaaaa now', 5)).toEqual(['see', 'aaaaa', 'aaaaa', 'aa', 'now']);
});

test('wide characters count twice, and one that does not fit at all stands alone', () => {
  expect(wrapWords('漢字漢字', 4)).toEqual(['漢字', '漢字']);
  expect(wrapWords('漢字', 1)).toEqual(['漢', '字']);
  expect(wrapWords('日本 語', 4).every((line) => width(line) <= 4)).toBe(true);
});

test('breaks a line into pieces that are the line again, none wider than the room', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 20 }), (text, cells) => {
      const parts = pieces(text, cells);
      expect(parts.join('')).toBe(text);
      // One glyph that is wider than the room stands alone.
      for (const part of parts) expect(width(part) <= cells || clusters(part).length === 1).toBe(true);
    }),
  );
});
