import { describe, expect, it } from 'vitest';
import { type Fields, type Method, world } from './world.ts';

type World = ReturnType<typeof world>;
const scoped = async (w: World, ...categories: string[]): Promise<string> => {
  const api = Object.fromEntries(categories.map((name) => [name, {}]));
  return (await w.control('POST', 'keys', { permissions: { api } })).body.key;
};
const me = (w: World, key: string | null) => w.call('GET', '/api/v0/users/current/', undefined, key);
const told = (answer: { status: number; body: Fields }) => ({ status: answer.status, ...answer.body });
const authError = (status: number) => ({
  status,
  success: false,
  error: 'auth_error',
  msg: expect.any(String),
});

describe('keys', () => {
  it('answers 403 without a key, 401 to a bad one, 401 to a revoked one', async () => {
    const w = world();
    expect(told(await me(w, null))).toEqual(authError(403));
    expect(told(await me(w, 'nonsense'))).toEqual(authError(401));
    expect((await me(w, w.sandbox.apiKey)).status).toBe(200);
    expect((await w.control('POST', 'keys/revoke', { key: w.sandbox.apiKey })).status).toBe(200);
    expect(told(await me(w, w.sandbox.apiKey))).toEqual(authError(401));
    await w.control('POST', 'reset', {});
    expect((await me(w, w.sandbox.apiKey)).status).toBe(200);
  });

  it('says that the key is missing before it says that the body cannot be read', async () => {
    const w = world();
    expect(told(await w.call('PUT', '/api/v0/asks/1/', '{', null))).toEqual(authError(403));
  });

  const reads: [Method, string, string][] = [
    ['GET', '/api/v0/users/current/', 'user_read'],
    ['GET', '/api/v0/instances/', 'instance_read'],
    ['GET', '/api/v1/instances/', 'instance_read'],
    ['GET', '/api/v0/volumes/', 'instance_read'],
    ['POST', '/api/v0/bundles/', 'misc'],
    ['GET', '/api/v0/ssh/', 'user_read'],
    ['GET', '/api/v0/template/', 'user_read'],
    ['GET', '/api/v0/users/cloud_integrations/', 'user_read'],
    ['GET', '/api/v0/auth/apikeys/', 'user_read'],
    ['GET', '/api/v0/charges/?select_filters={"day":{"gte":0}}', 'billing_read'],
    ['POST', '/api/v0/secrets/', 'user_write'],
    ['PUT', '/api/v0/asks/1/', 'instance_write'],
    ['DELETE', '/api/v0/instances/1/', 'instance_write'],
    ['GET', '/api/v0/tfa/status/', 'user_read'],
    ['POST', '/api/v0/tfa/email/', 'user_write'],
    ['POST', '/api/v0/workergroups/', 'misc'],
    ['POST', '/api/v0/autojobs/', 'misc'],
    ['POST', '/api/v0/commands/rclone/', 'instance_write'],
  ];
  it.each(reads)('%s %s needs %s', async (method, path, category) => {
    const w = world();
    const others = [
      'misc',
      'user_read',
      'user_write',
      'instance_read',
      'instance_write',
      'billing_read',
    ].filter((name) => name !== category);
    const body = method === 'GET' ? undefined : {};
    expect(told(await w.call(method, path, body, await scoped(w, ...others)))).toEqual(authError(403));
    expect((await w.call(method, path, body, await scoped(w, category))).status).not.toBe(403);
  });

  it('lets the four categories of interface.md manage instances, and keeps them from billing', async () => {
    const w = world();
    const key = await scoped(w, 'misc', 'user_read', 'instance_read', 'instance_write');
    const { id } = await w.offer();
    const { status, body } = await w.call('PUT', `/api/v0/asks/${id}/`, { image: 'ubuntu' }, key);
    expect(status).toBe(200);
    expect((await w.call('DELETE', `/api/v0/instances/${body.new_contract}/`, {}, key)).status).toBe(200);
    const day = encodeURIComponent('{"day":{"gte":0}}');
    expect((await w.call('GET', `/api/v0/charges/?select_filters=${day}`, undefined, key)).status).toBe(403);
  });

  it('takes the key from query or body only where the public client puts it there', async () => {
    const w = world();
    const id = await w.rented();
    const api_key = w.sandbox.apiKey;
    const path = `/api/v0/instances/${id}/`;
    expect((await w.call('PUT', path, { state: 'stopped', api_key }, null)).status).toBe(200);
    expect((await w.call('PUT', `${path}?api_key=${api_key}`, { state: 'stopped' }, null)).status).toBe(200);
    expect((await w.call('GET', `${path}?api_key=${api_key}`, undefined, null)).status).toBe(403);
  });
});

describe('the key of an instance', () => {
  it('starts, stops and destroys its own instance, and does nothing else', async () => {
    const w = world();
    const [offer, other] = await w.search({ disk_space: { gte: 10 }, limit: 2 });
    const { new_contract: id, instance_api_key: key } = (await w.rent(offer.id)).body;
    const another = (await w.rent(other.id)).body.new_contract;
    const own = `/api/v0/instances/${id}/`;

    const forbidden: [Method, string, unknown?][] = [
      ['GET', own],
      ['GET', '/api/v0/instances/'],
      ['GET', '/api/v0/users/current/'],
      ['POST', '/api/v0/bundles/', {}],
      ['PUT', own, { label: 'mine' }],
      ['PUT', own, { state: 'stopped', label: 'mine' }],
      ['PUT', '/api/v0/instances/', { state: 'stopped', ids: [id] }],
      ['PUT', `/api/v0/instances/reboot/${id}/`, {}],
      ['PUT', `/api/v0/instances/${another}/`, { state: 'stopped' }],
      ['DELETE', `/api/v0/instances/${another}/`, {}],
      ['GET', '/api/v0/tfa/status/'],
    ];
    for (const [method, path, body] of forbidden) {
      expect(told(await w.call(method, path, body, key))).toEqual(authError(403));
    }
    expect((await w.call('PUT', own, { state: 'stopped' }, key)).body).toEqual({ success: true });
    expect((await w.call('PUT', own, { state: 'running' }, key)).body).toEqual({ success: true });
    expect((await w.call('DELETE', own, {}, key)).body).toEqual({ success: true });
    expect((await w.instance(another)).intended_status).toBe('running');
  });
});

describe('two-factor required', () => {
  it('answers 401 to the plain key on every call but the two-factor ones', async () => {
    const w = world();
    await w.control('POST', 'account', { tfa_required: true });
    for (const path of ['/api/v0/users/current/', '/api/v0/instances/', '/api/v0/volumes/']) {
      expect(told(await w.call('GET', path))).toEqual({
        ...authError(401),
        msg: 'Two Factor Authentication required',
      });
    }
    expect((await w.call('GET', '/api/v0/tfa/status/')).status).not.toBe(401);
    await w.control('POST', 'account', { tfa_required: false });
    expect((await me(w, w.sandbox.apiKey)).status).toBe(200);
  });

  it('lets a session pass, and answers 404 when it has expired', async () => {
    const w = world();
    await w.control('POST', 'account', { tfa_required: true });
    const state = w.sandbox.snapshot();
    state.sessions.push({ value: 'session-1', via: 'cli', admin: false, createdAt: 0, expired: false });
    w.sandbox.restore(state);
    expect((await me(w, 'session-1')).status).toBe(200);
    await w.control('POST', 'sessions/expire');
    expect(told(await me(w, 'session-1'))).toEqual({
      ...authError(404),
      msg: 'Session expired. Please log in again.',
    });
  });
});
