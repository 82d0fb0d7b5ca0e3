import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzyMatch } from '../src/fuzzy.ts';

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

  it('finds any beginning of a text without blanks, and names places that hold its letters in their order', () => {
    const stretches = fc
      .tuple(fc.string({ minLength: 1, maxLength: 40 }), fc.nat())
      .map(([text, length]) => ({
        text,
        typed: text.slice(0, 1 + (length % 6)),
      }))
      .filter(({ typed }) => !/\s/.test(typed));
    fc.assert(
      fc.property(stretches, ({ text, typed }) => {
        const places = fuzzyMatch(typed, text)?.at ?? [];
        expect([...places]).toEqual([...new Set(places)].sort((a, b) => a - b));
        const letters = places.map((place) => text[place]).join('');
        // A capital among what was typed makes case count.
        if (typed === typed.toLowerCase()) expect(letters.toLowerCase()).toBe(typed);
        else expect(letters).toBe(typed);
      }),
    );
  });
});
