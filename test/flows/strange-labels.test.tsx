import { expect, it } from 'vitest';
import { openDeck, simulatedTime } from '../support/deck.tsx';
import { width } from '../support/screen.ts';
import { strangeTexts } from '../support/stranger-text.ts';
import { wcwidth } from '../support/wcwidth.ts';

simulatedTime();

/** The busy world has nine instances; the first one stands under the cursor. */
const first = 'क्षत्रिय 👩🏽‍🚀';
const rounds = [0, 1, 2, 3].map((round) => [first, ...strangeTexts.slice(round * 8, (round + 1) * 8)]);

it.each([false, true])(
  'C089 no label makes a line of a whole screen wider on one terminal than on another, ASCII: %s',
  async (ascii) => {
    const app = await openDeck({
      cols: 120,
      rows: 30,
      ascii,
      world: { world: 'busy' },
      route: { screen: 'instances' },
    });
    const ids = [...app.text().matchAll(/\b9\d{6}\b/g)].map(([id]) => id);
    const every = [...new Set(ids)];
    expect(every).toHaveLength(9);
    const steady = (where: string) => {
      const frame = app.frame();
      expect(frame[0], where).toContain('rigdeck');
      expect(frame[1], where).toContain('credit');
      for (const line of frame) {
        const cells = width(line);
        expect([wcwidth(line), wcwidth(line, { spacingMarks: 0 })], `${where}: ${line}`).toEqual([
          cells,
          cells,
        ]);
        expect(cells, line).toBeLessThanOrEqual(120);
      }
    };
    // In ASCII all of them are question marks.
    for (const [round, labels] of rounds.slice(0, ascii ? 1 : 4).entries()) {
      for (const [at, label] of labels.entries()) await app.control(`instances/${every[at]}`, { label });
      await app.skip(30);
      steady('the list and its pane');
      if (round > 0) continue;
      await app.press('instance.destroy');
      expect(app.text()).toContain('Destroy ');
      steady('the question');
      await app.press('dialog.cancel');
      await app.press('instance.open');
      steady('the instance and its crumb');
      await app.press('app.back');
    }
  },
);
