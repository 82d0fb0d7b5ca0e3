import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime } from '../support/deck.tsx';
import { rent } from '../support/rent.ts';

simulatedTime();

describe('the title line over an instance', () => {
  it('names the instance by its id and its label', async () => {
    const app = await openDeck();
    const id = await rent(app, { Label: 'train-b' });
    await app.advance(1_000);
    expect(app.frame()[0]).toContain(`Instances › ${id} train-b `);
  });

  it('has the mark of the rent where no label was given, and the id alone where the list does not know the instance', async () => {
    const app = await openDeck();
    const id = await rent(app);
    await app.advance(1_000);
    expect(app.frame()[0]).toMatch(new RegExp(`Instances › ${id} rd-\\w{6} +main`));
    const other = await openDeck({ route: { screen: 'instance', id: 7 } });
    expect(other.frame()[0]).toMatch(/rigdeck {2}7 +main/);
  });

  it('cuts a long label and keeps the profile in sight', async () => {
    const app = await openDeck({ cols: 60, rows: 16 });
    const id = await rent(app, { Label: 'a'.repeat(60) });
    await app.advance(1_000);
    expect(app.frame()[0]).toMatch(new RegExp(`^ rigdeck  … › ${id} a{21}a+… +main`));
  });
});
