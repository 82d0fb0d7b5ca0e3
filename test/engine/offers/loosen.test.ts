import { describe, expect, it } from 'vitest';
import { conditionsOf, foundWords, without } from '../../../src/engine/offers/loosen.ts';

const usual = { verified: { eq: true }, rentable: { eq: true }, num_gpus: { eq: 1 } };

describe('the conditions of a search', () => {
  it('come with those first that differ from the usual ones, and rentable last', () => {
    const filters = { ...usual, num_gpus: { gte: 2 }, gpu_name: { eq: 'RTX 4090' } };
    expect(conditionsOf(filters, usual).map(({ field }) => field)).toEqual([
      'num_gpus',
      'gpu_name',
      'verified',
      'rentable',
    ]);
  });

  it('can each be left out, and nothing else is', () => {
    expect(without(usual, 'verified')).toEqual({ rentable: { eq: true }, num_gpus: { eq: 1 } });
    expect(usual.verified).toEqual({ eq: true });
  });
});

it.each([
  [undefined, 'asking'],
  ['failed', 'no answer'],
  [0, 'none either'],
  [1, '1 offer'],
  [63, '63 offers'],
  [64, '64 or more offers'],
] as const)('%s is said as "%s"', (found, words) => {
  const one = { field: 'verified', words: 'verified=true', ...(found === undefined ? {} : { found }) };
  expect(foundWords(one, 64)).toBe(words);
});
