/** A small generator of numbers in [0, 1) that is the same everywhere for a seed. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Chance as a person who does not care which meets it. */
export function dice(seed: number) {
  const next = chance(seed);
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    one: <T>(of: readonly T[]): T => of[below(of.length)] as T,
    /** Whether something comes that comes so often of one. */
    comes: (often: number) => next() < often,
    between: (from: number, to: number) => from + next() * (to - from),
  };
}
export type Dice = ReturnType<typeof dice>;
