import { generateURI, verifySync } from 'otplib';
import { assumptions } from '../assumptions.ts';
import { token } from '../random.ts';

/** Codes of an authenticator: six digits, a new one every thirty seconds. */
const stepSeconds = 30;
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret: 32 characters of base32, 160 bits. */
export const newTotpSecret = (random: () => number): string => token(random, 32, base32);

/** The address that an authenticator reads (interface.md, POST /api/v0/tfa/totp-setup/). */
export const provisioningUri = (secret: string, account: string): string =>
  generateURI({ issuer: assumptions.totpIssuer, label: account, secret });

/** A secret as it is kept and compared: people type spaces, small letters and padding. */
export const cleanTotpSecret = (secret: string): string => secret.replace(/[\s=-]/g, '').toUpperCase();

/**
 * Whether a code is right at a moment (ms), one step of drift allowed; undefined when the secret is none: not
 * base32, or shorter than 128 bits.
 */
export function checkTotp(secret: string, code: string, now: number): boolean | undefined {
  const isCode = /^\d{6}$/.test(code);
  try {
    // The library throws for a bad secret and for a code of another form; the second is only a wrong code.
    const { valid } = verifySync({
      secret,
      token: isCode ? code : '000000',
      epoch: Math.floor(now / 1000),
      epochTolerance: assumptions.totpDriftSteps * stepSeconds,
    });
    return isCode && valid;
  } catch {
    return undefined;
  }
}
