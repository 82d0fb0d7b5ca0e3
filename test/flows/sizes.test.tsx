import { expect, it } from 'vitest';
import { openDeck, simulatedTime } from '../support/deck.tsx';

simulatedTime();

/** Each layout at both its ends; how a window becomes smaller is tried in a real terminal (test/pty/resize.test.ts). */
const sizes = [
  [60, 16],
  [60, 19],
  [79, 19],
  [80, 20],
  [119, 24],
  [120, 24],
  [200, 60],
] as const;
const tooSmall = [
  [59, 24],
  [80, 15],
  [38, 9],
  [20, 5],
  [1, 1],
] as const;
const cursor = (frame: readonly string[]) => frame.findIndex((line) => line.startsWith('▌'));

it('C090 C088 the row under the cursor stays in sight at every size, and through sizes that no deck fits on', async () => {
  const app = await openDeck({ cols: 60, rows: 16 });
  for (let row = 0; row < 30; row += 1) await app.press('list.down');
  const at = (frame: readonly string[]) => frame[cursor(frame)]?.match(/\d\.\d{3}/)?.[0];
  const price = at(app.frame());
  expect(price).toBeDefined();
  const titles: string[][] = [];
  for (const [cols, rows] of sizes) {
    await app.resize(cols, rows);
    expect([cols, rows, at(app.frame())]).toEqual([cols, rows, price]);
    expect(app.frame()[0]).toContain(' rigdeck ');
    expect(app.frame()[rows - 1]).toContain('? help');
    expect(app.frame().filter((line) => line.includes('? help'))).toHaveLength(1);
    titles.push(/^ {3}GPU (?:(?!──).)*/m.exec(app.text())?.[0].trim().split(/\s+/) ?? []);
  }
  // Where there is no room for a column it goes whole, and comes back with the room.
  const [fewest = [], ...wider] = titles;
  const most = wider.at(-1) ?? [];
  expect(fewest.length).toBeLessThan(most.length);
  expect(titles.flat().filter((title) => !most.includes(title))).toEqual([]);
  for (const [cols, rows] of tooSmall) {
    await app.resize(cols, rows);
    expect(app.frame()).toHaveLength(rows);
    if (cols > 37) expect(app.text()).toContain(`rigdeck needs 60x16, has ${cols}x${rows}`);
    await app.resize(200, 60);
    expect(at(app.frame())).toBe(price);
  }
});

it('C088 a question that is open while the window becomes narrow is broken anew: no word of it is cut, no button lost', async () => {
  const app = await openDeck({ world: { world: 'busy' } });
  await app.press('app.instances');
  await app.press('list.mark-all');
  await app.press('instance.stop');
  const said = () => app.dialog().replace(/\s+/g, ' ');
  const whole = said();
  for (const [cols, rows] of [
    [60, 16],
    [200, 50],
  ] as const) {
    await app.resize(cols, rows);
    expect(app.dialog()).not.toContain('…');
    expect(said()).toContain('[ Cancel ]');
    expect(said()).toContain('billing, destroy instead');
  }
  expect(said()).toBe(whole);
});
