import { describe, expect, it } from 'vitest';
import type { InstanceListReply } from '../../src/client/wire.ts';
import type { AdviceInput } from '../../src/domain/advice.ts';
import { knownGone } from '../../src/domain/known-gone.ts';

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
  it('when the service says null of it', async () => {
    expect(await gone({ instances: null })).toBe(true);
    expect(await gone({ instances: row })).toBe(false);
  });

  it('or says that it has none and lists none', async () => {
    expect(await gone(notFound)).toBe(true);
    expect(await gone(notFound, { instances_found: 1, instances: [{ ...row, id: 8 }] })).toBe(true);
  });

  it('and not by a 404 alone, by a list that is not whole, or by one that cannot be read', async () => {
    expect(await gone(notFound, { instances_found: 1, instances: [row] })).toBe(false);
    expect(await gone(notFound, { instances_found: 1, instances: [] })).toBe(false);
    expect(await gone(notFound, { ...empty, missing: 1 })).toBe(false);
    expect(await gone(notFound, { kind: 'timeout', endpoint: 'listInstances' })).toBe(false);
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
