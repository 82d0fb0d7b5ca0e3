import { expect, it } from 'vitest';
import { width } from '../../src/base/cells.ts';
import { writeWaitWords } from '../../src/hooks/on-its-way-words.ts';

const one = { what: 'Destroy lora-x', more: 0 };
const three = { what: 'Destroy lora-x', more: 2 };
const words = (write: typeof one, waitedMs: number, cells: number) =>
  writeWaitWords(write, waitedMs, { cells, still: false });

it('says less of a write on its way the less room there is, and its time to the last', () => {
  expect([74, 53, 32, 26, 20].map((cells) => words(three, 12_000, cells))).toEqual([
    'Destroy lora-x and 2 more: sent, 12s. No need to retry',
    'Destroy lora-x and 2 more: sent, 12s',
    'Destroy lora-x +2: sent, 12s',
    'Destroy lor… +2: sent, 12s',
    'Destr… +2: sent, 12s',
  ]);
  expect(words(one, 12_000, 74)).toBe(
    'Destroy lora-x: sent, 12s. No need to retry; the result will show here',
  );
  for (let cells = 20; cells < 80; cells += 1)
    expect(width(words(three, 12_000, cells))).toBeLessThanOrEqual(cells);
});
