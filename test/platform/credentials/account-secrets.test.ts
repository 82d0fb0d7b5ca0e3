import { describe, expect, it } from 'vitest';
import { accountSecrets } from '../../../src/platform/credentials/account-secrets.ts';
import { keyFingerprint } from '../../../src/platform/credentials/secret-store.ts';
import { failing, keyringAnswers } from './fake-children.ts';
import { baseUrl, homes, keyA, keyB } from './homes.ts';

describe('what belongs to a key', () => {
  it.each(['keychain', 'file', 'memory'] as const)('lives in the home of the key: %s', async (home) => {
    const { stores } = await homes();
    const secrets = accountSecrets({ stores, home, baseUrl, keyId: keyFingerprint(keyA) });
    expect(await secrets.keepSessionKey('session-1234567')).toEqual({ home });
    expect(await secrets.keepInstanceKey(42, 'instance-1234567')).toEqual({ home });
    expect(await secrets.sessionKey()).toBe('session-1234567');
    expect(await secrets.instanceKey(42)).toBe('instance-1234567');
    expect(await secrets.instanceKey(43)).toBeUndefined();
    const elsewhere = (['keychain', 'file', 'memory'] as const).filter((h) => h !== home);
    for (const other of elsewhere) expect(await stores[other].list()).toEqual({ ok: true, value: [] });
  });

  it('is kept apart by base URL and by key', async () => {
    const { stores } = await homes();
    const of = (url: string, key: string) =>
      accountSecrets({ stores, home: 'memory', baseUrl: url, keyId: keyFingerprint(key) });
    await of(baseUrl, keyA).keepSessionKey('session-1234567');
    expect(await of(baseUrl, keyB).sessionKey()).toBeUndefined();
    expect(await of('https://other.example.com', keyA).sessionKey()).toBeUndefined();
    expect(await of(baseUrl, keyA).sessionKey()).toBe('session-1234567');
  });

  it('an instance key goes when its instance is destroyed, and the others stay', async () => {
    const { stores } = await homes();
    const secrets = accountSecrets({ stores, home: 'file', baseUrl, keyId: keyFingerprint(keyA) });
    await secrets.keepInstanceKey(42, 'instance-1234567');
    await secrets.keepInstanceKey(43, 'instance-7654321');
    expect(await secrets.dropInstanceKey(42)).toEqual({ ok: true, value: true });
    expect(await secrets.instanceKey(42)).toBeUndefined();
    expect(await secrets.instanceKey(43)).toBe('instance-7654321');
    expect(await secrets.dropInstanceKey(42)).toEqual({ ok: true, value: false });
  });

  it('C040 a session that the keyring refuses for its length is kept for this run, and the text says so', async () => {
    const { stores } = await homes((request) =>
      request.op === 'set' ? failing('The stub received bad data.') : { ok: true, value: null },
    );
    const secrets = accountSecrets({ stores, home: 'keychain', baseUrl, keyId: keyFingerprint(keyA) });
    const token = 'x'.repeat(3000);
    expect(await secrets.keepSessionKey(token)).toMatchObject({
      home: 'memory',
      failure: { message: expect.stringContaining('3000 bytes'), next: 'It is kept in memory for this run.' },
    });
    expect(await secrets.sessionKey()).toBe(token);
    await secrets.dropSessionKey();
    expect(await secrets.sessionKey()).toBeUndefined();
  });

  it('C039 thirty requests read the session once', async () => {
    const { stores, calls } = await homes(keyringAnswers());
    const secrets = accountSecrets({ stores, home: 'keychain', baseUrl, keyId: keyFingerprint(keyA) });
    for (let i = 0; i < 30; i += 1) await secrets.sessionKey();
    expect(calls.filter((c) => c.request?.op === 'get')).toHaveLength(1);
  });

  it('a session that is dropped is not found again in memory', async () => {
    const { stores } = await homes();
    const secrets = accountSecrets({ stores, home: 'keychain', baseUrl, keyId: keyFingerprint(keyA) });
    await secrets.keepSessionKey('session-1234567');
    expect(await secrets.dropSessionKey()).toEqual({ ok: true, value: true });
    expect(await secrets.sessionKey()).toBeUndefined();
  });
});
