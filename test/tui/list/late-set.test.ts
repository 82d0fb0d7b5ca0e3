import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lateSet } from '../../../src/tui/list/late-set.ts';

const turn = () => new Promise<void>((next) => setImmediate(next));
const many = Array.from({ length: 9_000 }, (_, index) => index * 3);

it('holds what a set of the same numbers holds, whatever it is asked first and however far it was put together', async () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 30 });
  const asked = fc.constantFrom('has', 'each', 'copy', 'size of a copy');
  await fc.assert(
    fc.asyncProperty(numbers, fc.integer({ min: 0, max: 6 }), asked, async (few, turns, what) => {
      const given = [...few, ...many, ...few];
      const set = lateSet(given);
      for (let one = 0; one < turns; one += 1) await turn();
      const expected = new Set(given);
      if (what === 'has')
        for (const number of [...few, 1, 3, 26_997, 30_000])
          expect(set.has(number)).toBe(expected.has(number));
      if (what === 'each') expect([...set]).toEqual([...expected]);
      if (what === 'copy') expect(new Set(set)).toEqual(expected);
      if (what === 'size of a copy') expect([...set.keys()].length).toBe(expected.size);
      expect(set.has(3)).toBe(true);
      expect(set.size).toBe(expected.size);
    }),
    { numRuns: 30 },
  );
});

it('tells how many it holds before it is put together', () => {
  expect(lateSet(many).size).toBe(many.length);
  expect(lateSet([]).size).toBe(0);
  expect(lateSet([]).has(1)).toBe(false);
});
