import { expect, it } from 'vitest';
import { partsText } from '../../src/parts.ts';
import { freshnessParts } from '../../src/shell/freshness.ts';

const said = (ageMs: number, everyMs = 20_000) =>
  partsText(freshnessParts([{ at: 1_000_000, everyMs }], 1_000_000 + ageMs, 40, { sep: '·' })).trim();

it('C085 the age of an answer goes by fives once it is five seconds old, while all is well', () => {
  expect([0, 1900, 4999].map((age) => said(age))).toEqual(
    ['0s', '1s', '4s'].map((age) => `live · ${age} ago`),
  );
  expect([5000, 9999, 10_000, 19_999].map((age) => said(age))).toEqual(
    ['5s', '5s', '10s', '15s'].map((age) => `live · ${age} ago`),
  );
  expect(said(64_000, 180_000)).toBe('live · 1m 0s ago');
});

it('what is stale is told to the second', () => {
  expect(said(63_000)).toBe('STALE 1m 3s');
});
