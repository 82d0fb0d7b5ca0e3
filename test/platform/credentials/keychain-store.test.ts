import { describe, expect, it } from 'vitest';
import { manualClock } from '../../../src/base/clock.ts';
import { keychainStore } from '../../../src/platform/credentials/keychain-store.ts';
import { failing, fakeChildren, fakeKeychain, keyringAnswers } from './fake-children.ts';

const account = 'api-key https://api.example.com 9f3c-1a2b3c4d';

describe('the system keyring', () => {
  it('keeps, gives back, lists and deletes a secret', async () => {
    const { store } = fakeKeychain(keyringAnswers());
    expect(await store.set(account, 'top-secret-value')).toEqual({ ok: true, value: undefined });
    expect(await store.get(account, { fresh: true })).toEqual({ ok: true, value: 'top-secret-value' });
    expect(await store.list()).toEqual({ ok: true, value: [account] });
    expect(await store.delete(account)).toEqual({ ok: true, value: true });
    expect(await store.delete(account)).toEqual({ ok: true, value: false });
    expect(await store.get(account)).toMatchObject({ ok: false, failure: { reason: 'locked-or-missing' } });
  });

  it('starts rigdeck itself as the child, with secrets in neither arguments nor variables', async () => {
    const { store, calls } = fakeKeychain(keyringAnswers(), { RIGDECK_API_KEY: 'env-secret-value' });
    await store.set(account, 'top-secret-value');
    expect(calls[0]?.args).toEqual(['/opt/rigdeck.js', '__keychain']);
    expect(calls[0]?.request).toMatchObject({ op: 'set', service: 'rigdeck', account });
    expect(JSON.stringify([calls[0]?.args, calls[0]?.env])).not.toMatch(/top-secret-value|env-secret-value/);
    expect(calls[0]?.env.DBUS_SESSION_BUS_ADDRESS).toBe('unix:path=/run/bus');
  });

  it('C027 a keyring that never answers is given up after 3 s and its child is killed', async () => {
    const { store, clock, calls } = fakeKeychain(() => 'hang');
    const got = store.get(account);
    clock.advance(2999);
    expect(calls[0]?.killed).toBe(false);
    clock.advance(1);
    expect(await got).toMatchObject({
      ok: false,
      failure: { reason: 'timeout', message: expect.stringContaining('no answer in 3 s') },
    });
    expect(calls[0]?.killed).toBe(true);
  });

  it('C028 no session bus on Linux: one plain line and no child at all', async () => {
    const { calls, spawn } = fakeChildren(() => 'hang');
    const store = keychainStore({ spawn, entry: '/x', clock: manualClock(0), env: {}, platform: 'linux' });
    for (const outcome of [
      await store.probe(),
      await store.get(account),
      await store.set(account, 'secret-1'),
    ]) {
      expect(outcome).toMatchObject({
        ok: false,
        failure: {
          reason: 'no-session-bus',
          message: 'The system keyring cannot be reached: there is no desktop session here.',
          next: expect.stringMatching(/memory.*RIGDECK_API_KEY.*file/),
        },
      });
    }
    expect(calls).toHaveLength(0);
  });

  it('macOS needs no session bus', async () => {
    const { calls, spawn } = fakeChildren(keyringAnswers());
    const store = keychainStore({ spawn, entry: '/x', clock: manualClock(0), env: {}, platform: 'darwin' });
    expect(await store.probe()).toEqual({ ok: true, value: undefined });
    expect(calls).toHaveLength(1);
  });

  it('C028 a bus that rejects becomes a result with a reason, never a rejection', async () => {
    const { store } = fakeKeychain(() => failing('Cannot autolaunch D-Bus without X11 $DISPLAY'));
    expect(await store.get(account)).toMatchObject({ ok: false, failure: { reason: 'no-session-bus' } });
    expect(await store.delete(account)).toMatchObject({ ok: false, failure: { reason: 'no-session-bus' } });
    expect(await store.list()).toMatchObject({ ok: false, failure: { reason: 'no-session-bus' } });
  });

  it('C029 a library that does not load says that the keyring cannot be used here', async () => {
    const { store } = fakeKeychain(() => failing('some text of a loader', 'load'));
    expect(await store.probe()).toMatchObject({
      ok: false,
      failure: { reason: 'no-library', message: expect.stringContaining('cannot be used here') },
    });
  });

  it('C029 a child that dies without an answer, or cannot be started, is a failure like any other', async () => {
    const { store } = fakeKeychain(() => 'die');
    expect(await store.get(account)).toMatchObject({ ok: false, failure: { reason: 'refused' } });
    const broken = keychainStore({
      spawn: () => {
        throw new Error('spawn EAGAIN');
      },
      entry: '/x',
      clock: manualClock(0),
      env: {},
      platform: 'darwin',
    });
    expect(await broken.probe()).toMatchObject({
      ok: false,
      failure: { reason: 'refused', detail: expect.stringMatching(/EAGAIN/) },
    });
  });

  it('C031 a keyring that is not ready is not called a missing or bad key, and a retry reads it', async () => {
    const { store, calls } = fakeKeychain((_, nth) =>
      nth === 1 ? failing('Prompt was dismissed') : { ok: true, value: 'the-key' },
    );
    const first = await store.get(account);
    expect(first).toMatchObject({
      ok: false,
      failure: {
        reason: 'locked-or-missing',
        message: 'Not found in the system keyring, or the keyring is locked.',
        next: expect.stringMatching(/try again.*Nothing was deleted/),
      },
    });
    expect(await store.get(account, { fresh: true })).toEqual({ ok: true, value: 'the-key' });
    expect(calls.map((c) => c.request?.op)).toEqual(['get', 'get']);
  });

  it('an empty answer says "not found, or locked", since the service does not tell', async () => {
    const { store } = fakeKeychain(() => ({ ok: true, value: null }));
    expect(await store.get(account)).toMatchObject({ ok: false, failure: { reason: 'locked-or-missing' } });
  });

  it('C039 thirty polls read a secret once, also when they begin together or it is not there', async () => {
    const { store, calls } = fakeKeychain(({ op }) => ({ ok: true, value: op === 'get' ? 'the-key' : true }));
    await Promise.all(Array.from({ length: 30 }, () => store.get(account)));
    expect(calls).toHaveLength(1);
    const missing = fakeKeychain(() => ({ ok: true, value: null }));
    for (let i = 0; i < 30; i += 1) await missing.store.get(account);
    expect(missing.calls).toHaveLength(1);
  });

  it('C039 what was just saved is not read back from the system', async () => {
    const { store, calls } = fakeKeychain(keyringAnswers());
    await store.set(account, 'the-key');
    expect(await store.get(account)).toEqual({ ok: true, value: 'the-key' });
    expect(calls.map((c) => c.request?.op)).toEqual(['set']);
  });

  it('C040 a secret too long for the keyring is refused with its length, and without itself', async () => {
    const token = 't0ken'.repeat(600);
    const { store } = fakeKeychain(() => failing(`The stub received bad data. ${token}`));
    const outcome = await store.set(account, token);
    expect(outcome).toMatchObject({
      ok: false,
      failure: { reason: 'refused', message: expect.stringContaining('3000 bytes') },
    });
    expect(JSON.stringify(outcome)).not.toContain('t0kent0ken');
  });

  it('a save into a locked keyring says that nothing was saved', async () => {
    const { store } = fakeKeychain(() => failing('Cannot create an item in a locked collection'));
    expect(await store.set(account, 'secret-1')).toMatchObject({
      ok: false,
      failure: { reason: 'locked-or-missing', message: expect.stringContaining('nothing was saved') },
    });
  });
});
