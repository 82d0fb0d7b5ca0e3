import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asPaste, type KeyFlags, textStrokes, toStrokes } from '../../../src/tui/keys/strokes.ts';
import { noFlags as none } from '../../support/key-flags.ts';

const keys = (input: string, flags: Partial<KeyFlags> = {}) =>
  toStrokes(input, { ...none, ...flags }).map((s) => s.key);

describe('toStrokes', () => {
  test('C099 a chunk of several keys is cut into one stroke each', () => {
    expect(keys('jjj')).toEqual(['j', 'j', 'j']);
    expect(keys('abc\r')).toEqual(['a', 'b', 'c', 'enter']);
    expect(keys('yes\r\n')).toEqual(['y', 'e', 's', 'enter']);
  });

  test('names characters by themselves, and the blank by its name', () => {
    expect(keys('D', { shift: true })).toEqual(['D']);
    expect(toStrokes(' ', none)).toEqual([{ key: 'space', text: ' ' }]);
    expect(toStrokes('?', none)).toEqual([{ key: '?', text: '?' }]);
  });

  test('names the keys that Ink reports as flags, with their modifiers', () => {
    expect(keys('\r', { return: true })).toEqual(['enter']);
    expect(keys('', { tab: true, shift: true })).toEqual(['shift+tab']);
    expect(keys('', { upArrow: true, shift: true })).toEqual(['shift+up']);
    expect(keys('', { leftArrow: true, ctrl: true })).toEqual(['ctrl+left']);
    expect(keys('', { delete: true })).toEqual(['delete']);
    expect(keys('\n')).toEqual(['enter']);
  });

  test('names Ctrl and Alt combinations', () => {
    expect(keys('a', { ctrl: true })).toEqual(['ctrl+a']);
    expect(keys(' ', { ctrl: true })).toEqual(['ctrl+space']);
    expect(keys('b', { meta: true })).toEqual(['alt+b']);
    expect(keys('B', { meta: true, shift: true })).toEqual(['alt+B']);
  });

  test('C103 a key release is no stroke, a repeat is one', () => {
    expect(keys('', { downArrow: true, eventType: 'release' })).toEqual([]);
    expect(keys('', { downArrow: true, eventType: 'repeat' })).toEqual(['down']);
    expect(keys('d', { super: true, eventType: 'press' })).toEqual([]);
  });

  test('an unknown key types nothing', () => {
    expect(keys('')).toEqual([]);
    expect(keys('\x1b\x9b\x85')).toEqual([]);
    expect(keys('[A', { ctrl: true })).toEqual([]);
  });

  test('grapheme clusters stay whole', () => {
    expect(textStrokes('e\u0301👨‍👩‍👧🇸🇪한').map((s) => s.text)).toEqual(['e\u0301', '👨‍👩‍👧', '🇸🇪', '한']);
  });

  test('control keys inside a chunk keep their meaning', () => {
    expect(keys('ab\x15c\x17\td')).toEqual(['a', 'b', 'ctrl+u', 'c', 'ctrl+w', 'tab', 'd']);
  });

  test('no input gives a stroke that would type a control character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (input) => {
        for (const stroke of toStrokes(input, none)) {
          expect(stroke.text ?? '').not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
          expect(stroke.key).not.toBe('');
        }
      }),
    );
  });
});

describe('asPaste', () => {
  const paste = (input: string, typed = false) => {
    const found = asPaste(textStrokes(input), { typed });
    return found && { text: found.text, rest: found.rest.map((s) => s.key) };
  };

  test('one key is no paste', () => {
    expect(paste('t')).toBeUndefined();
    expect(paste('\r')).toBeUndefined();
    expect(paste('y\r')).toBeUndefined();
  });

  test('C099 text and Enter in one chunk are text, then Enter', () => {
    expect(paste('ab\r')).toEqual({ text: 'ab', rest: ['enter'] });
    expect(paste(' 123 456\r')).toEqual({ text: ' 123 456', rest: ['enter'] });
  });

  test('C098 several lines without paste markers are one text that submits nothing', () => {
    expect(paste('one\rtwo\rthree')).toEqual({ text: 'one\ntwo\nthree', rest: [] });
    expect(paste('one\r\ntwo\r\n')).toEqual({ text: 'one\ntwo\n', rest: [] });
  });

  test('C099 of what was typed for certain each Enter is one', () => {
    expect(paste('4090\rjj\r', true)).toEqual({ text: '4090', rest: ['enter', 'j', 'j', 'enter'] });
    expect(paste('4\rjj', true)).toBeUndefined();
    expect(paste('\rjj', true)).toBeUndefined();
  });

  test('a key that is no text ends it', () => {
    expect(paste('ab\tcd')).toEqual({ text: 'ab', rest: ['tab', 'c', 'd'] });
  });
});
