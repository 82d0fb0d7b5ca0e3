import { expect, test } from 'vitest';
import type { AdviceInput } from '../../src/engine/advice.ts';
import { advise } from '../../src/engine/error-advice.ts';
import { nextTry, retryWords } from '../../src/engine/read-health.ts';
import { nextTryIn } from '../../src/engine/reads.ts';

type More = { costs?: boolean; reason?: AdviceInput['reason'] };
const again = (status: number, times = 1, { costs = false, reason }: More = {}) => {
  const error: AdviceInput = { kind: 'http', endpoint: 'listInstances', status, reason };
  return nextTryIn(error, times, { everyMs: 20_000, slower: 1, random: () => 0.5, costs });
};

const refusals = [400, 401, 403, 404, 410, 422];

test.each(refusals)('C061 a %i that is no word of the service’s own ends no reading', (status) => {
  for (const reason of ['html', 'empty', 'not-json', 'fields'] as const) {
    expect(again(status, 1, { reason })).toBe(1_000);
    expect(again(status, 40, { reason })).toBe(60_000);
  }
});

test.each(refusals)(
  'C061 a real %i is asked again, at a growing distance, while something costs money',
  (status) => {
    expect([1, 2, 3, 40].map((times) => again(status, times, { costs: true }))).toEqual([
      30_000, 60_000, 120_000, 600_000,
    ]);
  },
);

test.each(refusals)('C061 a read that is refused with %i is not tried again', (status) => {
  expect(again(status)).toBeUndefined();
});

test.each([408, 444, 499, 500, 502, 503, 504])(
  'C061 one that ended with %i is, ever more rarely',
  (status) => {
    expect(again(status)).toBe(1_000);
    expect(again(status, 4)).toBe(8_000);
    expect(again(status, 40)).toBe(60_000);
  },
);

test('a search whose reply is too long is not asked again by itself: what to change is said', () => {
  const error: AdviceInput = { kind: 'shape', endpoint: 'searchOffers', reason: 'too-large' };
  const given = { everyMs: 60_000, slower: 1, random: () => 0.5 };
  expect(nextTryIn(error, 1, given)).toBeUndefined();
  expect(advise(error).next).toMatch(/^Lower the limit of the search/);
  expect(nextTry({ error }, 0, { verify: 'v', refresh: 'r' })).toBe('r asks again');
  // What a list holds changes by itself.
  expect(nextTryIn({ ...error, endpoint: 'listInstances' }, 1, given)).toBe(1_000);
});

test.each([
  [undefined, 'asking again'],
  [-5, 'asking again'],
  [0, 'asking again'],
  [999, 'asking again'],
  [1_000, 'retry in 1s'],
  [59_500, 'retry in 1m 0s'],
])('a read that is due in %s ms is told of as "%s", never in no time', (due, words) => {
  expect(retryWords(due === undefined ? undefined : 1_000_000 + due, 1_000_000)).toBe(words);
});
