import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountSecrets } from '../../../src/platform/credentials/account-secrets.ts';
import { keptSessionText, readKeptSession } from '../../../src/platform/credentials/kept-session.ts';
import { memoryStore } from '../../../src/platform/credentials/memory-store.ts';
import {
  accountOf,
  keyFingerprint,
  type SecretHome,
  type SecretStores,
} from '../../../src/platform/credentials/secret-store.ts';
import { storeFailure } from '../../../src/platform/credentials/store-failure.ts';
import { tfaSession } from '../../../src/platform/credentials/tfa-session.ts';
import { baseUrl, keyA } from './homes.ts';

const first = 'session-key-first-0001';
const second = 'session-key-second-002';

function homesInMemory(): SecretStores {
  return {
    keychain: { ...memoryStore(), home: 'keychain' },
    file: { ...memoryStore(), home: 'file' },
    memory: memoryStore(),
  };
}

/** A run of the program over the same homes as the one before. */
function session(stores: SecretStores, home: SecretHome = 'file') {
  return tfaSession(keyA, accountSecrets({ stores, home, baseUrl, keyId: keyFingerprint(keyA) }));
}
const keptIn = async (stores: SecretStores, home: SecretHome): Promise<string[]> => {
  const listed = await stores[home].list();
  return listed.ok ? listed.value : [];
};

describe('a two-factor session', () => {
  it('takes the place of the API key, but for the login itself', async () => {
    const one = session(homesInMemory());
    expect([one.bearer(), one.inUse()]).toEqual([keyA, undefined]);
    expect(await one.begin(first, { at: 5000 })).toEqual({ home: 'file' });
    expect([one.bearer(), one.bearer({ login: true })]).toEqual([first, keyA]);
    expect(one.inUse()).toEqual({ at: 5000, home: 'file' });
  });

  it('is taken up again by the next run, with when it began and what verified it', async () => {
    const stores = homesInMemory();
    await session(stores).begin(first, { at: 5000, by: 'backup' });
    const next = session(stores);
    await next.resume();
    expect([next.bearer(), next.inUse()]).toEqual([first, { at: 5000, by: 'backup', home: 'file' }]);
    expect(await next.refuse(first)).toEqual({ ok: true, value: true });
    expect(await keptIn(stores, 'file')).toEqual([]);
  });

  it('that stands alone in its home is taken up as it is', async () => {
    const stores = homesInMemory();
    const address = accountOf({ kind: 'session-key', baseUrl, keyId: keyFingerprint(keyA) });
    await stores.file.set(address, first);
    const next = session(stores);
    await next.resume();
    expect([next.bearer(), next.inUse()]).toEqual([first, { home: 'file' }]);
  });

  it('is read as it was kept, whatever is known of it', () => {
    const begun = fc.record({
      at: fc.option(fc.nat(), { nil: undefined }),
      by: fc.option(fc.constantFrom('totp', 'sms', 'email', 'backup'), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.stringMatching(/^[!-~]+$/), begun, (key, { at, by }) => {
        const known = { ...(at === undefined ? {} : { at }), ...(by === undefined ? {} : { by }) };
        expect(readKeptSession(keptSessionText(key, known))).toEqual({ key, ...known });
      }),
    );
  });

  it('is forgotten everywhere when it ends', async () => {
    const stores = homesInMemory();
    const one = session(stores);
    await one.begin(first, { at: 5000 });
    expect(await one.end()).toEqual({ ok: true, value: true });
    expect(one.bearer()).toBe(keyA);
    expect(await keptIn(stores, 'file')).toEqual([]);
  });

  it('that is refused is forgotten, by the key that was refused alone', async () => {
    const stores = homesInMemory();
    const one = session(stores);
    await one.begin(first, { at: 5000 });
    expect(one.refuse(keyA)).toBeUndefined();
    await one.begin(second, { at: 6000 });
    expect(one.refuse(first)).toBeUndefined();
    expect(one.bearer()).toBe(second);
    await one.refuse(second);
    expect(one.bearer()).toBe(keyA);
    expect(await keptIn(stores, 'file')).toEqual([]);
  });

  it('that is refused does not take along what another rigdeck has kept since', async () => {
    const stores = homesInMemory();
    const [one, other] = [session(stores), session(stores)];
    await one.begin(first, { at: 5000 });
    await other.begin(second, { at: 6000 });
    await one.refuse(first);
    expect(one.bearer()).toBe(keyA);
    expect(await keptIn(stores, 'file')).toHaveLength(1);
  });

  it('of a key without a home stays in memory, unless the person picks the file', async () => {
    const stores = homesInMemory();
    const one = session(stores, 'memory');
    expect(await one.begin(first, { at: 5000 })).toEqual({ home: 'memory' });
    expect(await keptIn(stores, 'file')).toEqual([]);
    expect(await one.begin(second, { at: 6000 }, 'file')).toEqual({ home: 'file' });
    expect(await keptIn(stores, 'memory')).toEqual([]);
    const next = session({ ...stores, memory: memoryStore() }, 'memory');
    await next.resume();
    expect(next.bearer()).toBe(second);
    await next.end();
    expect(await keptIn(stores, 'file')).toEqual([]);
  });

  it('C040 is used for this run when its home does not take it, and the reason is told', async () => {
    const stores = homesInMemory();
    const failure = storeFailure('refused');
    const full = {
      ...stores,
      keychain: { ...stores.keychain, set: async () => ({ ok: false, failure }) as const },
    };
    const one = session(full, 'keychain');
    expect(await one.begin(first, { at: 5000 })).toEqual({ home: 'memory', failure });
    expect([one.bearer(), one.inUse()]).toEqual([first, { at: 5000, home: 'memory' }]);
  });
});
