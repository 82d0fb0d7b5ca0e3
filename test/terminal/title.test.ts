import { expect, test } from 'vitest';
import { bell } from '../../src/terminal/bell.ts';
import { createTitle } from '../../src/terminal/title.ts';

function title(enabled = true) {
  const written: string[] = [];
  return { written, ...createTitle({ write: (text) => written.push(text), enabled }) };
}

test('the title is written on change only, and the old one comes back', () => {
  const { written, set, restore } = title();
  set('rigdeck: 2 up');
  set('rigdeck: 2 up');
  set('rigdeck: 1 up');
  restore();
  restore();
  expect(written).toEqual(['\x1b[22;0t\x1b]2;rigdeck: 2 up\x07', '\x1b]2;rigdeck: 1 up\x07', '\x1b[23;0t']);
});

test('a title holds no control characters and is not endless', () => {
  const { written, set } = title();
  set(`a\x1b]52;c;eA==\x07b${'x'.repeat(500)}`);
  expect(written[0]).toMatch(/^\x1b\[22;0t\x1b\]2;a\]52;c;eA==bx{1,120}\x07$/);
});

test('switched off, nothing is written', () => {
  const { written, set, restore } = title(false);
  set('x');
  restore();
  expect(written).toEqual([]);
});

test('the bell is one byte', () => {
  const written: string[] = [];
  bell((text) => written.push(text));
  expect(written).toEqual(['\x07']);
});
