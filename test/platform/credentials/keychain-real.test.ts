import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import { type KeychainStore, keychainStore } from '../../../src/platform/credentials/keychain-store.ts';
import { saveSignIn } from '../../../src/platform/credentials/sign-in.ts';
import { signOut } from '../../../src/platform/credentials/sign-out.ts';
import { homes, keyA } from './homes.ts';
import { buildChild, missingTools, type Session, startSession } from './secret-service.ts';

const missing = missingTools();
if (missing.length > 0) {
  const why = `No real keyring on this machine, missing: ${missing.join(', ')}.`;
  if (process.env.RIGDECK_TEST_STRICT === '1') throw new Error(why);
  console.log(`${why} Its tests are skipped.`);
}

const account = 'api-key https://api.example.com 9f3c-1a2b3c4d';

// Each test starts daemons and processes of its own, which takes its time on a busy machine.
describe.skipIf(missing.length > 0)('the real Secret Service', { timeout: 90_000 }, () => {
  let child: Awaited<ReturnType<typeof buildChild>>;
  const home = mkdtempSync(join(tmpdir(), 'rigdeck-keyring-'));
  let session: Session | undefined;

  beforeAll(async () => {
    child = await buildChild();
  });
  afterAll(async () => {
    await session?.end();
    child.remove();
    rmSync(home, { recursive: true, force: true });
  });

  async function start(state: 'unlocked' | 'locked', limitMs?: number): Promise<KeychainStore> {
    await session?.end();
    session = undefined;
    session = await startSession(home, state);
    return over(session.bus, limitMs);
  }

  function over(bus: string, limitMs = 10_000): KeychainStore {
    const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: bus, DISPLAY: undefined };
    return keychainStore({ spawn, entry: child.entry, clock: systemClock, env, platform: 'linux', limitMs });
  }

  it('keeps a secret over a restart of the program, lists it and deletes it', async () => {
    const store = await start('unlocked');
    expect(await store.probe()).toEqual({ ok: true, value: undefined });
    expect(await store.set(account, `${keyA} ü\n2`)).toEqual({ ok: true, value: undefined });
    const restarted = over(session?.bus ?? '');
    expect(await restarted.get(account)).toEqual({ ok: true, value: `${keyA} ü\n2` });
    expect(await restarted.list()).toEqual({ ok: true, value: [account] });
    expect(await restarted.delete(account)).toEqual({ ok: true, value: true });
    expect(await restarted.delete(account)).toEqual({ ok: true, value: false });
    expect(await restarted.list()).toEqual({ ok: true, value: [] });
  });

  it('C032 logout empties the keyring, and a locked keyring is not taken for an empty one', async () => {
    const world = await homes();
    const baseUrl = 'https://api.example.com';
    const stores = { ...world.stores, keychain: await start('unlocked') };
    const { profiles } = world;
    const saved = await saveSignIn({
      apiKey: keyA,
      baseUrl,
      name: 'work',
      home: 'keychain',
      stores,
      profiles,
    });
    if (!saved.ok) throw new Error(saved.failure.message);
    const { profile } = saved;

    const locked = await start('locked');
    const refused = await signOut({ profile, profiles, stores: { ...stores, keychain: locked } });
    expect(refused).toMatchObject({ complete: false, failed: [{ home: 'keychain' }] });

    const unlocked = await start('unlocked');
    const report = await signOut({ profile, profiles, stores: { ...stores, keychain: unlocked } });
    expect(report).toMatchObject({ complete: true, deleted: [{ home: 'keychain', kind: 'api-key' }] });
    expect(await unlocked.list()).toEqual({ ok: true, value: [] });
  });

  it('C031 a locked keyring reads as "not found, or locked" and loses nothing', async () => {
    const before = await start('unlocked');
    await before.set(account, keyA);
    const locked = await start('locked');
    expect(await locked.get(account)).toMatchObject({ ok: false, failure: { reason: 'locked-or-missing' } });
    expect(await locked.set(account, 'other-key-1')).toMatchObject({
      ok: false,
      failure: { reason: 'locked-or-missing' },
    });
    const after = await start('unlocked');
    expect(await after.get(account)).toEqual({ ok: true, value: keyA });
  });

  it('C027 a keyring that is frozen costs its limit and not a minute', async () => {
    const store = await start('unlocked', 700);
    process.kill(session?.daemonPid ?? 0, 'SIGSTOP');
    // The keyring itself never answers: that it says so at all is the limit, and a minute would end the test.
    expect(await store.get(account)).toMatchObject({ ok: false, failure: { reason: 'timeout' } });
  });

  it('C028 a bus that is not there is a reason, not an exception', async () => {
    const store = over('unix:path=/nonexistent/bus');
    expect(await store.probe()).toMatchObject({ ok: false, failure: { reason: 'no-session-bus' } });
  });
});
