import { expect } from 'vitest';
import { width } from '../../src/base/cells.ts';
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
