import { describe, expect, it } from 'vitest';
import {
  describePublicKey,
  isPrivateKey,
  readPublicKey,
} from '../../../src/engine/api-keys/ssh-public-key.ts';

/** Made by ssh-keygen, with what `ssh-keygen -lf` prints of them. */
const made = [
  {
    line: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMrMJXhtxPmLVpo7DB4hRU8bfQjNJ/MOTxV+ZsJIsQjd me@laptop',
    fingerprint: 'SHA256:6VmRJZr1g8gRxZ3DlD0LaTP8n7a0KN59CKPdy7ATQdI',
    type: 'ED25519',
    comment: 'me@laptop',
  },
  {
    line: 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQDD1+YxiV4UdJ5O/PWJH4Bs3u3puFLL80wGwCc6IE9spOFTJZbZlHJgbQHMrManGX9dNCZmtvTQimaFOvBHOrlEexEkPsVMv11zPZph023p4i76pvFM+/0+Xx4RS4+vAZmdXgTClNsv4+q0KXnS/Wg7plcrUFihCAjNJ+XMSvaXJ5pG0fOdYrlR4TiUTzNu/65TeQn1VLGLgqAZuVRLfWn9asRenKgkK7O04s9tjJ6z/uUMWlo/CrLtdMIOIODcCmOCakIo0d1ahAEHDK0xet6abBsSQFDEujAxKNJ7RLIXCDZ1leMz3nKN5I9hHB5NL/s1Q6dVauGW7P4Zyk3AC3dD two words',
    fingerprint: 'SHA256:dKVJoDG0bQk01sOpO1P4h1A+7gk6jTLNNcxXSBp9iKQ',
    type: 'RSA',
    comment: 'two words',
  },
  {
    line: 'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBMb/JbrcBeKvCTlxbOcEbzdNAoonrIDy1i0INbEXsEWIeOLhvfQpQjlp7Xs/UdsX4u5tSviXU2Bw7EogypfjrEg=',
    fingerprint: 'SHA256:zkXgc5Wdk9cD7yz72Ez7NbRYnxKwPq+gOIH82AebjWg',
    type: 'ECDSA',
    comment: '',
  },
] as const;
const [ed25519] = made;

describe('a public key', () => {
  it.each(made)('of type $type has the fingerprint that ssh-keygen prints', (key) => {
    expect(readPublicKey(`# mine\n  ${key.line}  \n`)).toEqual({ ok: true, key });
  });

  it('that was cut off anywhere is refused: an instance would open for nobody', () => {
    const whole = ed25519.line.split(' ').slice(0, 2).join(' ');
    for (let end = 'ssh-ed25519 '.length; end < whole.length; end += 1) {
      const read = readPublicKey(whole.slice(0, end));
      expect(read.ok, whole.slice(0, end)).toBe(false);
    }
  });

  it.each([
    ['', 'Give the line of a .pub file.'],
    ['hello', 'This is no public key'],
    [
      'ssh-rsa AAAAC3NzaC1lZDI1NTE5AAAAIMrMJXhtxPmLVpo7DB4hRU8bfQjNJ/MOTxV+ZsJIsQjd',
      'A part of the key is missing',
    ],
    [`${ed25519.line}\n${ed25519.line}`, 'These are several keys'],
  ])('%j is refused with a sentence', (text, reason) => {
    const read = readPublicKey(text);
    expect(read.ok ? '' : read.reason).toContain(reason);
  });

  it('that a service lists without its text has no fingerprint', () => {
    expect(describePublicKey(undefined)).toEqual({});
    expect(describePublicKey('ssh-ed25519 AAAA')).toEqual({});
    expect(describePublicKey(ed25519.line).comment).toBe('me@laptop');
  });
});

describe('a private key', () => {
  it.each(['OPENSSH ', 'RSA ', 'EC ', 'ENCRYPTED ', ''])(
    'of the kind %jis known by its first line',
    (kind) => {
      const text = `-----BEGIN ${kind}PRIVATE KEY-----\nc2VjcmV0\n-----END ${kind}PRIVATE KEY-----`;
      expect(isPrivateKey(text)).toBe(true);
      const read = readPublicKey(text);
      expect(read.ok ? '' : read.reason).toContain('This is a private key. It stays with you');
      expect(JSON.stringify(read)).not.toContain('c2VjcmV0');
    },
  );

  it('of PuTTY is one too', () => {
    expect(isPrivateKey('PuTTY-User-Key-File-3: ssh-ed25519')).toBe(true);
    expect(isPrivateKey(ed25519.line)).toBe(false);
  });
});
