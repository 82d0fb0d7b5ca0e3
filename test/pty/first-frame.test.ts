/** The frame that is painted before the program is loaded, and Ink's in its place. */

import { expect, test } from 'vitest';
import { ptyUnavailable } from '../support/pty.ts';
import { createScreen } from '../support/screen.ts';
import { describeIf } from '../support/strict.ts';
import { onOffers, slow, startDeck, tempHome } from './deck.ts';

type Cells = ReturnType<ReturnType<typeof createScreen>['cells']>;

const size = { cols: 100, rows: 30 };

/** What was painted, and what Ink drew in its place: each whole frame is a synchronized update. */
function firstTwo(raw: string) {
  const ends = [...raw.matchAll(/\x1b\[\?2026l/g)].map(({ index }) => index);
  const after = (end: number | undefined) => {
    const screen = createScreen(size.cols, size.rows);
    screen.write(raw.slice(0, end));
    return screen;
  };
  expect(raw.indexOf('\x1b[?1004h')).toBeGreaterThan(ends[0] as number);
  return [after(ends[0]), after(ends[1])] as const;
}

describeIf(ptyUnavailable())('a first start, and a second', () => {
  test('paint what Ink draws in its place, without colours and then as it was drawn', slow, async () => {
    const home = tempHome();
    const options = { ...size, home, args: ['--sandbox'], env: { RIGDECK_THEME: 'dark' } };
    const before = startDeck(options);
    await onOffers(before);
    const [begun, whole] = firstTwo(before.raw());
    expect(begun.lines().join('\n')).toMatch(/1 Offers[\s\S]*looking up[\s\S]*on-demand[\s\S]*help/);
    expect(whole.lines()).toEqual(begun.lines());
    const deck = startDeck(options);
    await onOffers(deck);
    const raw = deck.raw();
    const [painted, drawn] = firstTwo(raw).map((screen) => screen.cells()) as [Cells, Cells];
    expect(painted.flat().filter(({ text }) => text !== ' ').length).toBeGreaterThan(200);
    expect(drawn).toEqual(painted);
    expect(raw.split('\x1b[?1049h')).toHaveLength(2);
    deck.press('app.quit');
    await deck.exited;
    expect(deck.modes()).toMatchObject({ alternateScreen: false, cursorVisible: true });
  });

  test('keep no frame of a place that a key has opened meanwhile', slow, async () => {
    const options = { ...size, home: tempHome(), args: ['--sandbox'], env: { RIGDECK_THEME: 'dark' } };
    for (const start of ['the first', 'one over a frame that may have been kept']) {
      const deck = startDeck(options);
      deck.write('2');
      await deck.see('[2 Instances]');
      const [painted] = firstTwo(deck.raw());
      expect(painted.lines().join('\n'), start).toMatch(/\[?1 Offers\]?[\s\S]*looking up/);
      deck.press('app.quit');
      await deck.exited;
    }
    const next = startDeck(options);
    await onOffers(next);
    const [painted, drawn] = firstTwo(next.raw());
    expect(painted.lines()[0]).toContain('[1 Offers]');
    expect(drawn.lines()).toEqual(painted.lines());
  });

  test(
    'take keys, which open their places, whether or not it is known yet whose account it is',
    slow,
    async () => {
      const deck = startDeck({ ...size, args: ['--sandbox'], env: { RIGDECK_THEME: 'dark' } });
      await deck.see('[1 Offers]');
      deck.write('/4090\r:inst\r6');
      await deck.see(/\[6 Money\][\s\S]*\$100\.00 credit/);
      deck.press('app.offers');
      await deck.see(/\/4090 +\d+ of \d+/);
    },
  );
});
