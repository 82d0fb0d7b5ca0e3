import { describe, expect, it } from 'vitest';
import { isCommandWord } from '../../src/engine/places.ts';
import { wrongName } from '../../src/hooks/saved-searches.ts';

describe('a name of a saved search', () => {
  it.each(['offers', 'market', 'quit', 'destroy', 'bid', 'limit', 'auto-stop'])(
    'is not %s, which the palette takes for itself',
    (name) => {
      expect(isCommandWord(name)).toBe(true);
      expect(wrongName(name)).toBe(`:${name} is a command of the deck: take another name`);
    },
  );

  it('may be another word', () => {
    expect(['cheap-4090', 'first', 'any-one'].map((name) => wrongName(name))).toEqual([
      ...[undefined, undefined, undefined],
    ]);
  });
});
