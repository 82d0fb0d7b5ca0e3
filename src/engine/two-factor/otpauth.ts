import { readBase32 } from './base32.ts';

/** What an authenticator is told. `period` in seconds. */
export type Provisioning = {
  secret: string;
  account: string;
  issuer?: string;
  digits: number;
  period: number;
  algorithm: string;
};
export type ProvisioningReading = ({ ok: true } & Provisioning) | { ok: false; reason: string };

/**
 * Reads `otpauth://totp/<issuer>:<account>?secret=<base32>&issuer=<issuer>` (interface.md, totp-setup). Tolerant:
 * the issuer may be missing or stand in one place only, the colon may be encoded, blanks may be written as `+` in
 * the query. A plus in the account is one: mail addresses have them. The reason never repeats the address.
 */
export function readProvisioning(uri: string): ProvisioningReading {
  const [, type, path = '', query = ''] =
    /^otpauth:\/\/([a-z]+)\/?([^?#]*)(?:\?([^#]*))?/i.exec(uri.trim()) ?? [];
  if (type === undefined) return { ok: false, reason: 'That is no otpauth address.' };
  if (type.toLowerCase() !== 'totp')
    return { ok: false, reason: 'That is not for codes that change with time.' };
  const fields = fieldsOf(query);
  const secret = readBase32(fields.secret ?? '');
  if (!secret.ok) return secret;
  const { issuer, account } = labelOf(path, fields.issuer);
  return {
    ok: true,
    secret: secret.secret,
    account,
    ...(issuer === '' ? {} : { issuer }),
    digits: whole(fields.digits, 6),
    period: whole(fields.period, 30),
    algorithm: (fields.algorithm ?? 'SHA1').toUpperCase(),
  };
}

function labelOf(path: string, named: string | undefined): { issuer: string; account: string } {
  const label = decode(path);
  // An issuer may hold a colon itself, so the one that the query names decides where it ends.
  for (const issuer of named === undefined ? [] : [named, named.replaceAll(' ', '+')]) {
    if (label.startsWith(`${issuer}:`)) {
      return { issuer: named ?? '', account: label.slice(issuer.length + 1).trim() };
    }
  }
  const [front, ...rest] = path.includes(':') ? path.split(':') : path.split(/%3a/i);
  if (rest.length === 0) return { issuer: named ?? '', account: label.trim() };
  const account = decode(rest.join(':')).trim();
  return { issuer: named ?? decode(front ?? '').trim(), account };
}

function fieldsOf(query: string): Partial<Record<string, string>> {
  const pairs = query.split('&').map((pair): [string, string] => {
    const at = pair.indexOf('=');
    const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    return [name.toLowerCase(), decode(value.replaceAll('+', ' ')).trim()];
  });
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''));
}

/** Broken escapes stay as they are: the name is for reading, and the secret has none. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function whole(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : otherwise;
}
