import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzyMatch } from '../../../src/tui/palette/fuzzy.ts';

const found = (typed: string, text: string) =>
  fuzzyMatch(typed, text)
    ?.at.map((place) => text[place])
    .join('');
const score = (typed: string, text: string) => fuzzyMatch(typed, text)?.score ?? -1;

describe('what is typed of a text', () => {
  it('is found by the first letters of its words, and by a stretch of letters', () => {
    expect(fuzzyMatch('gof', 'Go to Offers')?.at).toEqual([0, 6, 7]);
    expect(fuzzyMatch('gto', 'Go to Offers')?.at).toEqual([0, 3, 4]);
    expect(fuzzyMatch('halts', 'Stop: billing halts')?.at).toEqual([14, 15, 16, 17, 18]);
    expect(fuzzyMatch('dst', 'destroy')).toBeUndefined();
    expect(fuzzyMatch('des', 'destroy')?.at).toEqual([0, 1, 2]);
  });

  it('is not found in letters that are scattered over a long text', () => {
    expect(fuzzyMatch('stpo', 'Stop or destroy it by itself, at a time or at a budget')).toBeUndefined();
    expect(fuzzyMatch('xyz', 'Stop')).toBeUndefined();
  });

  it('is found word by word, in any order', () => {
    expect(found('halts stop', 'Stop: billing halts')).toBe('Stophalts');
    expect(fuzzyMatch('halts never', 'Stop: billing halts')).toBeUndefined();
  });

  it('counts the case of letters once there is a capital in it', () => {
    expect(found('ssh', 'Connect by SSH')).toBe('SSH');
    expect(found('SSH', 'Connect by SSH')).toBe('SSH');
    expect(fuzzyMatch('Ssh', 'Connect by SSH')).toBeUndefined();
  });

  it('is better the closer together it stands, and where a word begins', () => {
    expect(score('copy', 'Copy the id')).toBeGreaterThan(score('copy', 'c o p y'));
    expect(score('log', 'The log of it')).toBeGreaterThan(score('log', 'A catalog of it'));
  });

  it('finds any stretch of a text in it, and names places of the text in their order', () => {
    const stretches = fc
      .tuple(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
        fc.nat(),
        fc.integer({ min: 1, max: 8 }),
      )
      .map(([text, from, length]) => {
        const start = from % text.length;
        return { text, typed: text.slice(start, start + length) };
      })
      .filter(({ typed }) => typed.trim() !== '');
    fc.assert(
      fc.property(stretches, ({ text, typed }) => {
        const places = fuzzyMatch(typed, text)?.at ?? [];
        expect(places.length).toBeGreaterThan(0);
        expect([...places]).toEqual([...new Set(places)].sort((a, b) => a - b));
        expect(places.every((place) => place >= 0 && place < text.length)).toBe(true);
      }),
    );
    expect(fuzzyMatch('1!', '11!')?.at).toHaveLength(2);
    const label = 'Stop or destroy it by itself, at a time or at a budget';
    for (let at = 0; at + 2 <= label.length; at += 1)
      expect(fuzzyMatch(label.slice(at, at + 2), label), label.slice(at, at + 2)).toBeDefined();
  });
});
