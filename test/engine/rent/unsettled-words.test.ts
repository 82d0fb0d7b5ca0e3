import { describe, expect, it } from 'vitest';
import { unknownForMs } from '../../../src/engine/rent/unsettled-words.ts';

describe('for how long the outcome of a rent is not known', () => {
  it('counts from when it was sent, though a new start has found its answer missing only now', () => {
    expect(unknownForMs({ at: 10_000, since: 42_000 }, 52_000)).toBe(42_000);
    expect(unknownForMs({ at: 10_000, since: undefined }, 52_000)).toBe(42_000);
  });

  it('counts from when its answer was found missing where a clock put back has placed the sending in the future', () => {
    expect(unknownForMs({ at: 90_000, since: 42_000 }, 52_000)).toBe(10_000);
    expect(unknownForMs({ at: 90_000, since: undefined }, 52_000)).toBe(0);
  });
});
