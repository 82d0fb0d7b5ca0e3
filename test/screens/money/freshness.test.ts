import { expect, it } from 'vitest';
import { freshnessParts } from '../../../src/screens/money/freshness.ts';
import { partsText } from '../../../src/tui/text/parts.ts';

const said = (ageMs: number, more: { everyMs?: number; asked?: boolean; room?: number } = {}) => {
  const { everyMs = 20_000, room = 40, asked = false } = more;
  const read = { at: 1_000_000, everyMs, asked };
  return partsText(freshnessParts([read], 1_000_000 + ageMs, room, { sep: '·', ellipsis: '…' })).trim();
};

it('C085 what comes as planned is told by one bound, and counted once it is late or was asked for', () => {
  expect([0, 1900, 19_999, 29_999].map((age) => said(age))).toEqual(Array(4).fill('live · <30s ago'));
  expect([30_000, 36_000].map((age) => said(age))).toEqual(['live · 30s ago', 'live · 35s ago']);
  expect([0, 5000, 19_999].map((age) => said(age, { asked: true }))).toEqual(
    ['0s', '5s', '15s'].map((age) => `live · ${age} ago`),
  );
  expect(said(64_000, { everyMs: 180_000 })).toBe('live · <2m ago');
  expect(said(0, { room: 12 })).toBe('<30s ago');
});

it('what is stale is told to the second', () => {
  expect(said(63_000)).toBe('STALE 1m 3s');
});
