import { expect, test } from 'vitest';
import type { Instance } from '../../../src/client/wire.ts';
import { digestCounts, unbroken } from '../../../src/screens/shell/digest.tsx';

const row = (id: number, more: Partial<Instance>): Instance => ({ id, ...more }) as Instance;

test('a digest counts first what needs the person, an interrupted machine and one that costs more among them', () => {
  const rows = [
    row(1, { actual_status: 'running' }),
    row(2, { actual_status: 'offline' }),
    row(3, { actual_status: 'stopped', intended_status: 'running', is_bid: true }),
    row(4, { actual_status: 'loading' }),
  ];
  const dearer = new Map([[1, { id: 1, perHour: 2, agreed: 1 }]]);
  expect(digestCounts(rows, new Map())).toEqual(['2 need you', '1 running', '1 booting']);
  expect(digestCounts(rows.slice(0, 1), dearer)).toEqual(['1 needs you', '1 running']);
  expect(digestCounts([], new Map())).toEqual([]);
});

test('a digest breaks its lines between counts', () => {
  expect(unbroken(['3 need you', '2 running', '3 booting'], 24)).toEqual([
    '3 need you  2 running',
    '3 booting',
  ]);
});
