import { generateSync } from 'otplib';
import { describe, expect, it } from 'vitest';
import { totpDrift } from '../../src/app/totp-drift.ts';

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const now = Date.UTC(2026, 10, 27, 12, 0, 10);
const at = (steps: number) => generateSync({ secret, epoch: now / 1000 + steps * 30 });

describe('C051 the time for which a code is right', () => {
  it.each([0, 1, -1, -10, 60])('is %i steps from now', (steps) => {
    expect(totpDrift(secret, at(steps), now)).toBe(steps);
  });

  it('is not found further off than half an hour, nor for a code or a secret that is none', () => {
    expect(totpDrift(secret, at(90), now)).toBeUndefined();
    expect(totpDrift(secret, '12345', now)).toBeUndefined();
    expect(totpDrift('0189', at(0), now)).toBeUndefined();
    expect(totpDrift('JBSWY3DP', at(0), now)).toBeUndefined();
  });

  it('C049 is found however the secret is written', () => {
    expect(totpDrift('jbsw y3dp ehpk 3pxp jbsw y3dp ehpk 3pxp====', at(2), now)).toBe(2);
  });
});
