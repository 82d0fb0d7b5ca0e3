import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';

simulatedTime();

const title = 'Keys that work here';
/** The rows of the overlay: a key and what it does. */
const rows = (app: TestDeck) =>
  app
    .frame()
    .map((line) => /│ {3}(\S.*?) +│/.exec(line)?.[1] ?? '')
    .filter((line) => line !== '');

describe('the filter of the help', () => {
  it('narrows the keys to those that speak of every word, as it is typed', async () => {
    const app = await openDeck({ rows: 80, cols: 120 });
    await app.press('app.help');
    const all = rows(app).length;
    expect(app.frame().at(-1)).toContain('/ filter');
    await app.type('/');
    await app.type('PAGE');
    expect(rows(app).length).toBeGreaterThan(2);
    expect(rows(app).length).toBeLessThan(all);
    for (const row of rows(app)) expect(row).toMatch(/page/i);
    expect(app.dialog()).toContain(`/ PAGE▌ ${rows(app).length} of ${all}`);
    await app.type(' half');
    expect(rows(app)).toHaveLength(2);
    expect(app.dialog()).toContain('Move');
    expect(app.dialog()).not.toContain('Everywhere');
  });

  it('takes letters that are keys elsewhere as letters, and says when nothing is left', async () => {
    const app = await openDeck();
    await app.press('app.help');
    await app.type('/');
    for (const key of 'q?jv2') await app.type(key);
    expect(app.text()).toContain(title);
    expect(app.dialog()).toContain('/ q?jv2▌ 0 of');
    expect(app.dialog()).toContain('no key by these words');
    expect(app.place().stack).toEqual([{ screen: 'offers' }]);
  });

  it('is cleared by Esc while it is typed, and the next Esc closes', async () => {
    const app = await openDeck();
    await app.press('app.help');
    const before = app.text();
    await app.type('/');
    await app.type('sort');
    await app.press('filter.clear');
    await app.advance(100);
    expect(app.text()).toBe(before);
    await app.press('pager.close');
    expect(app.text()).not.toContain(title);
  });

  it('is kept by Enter, cleared by the first Esc, and the second closes', async () => {
    const app = await openDeck();
    await app.press('app.help');
    const before = app.text();
    await app.type('/');
    await app.type('page');
    await app.press('filter.keep');
    expect(app.dialog()).toContain('/ page ');
    await app.type('j');
    expect(app.dialog()).toContain('A page down');
    expect(app.frame().at(-1)).toMatch(/esc clear {2}q close/);
    await app.press('app.escape');
    await app.advance(100);
    expect(app.text()).toBe(before);
    await app.press('app.escape');
    expect(app.text()).not.toContain(title);
  });

  it('leaves the key that opened the help closing it, with a filter too', async () => {
    const app = await openDeck();
    await app.press('app.help');
    await app.type('/');
    await app.type('page');
    await app.press('filter.keep', 'app.help');
    expect(app.text()).not.toContain(title);
    await app.press('app.help');
    expect(app.dialog()).not.toContain('/ page');
  });

  it('shows what it found from its top, however far down the help was', async () => {
    const app = await openDeck({ cols: 60, rows: 16 });
    await app.press('app.help');
    await app.type('jjjjjj');
    await app.type('/');
    await app.type('suspend');
    await app.idle();
    expect(rows(app).length).toBeGreaterThan(0);
    await app.type('\x15');
    expect(app.frame()).toHaveLength(16);
  });
});
