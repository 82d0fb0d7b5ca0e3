/** The frame that is painted before the program is loaded, and Ink's in its place. */

import { expect, test } from 'vitest';
import { ptyUnavailable } from '../support/pty.ts';
import { createScreen } from '../support/screen.ts';
import { describeIf } from '../support/strict.ts';
import { onOffers, slow, startDeck, tempHome } from './deck.ts';

const size = { cols: 100, rows: 30 };

describeIf(ptyUnavailable())('a second start', () => {
  test('paints what the first one drew, and Ink draws the same in its place', slow, async () => {
    const home = tempHome();
    const options = { ...size, home, args: ['--sandbox'], env: { RIGDECK_THEME: 'dark' } };
    await onOffers(startDeck(options));
    const deck = startDeck(options);
    await onOffers(deck);
    const raw = deck.raw();
    // Each whole frame is a synchronized update: the painted one, then Ink's.
    const ends = [...raw.matchAll(/\x1b\[\?2026l/g)].map(({ index }) => index);
    const after = (end: number | undefined) => {
      const screen = createScreen(size.cols, size.rows);
      screen.write(raw.slice(0, end));
      return screen.cells();
    };
    const [painted, drawn] = [after(ends[0]), after(ends[1])];
    expect(raw.indexOf('\x1b[?1004h')).toBeGreaterThan(ends[0] as number);
    expect(painted.flat().filter(({ text }) => text !== ' ').length).toBeGreaterThan(200);
    expect(drawn).toEqual(painted);
    expect(raw.split('\x1b[?1049h')).toHaveLength(2);
    deck.press('app.quit');
    await deck.exited;
    expect(deck.modes()).toMatchObject({ alternateScreen: false, cursorVisible: true });
  });
});
