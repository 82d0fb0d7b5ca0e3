import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  digitsOf,
  groupBackupCode,
  readBackupCode,
  readCode,
} from '../../../src/engine/two-factor/code-input.ts';
import { asciiDigits } from '../../../src/engine/two-factor/digits.ts';

const zeros = ['0', '٠', '۰', '०', '０', '𝟎', '𝟘', '᠐'];

describe('a code of six digits', () => {
  test('C042 keeps its leading zeros, as text', () => {
    expect(readCode('004217')).toEqual({ kind: 'code', code: '004217' });
    expect(readCode('000000')).toEqual({ kind: 'code', code: '000000' });
  });

  test.each(['123 456', '123-456', ' 123456\r', '123.456', '1 2 3 4 5 6', '123\u00a0456', '123–456'])(
    'C043 is read as apps and people write it: %j',
    (text) => {
      expect(readCode(text)).toEqual({ kind: 'code', code: '123456' });
    },
  );

  test('is found in the words around it', () => {
    expect(readCode('Your code is 492 817')).toEqual({ kind: 'code', code: '492817' });
    expect(readCode('492817 is your code.\n')).toEqual({ kind: 'code', code: '492817' });
  });

  test.each([
    ['12345', /5 digits/],
    ['1234567', /7 digits/],
    ['abcdef', /no digits/],
    ['', /no digits/],
    ['1', /1 digit;/],
    ['492817, good for 10 minutes', /8 digits/],
  ])('C043 is not guessed from %j', (text, reason) => {
    expect(readCode(text)).toEqual({ kind: 'wrong', reason: expect.stringMatching(reason) });
  });

  test('may be written in the digits of any script', () => {
    const any = fc.tuple(fc.array(fc.nat(9), { minLength: 6, maxLength: 6 }), fc.constantFrom(...zeros));
    fc.assert(
      fc.property(any, ([digits, zero]) => {
        const text = digits.map((d) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + d)).join('');
        expect(readCode(text)).toEqual({ kind: 'code', code: digits.join('') });
      }),
    );
  });

  test('every decimal digit there is has a value: their runs are whole tens', () => {
    let run = '';
    for (let at = 0; at <= 0x10ffff; at += 1) {
      if (at >= 0xd800 && at <= 0xdfff) continue;
      const letter = String.fromCodePoint(at);
      if (/\p{Nd}/u.test(letter)) run += letter;
      else if (run !== '') {
        expect(asciiDigits(run)).toMatch(/^(0123456789)+$/);
        run = '';
      }
    }
  });

  test('is never made of anything but six ASCII digits that stood there', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const reading = readCode(text);
        if (reading.kind !== 'code') return;
        expect(reading.code).toMatch(/^[0-9]{6}$/);
        expect(reading.code).toBe(digitsOf(text));
      }),
    );
  });
});

describe('a backup code', () => {
  test.each(['K7QF-93XM-P2LD', ' k7qf 93xm p2ld ', 'k7qf93xmp2ld', 'K7QF–93XM–P2LD\n', '1  K7QF-93XM-P2LD'])(
    'is read as it was typed or pasted: %j',
    (text) => {
      expect(readBackupCode(text)).toEqual({ kind: 'backup', code: 'K7QF-93XM-P2LD' });
    },
  );

  test('C043 goes out unchanged but for the blanks around it', () => {
    expect(readBackupCode('  0A1B-2C3D-4E5F \r\n')).toEqual({ kind: 'backup', code: '0A1B-2C3D-4E5F' });
  });

  test.each(['', 'K7QF-93XM', 'K7QF-93XM-P2LDX', 'K7QF-93XM-P2L', 'Kß7F-93XM-P2LD', '492817'])(
    'is refused when it is none: %j',
    (text) => {
      expect(readBackupCode(text)).toMatchObject({
        kind: 'wrong',
        reason: expect.stringContaining('XXXX-XXXX'),
      });
    },
  );

  test('one is wanted, not a list', () => {
    expect(readBackupCode('K7QF-93XM-P2LD\nM2XC-TT4H-9WQJ')).toMatchObject({
      kind: 'wrong',
      reason: expect.stringContaining('2 backup codes'),
    });
  });

  test('is known for one when it is pasted where six digits are wanted', () => {
    expect(readCode('K7QF-93XM-P2LD')).toEqual({ kind: 'backup', code: 'K7QF-93XM-P2LD' });
    expect(readCode('1234-5678-9012')).toEqual({ kind: 'backup', code: '1234-5678-9012' });
    expect(readCode('Your code is 492 817').kind).toBe('code');
  });

  test('is grouped and written in capitals while it is typed', () => {
    expect(groupBackupCode('')).toBe('');
    expect(groupBackupCode('k7q')).toBe('K7Q');
    expect(groupBackupCode('k7qf')).toBe('K7QF');
    expect(groupBackupCode('k7qf9')).toBe('K7QF-9');
    expect(groupBackupCode('k7qf93xmp2ldzzz')).toBe('K7QF-93XM-P2LD');
  });

  test('grouping what is grouped changes nothing', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const once = groupBackupCode(text);
        expect(groupBackupCode(once)).toBe(once);
        expect(once.length).toBeLessThanOrEqual(14);
      }),
    );
  });
});
