import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { directTransport } from '../../src/client/direct.ts';
import { failure, makeClient } from './make.ts';
import { json, parts, startStub } from './stub-service.ts';

async function asked(...answers: Parameters<typeof startStub>) {
  const stub = await startStub(...answers);
  onTestFinished(() => stub.close());
  return stub;
}

/** An answer that is packed in this way, as it goes over the wire. */
const packed = (encoding: string, body: Buffer) => (socket: Socket) => {
  const head = `HTTP/1.1 200 OK\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${body.length}\r\n\r\n`;
  socket.end(Buffer.concat([Buffer.from(head), body]));
};

describe('a service that is asked directly', () => {
  const user = Buffer.from('{"id":7}');
  it.each([
    ['gzip', gzipSync(user)],
    ['x-gzip', gzipSync(user)],
    ['Deflate', deflateSync(user)],
    ['br', brotliCompressSync(user)],
    ['identity', user],
  ])('may pack its answers as %s', async (encoding, body) => {
    const stub = await asked(packed(encoding, body));
    expect(await (await makeClient({ baseUrl: stub.url })).currentUser()).toEqual({ id: 7 });
    expect(stub.requests[0]).toMatch(/accept-encoding: gzip, deflate, br\r\n/i);
  });

  it.each([
    ['breaks off', gzipSync(user).subarray(0, -9)],
    ['is packed in another way than it says', user],
  ])('an answer that %s is a network error and no success', async (_, body) => {
    const stub = await asked(packed('gzip', body));
    const client = await makeClient({ baseUrl: stub.url });
    expect((await failure(client.createInstance(1, {}))).kind).toBe('network');
  });

  it('hears how long a body is, whatever it is sent with', async () => {
    const stub = await asked(json('{}'));
    const transport = directTransport();
    const body = '{"name":"\u017d"}';
    for (const method of ['PUT', 'DELETE']) await transport(stub.url, { method, body });
    expect(stub.requests.map((request) => parts(request).body)).toEqual([body, body]);
    for (const request of stub.requests) expect(request).toMatch(/content-length: 13\r\n/i);
  });

  it('gets nothing more onto a connection that is kept than its calls', async () => {
    const warned: string[] = [];
    const hear = ({ name }: Error) => warned.push(name);
    process.on('warning', hear);
    const connections = new Set<unknown>();
    const server = createHttpServer((_, answer) => answer.end('{}'));
    server.on('connection', (socket) => connections.add(socket));
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    onTestFinished(() => {
      process.off('warning', hear);
      server.closeAllConnections();
      server.close();
    });
    const transport = directTransport();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    for (let call = 0; call < 15; call += 1) {
      const reader = (await transport(url, {})).body?.getReader();
      while ((await reader?.read())?.done === false);
      // A connection is free for the next call a turn after its answer.
      await new Promise((turn) => setImmediate(turn));
    }
    expect([connections.size, warned]).toEqual([1, []]);
  });

  it('that wants another protocol is a network error', async () => {
    const stub = await asked('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    const client = await makeClient({ baseUrl: stub.url });
    expect((await failure(client.createInstance(1, {}))).kind).toBe('network');
  });

  it('that takes the call and thinks longer than a connection may take is waited for', async () => {
    const stub = await asked((socket) => void setTimeout(() => socket.end(json('{"id":7}')), 60));
    const client = await makeClient({ baseUrl: stub.url, transport: directTransport({ connectMs: 10 }) });
    expect(await client.currentUser()).toEqual({ id: 7 });
  });

  it('that does not come to terms about the connection has been sent nothing, and the error says so', async () => {
    const server = createServer((socket) => void socket.on('error', () => {}).resume());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const baseUrl = `https://127.0.0.1:${port}`;
    const client = await makeClient({ baseUrl, transport: directTransport({ connectMs: 10 }) });
    expect(await failure(client.createInstance(1, {}))).toMatchObject({
      kind: 'network',
      reason: 'CONNECT_TIMEOUT',
    });
  });
});
