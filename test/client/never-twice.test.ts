import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTransport } from '../../src/client/transport.ts';
import { advise } from '../../src/engine/error-advice.ts';
import { failure, makeClient } from './make.ts';
import { startProxy } from './proxy.ts';
import { type Answer, answer, json, parts, startStub } from './stub-service.ts';

type Way = 'directly' | 'through a proxy';
const ways: Way[] = ['directly', 'through a proxy'];

/** A service that answers so, and a client that reaches it this way. */
async function reached(way: Way, ...answers: Answer[]) {
  const stub = await startStub(...answers);
  onTestFinished(() => stub.close());
  if (way === 'directly') return { stub, client: await makeClient({ baseUrl: stub.url }) };
  const proxy = await startProxy();
  onTestFinished(() => proxy.close());
  const transport = await createTransport({ HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url });
  // A name that no resolver knows: there is no other way to it.
  const baseUrl = `http://rigs.test:${new URL(stub.url).port}`;
  return { stub, client: await makeClient({ baseUrl, transport }) };
}

/** A server that does this with each connection, and how many came. */
async function listening(take: Parameters<typeof createServer>[1]) {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    take?.(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as { port: number }).port, connections: () => connections };
}

const kept = (body: string) =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const asked = (requests: string[]) => requests.map((request) => parts(request).line);
const rent = 'PUT /api/v0/asks/7/';

describe.each(ways)('a write that is sent %s goes out once', (way) => {
  it.each([
    ['421 Misdirected Request', 'refused'],
    ['407 Proxy Authentication Required', 'refused'],
    ['425 Too Early', 'refused'],
    ['429 Too Many Requests', 'refused'],
    ['408 Request Timeout', 'unknown'],
    ['503 Service Unavailable', 'unknown'],
  ])('where the service answers %s', async (status, outcome) => {
    const { stub, client } = await reached(
      way,
      json('{"success":false,"error":"no","msg":"no"}', status, 'Retry-After: 0\r\n'),
      json('{"success":true,"new_contract":5}'),
    );
    const error = await failure(client.createInstance(7, { image: 'a' }));
    expect(asked(stub.requests)).toEqual([rent]);
    expect(error.status).toBe(Number.parseInt(status, 10));
    expect(advise(error).exitCode === 7).toBe(outcome === 'unknown');
  });

  it.each<[string, Answer]>([
    ['before its answer', (socket) => socket.resetAndDestroy()],
    [
      'in the head of its answer',
      (socket) => void socket.write('HTTP/1.1 200 OK\r\nConte', () => socket.resetAndDestroy()),
    ],
    [
      'in its answer',
      (socket) => void socket.write(kept('{"success":true}').slice(0, -5), () => socket.resetAndDestroy()),
    ],
    ['at the end of the head', (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n')],
    ['with nothing said', (socket) => void socket.end()],
  ])('where the connection ends %s, and its outcome is unknown', async (_, end) => {
    const { stub, client } = await reached(way, end, json('{"success":true,"new_contract":5}'));
    const error = await failure(client.createInstance(7, { image: 'a' }));
    expect(asked(stub.requests)).toEqual([rent]);
    expect(error.unsent).toBeUndefined();
    expect(advise(error).exitCode).toBe(7);
  });

  it('over a connection that was kept and that the service closes just then', async () => {
    const { stub, client } = await reached(
      way,
      (socket) => void socket.write(kept('{"id":7}')),
      (socket) => socket.resetAndDestroy(),
      json('{"success":true}'),
    );
    await client.currentUser();
    const error = await failure(client.destroyInstance(5));
    expect(asked(stub.requests)).toEqual(['GET /api/v0/users/current/', 'DELETE /api/v0/instances/5/']);
    expect(advise(error).exitCode).toBe(7);
  });

  it('and a read comes again over a new connection', async () => {
    const { stub, client } = await reached(
      way,
      (socket) => void socket.write(kept('{"id":7}')),
      (socket) => socket.resetAndDestroy(),
      json('{"id":7}'),
    );
    await client.currentUser();
    expect(await client.currentUser()).toEqual({ id: 7 });
    expect(stub.requests).toHaveLength(3);
  });

  it('also after an answer that was there before it was asked for', async () => {
    const early = (body: string) => kept(body) + kept('{"success":true,"new_contract":9}');
    const { stub, client } = await reached(
      way,
      (socket) => void socket.write(early('{"id":7}')),
      json('{"success":true,"new_contract":5}'),
    );
    await client.currentUser();
    const reply = await client.createInstance(7, { image: 'a' }).catch(() => undefined);
    expect(reply?.new_contract).not.toBe(9);
    expect(asked(stub.requests).filter((line) => line === rent).length).toBeLessThan(2);
  });
});

describe('a write whose connection never stood', () => {
  const refusesTls = (socket: import('node:net').Socket) => void socket.once('data', () => socket.destroy());

  it.each([
    ['is closed in the handshake', refusesTls],
    ['speaks no TLS', (socket: import('node:net').Socket) => void socket.end('220 hello\r\n')],
  ])('has changed nothing where the service %s', async (_, take) => {
    const { port } = await listening(take);
    const client = await makeClient({ baseUrl: `https://127.0.0.1:${port}` });
    const error = await failure(client.stopInstance(5));
    expect(error).toMatchObject({ kind: 'network', unsent: true });
    expect(advise(error)).toMatchObject({ exitCode: 6, meaning: expect.stringContaining('not stopped') });
  });

  it('has changed nothing where nobody listens', async () => {
    const client = await makeClient({ baseUrl: 'http://127.0.0.1:9' });
    const error = await failure(client.createInstance(7, {}));
    expect(advise(error)).toMatchObject({
      exitCode: 6,
      meaning: expect.stringContaining('Nothing was created'),
    });
  });

  it('is known as such when it is given up', async () => {
    const { port } = await listening(() => {});
    const caller = new AbortController();
    const client = await makeClient({ baseUrl: `https://127.0.0.1:${port}` });
    const call = failure(client.destroyInstance(5, { signal: caller.signal }));
    await new Promise((resolve) => setImmediate(resolve));
    caller.abort();
    const error = await call;
    expect(error).toMatchObject({ kind: 'aborted', reason: 'not-sent' });
    expect(advise(error).meaning).toContain('not destroyed');
  });

  it.each([
    [
      'closes each connection',
      (socket: import('node:net').Socket) => void socket.destroy(),
      /^PROXY_ECONNRESET$/,
    ],
    ['closes each once it is asked', refusesTls, /^PROXY_ECONNRESET$/],
    [
      'wants a login',
      (socket: import('node:net').Socket) =>
        void socket.once('data', () => socket.end(answer('', '407 Login'))),
      /^PROXY_407$/,
    ],
    [
      'cannot reach the service',
      (socket: import('node:net').Socket) => void socket.once('data', () => socket.end(answer('', '503 No'))),
      /^PROXY_503$/,
    ],
  ])('asks a proxy once that %s, and has changed nothing', async (_, take, reason) => {
    const { port, connections } = await listening(take);
    const transport = await createTransport({ HTTPS_PROXY: `http://127.0.0.1:${port}` });
    for (const [call, most] of [
      ['stopInstance', 1],
      ['getInstance', 3],
    ] as const) {
      const before = connections();
      const client = await makeClient({ baseUrl: 'https://rigs.test', transport });
      const error = await failure(client[call](5));
      expect(error).toMatchObject({ kind: 'network', unsent: true, reason: expect.stringMatching(reason) });
      expect(advise(error).exitCode).toBe(6);
      expect(connections() - before).toBeLessThanOrEqual(most);
      if (call === 'stopInstance') expect(advise(error).meaning).toContain('not stopped');
    }
  });
});
