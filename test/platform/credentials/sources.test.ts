import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accountOf, keyFingerprint } from '../../../src/platform/credentials/secret-store.ts';
import {
  type CredentialFlags,
  describeSource,
  type Env,
  overridingSources,
  resolveCredential,
  secretHomeOf,
} from '../../../src/platform/credentials/sources.ts';
import { failing } from './fake-children.ts';
import { baseUrl, homes, keyA, keyB } from './homes.ts';

type World = Awaited<ReturnType<typeof homes>>;

function resolve(world: World, flags: CredentialFlags, env: Env, stdin = async () => '') {
  return resolveCredential({ flags, env, stdin, profiles: world.profiles, stores: world.stores });
}

async function withProfile(world: World, home: 'keychain' | 'file' | 'memory', name = 'work', key = keyB) {
  const keyId = keyFingerprint(key);
  await world.stores[home].set(accountOf({ kind: 'api-key', baseUrl, keyId }), key);
  await world.profiles.save({ name, baseUrl, home, keyId });
}

const base = { RIGDECK_BASE_URL: baseUrl };

describe('which key is used', () => {
  it('--api-key-file, then RIGDECK_API_KEY, then RIGDECK_API_KEY_FILE, then the profile', async () => {
    const world = await homes();
    await withProfile(world, 'file');
    const keyFile = join(world.folder, 'key');
    writeFileSync(keyFile, `Bearer ${keyA}\n`);
    const env = { RIGDECK_API_KEY: 'key-from-env-12345678', RIGDECK_API_KEY_FILE: keyFile };

    const first = await resolve(world, { apiKeyFile: keyFile }, env);
    expect(first).toMatchObject({
      ok: true,
      apiKey: keyA,
      baseUrl,
      source: { kind: 'flag-file', last4: 'AAAA' },
    });
    expect(first).toMatchObject({ hidden: { kind: 'env', last4: '5678' } });
    const second = await resolve(world, {}, env);
    expect(second).toMatchObject({ apiKey: 'key-from-env-12345678', hidden: { kind: 'env-file' } });
    const third = await resolve(world, {}, { RIGDECK_API_KEY: ' ', RIGDECK_API_KEY_FILE: keyFile });
    expect(third).toMatchObject({ apiKey: keyA, hidden: { kind: 'file', last4: 'BBBB' } });
    const last = await resolve(world, {}, {});
    expect(last).toMatchObject({ apiKey: keyB, source: { kind: 'file' }, profile: { name: 'work' } });
    expect(last).not.toHaveProperty('hidden');
  });

  it('--api-key-stdin reads standard input, which nothing else does', async () => {
    const world = await homes();
    let reads = 0;
    const stdin = async () => {
      reads += 1;
      return `${keyA}\n`;
    };
    expect(await resolve(world, { apiKeyStdin: true }, base, stdin)).toMatchObject({
      apiKey: keyA,
      source: { kind: 'flag-stdin', label: '--api-key-stdin' },
    });
    await resolve(world, {}, { ...base, RIGDECK_API_KEY: keyB }, stdin);
    expect(reads).toBe(1);
    expect(await resolve(world, { apiKeyStdin: true, apiKeyFile: '/x' }, base, stdin)).toMatchObject({
      ok: false,
      kind: 'usage',
    });
  });

  it('C026 a variable that hides the stored key is named, with no more than the last four of each', async () => {
    const world = await homes();
    await withProfile(world, 'keychain');
    const found = await resolve(world, {}, { RIGDECK_API_KEY: keyA });
    if (!found.ok || !found.hidden) throw new Error('expected a key and a hidden one');
    expect(describeSource(found.source)).toBe('RIGDECK_API_KEY (…AAAA)');
    expect(describeSource(found.hidden)).toBe('profile "work" (system keyring) (…BBBB)');
    expect(world.calls.filter((c) => c.request?.op === 'get')).toHaveLength(0);
  });

  it('C026 before a key is saved it can be told what will hide it', () => {
    const hiding = overridingSources({}, { RIGDECK_API_KEY: keyA, RIGDECK_API_KEY_FILE: '/run/key' });
    expect(hiding.map(describeSource)).toEqual(['RIGDECK_API_KEY (…AAAA)', 'RIGDECK_API_KEY_FILE /run/key']);
    expect(overridingSources({}, { RIGDECK_API_KEY: '' })).toEqual([]);
  });

  it('C027 a key from the environment does not wait for the keyring', async () => {
    const world = await homes(() => 'hang');
    await world.profiles.save({ name: 'work', baseUrl, home: 'keychain', keyId: keyFingerprint(keyB) });
    expect(await resolve(world, {}, { RIGDECK_API_KEY: keyA })).toMatchObject({ ok: true, apiKey: keyA });
    expect(world.calls).toHaveLength(0);
  });

  it('C027 without another key a hanging keyring ends in a short reason after 3 s', async () => {
    const world = await homes(() => 'hang');
    await world.profiles.save({ name: 'work', baseUrl, home: 'keychain', keyId: keyFingerprint(keyB) });
    const found = resolve(world, {}, {});
    await new Promise(setImmediate);
    world.clock.advance(3000);
    expect(await found).toMatchObject({ ok: false, kind: 'store', failure: { reason: 'timeout' } });
  });

  it('C031 a keyring that is not ready offers a retry, which then works', async () => {
    let nth = 0;
    const world = await homes(() => {
      nth += 1;
      return nth === 1 ? failing('Prompt was dismissed') : { ok: true, value: keyB };
    });
    await world.profiles.save({ name: 'work', baseUrl, home: 'keychain', keyId: keyFingerprint(keyB) });
    const input = {
      flags: {},
      env: {},
      stdin: async () => '',
      profiles: world.profiles,
      stores: world.stores,
    };
    const first = await resolveCredential(input);
    expect(first).toMatchObject({
      ok: false,
      kind: 'store',
      profile: { name: 'work' },
      next: expect.stringMatching(/try again/),
    });
    expect(JSON.stringify(first)).not.toMatch(/invalid|not accepted/i);
    expect(await resolveCredential({ ...input, fresh: true })).toMatchObject({ ok: true, apiKey: keyB });
  });

  it('a named source that cannot be read is the answer, not a reason to look further', async () => {
    const world = await homes();
    await withProfile(world, 'file');
    const empty = join(world.folder, 'empty');
    writeFileSync(empty, '\n');
    mkdirSync(join(world.folder, 'dir'));
    for (const [path, reason] of [
      ['missing', /no such file/],
      ['dir', /folder/],
      ['empty', /There is no key in it/],
    ] as const) {
      const found = await resolve(world, { apiKeyFile: join(world.folder, path) }, {});
      expect(found).toMatchObject({ ok: false, kind: 'usage', reason: expect.stringMatching(reason) });
    }
  });

  it('C035 a key with a break inside is refused by the name of its source; a doubled one is warned about', async () => {
    const world = await homes();
    const broken = await resolve(world, {}, { ...base, RIGDECK_API_KEY: `${keyA}\n${keyB}` });
    expect(broken).toMatchObject({
      ok: false,
      kind: 'usage',
      reason: expect.stringContaining('RIGDECK_API_KEY'),
    });
    expect(JSON.stringify(broken)).not.toContain(keyA);
    const doubled = await resolve(world, {}, { ...base, RIGDECK_API_KEY: keyA + keyA });
    expect(doubled).toMatchObject({ ok: true, warning: expect.stringContaining('twice') });
  });

  it('nothing at all names the variable and the command', async () => {
    const world = await homes();
    expect(await resolve(world, {}, {})).toMatchObject({
      ok: false,
      kind: 'no-key',
      next: expect.stringMatching(/rigdeck login.*RIGDECK_API_KEY/),
    });
    expect(await resolve(world, {}, base)).toMatchObject({ ok: false, kind: 'no-key' });
  });

  it('a key that is gone from its home says so', async () => {
    const world = await homes();
    await world.profiles.save({ name: 'work', baseUrl, home: 'memory', keyId: keyFingerprint(keyB) });
    expect(await resolve(world, {}, {})).toMatchObject({
      ok: false,
      kind: 'no-key',
      reason: expect.stringMatching(/went with the last run/),
    });
    await world.profiles.save({ name: 'work', baseUrl, home: 'file', keyId: keyFingerprint(keyB) });
    expect(await resolve(world, {}, {})).toMatchObject({
      ok: false,
      kind: 'no-key',
      reason: expect.stringMatching(/no longer in a file/),
    });
  });
});

describe('where what belongs to a key is kept', () => {
  it('is the home of the key, and memory for a key from the environment that was not saved', async () => {
    const world = await homes();
    await withProfile(world, 'file');
    const homeWith = async (env: Env) => {
      const found = await resolve(world, {}, env);
      return found.ok && secretHomeOf(found);
    };
    expect(await homeWith({})).toBe('file');
    expect(await homeWith({ RIGDECK_API_KEY: keyA })).toBe('memory');
    expect(await homeWith({ RIGDECK_API_KEY: keyB })).toBe('file');
    expect(await homeWith({ RIGDECK_API_KEY: keyB, RIGDECK_BASE_URL: 'https://other.example.com' })).toBe(
      'memory',
    );
  });
});

describe('which base URL is used', () => {
  it('--base-url, then RIGDECK_BASE_URL, then the profile, each cleaned', async () => {
    const world = await homes();
    await withProfile(world, 'file');
    const key = { RIGDECK_API_KEY: keyA };
    const flagged = await resolve(world, { baseUrl: 'https://one.example.com/api/v0/' }, { ...base, ...key });
    expect(flagged).toMatchObject({ baseUrl: 'https://one.example.com' });
    const two = { ...key, RIGDECK_BASE_URL: 'https://two.example.com/' };
    expect(await resolve(world, {}, two)).toMatchObject({ baseUrl: 'https://two.example.com' });
    expect(await resolve(world, {}, key)).toMatchObject({ baseUrl });
  });

  it('there is no built-in one', async () => {
    const world = await homes();
    expect(await resolve(world, {}, { RIGDECK_API_KEY: keyA })).toMatchObject({
      ok: false,
      kind: 'no-base-url',
    });
  });

  it('a bad one is refused with the reason', async () => {
    const world = await homes();
    const found = await resolve(world, { baseUrl: 'http://api.example.com' }, { RIGDECK_API_KEY: keyA });
    expect(found).toMatchObject({ ok: false, kind: 'usage', reason: expect.stringContaining('https') });
  });

  it('a bad one is to be corrected in the place that it came from', async () => {
    const world = await homes();
    await world.profiles.save({
      name: 'work',
      baseUrl: 'http://api.example.com',
      home: 'file',
      keyId: keyFingerprint(keyB),
    });
    const bad = 'http://api.example.com';
    const nextOf = async (flags: object, env: Record<string, string>) => {
      const found = await resolve(world, flags, { RIGDECK_API_KEY: keyA, ...env });
      return found.ok ? undefined : found.next;
    };
    expect(await nextOf({ baseUrl: bad }, base)).toBe('Correct --base-url.');
    expect(await nextOf({}, { RIGDECK_BASE_URL: bad })).toBe('Correct RIGDECK_BASE_URL.');
    expect(await nextOf({}, {})).toContain('rigdeck login --profile work');
  });

  it("a profile's key is not sent to another service", async () => {
    const world = await homes();
    await withProfile(world, 'file');
    const found = await resolve(world, { baseUrl: 'https://other.example.com' }, {});
    expect(found).toMatchObject({ ok: false, kind: 'usage', reason: expect.stringContaining(baseUrl) });
  });
});

describe('which profile is used', () => {
  it('--profile, then RIGDECK_PROFILE, then the active one', async () => {
    const world = await homes();
    await withProfile(world, 'file', 'work', keyB);
    await withProfile(world, 'file', 'home', keyA);
    expect(await resolve(world, { profile: 'work' }, { RIGDECK_PROFILE: 'home' })).toMatchObject({
      apiKey: keyB,
    });
    expect(await resolve(world, {}, { RIGDECK_PROFILE: 'work' })).toMatchObject({ apiKey: keyB });
    expect(await resolve(world, {}, {})).toMatchObject({ apiKey: keyA });
  });

  it('an unknown one is refused and the known ones are named', async () => {
    const world = await homes();
    await withProfile(world, 'file');
    expect(await resolve(world, { profile: 'wrok' }, {})).toMatchObject({
      ok: false,
      kind: 'usage',
      reason: expect.stringContaining('"wrok"'),
      next: expect.stringContaining('work'),
    });
  });
});
