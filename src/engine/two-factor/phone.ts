import { asciiDigits } from './digits.ts';

export type PhoneReading = { ok: true; phone: string } | { ok: false; reason: string };

export const phoneExample = '+15555550100';

/**
 * A phone number as the service wants it (E.164): a plus, then 8 to 15 digits beginning with the country. Blanks,
 * dashes, dots and brackets go. No country is guessed: a text to a stranger cannot be taken back.
 */
export function readPhone(text: string): PhoneReading {
  const bare = asciiDigits(text.normalize('NFKC')).replace(
    /[\s().\-‐‑–—/\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    '',
  );
  const no = (what: string): PhoneReading => ({ ok: false, reason: `${what}, as ${phoneExample}.` });
  if (bare === '') return no('Enter the number with its country code');
  if (!/^\+?[0-9]+$/.test(bare)) return no('A number has a plus and digits only');
  if (bare.startsWith('00')) return no('Write a plus in the place of the leading 00');
  if (!bare.startsWith('+')) return no('The country code is missing: begin with a plus');
  const digits = bare.slice(1);
  if (digits.startsWith('0')) return no('No country code begins with 0');
  if (digits.length < 8) return no('That number is too short: 8 to 15 digits follow the plus');
  if (digits.length > 15) return no('That number is too long: 8 to 15 digits follow the plus');
  return { ok: true, phone: bare };
}

/** The last four digits of a number, masked by the service or not; undefined when there are fewer. */
export function lastFour(phone: string): string | undefined {
  return /(\d{4})\D*$/.exec(phone)?.[1];
}

/** How a number is shown once it is known: `•••• 4417`. */
export function maskPhone(phone: string, dot = '•'): string {
  return `${dot.repeat(4)} ${lastFour(phone) ?? dot.repeat(4)}`;
}
