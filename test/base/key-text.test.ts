import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseKey, printKey } from '../../src/base/key-text.ts';

describe('parseKey', () => {
  test.each([
    ['Ctrl+S', 'ctrl+s'],
    ['^s', 'ctrl+s'],
    ['D', 'D'],
    ['shift+d', 'D'],
    ['Shift+Tab', 'shift+tab'],
    ['pgup', 'pageup'],
    ['Return', 'enter'],
    [' ', 'space'],
    ['+', '+'],
    ['ctrl++', 'ctrl++'],
    ['alt+ctrl+left', 'ctrl+alt+left'],
    ['F1', 'f1'],
    ['é', 'é'],
  ])('%j is %s', (text, key) => {
    expect(parseKey(text)).toEqual({ key });
  });

  test.each([['ctrl+i'], ['ctrl+m'], ['ctrl+h'], ['^['], ['shift+1'], ['super+a'], ['jk'], [''], ['\x1b']])(
    '%j is refused with a sentence',
    (text) => {
      const read = parseKey(text);
      expect('error' in read && read.error).toMatch(/\w{2}/);
    },
  );

  test('reads its own names back unchanged', () => {
    const bases = ['j', 'D', 'space', 'enter', 'tab', 'up', 'f1', 'delete', '?'];
    const prefixes = ['', 'ctrl+', 'alt+', 'ctrl+alt+'];
    fc.assert(
      fc.property(fc.constantFrom(...bases), fc.constantFrom(...prefixes), (base, prefix) => {
        const read = parseKey(prefix + base);
        if ('key' in read) expect(parseKey(read.key)).toEqual(read);
      }),
    );
  });
});

describe('printKey', () => {
  test.each([
    ['ctrl+s', '^s', '^s'],
    ['enter', '⏎', 'enter'],
    ['space', 'spc', 'spc'],
    ['shift+tab', '⇧tab', 'shift+tab'],
    ['up', '↑', 'up'],
    ['pagedown', 'pgdn', 'pgdn'],
    ['ctrl+left', 'ctrl+←', 'ctrl+left'],
    ['alt+b', 'alt+b', 'alt+b'],
    ['f1', 'F1', 'F1'],
    ['f', 'f', 'f'],
    ['+', '+', '+'],
    ['D', 'D', 'D'],
  ])('%s is shown as %s, in plain letters as %s', (key, shown, ascii) => {
    expect(printKey(key)).toBe(shown);
    expect(printKey(key, { ascii: true })).toBe(ascii);
  });
});
