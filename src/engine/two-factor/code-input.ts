import { asciiDigits } from './digits.ts';

/** interface.md, Limits: 2FA code length. A code is text: it may begin with zero. */
export const codeLength = 6;

/** What a text holds that was typed or pasted into a code field. `backup` belongs into the other field. */
export type CodeReading =
  | { kind: 'code'; code: string }
  | { kind: 'backup'; code: string }
  | { kind: 'wrong'; reason: string };

const backupToken =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}]{4}[-‐‑–—_ ][\p{L}\p{N}]{4}[-‐‑–—_ ][\p{L}\p{N}]{4}(?![\p{L}\p{N}])/gu;
const backupForm = /^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/;
const backupLetters = 12;
const joiners = /[-‐‑–—_]/;

/** The digits in a text, of whatever script, without the blanks, dashes and words around them. */
export function digitsOf(text: string): string {
  return asciiDigits(text).replace(/[^0-9]/g, '');
}

const count = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;

/**
 * Reads a code of six digits out of what was typed or pasted, as `123 456` or `Your code is 492 817`. Nothing is
 * guessed: with more or fewer digits the reason says how many there are.
 */
export function readCode(text: string): CodeReading {
  const pasted = text.trim();
  const token = tokensOf(pasted).filter((one) => joiners.test(one) && backupForm.test(groupBackupCode(one)));
  const [only] = token;
  if (token.length === 1 && only !== undefined) return { kind: 'backup', code: groupBackupCode(only) };
  const digits = digitsOf(pasted);
  if (digits.length === codeLength) return { kind: 'code', code: digits };
  const reason =
    digits.length === 0
      ? `That holds no digits; a code has ${codeLength}.`
      : `That holds ${count(digits.length, 'digit')}; a code has ${codeLength}.`;
  return { kind: 'wrong', reason };
}

/** A backup code as it is shown while it is typed: capitals in groups of four, and never more than three of them. */
export function groupBackupCode(text: string): string {
  const letters = asciiDigits(text.normalize('NFKC'))
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, backupLetters);
  return (letters.match(/.{1,4}/g) ?? []).join('-');
}

/** Reads a backup code (interface.md: of the form `XXXX-XXXX-XXXX`); the blanks around it do not count. */
export function readBackupCode(text: string): Exclude<CodeReading, { kind: 'code' }> {
  const given = text.trim();
  const tokens = tokensOf(given);
  const [only] = tokens;
  const one = tokens.length === 1 && only !== undefined ? only : given;
  const letters = asciiDigits(one.normalize('NFKC')).replace(/[\s\-‐‑–—_]/g, '');
  if (/^[A-Za-z0-9]{12}$/.test(letters)) return { kind: 'backup', code: groupBackupCode(letters) };
  const reason =
    tokens.length > 1
      ? `That holds ${tokens.length} backup codes; enter one of them.`
      : 'A backup code looks like XXXX-XXXX-XXXX: twelve letters and digits.';
  return { kind: 'wrong', reason };
}

const tokensOf = (text: string): string[] => text.match(backupToken) ?? [];
