import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clusters, width } from '../../src/base/cells.ts';
import { hungWords, pieces, wrapWords } from '../../src/base/wrap-words.ts';

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

test('a path or the name of an image is broken behind a sign that joins, where one is near', () => {
  expect(wrapWords('pytorch/pytorch:2.6.0-cuda12.6-cudnn9-runtime', 40)).toEqual([
    'pytorch/pytorch:2.6.0-cuda12.6-cudnn9-',
    'runtime',
  ]);
  expect(wrapWords('a-aaaaaaaaaaaaaaa', 8)).toEqual(['a-aaaaaa', 'aaaaaaaa', 'a']);
});

test('what goes on behind a sign stands below its words, and a word that begins a sentence is no sign', () => {
  expect(hungWords('▲ it cannot be brought back', 12)).toEqual(['▲ it cannot', '  be brought', '  back']);
  expect(hungWords('1 Type the secret', 12)).toEqual(['1 Type the', '  secret']);
  expect(hungWords('A file of the name', 12)).toEqual(['A file of', 'the name']);
  expect(hungWords('2 workers go on', 12)).toEqual(['2 workers go', 'on']);
});
