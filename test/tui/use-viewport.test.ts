import { expect, test } from 'vitest';
import { knownSize } from '../../src/tui/use-viewport.ts';

test('C091 a size that is not told, or told as nothing, counts as 80x24', () => {
  expect(knownSize({})).toEqual({ columns: 80, rows: 24 });
  expect(knownSize({ columns: 0, rows: 0 })).toEqual({ columns: 80, rows: 24 });
  expect(knownSize({ columns: 0, rows: 50 })).toEqual({ columns: 80, rows: 50 });
  expect(knownSize({ columns: 61, rows: 17 })).toEqual({ columns: 61, rows: 17 });
});
