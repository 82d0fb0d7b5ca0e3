import fc from 'fast-check';
import { generateSync } from 'otplib';
import { describe, expect, test } from 'vitest';
import { inFours, readBase32 } from '../../../src/engine/two-factor/base32.ts';
import { readProvisioning } from '../../../src/engine/two-factor/otpauth.ts';

const epoch = 1_790_000_000;
const codeOf = (secret: string) => generateSync({ secret, epoch });
const clean = (text: string) => {
  const reading = readBase32(text);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.secret;
};

describe('a base32 secret', () => {
  test('C049 gives the same code in every way of writing it', () => {
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEE';
    expect(secret).toHaveLength(26);
    const right = codeOf(secret);
    for (const written of [
      'jbsw y3dp ehpk 3pxp jbsw y3dp ee',
      `${secret}======`,
      'JBSW-Y3DP-EHPK-3PXP-JBSW-Y3DP-EE',
      ` ${secret}\n`,
    ]) {
      expect(codeOf(clean(written))).toBe(right);
    }
  });

  test.each([
    ['0', 'the letter O'],
    ['1', 'the letter I or L'],
    ['8', 'the letter B'],
    ['9', '2 to 7'],
    ['=', '2 to 7'],
  ])('C049 with a %s in it is refused, and it is said why', (letter, said) => {
    const reading = readBase32(`JBSW${letter}Y3DP`);
    expect(reading).toEqual({ ok: false, reason: expect.stringContaining(said) });
    expect(JSON.stringify(reading)).not.toContain('JBSW');
  });

  test('that is empty is none', () => {
    expect(readBase32(' ==')).toEqual({ ok: false, reason: 'There is no secret.' });
  });

  test('is cut in groups of four, and nothing is lost', () => {
    expect(inFours('JBSWY3DPEH')).toEqual(['JBSW', 'Y3DP', 'EH']);
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z2-7]*$/), (secret) => {
        expect(inFours(secret).join('')).toBe(secret);
      }),
    );
  });
});

describe('an otpauth address', () => {
  test('C050 with a colon and a blank in the issuer is read apart rightly', () => {
    const uri = 'otpauth://totp/A%3A%20B:me%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=A%3A%20B';
    expect(readProvisioning(uri)).toEqual({
      ok: true,
      secret: 'JBSWY3DPEHPK3PXP',
      issuer: 'A: B',
      account: 'me@example.com',
      digits: 6,
      period: 30,
      algorithm: 'SHA1',
    });
  });

  test.each([
    ['otpauth://totp/A%3A%20B%3Ame%40example.com?secret=JBSWY3DP&issuer=A%3A+B', 'A: B', 'me@example.com'],
    ['otpauth://totp/A+B:me+tag@example.com?secret=JBSWY3DP&issuer=A+B', 'A B', 'me+tag@example.com'],
    ['otpauth://totp/Rent%3Ame@example.com?secret=JBSWY3DP', 'Rent', 'me@example.com'],
    ['otpauth://totp/Rent:%20me@example.com?secret=JBSWY3DP', 'Rent', 'me@example.com'],
    ['OTPAUTH://TOTP/me@example.com?SECRET=jbswy3dp%3D&issuer=Rent', 'Rent', 'me@example.com'],
    ['otpauth://totp/100%:me?secret=JBSWY3DP', '100%', 'me'],
  ])('C050 is read whatever way it was written: %s', (uri, issuer, account) => {
    expect(readProvisioning(uri)).toMatchObject({ ok: true, secret: 'JBSWY3DP', issuer, account });
  });

  test('C050 without an issuer has none', () => {
    const reading = readProvisioning('otpauth://totp/me@example.com?secret=JBSWY3DP');
    expect(reading).toMatchObject({ ok: true, account: 'me@example.com' });
    expect(reading).not.toHaveProperty('issuer');
    expect(readProvisioning('otpauth://totp/?secret=JBSWY3DP')).toMatchObject({ ok: true, account: '' });
  });

  test('says its digits, period and algorithm where it has others', () => {
    const uri = 'otpauth://totp/me?secret=JBSWY3DP&digits=8&period=60&algorithm=sha256';
    expect(readProvisioning(uri)).toMatchObject({ digits: 8, period: 60, algorithm: 'SHA256' });
  });

  test.each([
    '',
    'https://example.com/?secret=JBSWY3DP',
    'otpauth://hotp/me?secret=JBSWY3DP',
    'otpauth://totp/me',
  ])('is refused when it is none for us: %j', (uri) => {
    const reading = readProvisioning(uri);
    expect(reading.ok).toBe(false);
    expect(JSON.stringify(reading)).not.toContain('JBSWY3DP');
  });

  test('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(readProvisioning(`otpauth://totp/${text}`)).toHaveProperty('ok');
      }),
    );
  });
});
