export type SecretReading = { ok: true; secret: string } | { ok: false; reason: string };

/**
 * A base32 secret in its clean form: capitals, without blanks, dashes and padding, which people and programs add
 * as they like. The reason never repeats the secret.
 */
export function readBase32(text: string): SecretReading {
  const secret = text
    .normalize('NFKC')
    .replace(/[\s\-‐‑–—_]/g, '')
    .replace(/=+$/, '')
    .toUpperCase();
  if (secret === '') return { ok: false, reason: 'There is no secret.' };
  const wrong = /[^A-Z2-7]/.exec(secret)?.[0];
  if (wrong === undefined) return { ok: true, secret };
  const meant = { '0': 'the letter O', '1': 'the letter I or L', '8': 'the letter B' }[wrong];
  return {
    ok: false,
    reason: `A secret has the letters A to Z and the digits 2 to 7; this one has "${wrong}"${
      meant === undefined ? '' : `, perhaps meant as ${meant}`
    }.`,
  };
}

/** A secret in groups of four, as people copy it by hand. */
export function inFours(secret: string): string[] {
  return secret.match(/.{1,4}/g) ?? [];
}
