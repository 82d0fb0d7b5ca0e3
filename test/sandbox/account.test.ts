import { describe, expect, it } from 'vitest';
import { type Fields, world } from './world.ts';

const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIH9 me@laptop';

describe('the account', () => {
  it('has the fields of interface.md, the name in both spellings, and a credit of 100', async () => {
    const { body } = await world().call('GET', '/api/v0/users/current/');
    expect(body).toMatchObject({
      id: expect.any(Number),
      email: expect.stringContaining('@'),
      credit: 100,
      ssh_key: expect.stringContaining('ssh-'),
      full_name: expect.any(String),
      tfa_status: 'disabled',
    });
    expect(body.fullname).toBe(body.full_name);
    expect(JSON.stringify(body)).not.toContain('+15555550100');
  });
});

describe('ssh keys', () => {
  it('are listed, added, changed and deleted; the user object follows', async () => {
    const w = world();
    const user = async () => (await w.call('GET', '/api/v0/users/current/')).body.ssh_key;
    const [first] = (await w.call('GET', '/api/v0/ssh/')).body;
    const added = (await w.call('POST', '/api/v0/ssh/', { ssh_key: key })).body;
    expect(added).toMatchObject({ success: true, key: { public_key: key } });
    expect((await w.call('GET', '/api/v0/ssh/')).body).toHaveLength(2);
    await w.call('DELETE', `/api/v0/ssh/${first.id}/`, {});
    expect(await user()).toBe(key);
    await w.call('PUT', `/api/v0/ssh/${added.key.id}/`, { id: added.key.id, ssh_key: `${key}-2` });
    expect(await user()).toBe(`${key}-2`);
    await w.call('DELETE', `/api/v0/ssh/${added.key.id}/`, {});
    expect(await user()).toBe('');
    expect((await w.call('POST', '/api/v0/ssh/', {})).body.error).toBe('no_ssh_key');
    expect((await w.call('DELETE', '/api/v0/ssh/999/', {})).body.error).toBe('no_such_ssh_key');
  });

  it('are attached to instances, by text, and detached by id', async () => {
    const w = world();
    const id = await w.rented();
    const attached = async (): Promise<Fields[]> =>
      JSON.parse((await w.call('GET', `/api/v0/instances/${id}/ssh/`)).body.ssh_keys);
    expect(await attached()).toHaveLength(1);
    await w.call('POST', `/api/v0/instances/${id}/ssh/`, { ssh_key: key });
    const mine = (await attached()).find((one) => one.public_key === key);
    expect(mine).toBeDefined();
    expect((await w.call('DELETE', `/api/v0/instances/${id}/ssh/${mine?.id}/`, {})).status).toBe(200);
    expect(await attached()).toHaveLength(1);
    const again = await w.call('DELETE', `/api/v0/instances/${id}/ssh/${mine?.id}/`, {});
    expect({ status: again.status, error: again.body.error }).toEqual({
      status: 404,
      error: 'no_such_ssh_key',
    });
  });

  it('are needed for a VM', async () => {
    const w = world();
    await w.control('POST', 'account', { ssh_key: null });
    const { status, body } = await w.rent((await w.offer()).id, { vm: true });
    expect({ status, error: body.error }).toEqual({ status: 400, error: 'no_ssh_key_for_vm' });
  });
});

describe('API keys', () => {
  it('are shown once, listed without values, and dead when deleted or reset', async () => {
    const w = world();
    const permissions = { api: { misc: {}, instance_read: {} } };
    const made = (
      await w.call('POST', '/api/v0/auth/apikeys/', { name: 'ci', permissions, key_params: null })
    ).body;
    expect(made).toMatchObject({ id: expect.any(Number), key: expect.any(String), permissions });
    const list = await w.call('GET', '/api/v0/auth/apikeys/');
    expect(list.body.apikeys).toHaveLength(2);
    expect(list.text).not.toContain(made.key);
    expect((await w.call('GET', '/api/v0/instances/', undefined, made.key)).status).toBe(200);
    const gone = await w.call('DELETE', `/api/v0/auth/apikeys/${made.id}/`, {});
    expect(typeof gone.body).toBe('string');
    expect((await w.call('GET', '/api/v0/instances/', undefined, made.key)).status).toBe(401);
    const next = (await w.call('PUT', '/api/v0/commands/reset_apikey/', { client_id: 'me' })).body
      .new_api_key;
    expect((await w.call('GET', '/api/v0/users/current/')).status).toBe(401);
    expect((await w.call('GET', '/api/v0/users/current/', undefined, next)).status).toBe(200);
  });

  it('are refused with a category that does not exist, or without a name', async () => {
    const w = world();
    const refused = await w.call('POST', '/api/v0/auth/apikeys/', {
      name: 'a',
      permissions: { api: { root: {} } },
    });
    expect(refused.body.error).toBe('invalid_permissions');
    expect((await w.call('POST', '/api/v0/auth/apikeys/', {})).body.error).toBe('bad_request');
    expect((await w.call('POST', '/api/v0/auth/apikeys/', { name: 'a' })).body.error).toBe(
      'missing_permissions',
    );
    const flat = { name: 'a', permissions: { api: { misc: true } } };
    expect((await w.call('POST', '/api/v0/auth/apikeys/', flat)).body.error).toBe('invalid_permissions');
  });

  it('keep what stands inside a category as it was given', async () => {
    const w = world();
    const permissions = {
      api: { instance_read: { 'api.instance.request_logs': { constraints: { id: { eq: 1227 } } } } },
    };
    const made = (await w.call('POST', '/api/v0/auth/apikeys/', { name: 'logs', permissions })).body;
    expect((await w.call('GET', `/api/v0/auth/apikeys/${made.id}/`)).body).toMatchObject({ permissions });
  });
});

describe('SSH keys', () => {
  const text = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGRlY2stdGVzdA me@laptop';

  it('are added, changed and removed; a new one opens new instances and no earlier one', async () => {
    const w = world();
    const before = await w.rented();
    const made = (await w.call('POST', '/api/v0/ssh/', { ssh_key: text })).body;
    expect(made).toMatchObject({ success: true, key: { id: expect.any(Number), public_key: text } });
    const after = await w.rented();
    const keysOf = async (id: number) =>
      JSON.parse((await w.call('GET', `/api/v0/instances/${id}/ssh/`)).body.ssh_keys).map(
        (one: Fields) => one.id,
      );
    expect(await keysOf(before)).not.toContain(made.key.id);
    expect(await keysOf(after)).toContain(made.key.id);
    await w.call('PUT', `/api/v0/ssh/${made.key.id}/`, { id: made.key.id, ssh_key: `${text}2` });
    await w.call('DELETE', `/api/v0/ssh/${made.key.id}/`, {});
    expect((await w.call('GET', '/api/v0/ssh/')).body).toHaveLength(1);
    expect((await w.call('DELETE', `/api/v0/ssh/${made.key.id}/`, {})).body.error).toBe('no_such_ssh_key');
    expect((await w.call('POST', '/api/v0/ssh/', {})).body.error).toBe('no_ssh_key');
  });

  it('are attached to an instance by their text, and detached by their id', async () => {
    const w = world();
    const id = await w.rented();
    expect((await w.call('POST', `/api/v0/instances/${id}/ssh/`, { ssh_key: text })).body.success).toBe(true);
    const keys = JSON.parse((await w.call('GET', `/api/v0/instances/${id}/ssh/`)).body.ssh_keys);
    expect(keys.map((one: Fields) => one.public_key)).toContain(text);
    const path = `/api/v0/instances/${id}/ssh/${keys.at(-1).id}/`;
    expect((await w.call('DELETE', path, {})).body.success).toBe(true);
    expect((await w.call('DELETE', path, {})).body.error).toBe('no_such_ssh_key');
    expect((await w.call('POST', '/api/v0/instances/1/ssh/', { ssh_key: text })).body.error).toBe(
      'no_such_instance',
    );
  });
});

describe('templates', () => {
  it('are made, changed (another hash, the same id), used and deleted', async () => {
    const w = world();
    const env = '-e MODE=fast -p 7000:7000';
    const wanted = { name: 'mine', image: 'mine', tag: '2', env, runtype: 'ssh', ssh_direct: true };
    const { template } = (await w.call('POST', '/api/v0/template/', wanted)).body;
    const changed = (await w.call('PUT', '/api/v0/template/', { hash_id: template.hash_id, tag: '3' })).body
      .template;
    expect(changed.id).toBe(template.id);
    expect(changed.hash_id).not.toBe(template.hash_id);
    const id = await w.rented({ image: undefined, template_hash_id: changed.hash_id });
    expect(await w.instance(id)).toMatchObject({
      image_uuid: 'mine:3',
      image_runtype: 'ssh_direc ssh_proxy',
      extra_env: [
        ['MODE', 'fast'],
        ['-p 7000:7000', '1'],
      ],
    });
    await w.call('DELETE', '/api/v0/template/', { template_id: template.id });
    const list = await w.call('GET', '/api/v0/template/?select_filters={"name":{"eq":"mine"}}');
    expect(list.body).toMatchObject({ success: true, templates_found: 0 });
    expect(list.text).not.toContain('sandbox-registry-token');
  });
});

describe('storage, secrets and charges', () => {
  it('has connections 1 (s3) and 2 (drive) and volume 501', async () => {
    const w = world();
    const connections = (await w.call('GET', '/api/v0/users/cloud_integrations/')).body;
    expect(connections.map((one: Fields) => [one.id, one.cloud_type])).toEqual([
      [1, 's3'],
      [2, 'drive'],
    ]);
    expect((await w.call('DELETE', '/api/v0/volumes/?id=77', {})).body.error).toBe('no_such_volume');
    expect((await w.call('DELETE', '/api/v0/volumes/', { id: 501 })).body).toEqual({ success: true });
    expect((await w.call('GET', '/api/v0/volumes/')).body.volumes).toEqual([]);
  });

  it('keeps environment variables under names in capitals', async () => {
    const w = world();
    const path = '/api/v0/secrets/';
    expect((await w.call('POST', path, { key: 'hf_token', value: 'abc' })).body).toEqual({ success: true });
    expect((await w.call('POST', path, { key: 'HF_TOKEN', value: 'abc' })).body.error).toBe('existing_key');
    expect((await w.call('PUT', path, { key: 'other', value: 'abc' })).body.error).toBe('nonexistent_key');
    expect((await w.call('GET', path)).body.secrets).toEqual({ HF_TOKEN: 'abc' });
    expect((await w.call('DELETE', path, { key: 'hf_token' })).body).toEqual({ success: true });
    expect((await w.call('GET', path)).body.secrets).toEqual({});
  });

  it('shows charges by instance and day, which add up to what the credit lost', async () => {
    const w = world();
    const id = await w.rented({ label: 'night' });
    w.pass(86_400);
    const range = encodeURIComponent(JSON.stringify({ day: { gte: 0, lte: 2e9 } }));
    const { body } = await w.call('GET', `/api/v0/charges/?select_filters=${range}&format=table`);
    expect(body).toMatchObject({ success: true, count: 2, total: 2, next_token: null });
    for (const charge of body.results)
      expect(charge).toMatchObject({ source: `instance-${id}`, metadata: { label: 'night' } });
    const charged = body.results.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
    expect(charged).toBeCloseTo(100 - (await w.credit()), 9);
    expect((await w.call('GET', '/api/v0/charges/')).status).toBe(400);
  });
});

describe('calls that are not there', () => {
  it('answers 404 in the shape of every error', async () => {
    const w = world();
    for (const path of ['/api/v0/nothing/', '/api/v0/instances/abc/', '/']) {
      const { status, body } = await w.call('GET', path);
      expect({ status, ...body }).toEqual({
        status: 404,
        success: false,
        error: 'not_found',
        msg: expect.any(String),
      });
    }
  });
});
