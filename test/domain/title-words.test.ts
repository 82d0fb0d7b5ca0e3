import { expect, it } from 'vitest';
import type { Instance } from '../../src/client/wire.ts';
import { titleWords } from '../../src/domain/title-words.ts';

const row = (actual_status: string | null, more: Partial<Instance> = {}) =>
  ({ id: 1, label: 'a stranger’s words', actual_status, ...more }) as Instance;

it('the title tells what runs, what boots, who is needed and what it costs, and no label', () => {
  expect(titleWords(undefined, false)).toBe('rigdeck');
  expect(titleWords([], true)).toBe('rigdeck (sandbox): nothing runs');
  const up = row('running', { dph_total: 0.5, storage_total_cost: 0.01 });
  expect(titleWords([up, up, row(null), row('loading')], false)).toBe(
    'rigdeck: 2 up, 2 booting, at least $1.00/h',
  );
  expect(titleWords([up, row('exited', { storage_total_cost: 0.01 })], false)).toBe(
    'rigdeck: 1 up, 1 needs you, $0.51/h',
  );
});
