import { expect, test } from 'vitest';
import { terminalSize } from '../../src/terminal/size.ts';

test.each([
  [
    { columns: 120, rows: 40 },
    { columns: 120, rows: 40 },
  ],
  [
    { columns: 0, rows: 0 },
    { columns: 80, rows: 24 },
  ],
  [{}, { columns: 80, rows: 24 }],
  [
    { columns: undefined, rows: 10 },
    { columns: 80, rows: 10 },
  ],
  [
    { columns: Number.NaN, rows: -1 },
    { columns: 80, rows: 24 },
  ],
  [
    { columns: 1, rows: 1 },
    { columns: 1, rows: 1 },
  ],
])('C091 a terminal that says %j has %j', (stream, size) => {
  expect(terminalSize(stream)).toEqual(size);
});
