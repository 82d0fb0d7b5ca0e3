import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';

simulatedTime();

const small = { cols: 60, rows: 16 };

/** The frame as one text, so that a sentence which is broken for the room reads as one. */
const said = (app: TestDeck) =>
  app
    .frame()
    .map((line) => line.replaceAll(/[│|]/g, '').trim())
    .join(' ')
    .replaceAll(/\s+/g, ' ');

describe('what does not fit into a small terminal is said, and can be reached', () => {
  it('in a menu: its rows above and below are counted', async () => {
    const app = await openDeck(small);
    await app.press('app.palette');
    expect(app.text()).toMatch(/↓ \d+ more +│/);
    for (let i = 0; i < 60; i += 1) await app.press('menu.down');
    expect(app.text()).toMatch(/↑ \d+ above +│/);
    expect(app.text()).not.toMatch(/│ +↓ \d+ more +│/);
  });

  it('in a menu: why an entry does nothing now is said whole below the list', async () => {
    const app = await openDeck(small);
    await app.press('app.palette');
    await app.type('where you were');
    expect(said(app)).toContain('There is no view before this one');
  });

  it('in the palette: what makes another profile, where there is one', async () => {
    const app = await openDeck(small);
    await app.press('app.palette');
    await app.type('profile nope');
    expect(said(app)).toContain('there is no other profile: rigdeck login --profile nope makes one');
  });
});
