import { expect, test } from 'vitest';
import type { AdviceInput } from '../../src/domain/advice.ts';
import { nextTryIn } from '../../src/domain/read-plan.ts';

const again = (status: number, times = 1) => {
  const error: AdviceInput = { kind: 'http', endpoint: 'listInstances', status };
  return nextTryIn(error, times, { everyMs: 20_000, slower: 1, random: () => 0.5 });
};

test.each([400, 401, 403, 404, 410, 422])(
  'C061 a read that is refused with %i is not tried again',
  (status) => {
    expect(again(status)).toBeUndefined();
  },
);

test.each([408, 444, 499, 500, 502, 503, 504])(
  'C061 one that ended with %i is, ever more rarely',
  (status) => {
    expect(again(status)).toBe(1_000);
    expect(again(status, 4)).toBe(8_000);
    expect(again(status, 40)).toBe(60_000);
  },
);
