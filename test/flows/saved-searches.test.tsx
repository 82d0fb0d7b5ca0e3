import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';

simulatedTime();

const save = async (app: TestDeck, name: string) => {
  await app.press('search.save');
  await app.past300ms();
  return app.type(`${name}\r`);
};
const searches = async (app: TestDeck) =>
  (await app.requests()).filter(({ path }) => path === '/api/v0/bundles/').length;

describe('a saved search', () => {
  it('is saved from the form, named beside what it found, and run from the palette', async () => {
    const app = await openDeck();
    await app.press('offers.search');
    expect(app.frame().at(-1)).toMatch(/\^o offers {2}\^s save/);
    await app.fill({ GPU: 'RTX 4090' });
    await app.press('search.save');
    await app.past300ms();
    await app.type('offers\r');
    expect(app.prose()).toContain(':offers is a command of the deck: take another name');
    await app.type('\x15cheap 4090\r');
    expect(app.prose()).toContain('Saved as "cheap 4090".');
    await app.press('search.run');
    expect(app.frame()[3]).toMatch(/RTX 4090 · 1 GPU.*· "cheap 4090"$/);
    await app.press('offers.bid');
    expect(app.frame()[3]).not.toContain('"cheap 4090"');
    await app.press('app.money');
    await app.press('app.palette');
    await app.type('cheap-4090\r');
    expect(app.frame()[0]).toContain('[1 Offers]');
    expect(app.frame()[3]).toMatch(/on-demand · RTX 4090.*"cheap 4090"$/);
  });

  it('is listed under F: deleted and brought back, renamed, and run', async () => {
    const app = await openDeck();
    await app.press('offers.saved');
    expect(app.prose()).toContain('There are no saved searches. f on Offers opens the search');
    await app.press('app.back', 'offers.search');
    await save(app, 'any one');
    await app.press('app.escape', 'app.escape', 'offers.saved');
    expect(app.frame()[3]).toContain('1 saved search');
    await app.press('searches.delete');
    expect(app.prose()).toContain('"any one" is deleted; u brings it back.');
    expect(app.text()).not.toContain('any-one');
    await app.press('app.undo', 'searches.rename');
    await app.past300ms();
    await app.type('\x15first\r');
    expect(app.text()).toMatch(/▌ +first/);
    await app.press('searches.run');
    expect(app.frame()[3]).toContain('"first"');
  });

  it('that is watched is asked each minute wherever one is, and calls at a new best price', async () => {
    const app = await openDeck();
    const called: string[] = [];
    app.world.services.terminal.notify = (text) => void called.push(text);
    await app.press('offers.search');
    await save(app, 'cheap');
    await app.press('app.escape', 'app.escape', 'offers.saved', 'searches.watch');
    expect(app.frame().at(-1)).toContain('w watch: on');
    await app.advance(1_000);
    const [row] = [app.frame().find((line) => line.includes('watched'))];
    expect(row).toMatch(/cheap +watched +\$\d\.\d{3}\/h/);
    await app.press('app.money');
    const before = await searches(app);
    const id = app.cursor('offers');
    await app.control(`offers/${id}`, { dph_base: 0.001 });
    app.lookAway();
    await app.skip(65);
    expect(await searches(app)).toBe(before + 1);
    expect(called).toEqual([
      expect.stringMatching(/^"cheap": \$0\.0\d\d\/h is the best price so far, .*offer \d+$/),
    ]);
    expect(app.prose()).toMatch(/"cheap": \$0\.0\d\d\/h is the best price so far.* :cheap goes there\./);
    await app.skip(65);
    expect(called).toHaveLength(1);
  });
});
