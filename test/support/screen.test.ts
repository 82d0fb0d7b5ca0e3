import { expect, test } from 'vitest';
import { width } from '../../src/base/cells.ts';
import { steadyText } from '../../src/base/steady-text.ts';
import { createScreen } from './screen.ts';

test.each([
  ['plain'],
  ['日本語'],
  ['🇸🇪🇫🇮'],
  ['👨‍👩‍👧!'],
  ['e\u0301x'],
  ['한\u1112\u1161\u11ab'],
  ['❤️ ok'],
  ['●◐·↑'],
])('C089 the emulator gives %j as many cells as the app counts', (text) => {
  const screen = createScreen(40, 2);
  // As the deck draws it: what terminals disagree about is drawn in its parts.
  const drawn = steadyText(text);
  screen.write(drawn);
  expect(screen.cursor().x).toBe(width(text));
  expect(screen.lines()[0]).toBe(drawn);
});

test('lines follow a resize and a change of buffer', () => {
  const screen = createScreen(10, 2);
  screen.write('one\r\ntwo\r\nthree');
  expect(screen.lines()).toEqual(['two', 'three']);
  expect(screen.history()).toEqual(['one', 'two', 'three']);
  screen.write('\x1b[?1049h\x1b[Hfull');
  expect(screen.modes().alternateScreen).toBe(true);
  expect(screen.lines()).toEqual(['full', '']);
  screen.resize(20, 3);
  expect(screen.lines()).toHaveLength(3);
});
