import { describe, expect, it } from 'vitest';
import {
  accountOf,
  addressOf,
  keyFingerprint,
  lastFourOf,
} from '../../../src/platform/credentials/secret-store.ts';

describe('how an entry is named', () => {
  const baseUrl = 'https://api.example.com/gpu';
  const keyId = keyFingerprint('7f3e9a1b5c2d8e4f7f3e9a1b5c2d9f3c');

  it.each([
    { kind: 'api-key', baseUrl, keyId },
    { kind: 'session-key', baseUrl, keyId },
    { kind: 'instance-key', baseUrl, keyId, instanceId: 9121003 },
  ] as const)('$kind reads back as it was written', (address) => {
    expect(addressOf(accountOf(address))).toEqual(address);
  });

  it('an entry of somebody else is not taken for ours', () => {
    for (const account of [
      'probe',
      'api-key https://x',
      'api-key https://x a-b 12',
      'instance-key https://x a-b',
      '',
    ]) {
      expect(addressOf(account)).toBeUndefined();
    }
  });

  it('a fingerprint shows the last four characters and not the key', () => {
    expect(keyId).toMatch(/^9f3c-[0-9a-f]{8}$/);
    expect(lastFourOf(keyId)).toBe('9f3c');
  });

  it('two keys with the same ending stay apart, and a short key shows nothing of itself', () => {
    expect(keyFingerprint('aaaaaaaaaaaa9f3c')).not.toBe(keyFingerprint('bbbbbbbbbbbb9f3c'));
    expect(keyFingerprint('abcd')).toMatch(/^key-[0-9a-f]{8}$/);
    expect(lastFourOf(keyFingerprint('abcd'))).toBe('');
  });
});
