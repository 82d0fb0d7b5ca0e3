import { expect, it } from 'vitest';
import { workersFilter } from '../../src/screens/groups/row-key.ts';

const worker = (id: number, label: string) => ({ id, actual_status: 'running', label });

it('finds workers among the instances by their label, and by their ids where one is called otherwise', () => {
  const named = [worker(1, 'worker group 801'), worker(2, 'worker group 801')];
  expect(workersFilter(named, 801)).toBe('label="worker group 801"');
  expect(workersFilter(named, undefined)).toBe('label:"worker group"');
  expect(workersFilter([worker(1, 'worker group 801'), worker(22, 'mine')], 801)).toBe('id:/^(1|22)$/');
});
