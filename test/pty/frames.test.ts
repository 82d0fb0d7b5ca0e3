import { afterAll, beforeAll, expect, test } from 'vitest';
import { ptyUnavailable } from '../support/pty.ts';
import { createScreen, width } from '../support/screen.ts';
import { describeIf } from '../support/strict.ts';
import { type Deck, onOffers, slow, startDeck } from './deck.ts';
import { type Service, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService('--offers', '2000');
});
afterAll(() => service?.stop());

const cursorAt = (lines: string[]) => lines.findIndex((line) => line.startsWith('▌'));

/** The offer that the detail pane shows: the one under the cursor. */
const offerOf = (lines: string[]) => /offer \d+/.exec(lines.join('\n'))?.[0];

/** Cells of the longest line, as a terminal with more room to the right would have shown it. */
function longestLine(deck: Deck, rows: number): number {
  const wider = createScreen(300, rows);
  wider.write(deck.raw());
  return Math.max(...wider.lines().map((line) => width(line.trimEnd())));
}

describeIf(ptyUnavailable())('frames stay within the window', () => {
  test(
    'C086 C087 two hundred offers in 24 lines: a window of rows, nothing above it, nothing below',
    slow,
    async () => {
      const shell = 'i=1; while [ $i -le 40 ]; do echo "shell line $i"; i=$((i + 1)); done; deck "$@"';
      const deck = startDeck({ shell, env: service.env });
      await onOffers(deck);
      deck.press('offers.search');
      await deck.see('▌ Type');
      deck.write('\t'.repeat(8));
      await deck.see('▌ Limit');
      deck.write('\x15200');
      await deck.see('"limit": 200');
      deck.press('search.run');
      await deck.see('first 200, more may exist');
      const top = deck.screen();
      expect(top.filter((line) => line.includes('1x ')).length).toBeLessThan(20);

      for (let row = 10; row <= 200; row += 10) {
        const before = offerOf(deck.screen());
        deck.write('j'.repeat(10));
        await deck.see((lines) => offerOf(lines) !== before && cursorAt(lines) > 0);
        expect(deck.screen()[0]).toContain(' rigdeck ');
        expect(deck.screen()[23]).toContain('? help');
        if (row % 50 === 0) expect(longestLine(deck, 24)).toBe(80);
      }
      await deck.see((lines) => !lines.join('\n').includes('↓'));
      deck.press('list.top');
      await deck.see((lines) => cursorAt(lines) === cursorAt(top) && lines.join('\n').includes('↓'));

      // The alternate screen has no history: what would have scrolled would be missing at the top.
      expect(deck.screen()).toHaveLength(24);
      expect(deck.history()).toHaveLength(24);
      expect(deck.screen()[0]).toContain(' rigdeck ');
      expect(deck.screen().filter((line) => line.includes('rigdeck'))).toHaveLength(1);
      expect(deck.raw()).not.toContain('\x1b[3J');

      deck.press('app.quit');
      await deck.exited;
      const kept = deck.history();
      expect(kept.slice(0, 40)).toEqual(Array.from({ length: 40 }, (_, n) => `shell line ${n + 1}`));
      expect(kept.slice(40).length).toBeLessThanOrEqual(3);
    },
  );

  test.each([
    [80, 24],
    [120, 40],
    [60, 16],
  ])(
    'C087 every screen at %sx%s fills the window and leaves the last line its keys',
    slow,
    async (cols, rows) => {
      const deck = startDeck({ cols, rows, env: service.env });
      await onOffers(deck);
      const fits = async (title: string) => {
        await deck.see(title);
        await deck.see(
          (lines) => lines[0]?.startsWith(' rigdeck ') === true && lines[rows - 1]?.startsWith(' ') === true,
        );
        expect(deck.screen().filter((line) => line.includes(' rigdeck '))).toHaveLength(1);
      };
      await fits('[1 Offers]');
      deck.press('offers.search');
      await fits('Search');
      deck.press('app.escape');
      await deck.see('[1 Offers]');
      deck.press('offer.rent');
      await fits('Image');
      // Out of the field, then out of the form.
      deck.press('app.escape', 'app.escape');
      await deck.see('[1 Offers]');
      deck.press('app.instances');
      await fits('[2 Instances]');
    },
  );

  test('C087 without the alternate screen twenty updates add nothing to the scrollback', slow, async () => {
    const deck = startDeck({ args: ['--no-alt-screen'], env: service.env });
    await deck.see((lines) => lines.join('\n').includes('1x ') && /credit/.test(lines.join('\n')));
    await deck.see('live · ');
    const before = deck.history().length;
    const from = cursorAt(deck.screen());
    for (let update = 1; update <= 20; update += 1) {
      deck.press(update % 2 === 1 ? 'list.down' : 'list.up');
      await deck.see((lines) => cursorAt(lines) === from + (update % 2));
    }
    expect(deck.history().length).toBe(before);
    expect(deck.history().filter((line) => line.includes('[1 Offers]'))).toHaveLength(1);
    deck.press('app.quit');
    expect(await deck.exited).toEqual({ code: 0, signal: 0 });
    // The last frame stays, and the last words stand below it.
    expect(deck.history().filter((line) => line.includes('[1 Offers]'))).toHaveLength(1);
    expect(deck.history().at(-1)).toBe('rigdeck: nothing is rented, nothing costs money.');
  });
});
