import { afterEach, describe, expect, it } from 'vitest';
import { type EndpointName, endpoints } from '../../src/client/endpoints.ts';
import { calls } from './calls.ts';
import { key, makeClient } from './make.ts';
import { json, parts, type Stub, startStub } from './stub-service.ts';

let stub: Stub | undefined;
afterEach(async () => {
  await stub?.close();
});

describe('each method against literal bytes', () => {
  for (const [name, row] of Object.entries(calls)) {
    it(`${name} sends ${row.sends} and reads the answer`, async () => {
      stub = await startStub(json(row.answers));
      const client = await makeClient({ baseUrl: stub.url });
      expect(await row.call(client)).toEqual(row.gives);
      expect(stub.requests).toHaveLength(1);
      const sent = parts(stub.requests[0] ?? '');
      expect(sent.line).toBe(row.sends);
      expect(sent.body).toBe(row.body ?? '');
      expect(sent.headers.authorization).toBe(`Bearer ${key}`);
      expect(sent.headers.accept).toBe('application/json');
      expect(sent.headers['user-agent']).toBe('rigdeck/test');
      expect(sent.headers['content-type']).toBe(row.body === undefined ? undefined : 'application/json');
    });
  }

  it('every endpoint row has a method and a line in this table', async () => {
    const client = await makeClient();
    const names = Object.keys(endpoints).sort();
    expect(Object.keys(calls).sort()).toEqual(names);
    expect(names.filter((name) => typeof client[name as EndpointName] !== 'function')).toEqual([]);
  });
});

it('sends no Authorization header when there is no key', async () => {
  stub = await startStub(json('{"msg":"2FA Sent","secret":"ch-2"}'));
  const client = await makeClient({ baseUrl: stub.url, bearer: () => undefined });
  await client.tfaSendSms({ secret: 'ch-1' });
  expect(parts(stub.requests[0] ?? '').headers.authorization).toBeUndefined();
});

it('asks for the key at each call, so that a session key takes its place at once', async () => {
  stub = await startStub(json('{"id":1}'));
  let bearer = 'first';
  const client = await makeClient({ baseUrl: stub.url, bearer: () => bearer });
  await client.currentUser();
  bearer = 'second';
  await client.currentUser();
  expect(stub.requests.map((request) => parts(request).headers.authorization)).toEqual([
    'Bearer first',
    'Bearer second',
  ]);
});

it('keeps the path of a base URL that has one', async () => {
  stub = await startStub(json('{"id":1}'));
  const client = await makeClient({ baseUrl: `${stub.url}/proxy` });
  await client.currentUser();
  expect(parts(stub.requests[0] ?? '').line).toBe('GET /proxy/api/v0/users/current/');
});

it('sends text beyond ASCII as UTF-8', async () => {
  stub = await startStub(json('{"success":true,"new_contract":1}'));
  const client = await makeClient({ baseUrl: stub.url });
  await client.createInstance(1, { image: 'a', label: 'größe 🚀' });
  expect(parts(stub.requests[0] ?? '').body).toBe('{"image":"a","label":"größe 🚀"}');
});
