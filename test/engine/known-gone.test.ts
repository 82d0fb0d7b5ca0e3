import { describe, expect, it } from 'vitest';
import type { InstanceListReply } from '../../src/client/wire.ts';
import type { AdviceInput } from '../../src/engine/advice.ts';
import { knownGone } from '../../src/engine/refusals.ts';

const notFound: AdviceInput = {
  kind: 'http',
  endpoint: 'getInstance',
  status: 404,
  code: 'no_such_instance',
};
const empty: InstanceListReply = { instances_found: 0, instances: [] };
const row = { id: 7, actual_status: null };
const gone = (
  alone: AdviceInput | { instances: typeof row | null },
  list: AdviceInput | InstanceListReply = empty,
) =>
  knownGone(7, {
    alone: async () => answer(alone),
    list: async () => answer(list),
    asApiError: (thrown) => thrown as AdviceInput,
  });
function answer<T extends object>(given: T | AdviceInput): T {
  if ('kind' in given) throw given;
  return given;
}

describe('an instance is known to be gone', () => {
  describe.each([
    ['null', { instances: null }],
    ['404', notFound],
  ])('where the service says %s of it', (_, said) => {
    it('and a whole list, read after that, lacks it', async () => {
      expect(await gone(said)).toBe(true);
      expect(await gone(said, { instances_found: 1, instances: [{ ...row, id: 8 }] })).toBe(true);
    });

    it('but not by that alone, by a list that is not whole, or by one that cannot be read', async () => {
      expect(await gone(said, { instances_found: 1, instances: [row] })).toBe(false);
      expect(await gone(said, { instances_found: 1, instances: [] })).toBe(false);
      expect(await gone(said, { ...empty, missing: 1 })).toBe(false);
      expect(await gone(said, { kind: 'timeout', endpoint: 'listInstances' })).toBe(false);
    });
  });

  it('and never while the service has a record of it', async () => {
    expect(await gone({ instances: row })).toBe(false);
  });

  it.each([
    { ...notFound, code: undefined, reason: 'html' },
    { ...notFound, code: undefined, reason: 'empty' },
    { ...notFound, code: undefined, msg: '404 page not found', reason: 'not-json' },
    { ...notFound, code: 'auth_error' },
    { ...notFound, code: undefined, msg: 'Session expired. Please log in again.' },
    { ...notFound, status: 403 },
    { ...notFound, status: 502 },
    { kind: 'network', endpoint: 'getInstance' },
  ] satisfies AdviceInput[])('nor by %j', async (error) => {
    expect(await gone(error)).toBe(false);
  });
});
