import { createHash } from 'node:crypto';

/** A public key as a .pub file holds it; `line` is what is sent. */
export type PublicKey = { line: string; type: string; comment: string; fingerprint: string };
export type PublicKeyRead = { ok: true; key: PublicKey } | { ok: false; reason: string };

/** Names of key types as OpenSSH writes them, and as ssh-keygen calls them. */
const types: Readonly<Record<string, string>> = {
  'ssh-ed25519': 'ED25519',
  'ssh-rsa': 'RSA',
  'ecdsa-sha2-nistp256': 'ECDSA',
  'ecdsa-sha2-nistp384': 'ECDSA',
  'ecdsa-sha2-nistp521': 'ECDSA',
  'sk-ssh-ed25519@openssh.com': 'ED25519-SK',
  'sk-ecdsa-sha2-nistp256@openssh.com': 'ECDSA-SK',
  'ssh-dss': 'DSA',
};

export const privateKeyRefused =
  'This is a private key. It stays with you and was not kept: give the line of the .pub file beside it.';

/** Whether a text is a private key, or the beginning of one. */
export function isPrivateKey(text: string): boolean {
  return /-----BEGIN [A-Z0-9 ]*PRIVATE KEY|PuTTY-User-Key-File/i.test(text);
}

/**
 * A public key as a person pasted it. A private key is refused, and so is whatever ssh would not take for a key, such
 * as half a line: an instance would then open for nobody.
 */
export function readPublicKey(text: string): PublicKeyRead {
  if (isPrivateKey(text)) return { ok: false, reason: privateKeyRefused };
  const lines = text.split(/\r?\n/).filter((one) => one.trim() !== '' && !one.trimStart().startsWith('#'));
  const [line] = lines;
  if (line === undefined) return { ok: false, reason: 'Give the line of a .pub file.' };
  if (lines.length > 1) return { ok: false, reason: 'These are several keys: give one line.' };
  const [type = '', blob = '', ...rest] = line.trim().split(/\s+/);
  const name = Object.hasOwn(types, type) ? types[type] : undefined;
  if (name === undefined) {
    return { ok: false, reason: 'This is no public key: one begins as ssh-ed25519, ssh-rsa or ecdsa-sha2.' };
  }
  const bytes = Buffer.from(blob, 'base64');
  const whole = bytes.toString('base64').replace(/=+$/, '') === blob.replace(/=+$/, '');
  const [inner, ...parts] = (whole && stringsOf(bytes)) || [];
  if (inner?.toString('latin1') !== type || parts.length === 0) {
    return { ok: false, reason: 'A part of the key is missing: copy the whole line of the .pub file.' };
  }
  const comment = rest.join(' ');
  const hash = createHash('sha256').update(bytes).digest('base64').replace(/=+$/, '');
  return {
    ok: true,
    key: { line: [type, blob, ...rest].join(' '), type: name, comment, fingerprint: `SHA256:${hash}` },
  };
}

/** The strings that a key is made of, each behind its length (RFC 4253); undefined when the last one is cut off. */
function stringsOf(bytes: Buffer): Buffer[] | undefined {
  const found: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 4 > bytes.length ? Number.NaN : at + 4 + bytes.readUInt32BE(at);
    if (!(end <= bytes.length)) return undefined;
    found.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return found;
}

/** What is shown of a key that a service lists; undefined parts where its text is no key. */
export function describePublicKey(text: string | undefined): Partial<PublicKey> {
  const read = text === undefined ? undefined : readPublicKey(text);
  return read?.ok === true ? read.key : {};
}
