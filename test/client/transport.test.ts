import { afterEach, describe, expect, it } from 'vitest';
import { createTransport } from '../../src/client/transport.ts';
import { failure, key, makeClient } from './make.ts';
import { startProxy, startSocks } from './proxy.ts';
import { json, startStub } from './stub-service.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** A service that can be reached under a name that no resolver knows, through the proxy only. */
async function world() {
  const stub = await startStub(json('{"id":7}'));
  const proxy = await startProxy();
  open.push(stub, proxy);
  return { stub, proxy, port: new URL(stub.url).port };
}

describe('behind a proxy', () => {
  it.each(['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'])('%s is used', async (name) => {
    const { stub, proxy, port } = await world();
    const transport = await createTransport({ [name]: proxy.url });
    const client = await makeClient({ baseUrl: `http://rigs.test:${port}`, transport });
    expect(await client.currentUser()).toEqual({ id: 7 });
    expect(proxy.seen).toHaveLength(1);
    expect(proxy.seen[0]).toMatch(new RegExp(`^CONNECT rigs.test:${port} `));
    expect(proxy.seen[0]).not.toContain(key);
    expect(stub.requests).toHaveLength(1);
  });

  it('a proxy may be written without http://', async () => {
    const { proxy, port } = await world();
    const transport = await createTransport({ http_proxy: new URL(proxy.url).host });
    const client = await makeClient({ baseUrl: `http://rigs.test:${port}`, transport });
    expect(await client.currentUser()).toEqual({ id: 7 });
  });

  it('hosts in NO_PROXY are asked directly, others are not', async () => {
    const { stub, proxy, port } = await world();
    const ask = async (noProxy: string) => {
      const transport = await createTransport({ HTTP_PROXY: proxy.url, NO_PROXY: noProxy });
      await (await makeClient({ baseUrl: `http://0.0.0.0:${port}`, transport })).currentUser();
      return proxy.seen.length;
    };
    expect(await ask('other.test,0.0.0.0')).toBe(0);
    expect(await ask('other.test')).toBe(1);
    expect(stub.requests).toHaveLength(2);
  });

  it('this machine itself is never asked for through it', async () => {
    const { stub, proxy } = await world();
    const transport = await createTransport({ ALL_PROXY: proxy.url });
    await (await makeClient({ baseUrl: stub.url, transport })).currentUser();
    expect(proxy.seen).toEqual([]);
  });

  it.each([
    ['socks5', ''],
    ['socks5h', 'renter:pass%20word@'],
  ])('%s://%s… leads there, too, by name', async (scheme, login) => {
    const { stub, port } = await world();
    const socks = await startSocks(login === '' ? undefined : 'renter:pass word');
    open.push(socks);
    const transport = await createTransport({ ALL_PROXY: `${scheme}://${login}${socks.host}` });
    const client = await makeClient({ baseUrl: `http://rigs.test:${port}`, transport });
    expect(await client.currentUser()).toEqual({ id: 7 });
    expect([socks.seen, stub.requests.length]).toEqual([[`rigs.test:${port}`], 1]);
    const wrong = await createTransport({ ALL_PROXY: `${scheme}://no:no@${socks.host}` });
    const refused = await makeClient({ baseUrl: `http://rigs.test:${port}`, transport: wrong });
    if (login !== '')
      expect(await failure(refused.currentUser())).toMatchObject({ reason: 'PROXY_407', unsent: true });
  });

  it('an aborted call ends there too', async () => {
    const { proxy, port } = await world();
    const transport = await createTransport({ HTTP_PROXY: proxy.url });
    const client = await makeClient({ baseUrl: `http://rigs.test:${port}`, transport });
    const caller = new AbortController();
    const call = failure(client.currentUser({ signal: caller.signal }));
    caller.abort();
    expect((await call).kind).toBe('aborted');
  });

  it.each(['gopher://proxy.test', 'http://:::', 'http://'])(
    'one that cannot be read (%s) is said so and not gone around',
    async (proxy) => {
      const { stub, port } = await world();
      const transport = await createTransport({ HTTP_PROXY: proxy });
      const client = await makeClient({ baseUrl: `http://0.0.0.0:${port}`, transport });
      expect(await failure(client.currentUser())).toMatchObject({ kind: 'network', reason: 'BAD_PROXY' });
      expect(stub.requests).toEqual([]);
    },
  );

  it('one that is down is a network error', async () => {
    const transport = await createTransport({ HTTP_PROXY: 'http://127.0.0.1:9' });
    const client = await makeClient({ baseUrl: 'http://rigs.test', transport });
    expect(await failure(client.currentUser())).toMatchObject({
      kind: 'network',
      reason: 'PROXY_ECONNREFUSED',
    });
  });
});
