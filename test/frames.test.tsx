import { describe, expect, it } from 'vitest';
import { width } from '../src/base/cells.ts';
import { deckScenes } from './scenes/deck.ts';
import { digestScenes } from './scenes/lists.ts';
import { openScene, type Scene } from './scenes/scene.ts';
import { openDeck, simulatedTime } from './support/deck.tsx';
import { compareFrames } from './support/frames.ts';

simulatedTime();
compareFrames(deckScenes, ['offers', 'instances', 'booting']);

describe('on a terminal that is too small', () => {
  it('a digest keeps watching and says what it needs', async () => {
    const app = await openScene(digestScenes.digest as Scene, { cols: 38, rows: 9 });
    await expect(`${app.text()}\n`).toMatchFileSnapshot('frames/digest-38x9.txt');
    await app.resize(80, 24);
    expect(app.text()).toContain('[1 Offers]');
  });

  it('what was confirmed and still waits is counted down there, and u cancels it', async () => {
    const app = await openScene(deckScenes.held as Scene, {});
    await app.resize(38, 9);
    expect(app.text()).toMatch(/Destroy lora-x in [1-4]s {2}u cancel/);
    await app.press('app.undo');
    expect(app.text()).not.toContain('u cancel');
    await app.advance(6_000);
    expect((await app.requests()).filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  it.each([
    [1, 1],
    [20, 5],
    [40, 12],
  ])('C090 %ix%i draws what fits and throws nothing', async (cols, rows) => {
    const app = await openDeck({ cols, rows });
    // The emulator knows no terminal of one column.
    expect(app.frame().every((line) => width(line) <= Math.max(2, cols))).toBe(true);
    await app.resize(120, 40);
    expect(app.text()).toContain('[1 Offers]');
    await app.resize(cols, rows);
    expect(app.ended()).toBe(false);
  });
});
