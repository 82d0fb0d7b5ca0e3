import { expect, test } from 'vitest';
import { ptyUnavailable } from '../support/pty.ts';
import { describeIf } from '../support/strict.ts';
import { restored, slow, startDeck } from './deck.ts';

/** Marked pastes and reports of the focus: they change nothing that is read. */
const needed = /\x1b\[\?(?:2004|1004)[hl]/g;

describeIf(ptyUnavailable())('on a terminal that is read aloud', () => {
  test('lines are appended to the ordinary screen, and only what is typed changes', slow, async () => {
    const deck = startDeck({
      args: ['--sandbox'],
      env: { RIGDECK_SCREEN_READER: '1' },
      cols: 100,
      rows: 30,
    });
    await deck.see(/1 of 64: 1x /);
    expect(deck.modes().alternateScreen).toBe(false);
    deck.press('list.down');
    await deck.see(/2 of 64: 1x /);
    deck.press('list.filter');
    await deck.see('filter: ');
    deck.write('4x90\x7f');
    await deck.see(/> 4x9$/m);
    deck.press('filter.clear');
    await deck.see((lines) => lines.join('\n').match(/2 of 64: 1x /g)?.length === 2);
    deck.press('app.repaint');
    await deck.see('100.00 dollars credit');
    deck.press('app.help');
    await deck.see('Keys that work here');
    // The terminal may take a frame in pieces.
    await deck.see((lines) => {
      const { x, y } = deck.cursor();
      return y === lines.findLastIndex((line) => line !== '') && x === lines[y]?.length;
    });
    expect(deck.raw().replace(needed, '')).not.toMatch(/[\x1b\u2500-\u259f]/);
    deck.press('app.quit');
    expect(await deck.exited).toMatchObject({ code: 0 });
    expect(deck.modes()).toMatchObject(restored);
  });
});
