import { generateSync } from 'otplib';
import { readBase32 } from '../engine/two-factor/base32.ts';
import type { TotpDrift } from '../engine/two-factor/tfa-flow-state.ts';

const stepMs = 30_000;
/** Half an hour either way: a clock that is further off is most likely set to another time zone. */
const farthest = 60;

/**
 * At how many steps of 30 s from `serviceNow` a code fits a secret, the nearest first; undefined when at none within
 * half an hour, or when the secret is none. It tells a wrong clock from a wrong code.
 */
export const totpDrift: TotpDrift = (text, code, serviceNow) => {
  const reading = readBase32(text);
  if (!reading.ok) return undefined;
  const { secret } = reading;
  const fits = (steps: number) => {
    const epoch = Math.floor((serviceNow + steps * stepMs) / 1000);
    try {
      return generateSync({ secret, epoch }) === code;
    } catch {
      // The library takes no secret that is shorter than 128 bits.
      return false;
    }
  };
  for (let steps = 0; steps <= farthest; steps += 1) {
    if (fits(steps)) return steps;
    if (fits(-steps)) return -steps;
  }
  return undefined;
};
