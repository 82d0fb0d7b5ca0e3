import { describe, expect, it } from 'vitest';
import { type Method, world } from './world.ts';

/** The shortest times between two calls that service-facts.md (e) names, in seconds. */
const intervals: [seconds: number, Method, path: string][] = [
  [1, 'GET', '/api/v1/instances/'],
  [2, 'GET', '/api/v0/instances/7/'],
  [1, 'PUT', '/api/v0/instances/7/'],
  [1, 'PUT', '/api/v0/instances/reboot/7/'],
  [1, 'PUT', '/api/v0/instances/recycle/7/'],
  [3, 'DELETE', '/api/v0/instances/7/'],
  [5.5, 'PUT', '/api/v0/instances/bid_price/7/'],
  [1.5, 'PUT', '/api/v0/instances/command/7/'],
  [1, 'GET', '/api/v0/auth/apikeys/'],
  [2, 'POST', '/api/v0/auth/apikeys/'],
  [2, 'DELETE', '/api/v0/auth/apikeys/7/'],
  [1, 'POST', '/api/v0/ssh/'],
  [1, 'PUT', '/api/v0/ssh/7/'],
  [2, 'DELETE', '/api/v0/instances/7/ssh/8/'],
  [5, 'GET', '/api/v0/secrets/'],
  [3, 'POST', '/api/v0/secrets/'],
  [3, 'PUT', '/api/v0/secrets/'],
  [3, 'DELETE', '/api/v0/secrets/'],
  [3, 'GET', '/api/v0/template/'],
  [3, 'POST', '/api/v0/template/'],
  [3, 'PUT', '/api/v0/template/'],
  [3, 'DELETE', '/api/v0/template/'],
  [2.9, 'GET', '/api/v0/users/cloud_integrations/'],
  [5.5, 'GET', '/api/v0/volumes/'],
  [5.5, 'DELETE', '/api/v0/volumes/'],
  [5.5, 'PUT', '/api/v0/volumes/'],
  [5.5, 'POST', '/api/v0/volumes/search/'],
  [3, 'GET', '/api/v0/instances/balance/7/'],
  [3, 'GET', '/api/v0/endptjobs/'],
  [4, 'POST', '/api/v0/endptjobs/'],
  [2, 'PUT', '/api/v0/endptjobs/7/'],
  [3, 'DELETE', '/api/v0/endptjobs/7/'],
  [2, 'GET', '/api/v0/workergroups/'],
  [4, 'POST', '/api/v0/workergroups/'],
  [2, 'PUT', '/api/v0/workergroups/7/'],
  [3, 'DELETE', '/api/v0/workergroups/7/'],
  [2, 'GET', '/api/v0/autojobs/'],
  [4, 'POST', '/api/v0/autojobs/'],
  [2, 'PUT', '/api/v0/autojobs/7/'],
  [3, 'DELETE', '/api/v0/autojobs/7/'],
  [1, 'GET', '/api/v0/charges/'],
  [3, 'GET', '/api/v1/invoices/'],
];

describe('minimum intervals', () => {
  it.each(intervals)('%s s lie between two calls of %s %s', async (seconds, method, path) => {
    const w = world({ rateLimits: true });
    const status = async () => (await w.call(method, path, method === 'GET' ? undefined : {})).status;
    expect(await status()).not.toBe(429);
    expect(await status()).toBe(429);
    w.pass(seconds - 0.001);
    // It does not count that it was tried in between.
    expect(await status()).toBe(429);
    w.pass(0.001);
    expect(await status()).not.toBe(429);
  });

  it('hold for each key by itself, and for each call by itself, whatever id it names', async () => {
    const w = world({ rateLimits: true });
    const { key } = (await w.control('POST', 'keys', { permissions: { api: { instance_read: {} } } })).body;
    expect((await w.call('GET', '/api/v0/instances/7/')).status).toBe(404);
    expect((await w.call('GET', '/api/v0/instances/8/')).status).toBe(429);
    expect((await w.call('GET', '/api/v0/instances/7/', undefined, key)).status).toBe(404);
    const volumes = (value: string) => w.call('DELETE', `/api/v0/volumes/?id=7&api_key=${value}`, {}, null);
    expect((await volumes(w.sandbox.apiKey)).status).toBe(404);
    expect((await volumes(w.sandbox.apiKey)).status).toBe(429);
    expect((await volumes(key)).status).toBe(403);
    expect((await w.call('GET', '/api/v0/instances/')).status).toBe(200);
  });

  it('are none without the switch', async () => {
    const w = world();
    for (const [, method, path] of intervals) {
      for (let time = 0; time < 3; time++) {
        const { status } = await w.call(method, path, method === 'GET' ? undefined : {});
        expect(status, `${method} ${path}`).not.toBe(429);
      }
    }
  });

  it('close a creation for 12 s more when it came too early', async () => {
    const w = world({ rateLimits: true });
    const create = async () => (await w.call('PUT', '/api/v0/asks/7/', { image: 'ubuntu' })).status;
    expect(await create()).toBe(404);
    w.pass(4.5);
    expect(await create()).toBe(404);
    w.pass(4.4);
    expect(await create()).toBe(429);
    w.pass(12);
    expect(await create()).toBe(429);
    w.pass(0.1);
    expect(await create()).toBe(404);
  });
});

describe('the 429 of a call that comes too early', () => {
  it.each<[Method, string, type: string, text: string]>([
    ['GET', '/api/v1/instances/', 'text/plain', 'API requests too frequent: endpoint threshold=1'],
    [
      'PUT',
      '/api/v0/asks/7/',
      'application/json',
      '{"detail":"API requests too frequent endpoint threshold=4.5"}',
    ],
    [
      'POST',
      '/api/v0/secrets/',
      'application/json',
      '{"success":false,"error":"too_many_requests","msg":"API requests too frequent: endpoint threshold=3"}',
    ],
  ])('of %s %s is %s and names no time to wait', async (method, path, type, text) => {
    const w = world({ rateLimits: true });
    const again = () => w.call(method, path, method === 'GET' ? undefined : {});
    await again();
    const early = await again();
    expect(early.status).toBe(429);
    expect(early.headers.get('content-type')).toBe(type);
    expect(early.headers.get('retry-after')).toBeNull();
    expect(early.text).toBe(text);
  });

  it('comes at the eleventh search of a minute, as bare text', async () => {
    const w = world({ rateLimits: true });
    const search = () => w.call('POST', '/api/v0/bundles/', {});
    for (let time = 0; time < 10; time++) expect((await search()).status).toBe(200);
    const early = await search();
    expect({ status: early.status, text: early.text }).toEqual({
      status: 429,
      text: 'API requests too frequent',
    });
    w.pass(59);
    expect((await search()).status).toBe(429);
    w.pass(1);
    expect((await search()).status).toBe(200);
  });
});
