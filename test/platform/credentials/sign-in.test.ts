import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accountSecrets } from '../../../src/platform/credentials/account-secrets.ts';
import { keyFingerprint, type SecretHome } from '../../../src/platform/credentials/secret-store.ts';
import { saveSignIn } from '../../../src/platform/credentials/sign-in.ts';
import { resolveCredential } from '../../../src/platform/credentials/sources.ts';
import { failing, keyringAnswers } from './fake-children.ts';
import { baseUrl, homes, keyA, keyB } from './homes.ts';

type World = Awaited<ReturnType<typeof homes>>;

const signIn = (world: World, home: SecretHome, apiKey = keyA, name = 'work') =>
  saveSignIn({ apiKey, baseUrl, name, home, stores: world.stores, profiles: world.profiles });

const current = (world: World) =>
  resolveCredential({
    flags: {},
    env: {},
    stdin: async () => '',
    profiles: world.profiles,
    stores: world.stores,
  });

describe('saving a key', () => {
  it('puts it in the chosen home only, and the profile without it on disk', async () => {
    const world = await homes();
    expect(await signIn(world, 'keychain')).toMatchObject({ ok: true, cleared: [], left: [] });
    expect(existsSync(world.credentials)).toBe(false);
    expect(readFileSync(world.profilesPath, 'utf8')).not.toContain(keyA);
    expect((await world.restart()).active()).toMatchObject({ name: 'work', home: 'keychain', baseUrl });
    expect(await current(world)).toMatchObject({ ok: true, apiKey: keyA });
  });

  it('C030 a keyring that rejects saves nothing anywhere until the person picks a place', async () => {
    const world = await homes(() => failing('Cannot create an item in a locked collection'));
    expect(await signIn(world, 'keychain')).toMatchObject({
      ok: false,
      failure: { reason: 'locked-or-missing' },
    });
    expect(existsSync(world.credentials)).toBe(false);
    expect(world.profiles.all()).toEqual([]);
    expect(await signIn(world, 'file')).toMatchObject({ ok: true, profile: { home: 'file' } });
    expect(statSync(world.credentials).mode & 0o777).toBe(0o600);
  });

  it('C030 a later save in the keyring deletes the plaintext copy and takes along what belongs to the key', async () => {
    let broken = true;
    const works = keyringAnswers();
    const world = await homes((request) => (broken ? failing('Timeout was reached') : works(request)));
    await signIn(world, 'file');
    const keyId = keyFingerprint(keyA);
    await accountSecrets({ stores: world.stores, home: 'file', baseUrl, keyId }).keepSessionKey(
      'session-1234567',
    );
    broken = false;
    expect(await signIn(world, 'keychain')).toMatchObject({ ok: true, cleared: ['file'], left: [] });
    expect(existsSync(world.credentials)).toBe(false);
    const moved = accountSecrets({ stores: world.stores, home: 'keychain', baseUrl, keyId });
    expect(await moved.sessionKey()).toBe('session-1234567');
  });

  it('C030 what was in memory moves to the home that is picked later', async () => {
    const world = await homes();
    const keyId = keyFingerprint(keyA);
    await accountSecrets({ stores: world.stores, home: 'memory', baseUrl, keyId }).keepInstanceKey(
      42,
      'instance-1',
    );
    expect(await signIn(world, 'file')).toMatchObject({ ok: true, cleared: ['memory'] });
    const inFile = accountSecrets({ stores: world.stores, home: 'file', baseUrl, keyId });
    expect(await inFile.instanceKey(42)).toBe('instance-1');
    expect(await world.stores.memory.list()).toEqual({ ok: true, value: [] });
  });

  it('a new key for the same profile deletes the old key', async () => {
    const world = await homes();
    await signIn(world, 'file', keyA);
    await signIn(world, 'file', keyB);
    expect(readFileSync(world.credentials, 'utf8')).not.toContain(keyA);
    expect(await current(world)).toMatchObject({ apiKey: keyB });
  });

  it('another profile with the same key keeps it', async () => {
    const world = await homes();
    await signIn(world, 'file', keyA, 'work');
    await signIn(world, 'file', keyA, 'spare');
    await signIn(world, 'keychain', keyA, 'spare');
    await world.profiles.activate('work');
    expect(await current(world)).toMatchObject({ ok: true, apiKey: keyA, source: { kind: 'file' } });
  });

  it('an old copy that cannot be deleted is reported', async () => {
    const works = keyringAnswers();
    const world = await homes((r) => (r.op === 'delete' ? failing('Timeout was reached') : works(r)));
    await signIn(world, 'keychain');
    expect(await signIn(world, 'file')).toMatchObject({
      ok: true,
      left: [{ home: 'keychain', failure: { reason: 'timeout' } }],
    });
  });

  it('the colour and the read-only mark of a profile survive a new key', async () => {
    const world = await homes();
    const { stores, profiles } = world;
    const common = { baseUrl, name: 'work', home: 'memory' as const, stores, profiles };
    await saveSignIn({ ...common, apiKey: keyA, readOnly: true, colour: 'red' });
    expect(await saveSignIn({ ...common, apiKey: keyB })).toMatchObject({
      profile: { readOnly: true, colour: 'red' },
    });
  });
});
