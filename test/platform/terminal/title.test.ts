import { expect, test } from 'vitest';
import { createTitle } from '../../../src/platform/terminal/title.ts';

function title(enabled = true) {
  const written: string[] = [];
  return { written, ...createTitle({ write: (text) => written.push(text), enabled }) };
}

test('the title is written on change only, and the old one comes back', () => {
  const { written, set, restoring } = title();
  set('rigdeck: 2 up');
  set('rigdeck: 2 up');
  set('rigdeck: 1 up');
  expect(written).toEqual(['\x1b[22;0t\x1b]2;rigdeck: 2 up\x07', '\x1b]2;rigdeck: 1 up\x07']);
  expect([restoring(), restoring()]).toEqual(['\x1b[23;0t', '']);
});

test('another program finds the title of the window, and what was set meanwhile stands after it', () => {
  const { written, set, leave, enter } = title();
  set('rigdeck: 2 up');
  leave();
  set('rigdeck: 1 up');
  enter();
  expect(written.slice(1)).toEqual(['\x1b[23;0t', '\x1b[22;0t\x1b]2;rigdeck: 1 up\x07']);
});

test('a title holds no control characters and is not endless', () => {
  const { written, set } = title();
  set(`a\x1b]52;c;eA==\x07b${'x'.repeat(500)}`);
  expect(written[0]).toMatch(/^\x1b\[22;0t\x1b\]2;a\]52;c;eA==bx{1,120}\x07$/);
});

test('switched off, nothing is written', () => {
  const { written, set, restoring, leave } = title(false);
  set('x');
  leave();
  expect([...written, restoring()]).toEqual(['']);
});
