import { describe, expect, it } from 'vitest';
import { type Fields, world } from './world.ts';

describe('creating an instance', () => {
  it('answers success, the contract and a key, and the instance is provisioned', async () => {
    const w = world();
    const offer = await w.offer();
    const { status, body } = await w.call('PUT', `/api/v0/asks/${offer.id}/`, {
      image: 'pytorch/pytorch:2.6.0-cuda12.6-cudnn9-runtime',
      disk: 32,
      label: 'train-a',
      runtype: 'ssh_direct',
      target_state: 'running',
      env: { '-p 8000:8000': '1', TOKEN: 'a b=c' },
      onstart: 'env | grep _ >> /etc/environment',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      new_contract: expect.any(Number),
      instance_api_key: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await w.instance(body.new_contract)).toMatchObject({
      id: body.new_contract,
      actual_status: null,
      intended_status: 'running',
      label: 'train-a',
      image_uuid: 'pytorch/pytorch:2.6.0-cuda12.6-cudnn9-runtime',
      disk_space: 32,
      onstart: 'env | grep _ >> /etc/environment',
      extra_env: [
        ['-p 8000:8000', '1'],
        ['TOKEN', 'a b=c'],
      ],
      gpu_name: offer.gpu_name,
      machine_id: offer.machine_id,
      dph_base: offer.dph_base,
      is_bid: false,
      ssh_host: expect.any(String),
      ssh_port: expect.any(Number),
    });
  });

  it('takes what the public client sends: nulls, unknown keys, numbers as text', async () => {
    const w = world();
    const { id } = await w.offer();
    const { status, body } = await w.call('PUT', `/api/v0/asks/${id}`, {
      client_id: 'me',
      image: 'ubuntu:22.04',
      env: {},
      price: null,
      disk: '10',
      label: null,
      extra: null,
      onstart: null,
      image_login: null,
      python_utf8: false,
      lang_utf8: false,
      use_jupyter_lab: false,
      jupyter_dir: null,
      force: false,
      cancel_unavail: false,
      template_hash_id: null,
      user: null,
      runtype: 'ssh_direc ssh_proxy',
    });
    expect(status).toBe(200);
    const instance = await w.instance(body.new_contract);
    expect(instance).toMatchObject({ disk_space: 10, label: null, image_runtype: 'ssh_direc ssh_proxy' });
  });

  it('takes 8 GB when no disk is asked for', async () => {
    const w = world();
    const { id } = await w.offer();
    const { body } = await w.call('PUT', `/api/v0/asks/${id}/`, { image: 'ubuntu' });
    expect(await w.instance(body.new_contract)).toMatchObject({ disk_space: 8, image_runtype: 'ssh_proxy' });
  });

  it.each<[string, Fields]>([
    ['no image and no template', {}],
    ['an empty image', { image: '' }],
    ['an image that is a number', { image: 7 }],
    ['a disk that is a word', { image: 'a', disk: 'big' }],
    ['an unknown runtype', { image: 'a', runtype: 'telnet' }],
    ['an unknown target_state', { image: 'a', target_state: 'frozen' }],
    ['env as a Docker flag string', { image: 'a', env: '-e A=1 -p 80:80' }],
    ['an env value that is no text', { image: 'a', env: { A: 1 } }],
    ['a port mapping that cannot be read', { image: 'a', env: { '-p 80:http': '1' } }],
    ['env as a list', { image: 'a', env: [] }],
    ['env as a list of texts', { image: 'a', env: ['A=1'] }],
    ['a port mapping with another value than 1', { image: 'a', env: { '-p 80:80': '2' } }],
    ['a variable without a name', { image: 'a', env: { '': 'x' } }],
    ['a port above 65535', { image: 'a', env: { '-p 65536:80': '1' } }],
    ['an identity port that is not mapped to itself', { image: 'a', env: { '-p 70000:80': '1' } }],
    ['an unknown template', { image: 'a', template_hash_id: 'ffffffffffffffffffffffffffffffff' }],
    ['cancel_unavail as a word', { image: 'a', cancel_unavail: 'yes' }],
    ['vm as a number', { image: 'a', vm: 1 }],
    ['an image_login in another form', { image: 'a', image_login: 'user:token' }],
    ['a volume_info without volume_id', { image: 'a', volume_info: { mount_path: '/data' } }],
    ['a volume that does not exist', { image: 'a', volume_info: { volume_id: 999 } }],
  ])('answers 400 bad_request to %s', async (_name, request) => {
    const w = world();
    const { id } = await w.offer();
    const { status, body } = await w.call('PUT', `/api/v0/asks/${id}/`, request);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { success: false, error: 'bad_request', msg: expect.any(String), ask_id: id },
    });
    expect((await w.call('GET', '/api/v0/instances/')).body.instances_found).toBe(0);
  });

  it.each<[string, Fields, string]>([
    ['a disk under 8 GB', { disk: 7 }, 'invalid_args'],
    ['a disk larger than the offer has', { disk: 1_000_000 }, 'invalid_args'],
    ['a label of 257 characters', { label: 'x'.repeat(257) }, 'invalid_args'],
    ['an image of 1,025 characters', { image: 'x'.repeat(1_025) }, 'invalid_args'],
    ['an onstart of 4,097 characters', { onstart: 'x'.repeat(4_097) }, 'invalid_args'],
    ['an env entry of 257 characters', { env: { A: 'x'.repeat(256) } }, 'invalid_args'],
    ['a price of nothing', { price: 0 }, 'invalid_price'],
    ['a price above 128', { price: 129 }, 'invalid_price'],
    [
      '65 ports',
      { env: Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`-p ${100 + i}:${100 + i}`, '1'])) },
      'invalid_args',
    ],
  ])('refuses %s', async (_name, request, error) => {
    const w = world();
    const { id } = await w.offer();
    const { status, body } = await w.rent(id, request);
    expect({ status, error: body.error, success: body.success }).toEqual({
      status: 400,
      error,
      success: false,
    });
    expect(typeof body.msg).toBe('string');
  });

  it('never repeats a registry password in a refusal', async () => {
    const w = world();
    const { id } = await w.offer();
    const { text } = await w.rent(id, { image_login: '-u me -p s3cr3t' });
    expect(text).not.toContain('s3cr3t');
  });

  it('refuses to create without credit', async () => {
    const w = world();
    await w.control('POST', 'account', { credit: 0 });
    const { status, body } = await w.rent((await w.offer()).id);
    expect({ status, error: body.error }).toEqual({ status: 400, error: 'insufficient_credit' });
  });
});

describe('runtypes', () => {
  it.each<[runtype: string, ports: string[]]>([
    ['ssh_direct', ['22/tcp']],
    ['ssh_proxy', []],
    ['ssh', []],
    ['jupyter_direct', ['22/tcp', '8080/tcp']],
    ['jupyter_proxy', []],
    ['jupyter', []],
    ['args', []],
    ['ssh_direc ssh_proxy', ['22/tcp']],
    ['jupyter_direc ssh_direc ssh_proxy', ['22/tcp', '8080/tcp']],
    ['jupyter_proxy ssh_proxy', []],
  ])('%s opens the ports %j, and only while running', async (runtype, ports) => {
    const w = world();
    const id = await w.rented({ runtype });
    expect(await w.instance(id)).not.toHaveProperty('ports');
    w.pass(300);
    const instance = await w.instance(id);
    expect(Object.keys(instance.ports).sort()).toEqual(ports);
    await w.call('PUT', `/api/v0/instances/${id}/`, { state: 'stopped' });
    expect(await w.instance(id)).not.toHaveProperty('ports');
  });

  it('opens the ports of env beside those of the runtype, each on a port of the host', async () => {
    const w = world();
    const id = await w.rented({
      runtype: 'ssh_direct',
      env: { '-p 8000:8000': '1', '-p 9000:9000/udp': '1', '-p 2222:22': '1' },
    });
    w.pass(300);
    const { ports } = await w.instance(id);
    expect(Object.keys(ports).sort()).toEqual(['22/tcp', '8000/tcp', '9000/udp']);
    const outside = Object.values<Fields>(ports).map(([mapping]) => mapping.HostPort);
    expect(new Set(outside).size).toBe(3);
    for (const port of outside) expect(port).toMatch(/^\d+$/);
  });

  it('opens a port from 70000 on, mapped to itself, as the same number inside and outside', async () => {
    const w = world();
    const id = await w.rented({
      runtype: 'ssh_direct',
      env: { '-p 70001:70001': '1', '-p 123456:123456': '1' },
    });
    w.pass(300);
    const { ports } = await w.instance(id);
    const own = Object.entries<Fields>(ports).filter(([name]) => name !== '22/tcp');
    expect(own).toHaveLength(2);
    for (const [name, [mapping]] of own) expect(`${mapping.HostPort}/tcp`).toBe(name);
  });

  it('uses args_str with args only, keeps onstart either way, and gives args no ssh', async () => {
    const w = world();
    const request = { args_str: "--name 'two words' -v", onstart: 'echo hi' };
    const args = await w.instance(await w.rented({ ...request, runtype: 'args' }));
    expect(args).toMatchObject({
      image_args: ['--name', 'two words', '-v'],
      onstart: 'echo hi',
      image_runtype: 'args',
    });
    expect(args).not.toHaveProperty('ssh_host');
    const ssh = await w.instance(await w.rented({ ...request, runtype: 'ssh_direct' }));
    expect(ssh).toMatchObject({ image_args: [], onstart: 'echo hi' });
  });

  it('keeps the switches of the request', async () => {
    const w = world();
    const switches = {
      use_jupyter_lab: true,
      jupyter_dir: '/work',
      python_utf8: true,
      lang_utf8: true,
      vm: true,
    };
    const instance = await w.instance(await w.rented({ ...switches, runtype: 'jupyter_direct' }));
    expect(instance).toMatchObject({ ...switches, jupyter_token: expect.any(String) });
  });
});

describe('templates (interface.md, creation rules 2 to 5)', () => {
  const hash = (n: number) => `5d1c0ffee0000000000000000000a40${n}`;

  it('supplies what the request leaves out', async () => {
    const w = world();
    const { id } = await w.offer();
    const { body } = await w.call('PUT', `/api/v0/asks/${id}/`, { template_hash_id: hash(2) });
    expect(await w.instance(body.new_contract)).toMatchObject({
      image_uuid: 'pytorch/pytorch:2.6.0-cuda12.6-cudnn9-runtime',
      disk_space: 40,
      image_runtype: 'jupyter_direc ssh_direc ssh_proxy',
      use_jupyter_lab: true,
      jupyter_dir: '/workspace',
      onstart: 'env | grep _ >> /etc/environment; echo ready',
      template_hash_id: hash(2),
      extra_env: [
        ['WANDB_MODE', 'offline'],
        ['GREETING', 'hello there'],
        ['-p 8000:8000', '1'],
      ],
    });
  });

  it('gives way to the request, and merges env key by key', async () => {
    const w = world();
    const id = await w.rented({
      template_hash_id: hash(2),
      image: 'mine:1',
      disk: 20,
      runtype: 'ssh_direct',
      onstart: 'echo mine',
      use_jupyter_lab: false,
      env: { WANDB_MODE: 'online', EXTRA: 'x' },
    });
    const instance = await w.instance(id);
    expect(instance).toMatchObject({
      image_uuid: 'mine:1',
      disk_space: 20,
      image_runtype: 'ssh_direc ssh_proxy',
      onstart: 'echo mine',
      use_jupyter_lab: false,
    });
    expect(Object.fromEntries(instance.extra_env)).toEqual({
      WANDB_MODE: 'online',
      GREETING: 'hello there',
      '-p 8000:8000': '1',
      EXTRA: 'x',
    });
  });

  it('carries registry credentials over, which the request can replace, and shows no password', async () => {
    const w = world();
    const carried = await w.instance(await w.rented({ template_hash_id: hash(3) }));
    expect(carried).toMatchObject({
      docker_login_repo: 'registry.example.com',
      docker_login_user: 'team-puller',
      docker_login_pass: '********',
    });
    const image_login = '-u me -p s3cr3t registry.other.example';
    const replaced = await w.instance(await w.rented({ template_hash_id: hash(3), image_login }));
    expect(replaced).toMatchObject({ docker_login_repo: 'registry.other.example', docker_login_user: 'me' });
    const { text } = await w.call('GET', '/api/v0/instances/');
    expect(text).not.toMatch(/s3cr3t|sandbox-registry-token/);
  });

  it("ignores a template's volume_info", async () => {
    const w = world();
    const instance = await w.instance(await w.rented({ template_hash_id: hash(4) }));
    expect(instance).toMatchObject({ volume_info: [], template_hash_id: hash(4) });
  });

  it('lists the four of a fresh world with their fixed hashes', async () => {
    const { body } = await world().call('GET', '/api/v0/template/');
    expect(body.templates.map((one: Fields) => one.hash_id)).toEqual([hash(1), hash(2), hash(3), hash(4)]);
  });
});

describe('volumes', () => {
  it('links volume 501 on its own machine, and refuses it on another', async () => {
    const w = world();
    const [volume] = (await w.call('GET', '/api/v0/volumes?owner=me&type=all_volume')).body.volumes;
    expect(volume).toMatchObject({ id: 501, instances: [] });
    const home = await w.offer({ machine_id: { eq: volume.machine_id } });
    const away = await w.offer({ machine_id: { neq: volume.machine_id } });
    const volume_info = { volume_id: 501, mount_path: '/data' };

    const refused = await w.rent(away.id, { volume_info });
    expect({ status: refused.status, error: refused.body.error }).toEqual({
      status: 400,
      error: 'invalid_args',
    });

    const { body } = await w.rent(home.id, { volume_info });
    expect((await w.instance(body.new_contract)).volume_info).toMatchObject([{ id: 501, total_space: 100 }]);
    const after = (await w.call('GET', '/api/v0/volumes/')).body.volumes[0];
    expect(after.instances).toEqual([body.new_contract]);
    expect((await w.call('DELETE', '/api/v0/volumes/?id=501')).status).toBe(400);
  });
});

describe('offers that are gone or busy', () => {
  it('C012 answers 404 with no_such_ask when the offer is taken, 410 when cancel_unavail is set', async () => {
    const w = world();
    const { id } = await w.offer();
    await w.control('POST', `offers/${id}`, { rentable: false });
    const taken = await w.rent(id);
    expect(taken.status).toBe(404);
    expect(taken.body).toMatchObject({ success: false, error: 'invalid_args', ask_id: id });
    expect(taken.body.msg).toContain('no_such_ask');
    const cancelled = await w.rent(id, { cancel_unavail: true });
    expect(cancelled.status).toBe(410);
    expect(cancelled.body).toMatchObject({ success: false, error: 'no_such_ask', ask_id: id });
    expect(await w.search({ id: { eq: id }, rentable: { eq: true } })).toEqual([]);
    await w.control('POST', `offers/${id}`, { rentable: true });
    expect((await w.rent(id)).status).toBe(200);
  });

  it('answers 404 to an offer that never was', async () => {
    const answer = await world().rent(7_200_002);
    expect({ status: answer.status, ...answer.body }).toMatchObject({
      status: 404,
      success: false,
      ask_id: 7_200_002,
    });
  });

  it('gives an offer to one instance at a time, and back when that is destroyed', async () => {
    const w = world();
    const { id } = await w.offer();
    const first = (await w.rent(id)).body.new_contract;
    expect((await w.rent(id)).status).toBe(404);
    expect((await w.search({ id: { eq: id } }))[0]).toMatchObject({ rentable: false, rented: true });
    await w.call('DELETE', `/api/v0/instances/${first}/`, {});
    expect((await w.search({ id: { eq: id } }))[0]).toMatchObject({ rentable: true, rented: false });
    expect((await w.rent(id)).status).toBe(200);
  });

  it('C019 makes a stopped instance that waits on a busy offer, and nothing with cancel_unavail', async () => {
    const w = world();
    const { id } = await w.offer();
    await w.control('POST', `offers/${id}`, { busy: true });
    const refused = await w.rent(id, { cancel_unavail: true });
    expect(refused.status).toBe(410);
    expect(refused.body).toMatchObject({ success: false, error: 'no_such_ask', ask_id: id });
    expect((await w.call('GET', '/api/v0/instances/')).body.instances_found).toBe(0);

    const { status, body } = await w.rent(id);
    expect(status).toBe(200);
    w.pass(3_600);
    expect(await w.instance(body.new_contract)).toMatchObject({
      actual_status: 'stopped',
      intended_status: 'running',
      cur_state: 'stopped',
      next_state: 'running',
    });
    const kinds = (await w.ledger()).charges.map((line: Fields) => line.kind);
    expect(kinds).toEqual(['disk']);

    await w.control('POST', `offers/${id}`, { busy: false });
    expect(await w.instance(body.new_contract)).toMatchObject({ actual_status: null });
    w.pass(300);
    expect(await w.instance(body.new_contract)).toMatchObject({ actual_status: 'running' });
  });

  it('makes a stopped instance on request, which boots when it is started', async () => {
    const w = world();
    const id = await w.rented({ target_state: 'stopped' });
    w.pass(600);
    expect(await w.instance(id)).toMatchObject({ actual_status: 'stopped', intended_status: 'stopped' });
    await w.call('PUT', `/api/v0/instances/${id}/`, { state: 'running' });
    expect(await w.instance(id)).toMatchObject({ actual_status: null, intended_status: 'running' });
    w.pass(300);
    expect(await w.instance(id)).toMatchObject({ actual_status: 'running' });
  });
});

describe('bids', () => {
  it('runs at its bid when that is at least min_bid', async () => {
    const w = world();
    const offer = await w.offer();
    const { body } = await w.rent(offer.id, { price: offer.min_bid });
    w.pass(300);
    expect(await w.instance(body.new_contract)).toMatchObject({
      is_bid: true,
      bid_price: offer.min_bid,
      dph_base: offer.min_bid,
      actual_status: 'running',
    });
  });

  it('waits below min_bid until the bid is raised', async () => {
    const w = world();
    const offer = await w.offer();
    expect((await w.rent(offer.id, { price: 0.001, cancel_unavail: true })).status).toBe(410);
    const id = (await w.rent(offer.id, { price: 0.001 })).body.new_contract;
    w.pass(600);
    expect(await w.instance(id)).toMatchObject({ actual_status: 'stopped', min_bid: offer.min_bid });
    const raised = await w.call('PUT', `/api/v0/instances/bid_price/${id}/`, {
      client_id: 'me',
      price: null,
    });
    expect(raised.body).toEqual({ success: true });
    w.pass(300);
    expect((await w.instance(id)).actual_status).toBe('running');
  });

  it('C018 is stopped when it is outbid, pays for the disk alone, and comes back with a higher bid', async () => {
    const w = world();
    const offer = await w.offer();
    const id = (await w.rent(offer.id, { price: offer.dph_base })).body.new_contract;
    w.pass(300);
    await w.control('POST', `instances/${id}`, { outbid: true });
    const beaten = await w.instance(id);
    expect(beaten).toMatchObject({
      actual_status: 'stopped',
      intended_status: 'running',
      cur_state: 'stopped',
    });
    expect(beaten.min_bid).toBeGreaterThan(offer.dph_base);
    expect(beaten.instance).toMatchObject({ gpuCostPerHour: 0 });
    const gpu = async () =>
      (await w.ledger()).charges.filter((line: Fields) => line.kind === 'gpu').map((line: Fields) => line.to);
    const before = await gpu();
    w.pass(3_600);
    expect(await gpu()).toEqual(before);
    await w.call('PUT', `/api/v0/instances/bid_price/${id}/`, { client_id: 'me', price: beaten.min_bid });
    w.pass(300);
    expect(await w.instance(id)).toMatchObject({ actual_status: 'running', bid_price: beaten.min_bid });
  });

  it('has no bid to change on an on-demand instance', async () => {
    const w = world();
    const id = await w.rented();
    const { status, body } = await w.call('PUT', `/api/v0/instances/bid_price/${id}/`, { price: 1 });
    expect({ status, error: body.error }).toEqual({ status: 400, error: 'invalid_args' });
  });
});
