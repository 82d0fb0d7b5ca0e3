import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { failure, makeClient } from './make.ts';
import { answer, json, parts, type Stub, startStub } from './stub-service.ts';

const stubs: Stub[] = [];
afterEach(async () => {
  for (const stub of stubs.splice(0)) await stub.close();
});
async function stubOf(...answers: Parameters<typeof startStub>): Promise<Stub> {
  const stub = await startStub(...answers);
  stubs.push(stub);
  return stub;
}

describe('connections that break', () => {
  it('a closed port is a network error with the system’s code', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    const client = await makeClient({ baseUrl: `http://127.0.0.1:${port}` });
    expect(await failure(client.listInstances())).toMatchObject({ kind: 'network', reason: 'ECONNREFUSED' });
  });

  it('a socket closed before the answer is a network error, and a read is sent again', async () => {
    const stub = await stubOf((socket) => socket.destroy(), json('{"id":1}'));
    const client = await makeClient({ baseUrl: stub.url });
    expect(await client.currentUser()).toEqual({ id: 1 });
    expect(stub.requests).toHaveLength(2);
  });

  it('a creation whose answer got lost is sent once: whether it was heard is for the caller to find out', async () => {
    const stub = await stubOf((socket) => socket.destroy());
    const client = await makeClient({ baseUrl: stub.url });
    expect((await failure(client.createInstance(1, {}))).kind).toBe('network');
    expect(stub.requests).toHaveLength(1);
  });

  it('a creation on a connection that was kept open and then closed is sent once, too', async () => {
    const kept = json('{"id":1}').replace('Connection: close\r\n', '');
    const stub = await stubOf(
      (socket) => socket.write(kept),
      (socket) => socket.destroy(),
    );
    const client = await makeClient({ baseUrl: stub.url });
    await client.currentUser();
    expect((await failure(client.createInstance(1, {}))).kind).toBe('network');
    expect(stub.requests.map((request) => parts(request).line)).toEqual([
      'GET /api/v0/users/current/',
      'PUT /api/v0/asks/1/',
    ]);
  });

  it('a success that breaks off in its body is a network error and no success', async () => {
    const whole = json('{"success":true,"new_contract":9001}');
    const stub = await stubOf((socket) => socket.end(whole.slice(0, -3)));
    const client = await makeClient({ baseUrl: stub.url });
    expect((await failure(client.createInstance(1, {}))).kind).toBe('network');
  });

  it('an error that breaks off in its body keeps its status', async () => {
    const whole = json('{"error":"bad_request","msg":"no"}', '400 Bad Request');
    const stub = await stubOf((socket) => socket.end(whole.slice(0, -3)));
    const client = await makeClient({ baseUrl: stub.url });
    expect(await failure(client.createInstance(1, {}))).toMatchObject({ kind: 'http', status: 400 });
  });

  it('what is no HTTP is a network error', async () => {
    const stub = await stubOf((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
    const client = await makeClient({ baseUrl: stub.url });
    expect((await failure(client.currentUser())).kind).toBe('network');
  });
});

describe('redirects', () => {
  it.each(['301 Moved Permanently', '302 Found', '307 Temporary Redirect', '308 Permanent Redirect'])(
    '%s to another origin is not followed with the key',
    async (status) => {
      const other = await stubOf(json('{"id":666}'));
      const stub = await stubOf(
        answer('', status, `Location: ${other.url}/api/v0/users/current/?token=t0p\r\n`),
      );
      const client = await makeClient({ baseUrl: stub.url });
      const thrown = await failure(client.currentUser());
      expect(thrown).toMatchObject({ kind: 'http', reason: 'moved' });
      expect(thrown.msg).toBe(`The service sends elsewhere, to ${other.url}. Check the base URL.`);
      expect(other.requests).toEqual([]);
      expect(stub.requests).toHaveLength(1);
    },
  );

  it('one without a readable Location still says that the base URL is wrong', async () => {
    const stub = await stubOf(answer('', '302 Found', 'Location: http://[\r\n'));
    const client = await makeClient({ baseUrl: stub.url });
    expect((await failure(client.currentUser())).msg).toBe(
      'The service sends elsewhere. Check the base URL.',
    );
  });
});

it('reads an answer in small pieces, cut inside a character', async () => {
  const bytes = Buffer.from(json('{"id":1,"full_name":"Žofie 🚀"}'));
  const stub = await stubOf(async (socket) => {
    for (const byte of bytes) await new Promise((done) => socket.write(Buffer.of(byte), done));
    socket.end();
  });
  const client = await makeClient({ baseUrl: stub.url });
  expect(await client.currentUser()).toEqual({ id: 1, full_name: 'Žofie 🚀' });
  expect(parts(stub.requests[0] ?? '').line).toBe('GET /api/v0/users/current/');
});
