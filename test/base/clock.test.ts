import fc from 'fast-check';
import { expect, it } from 'vitest';
import { manualClock, steadyClock } from '../../src/base/clock.ts';

it('a steady clock goes on where its base is set back, and never goes back itself', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -100_000, max: 100_000 })), (moves) => {
      const base = manualClock(1_000_000);
      const steady = steadyClock(base);
      let shown = steady.now();
      for (const move of moves) {
        base.advance(move);
        const now = steady.now();
        expect(now - shown).toBe(Math.max(0, move));
        shown = now;
      }
    }),
  );
});
