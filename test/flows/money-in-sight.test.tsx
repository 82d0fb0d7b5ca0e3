import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { machines, rent } from '../support/rent.ts';

simulatedTime();

const busy = { world: { world: 'busy' as const } };
const moneyLine = (app: TestDeck) => app.frame()[1] ?? '';
const filtered = async (app: TestDeck, name: string) => {
  await app.go('instances');
  await app.press('list.filter');
  await app.type(`${name}\r`);
};

describe('what a stop of a booting machine saves', () => {
  it('is told as Money reckons it: nothing now, its GPU once it runs', async () => {
    const app = await openDeck({ ...busy, cols: 120 });
    await filtered(app, 'probe');
    await app.press('instance.stop');
    expect(app.dialog()).toMatch(/Saves \$0\.000\/h now, \$\d\.\d{3}\/h once running; runway/);
    const soon = Number(/now, \$(\d\.\d{3})\/h once/.exec(app.dialog())?.[1]);
    await app.past300ms();
    await app.press('dialog.cancel', 'app.money');
    await app.advance(2_000);
    const [, before, after] =
      /If probe is stopped: .* \$(\d\.\d{3})\/h → \$(\d\.\d{3})\/h/.exec(app.text()) ?? [];
    expect(Number(before) - Number(after)).toBeCloseTo(soon, 2);
  });
});

describe('a machine without a name', () => {
  it('is named in its dialogs and on Money by its id and the mark that the list shows', async () => {
    const app = await openDeck({ cols: 120 });
    const id = await rent(app);
    await app.advance(2_000);
    const mark = (await machines(app))[0]?.label ?? '';
    expect(mark).toMatch(/^rd-/);
    await app.press('instance.destroy');
    expect(app.dialog()).toContain(`${id} ${mark} `);
    await app.past300ms();
    await app.press('dialog.cancel', 'app.money');
    await app.advance(2_000);
    expect(app.text()).toContain(`${id} ${mark}`);
  });
});

describe('the money line', () => {
  it.each([60, 80])('keeps credit and the hour at which it ends at %d columns', async (cols) => {
    const app = await openDeck({ ...busy, cols });
    await app.go('instances');
    expect(moneyLine(app)).toMatch(/^ \$\d+\.\d\d .*\d+h \d+m.* → \w{3} \d\d:\d\d.* ago\s*$/);
  });

  it('says over a year where the days would be noise', async () => {
    const app = await openDeck(busy);
    await app.control('account', { credit: 900_000 });
    await app.press('app.refresh');
    await app.advance(2_000);
    expect(moneyLine(app)).toContain('over 1 year');
  });

  it('and the screen below it name one time for the next try', async () => {
    const app = await openDeck({ ...busy, cols: 120 });
    await app.go('instances');
    await app.control('faults', { method: 'GET', path: '/api/v0/*', kind: 'drop', times: 1000 });
    let both = 0;
    for (let n = 0; n < 60; n += 1) {
      await app.advance(3_000);
      const above = /retry in (\S+)/.exec(moneyLine(app))?.[1];
      const below = /(?:next try|retry) in (\S+?)\.? /.exec(app.frame().slice(3).join(' '))?.[1];
      if (above === undefined || below === undefined) continue;
      expect(above).toBe(below);
      both += 1;
    }
    expect(both).toBeGreaterThan(3);
  });
});
