import { expect, it } from 'vitest';
import { openDeck, simulatedTime } from '../../support/deck.tsx';

simulatedTime();

const times = (text: string, word: string) => text.split(word).length - 1;

it('says the end of an entry once: in its row where it fits there, else below the list', async () => {
  const app = await openDeck({ cols: 60, rows: 16 });
  for (const key of [undefined, 'a'])
    for (let cells = 28; cells <= 52; cells += 3)
      for (const hint of [undefined, `attached, ${'-'.repeat(cells - 26)} END`]) {
        const label = hint === undefined ? `${'x'.repeat(cells + 2)} END` : 'ed25519 laptop';
        const entry = { label, run: () => {}, ...(key && { key }), ...(hint && { hint }) };
        app.menu('Keys', [entry, { label: 'another', run: () => {} }]);
        await app.idle();
        expect(times(app.dialog(), 'END'), app.text()).toBe(1);
      }
});
