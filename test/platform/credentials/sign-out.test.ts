import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accountSecrets } from '../../../src/platform/credentials/account-secrets.ts';
import type { KeychainRequest } from '../../../src/platform/credentials/keytar-child.ts';
import { keyFingerprint, type SecretHome } from '../../../src/platform/credentials/secret-store.ts';
import { saveSignIn } from '../../../src/platform/credentials/sign-in.ts';
import { signOut } from '../../../src/platform/credentials/sign-out.ts';
import { resolveCredential } from '../../../src/platform/credentials/sources.ts';
import { leaksIn } from '../../support/planted.ts';
import { failing, keyringAnswers } from './fake-children.ts';
import { baseUrl, homes, keyA, keyB } from './homes.ts';

async function signedIn(home: SecretHome, answer = keyringAnswers() as Parameters<typeof homes>[0]) {
  const world = await homes(answer);
  const { stores, profiles } = world;
  const saved = await saveSignIn({ apiKey: keyA, baseUrl, name: 'work', home, stores, profiles });
  if (!saved.ok) throw new Error(saved.failure.message);
  const secrets = accountSecrets({ stores, home, baseUrl, keyId: keyFingerprint(keyA) });
  await secrets.keepSessionKey('session-1234567');
  await secrets.keepInstanceKey(42, 'instance-1234567');
  return { ...world, profile: saved.profile };
}

const secrets = { key: keyA, session: 'session-1234567', instance: 'instance-1234567' };

describe('logout', () => {
  it.each(['keychain', 'file', 'memory'] as const)(
    'C032 key, session and instance keys are gone from %s',
    async (home) => {
      const world = await signedIn(home);
      const report = await signOut(world);
      expect(report.complete).toBe(true);
      expect(report.checked).toEqual(['keychain', 'file', 'memory']);
      expect(report.deleted).toHaveLength(3);
      expect(report.deleted).toEqual(
        expect.arrayContaining([
          { home, kind: 'api-key' },
          { home, kind: 'session-key' },
          { home, kind: 'instance-key', instanceId: 42 },
        ]),
      );
      for (const store of Object.values(world.stores))
        expect(await store.list()).toEqual({ ok: true, value: [] });
      expect(existsSync(world.credentials)).toBe(false);
      const profiles = await world.restart();
      const again = await resolveCredential({
        ...world,
        profiles,
        flags: {},
        env: {},
        stdin: async () => '',
        fresh: true,
      });
      expect(again).toMatchObject({ ok: false, kind: 'no-key' });
    },
  );

  it('C033 a keyring is given each secret under names that hold none, in one service, and nothing else', async () => {
    const world = await signedIn('keychain');
    await signOut(world);
    const { keyId } = world.profile;
    const requests = world.calls.map(({ request }) => request as KeychainRequest);
    expect(new Set(requests.map(({ service }) => service))).toEqual(new Set(['rigdeck']));
    const given = requests.flatMap((one) => (one.op === 'set' ? [[one.account, one.secret]] : []));
    expect(given).toEqual([
      [`api-key ${baseUrl} ${keyId}`, keyA],
      [`session-key ${baseUrl} ${keyId}`, 'session-1234567'],
      [`instance-key ${baseUrl} ${keyId} 42`, 'instance-1234567'],
    ]);
    const others = requests.filter(({ op }) => op !== 'set');
    expect(leaksIn(JSON.stringify([others, given.map(([account]) => account)]), secrets)).toEqual([]);
    const left = readdirSync(world.folder, { recursive: true, encoding: 'utf8' }).map((name) =>
      join(world.folder, name),
    );
    for (const file of left) expect(leaksIn(readFileSync(file, 'latin1'), secrets), file).toEqual([]);
  });

  it('C032 a forgotten copy in another home is found and deleted', async () => {
    const world = await signedIn('file');
    await world.stores.keychain.set(`api-key ${baseUrl} ${world.profile.keyId}`, keyA);
    const report = await signOut(world);
    expect(report).toMatchObject({ complete: true });
    expect(report.deleted).toContainEqual({ home: 'keychain', kind: 'api-key' });
    expect(await world.stores.keychain.list()).toEqual({ ok: true, value: [] });
  });

  it('C032 a keyring that is locked now is not called empty: the profile stays and the reason is told', async () => {
    let locked = false;
    const open = keyringAnswers();
    const world = await signedIn('keychain', (request: KeychainRequest) => {
      if (!locked) return open(request);
      if (request.op === 'set') return failing('Cannot create an item in a locked collection');
      return { ok: true, value: request.op === 'list' ? [] : null };
    });
    locked = true;
    const report = await signOut(world);
    expect(report).toMatchObject({
      complete: false,
      failed: [{ home: 'keychain', failure: { reason: 'locked-or-missing' } }],
    });
    expect((await world.restart()).get('work')).toBeDefined();
    locked = false;
    expect(await signOut(world)).toMatchObject({ complete: true });
    expect((await world.restart()).get('work')).toBeUndefined();
  });

  it('C032 an entry that was deleted by hand does not keep the profile alive', async () => {
    const world = await signedIn('keychain');
    await world.stores.keychain.delete(`api-key ${baseUrl} ${world.profile.keyId}`);
    const report = await signOut(world);
    expect(report.complete).toBe(true);
    expect(await world.stores.keychain.list()).toEqual({ ok: true, value: [] });
  });

  it('C032 a keyring that this profile never used and that does not answer is named, and stops nothing', async () => {
    const world = await signedIn('file', () => failing('Cannot autolaunch D-Bus without X11 $DISPLAY'));
    expect(await signOut(world)).toMatchObject({
      complete: true,
      checked: ['file', 'memory'],
      unchecked: [{ home: 'keychain', failure: { reason: 'no-session-bus' } }],
    });
  });

  it('C032 what belongs to other profiles stays', async () => {
    const world = await signedIn('file');
    const { stores, profiles } = world;
    await saveSignIn({ apiKey: keyB, baseUrl, name: 'home', home: 'file', stores, profiles });
    await signOut(world);
    expect(await stores.file.list()).toEqual({
      ok: true,
      value: [`api-key ${baseUrl} ${keyFingerprint(keyB)}`],
    });
    expect((await world.restart()).active()?.name).toBe('home');
  });

  it('C032 a key that two profiles share stays for the other one, and that is said', async () => {
    const world = await signedIn('file');
    const { stores, profiles } = world;
    await saveSignIn({ apiKey: keyA, baseUrl, name: 'spare', home: 'file', stores, profiles });
    expect(await signOut(world)).toMatchObject({ complete: true, sharedKey: true, deleted: [] });
    const found = await resolveCredential({ flags: {}, env: {}, stdin: async () => '', profiles, stores });
    expect(found).toMatchObject({ ok: true, apiKey: keyA, profile: { name: 'spare' } });
  });
});
