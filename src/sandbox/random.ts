/**
 * Chance as a pure function of a seed. Whatever the sandbox decides by chance, it decides by hashing the seed
 * with the number of the thing decided about, so that a world is the same for a seed whatever order it is asked in.
 */

/** A 32-bit hash of a seed and two whole numbers (the finaliser of MurmurHash3). */
export function hash(seed: number, a: number, b: number): number {
  let h = (seed ^ Math.imul(a + 0x7f4a7c15, 0x9e3779b1) ^ Math.imul(b + 0x165667b1, 0x85ebca6b)) | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x27d4eb2f);
  return (h ^ (h >>> 15)) >>> 0;
}

/** A number in [0, 1) for a seed and two whole numbers. */
export function unit(seed: number, a: number, b: number): number {
  return hash(seed, a, b) / 0x1_0000_0000;
}

/** `length` characters of `alphabet`, one call of `random` each. */
export function token(random: () => number, length: number, alphabet = '0123456789abcdef'): string {
  let text = '';
  while (text.length < length) text += alphabet[Math.floor(random() * alphabet.length)];
  return text;
}
