import { describe, expect, it } from 'vitest';
import {
  cursorRow,
  firstAt,
  type KeyTo,
  lateness,
  type Seen,
  settledAt,
  withoutMoneyLine,
} from '../../bench/eyes.ts';
import { median } from '../../bench/result.ts';

/** A key held for five seconds, down twenty rows and up again. */
function heldKeys(): KeyTo[] {
  let row = 10;
  return Array.from({ length: 150 }, (_, index) => {
    row += index % 40 < 20 ? 1 : -1;
    return { at: index * 33, row };
  });
}

/** The frames of a program that draws one key after the other and needs so long for each. */
function drawn(keys: readonly KeyTo[], ms: number): Seen<number>[] {
  let free = 0;
  return keys.map(({ at, row }) => {
    free = Math.max(free, at) + ms;
    return { at: free, value: row };
  });
}

describe('how late a held key is seen', () => {
  it('is what a frame takes, of a program that keeps up', () => {
    const keys = heldKeys();
    expect(new Set(lateness(keys, drawn(keys, 5)))).toEqual(new Set([5]));
  });

  it('grows with each key, of a program that does not', () => {
    const keys = heldKeys();
    const late = lateness(keys, drawn(keys, 50));
    expect(late).toEqual(keys.map((_, index) => 50 + index * 17));
    expect(median(late)).toBe(50 + 74 * 17);
  });

  it('is told of keys that one frame shows together, and of those that none shows', () => {
    const keys = [1, 2, 3, 4].map((row) => ({ at: row * 10, row }));
    expect(lateness(keys, [{ at: 35, value: 3 }])).toEqual([25, 15, 5, Number.POSITIVE_INFINITY]);
    expect(lateness(keys, [])).toEqual(keys.map(() => Number.POSITIVE_INFINITY));
    expect(lateness(keys, [{ at: 45, value: 4 }])).toEqual([35, 25, 15, 5]);
  });

  it('takes a frame that comes in pieces for one', () => {
    const keys = [1, 2, 1].map((row, index) => ({ at: index, row }));
    const frames = [1, 1, 2, 2, 1].map((value, index) => ({ at: 10 + index, value }));
    expect(lateness(keys, frames)).toEqual([10, 11, 12]);
  });

  it('takes no frame for that of a key that was not pressed yet', () => {
    const keys = [
      { at: 0, row: 1 },
      { at: 30, row: 2 },
    ];
    const frames = [
      { at: 10, value: 2 },
      { at: 20, value: 1 },
      { at: 40, value: 2 },
    ];
    expect(lateness(keys, frames)).toEqual([20, 10]);
  });
});

describe('what is seen of a screen', () => {
  it('is the row under the cursor', () => {
    expect(cursorRow(['heads', '   a', '▌  b'])).toBe(2);
    expect(cursorRow(['heads', '   a'])).toBeUndefined();
  });

  it('is when something stands first, and when it changes no more', () => {
    const seen = ['/4', '/4 filtering', '/4 12 of 90', '/4 12 of 90'].map((value, at) => ({ at, value }));
    expect(firstAt(seen, (value) => value.includes('filtering'))).toBe(1);
    expect(firstAt(seen, (value) => value.includes('none'))).toBeUndefined();
    expect(settledAt(seen)).toBe(2);
    expect(settledAt([])).toBeUndefined();
  });
});

describe('what a poll costs but for the money line', () => {
  it('is what is written on other lines', () => {
    expect(withoutMoneyLine('\x1b[2;59H9')).toBe('');
    expect(withoutMoneyLine('\x1b[2;59H\x1b[2m9s\x1b[3Cago\x1b[K\x1b[50H')).toBe('');
    expect(withoutMoneyLine('\x1b[2;59H9\x1b[7;3H51%\x1b[2;60H0')).toBe('\x1b[7;3H51%');
    expect(withoutMoneyLine('\x1b[12;59H9')).toBe('\x1b[12;59H9');
    expect(withoutMoneyLine('\x1b[2;59H9\r\nnext')).toBe('\r\nnext');
  });
});
