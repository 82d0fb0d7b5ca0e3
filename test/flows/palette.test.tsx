import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';

simulatedTime();

const screen = (app: TestDeck) => app.deck.nav.get().stack.at(-1)?.screen;

/** Opens the palette by its key that no text field takes, and takes the first thing found. */
async function go(app: TestDeck, words: string) {
  await app.type('\x10');
  await app.type(words);
  await app.type('\r');
}

const places = [
  ['offers', 'offers'],
  ['inst', 'instances'],
  ['instances', 'instances'],
  ['groups', 'groups'],
  ['copy', 'copy'],
  ['2fa', 'security'],
  ['money', 'money'],
  ['calls', 'calls'],
  ['keys', 'keys'],
  ['ssh-keys', 'ssh-keys'],
  ['volumes', 'volumes'],
] as const;

describe('the palette', () => {
  it.each(places.filter(([, to]) => to !== 'copy'))('leads from the copy form to :%s', async (name, to) => {
    const app = await openDeck();
    await app.press('app.copy');
    await go(app, name);
    expect(screen(app)).toBe(to);
  });

  it.each(places)('leads from a text field of the new API key form to :%s', async (name, to) => {
    const app = await openDeck();
    await go(app, 'keys');
    await app.press('keys.new');
    await go(app, name);
    expect(screen(app)).toBe(to);
  });

  it('opens with a colon on a choice of a form, and keeps what was typed in it', async () => {
    const app = await openDeck();
    await app.press('app.copy');
    await app.fill({ 'To cloud': 'runs/a' });
    for (let i = 0; i < 4; i += 1) await app.press('form.previous');
    await app.type(':');
    await app.type('offers');
    await app.type('\r');
    expect(screen(app)).toBe('offers');
    await app.press('app.copy');
    expect(app.text()).toContain('runs/a');
  });

  it('keeps the form of a new key too', async () => {
    const app = await openDeck();
    await go(app, 'keys');
    await app.press('keys.new');
    await app.fill({ Name: 'ci runner' });
    await go(app, 'instances');
    expect(screen(app)).toBe('instances');
    await go(app, 'keys');
    await app.press('keys.new');
    expect(app.text()).toContain('ci runner');
  });

  it('names the act on the selection first where no place is called so', async () => {
    const app = await openDeck();
    await app.press('app.instances', 'app.palette');
    await app.type('stop');
    const rows = app.text().split('\n');
    const found = rows.findIndex((row) => row.includes(': stop'));
    expect(rows.slice(found + 1).find((row) => /\w{4}/.test(row))).toContain('Stop: compute billing halts');
  });

  it('leads nowhere from a value that is shown once, and says why', async () => {
    const app = await openDeck();
    await go(app, 'keys');
    await app.press('keys.new');
    await app.fill({ Name: 'ci runner' });
    await app.press('form.submit');
    await go(app, 'volumes');
    expect(screen(app)).toBe('key-value');
    expect(app.prose()).toContain('This key is shown once: keep a copy');
  });
});
