import { describe, expect, it } from 'vitest';
import type { Instance } from '../../../src/client/wire.ts';
import { namedInstances } from '../../../src/engine/instances/names.ts';

const rows = [
  { id: 11, label: 'train-a' },
  { id: 12, label: 'eval' },
  { id: 13, label: 'eval' },
  { id: 14, label: 'my box' },
  { id: 15, label: '11' },
  { id: 16, label: 'a,b' },
  { id: 17, label: null },
] as unknown as readonly Instance[];
const ids = (...words: string[]) => {
  const read = namedInstances(words, rows);
  return read.ok ? read.rows.map(({ id }) => id) : read.reason;
};

describe('instances that are named on the command line', () => {
  it('are meant by id first, else by label, in any case, each once', () => {
    expect(ids('11')).toEqual([11]);
    expect(ids('train-a', '14', 'TRAIN-A')).toEqual([11, 14]);
    expect(ids('my box')).toEqual([14]);
  });

  it('may stand with commas between them, which a label may hold too', () => {
    expect(ids('11,14')).toEqual([11, 14]);
    expect(ids('a,b')).toEqual([16]);
  });

  it('are told apart by their ids where several are called so', () => {
    expect(ids('eval')).toMatch(/2 instances.*eval.*12, 13$/);
  });

  it('are asked for where none is meant, with the nearest label', () => {
    expect(ids('train-b')).toMatch(/not found: train-b\. Did you mean train-a\?/);
    expect(ids('99')).toMatch(/not found: 99$/);
    expect(ids()).toMatch(/Missing instance/);
    expect(namedInstances(['11'], undefined)).toEqual({
      ok: false,
      reason: expect.stringMatching(/not loaded yet/),
    });
  });
});
