import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { type KeychainRequest, runKeytarChild } from '../../../src/platform/credentials/keytar-child.ts';

const service = 'rigdeck';

function fakeKeytar(entries: Record<string, string>) {
  return {
    getPassword: async (_: string, account: string) => entries[account] ?? null,
    setPassword: async (_: string, account: string, secret: string) => {
      entries[account] = secret;
    },
    deletePassword: async (_: string, account: string) => {
      const had = account in entries;
      delete entries[account];
      return had;
    },
    findCredentials: async () =>
      Object.entries(entries).map(([account, password]) => ({ account, password })),
  };
}

async function ask(request: KeychainRequest | string, load: () => Promise<ReturnType<typeof fakeKeytar>>) {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  stdin.end(typeof request === 'string' ? request : JSON.stringify(request));
  await runKeytarChild({ stdin, stdout, load });
  stdout.end();
  const out = await text(stdout);
  expect(out.endsWith('\n')).toBe(true);
  expect(out.trimEnd()).not.toContain('\n');
  return JSON.parse(out);
}

describe('the keyring child', () => {
  it('does each operation and answers with one line', async () => {
    const entries: Record<string, string> = {};
    const load = async () => fakeKeytar(entries);
    expect(await ask({ op: 'probe', service }, load)).toEqual({ ok: true, value: true });
    expect(await ask({ op: 'get', service, account: 'a' }, load)).toEqual({ ok: true, value: null });
    expect(await ask({ op: 'set', service, account: 'a', secret: 's3cret\nline' }, load)).toMatchObject({
      ok: true,
    });
    expect(await ask({ op: 'get', service, account: 'a' }, load)).toEqual({
      ok: true,
      value: 's3cret\nline',
    });
    expect(await ask({ op: 'delete', service, account: 'a' }, load)).toEqual({ ok: true, value: true });
  });

  it('lists accounts without their secrets', async () => {
    const reply = await ask({ op: 'list', service }, async () => fakeKeytar({ a: 's3cret', b: 's3cret' }));
    expect(reply).toEqual({ ok: true, value: ['a', 'b'] });
  });

  it('C029 a library that throws while loading is an answer', async () => {
    const reply = await ask({ op: 'probe', service }, async () => {
      throw new Error('libsecret-1.so.0: cannot open shared object file');
    });
    expect(reply).toMatchObject({ ok: false, stage: 'load' });
  });

  it('C028 a call that rejects is an answer', async () => {
    const reply = await ask({ op: 'get', service, account: 'a' }, async () => ({
      ...fakeKeytar({}),
      getPassword: async () => {
        throw new Error('Cannot autolaunch D-Bus');
      },
    }));
    expect(reply).toEqual({ ok: false, stage: 'call', error: 'Cannot autolaunch D-Bus' });
  });

  it('a request that cannot be read is an answer that does not repeat it', async () => {
    const reply = await ask('s3cret-value', async () => fakeKeytar({}));
    expect(reply).toMatchObject({ ok: false, stage: 'call' });
    expect(JSON.stringify(reply)).not.toContain('s3cret-value');
  });
});
