/** Keys that come in one piece, as from somebody who types faster than the line or before anything listens. */

import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { runningInstance } from '../support/running.ts';

simulatedTime();

const screen = (app: TestDeck) => app.place().screen;
const changes = async (app: TestDeck) =>
  (await app.requests()).filter(({ method }) => method === 'PUT' || method === 'DELETE');
const cursor = (app: TestDeck) => app.frame().findIndex((line) => line.startsWith('▌'));

describe('keys in one piece where pastes are marked', () => {
  it('C099 filter, keep the filter, move and open the row, each in its turn', async () => {
    const app = await openDeck();
    const first = cursor(app);
    await app.type('/4090\rjj');
    expect(app.text()).toMatch(/\/4090 +\d+ of \d+/);
    expect(cursor(app)).toBe(first + 2);
    await app.type('/\x15');
    await app.type('3090\r\r');
    expect(app.prose()).toMatch(/Rent offer.*3090/);
  });

  it('C099 run a command and go on where it has led', async () => {
    const app = await openDeck();
    await app.type(':offers\rj:money\r');
    expect(screen(app)).toBe('money');
  });

  it('let a paste wait for the field that they have opened before it', async () => {
    const app = await openDeck();
    await app.type('/\x1b[200~40\r90\x1b[201~\r');
    expect(app.text()).toContain('/40 90');
    await app.type(':\x1b[200~money\x1b[201~\r');
    expect(screen(app)).toBe('money');
  });

  it('answer no question that they have opened', async () => {
    const app = await openDeck();
    const id = await runningInstance(app);
    const before = await changes(app);
    await app.press('app.instances');
    await app.type(`/${id}\rDtrain-a\ry\r`);
    expect(app.dialog()).toContain('Type train-a to confirm: ▌');
    await app.press('dialog.cancel');
    await app.type(':destroy train-a\rtrain-a\ry\r');
    expect(app.dialog()).toContain('Type train-a to confirm: ▌');
    expect(await changes(app)).toEqual(before);
  });

  it('C098 are one text in a field whose Enter goes on to what is sent', async () => {
    const app = await openDeck();
    await app.press('offer.rent');
    await app.fill({ Label: '' });
    await app.type('one\rtwo\rthree');
    expect(app.text()).toMatch(/Label +one two three/);
    expect(await changes(app)).toEqual([]);
  });
});

describe('keys in one piece where a paste may have no marks', () => {
  it('C098 are one text of a filter and of a command line, and no keys', async () => {
    const app = await openDeck();
    Object.assign(app.world.services.terminal, { marksPastes: false });
    await app.type('/4090\rjj\r');
    expect(screen(app)).toBe('offers');
    expect(app.text()).toContain('/4090 jj');
    await app.press('filter.clear');
    await app.type(':money\rjj\r');
    expect(screen(app)).toBe('offers');
    expect(app.text()).toContain('money jj');
  });
});

describe('letters in one piece where no field is open', () => {
  /** Commands of every kind are among them. */
  const letters = 'jjx2Ry\r$D m\ty'.repeat(400).slice(0, 5_000);

  it.each(['offers', 'instances'] as const)(
    'F014 are a paste for which there is no room if they are many: nothing is done on %s, and keys work at once',
    async (at) => {
      const app = await openDeck({ world: { world: 'busy' } });
      await app.go(at);
      const before = { place: app.place(), row: app.cursor(at), said: app.said() };
      await app.type(letters);
      expect({ place: app.place(), row: app.cursor(at), said: app.said() }).toEqual(before);
      await app.past300ms();
      await app.press('app.help');
      expect(app.place().over).toBe('help');
      await app.type(`${letters}\x1b`);
      expect(app.place()).toEqual(before.place);
      expect(await changes(app)).toEqual([]);
      await app.type(`${letters}\x03`);
      expect(app.ended()).toBe(true);
    },
  );

  it('are keys where one is held down: the cursor goes on', async () => {
    const app = await openDeck();
    const before = app.cursor('offers');
    await app.type('j'.repeat(300));
    expect(app.cursor('offers')).not.toBe(before);
    await app.type(`${'j'.repeat(5_000)}\x03`);
    expect(app.ended()).toBe(true);
  });

  it('answer no question', async () => {
    const app = await openDeck();
    await runningInstance(app);
    const before = await changes(app);
    await app.press('instance.stop');
    await app.past300ms();
    await app.type('yes '.repeat(25));
    expect(app.place().over).toBe('confirm');
    await app.past300ms();
    await app.press('dialog.yes', 'held.send');
    expect(await changes(app)).toHaveLength(before.length + 1);
  });

  it('are a paste up to its end, in however many chunks it comes', async () => {
    const app = await openDeck();
    const first = app.cursor('offers');
    app.terminal.type('j2D'.repeat(50));
    app.terminal.type('j'.repeat(50));
    await app.idle();
    await app.type('j');
    expect(app.cursor('offers')).toBe(first);
    await app.past300ms();
    await app.type('j');
    expect(app.cursor('offers')).not.toBe(first);
  });

  it('are keys if they are few, as from a script', async () => {
    const app = await openDeck();
    for (let times = 0; times < 3; times += 1) await app.type('j'.repeat(33));
    const at = app.cursor('offers');
    await app.type('g');
    expect(app.cursor('offers')).not.toBe(at);
    await app.type('j'.repeat(99));
    expect(app.cursor('offers')).toBe(at);
  });
});
