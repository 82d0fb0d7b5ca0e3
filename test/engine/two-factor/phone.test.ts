import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lastFour, maskPhone, readPhone } from '../../../src/engine/two-factor/phone.ts';

describe('a phone number', () => {
  test('C048 goes out in E.164, without the blanks, dashes and brackets', () => {
    expect(readPhone('+1 (555) 010-0199')).toEqual({ ok: true, phone: '+15550100199' });
    expect(readPhone(' +44 20.7946/0018 ')).toEqual({ ok: true, phone: '+442079460018' });
    expect(readPhone('＋١٥٥٥٠١٠٠١٩٩')).toEqual({ ok: true, phone: '+15550100199' });
  });

  test.each([
    ['555 0100', /country code is missing/],
    ['5550100199', /country code is missing/],
    ['0049 30 901820', /leading 00/],
    ['+0 555 010 0199', /begins with 0/],
    ['+1 555 010', /too short/],
    ['+1234567890123456', /too long/],
    ['+1 555 CALL', /plus and digits only/],
    ['+', /plus and digits only/],
    ['', /with its country code/],
    ['1+5550100199', /plus and digits only/],
  ])('C048 is refused here, with an example: %j', (text, reason) => {
    const reading = readPhone(text);
    expect(reading).toEqual({ ok: false, reason: expect.stringMatching(reason) });
    expect(reading).toMatchObject({ reason: expect.stringContaining('+15555550100') });
  });

  test('is never given a country that was not typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const reading = readPhone(text);
        if (reading.ok) expect(reading.phone).toMatch(/^\+[1-9][0-9]{7,14}$/);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9 ()-]*$/), (text) => {
        expect(readPhone(text).ok).toBe(false);
      }),
    );
  });

  test('shows its last four digits afterwards, whoever masked it', () => {
    expect(maskPhone('+15550104417')).toBe('•••• 4417');
    expect(maskPhone('***-***-4417', '*')).toBe('**** 4417');
    expect(maskPhone('hidden')).toBe('•••• ••••');
    expect(lastFour('+1 *** 12')).toBeUndefined();
  });
});
