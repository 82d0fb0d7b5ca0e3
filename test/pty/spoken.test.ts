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
    const before = deck.raw();
    expect(before.replace(needed, '')).not.toMatch(/[\x1b\u2500-\u259f]/);
    const { x, y } = deck.cursor();
    const lines = deck.screen();
    expect([y, x]).toEqual([lines.findLastIndex((line) => line !== ''), lines.at(-1)?.length]);
    deck.press('app.quit');
    expect(await deck.exited).toMatchObject({ code: 0 });
    expect(deck.modes()).toMatchObject(restored);
  });
});
