import { describe, expect, it } from 'vitest';
import { width } from '../../src/base/cells.ts';
import { openScene, type Scene, type Scenes } from '../scenes/scene.ts';
import type { TestDeck } from './deck.tsx';

/** The sizes at which screens are agreed on: a usual terminal, a big one, and the smallest. */
export const sizes = [
  [80, 24],
  [120, 40],
  [60, 16],
] as const;

/** The frame fits into its terminal and is the one in test/frames/. */
export async function expectFrame(
  app: TestDeck,
  name: string,
  [cols, rows]: readonly [number, number],
): Promise<void> {
  const frame = app.frame();
  expect(frame.length).toBeLessThanOrEqual(rows);
  for (const line of frame) expect(width(line), line).toBeLessThanOrEqual(cols);
  await expect(`${frame.join('\n').trimEnd()}\n`).toMatchFileSnapshot(`frames/${name}-${cols}x${rows}.txt`);
}

/** The same at 80x24 where there is no Unicode. */
export async function expectAsciiFrame(app: TestDeck, name: string): Promise<void> {
  expect(app.frame().filter((line) => /[^\x20-\x7e]/.test(line))).toEqual([]);
  await expect(`${app.text()}\n`).toMatchFileSnapshot(`frames/${name}-ascii-80x24.txt`);
}

/** Compares scenes with their frames at each size, and those that are named without Unicode, too. */
export function compareFrames(
  scenes: Scenes,
  ascii: readonly string[] = [],
  at: readonly (readonly [number, number])[] = sizes,
): void {
  describe.each(at)('at %ix%i', (cols, rows) => {
    it.each(Object.entries(scenes))('%s looks as it was agreed', async (name, scene) => {
      await expectFrame(await openScene(scene, { cols, rows }), name, [cols, rows]);
    });
  });
  describe.runIf(ascii.length > 0)('without Unicode', () => {
    it.each(ascii)('%s is drawn in ASCII alone', async (name) => {
      await expectAsciiFrame(await openScene(scenes[name] as Scene, { ascii: true }), name);
    });
  });
}
