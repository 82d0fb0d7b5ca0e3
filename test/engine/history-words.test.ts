import { describe, expect, it } from 'vitest';
import { keepable, looksSecret, remembered } from '../../src/engine/places.ts';

describe('what the history of commands keeps', () => {
  it.each([
    '13469572fe81b86af4ceee6c0ec332f7d265b29f5f47b6706e157728bf31641e',
    'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    'hf_abcdefghijkl',
    'otpauth://totp/x?secret=ABC',
    'sk-proj-12',
    'A1b2C3d4E5f6G7h8I9j0',
    'K7QF-93XM-P2LD-M2XC-TT4H',
    'token=abcdefghijklmnop',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0.c2lnbmF0dXJl',
  ])('is not %s', (word) => {
    expect(looksSecret(word)).toBe(true);
    expect(keepable(`stop ${word}`)).toBe('stop');
    expect(keepable(word)).toBeUndefined();
  });

  it.each([
    '9120441',
    'train-a',
    '~/lists/offers-2026-11-27.json',
    'reduced_motion',
    'my-long-training-label',
  ])('is %s', (word) => expect(keepable(` w ${word} `)).toBe(`w ${word}`));

  it('is each line once, the latest at the end, a hundred of them', () => {
    expect(remembered(['a', 'b', 'c'], 'a')).toEqual(['b', 'c', 'a']);
    const many = Array.from({ length: 120 }, (_, i) => `stop ${i}`);
    const kept = many.reduce<readonly string[]>(remembered, []);
    expect(kept).toEqual(many.slice(20));
  });
});
