import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox/index.ts';
import { listen } from '../../src/sandbox/listen.ts';

/**
 * What the public command-line client of such a service sends, typed from service-facts.md (a) to (e) as it goes over
 * the wire, and what it needs to find in the answers. It knows the sandbox by its socket alone.
 */

// biome-ignore lint/suspicious/noExplicitAny: bodies are compared as they came, without our wire types.
type Fields = any;
type Answer = { status: number; type: string | undefined; text: string; body: Fields };

let now = 1_790_000_000_000;
const clock = { now: () => now, sleep: () => Promise.resolve() };
const sandbox = createSandbox({ clock, offers: 400 });
let server: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  server = await listen(sandbox);
});
afterAll(() => server.close());

/** One connection that is kept open, as a session of that client keeps it. */
async function send(
  method: string,
  path: string,
  body?: unknown,
  key: string | null = sandbox.apiKey,
): Promise<Answer> {
  const source = body === undefined ? undefined : JSON.stringify(body);
  const outgoing = request(path.startsWith('http') ? path : server.url + path, {
    method,
    headers: {
      ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
      ...(source === undefined
        ? {}
        : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(source) }),
    },
  });
  outgoing.end(source);
  const [incoming] = await once(outgoing, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const type = incoming.headers['content-type'];
  return {
    status: incoming.statusCode,
    type,
    text,
    body: type === 'application/json' ? JSON.parse(text) : undefined,
  };
}

/** An answer that the client takes: 200, and exactly this content type. */
async function ok(method: string, path: string, body?: unknown): Promise<Fields> {
  const answer = await send(method, path, body);
  expect({ status: answer.status, type: answer.type }, answer.text).toEqual({
    status: 200,
    type: 'application/json',
  });
  return answer.body;
}

const query = (values: Record<string, unknown>): string => {
  const texts = Object.entries(values).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return `?${new URLSearchParams(texts)}`;
};
const pass = (seconds: number) => {
  now += seconds * 1000;
};

const defaults = { verified: { eq: true }, external: { eq: false }, rentable: { eq: true } };

/** The body with which it creates an instance: every field that nobody set is null. */
const creation = {
  client_id: 'me',
  image: 'ubuntu:22.04',
  env: {},
  price: null,
  disk: 10,
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
};

const direct = { ...defaults, direct_port_count: { gte: '4' }, disk_space: { gte: '100' } };

async function rented(more: object = {}): Promise<number> {
  const { offers } = await ok('POST', '/api/v0/bundles/', { ...direct, limit: 1 });
  const made = await ok('PUT', `/api/v0/asks/${offers[0].id}/`, { ...creation, runtype: 'ssh', ...more });
  expect(made).toEqual({
    success: true,
    new_contract: expect.any(Number),
    instance_api_key: expect.any(String),
  });
  return made.new_contract;
}

describe('offers', () => {
  it('are searched with values as text, and answered alike on both paths', async () => {
    const wanted = {
      ...defaults,
      num_gpus: { eq: '1' },
      gpu_name: { in: ['RTX 4090', 'RTX 3090', 'RTX_A5000'] },
      gpu_ram: { gte: 12000 },
      duration: { gte: 86400 },
      reliability: { gt: '0.5' },
      dph_total: { gte: '0.01', lte: '9' },
      cpu_arch: { neq: 'arm64' },
      geolocation: { notin: ['CN', 'VN'] },
      driver_version: { gte: 470000000 },
      order: [
        ['num_gpus', 'desc'],
        ['dph_total', 'asc'],
      ],
      type: 'on-demand',
      limit: 20,
      allocated_storage: 5.0,
      disable_bundling: true,
    };
    const { offers } = await ok('POST', '/api/v0/bundles/', wanted);
    expect(offers.length).toBeGreaterThan(3);
    const prices = offers.map((one: Fields) => one.dph_total);
    expect(prices).toEqual(prices.toSorted((a: number, b: number) => a - b));
    for (const one of offers) {
      expect(one).toMatchObject({ num_gpus: 1, verification: 'verified', external: false });
      expect(['RTX 4090', 'RTX 3090', 'RTX A5000']).toContain(one.gpu_name);
    }
    const other = await ok('PUT', '/api/v0/search/asks/', { select_cols: ['*'], q: wanted });
    expect(other).toEqual({ success: true, offers });
  });

  it('are filtered by each name that it offers to a person, and by those the service knows besides', async () => {
    const names =
      'bw_nvlink compute_cap cpu_arch cpu_cores cpu_cores_effective cpu_ghz cpu_ram cuda_max_good datacenter ' +
      'direct_port_count driver_version disk_bw disk_space dlperf dlperf_per_dphtotal dph_total duration external ' +
      'flops_per_dphtotal gpu_arch gpu_display_active gpu_frac gpu_max_power gpu_max_temp gpu_mem_bw gpu_name gpu_ram ' +
      'gpu_total_ram has_avx host_id id inet_down inet_down_cost inet_up inet_up_cost machine_id min_bid mobo_name ' +
      'num_gpus pci_gen pcie_bw reliability rentable rented storage_cost static_ip total_flops ubuntu_version ' +
      'verification verified vms_enabled geolocation cluster_id target_reliability reliability2 dphtotal gpu_ram_GB ' +
      'cpu_ram_GB';
    for (const name of names.split(' ')) {
      const { offers } = await ok('POST', '/api/v0/bundles/', { [name]: { neq: '77777' }, limit: 1 });
      expect(offers, name).toBeInstanceOf(Array);
    }
  });

  it('are found for each type that it knows, with the storage that it prices', async () => {
    for (const type of ['on-demand', 'ondemand', 'bid', 'reserved', 'interruptible']) {
      const { offers } = await ok('POST', '/api/v0/bundles/', {
        ...defaults,
        type,
        allocated_storage: 5,
        limit: 1,
      });
      const [one] = offers;
      expect(one.dph_total).toBeCloseTo(one.dph_base + (one.storage_cost * 5) / 720, 9);
    }
  });

  it('are refused by the name of a filter or an operator that nobody knows', async () => {
    for (const [filter, word] of [
      [{ niceness: { eq: '1' } }, 'niceness'],
      [{ num_gpus: { like: '1' } }, 'like'],
    ] as const) {
      const { status, body } = await send('POST', '/api/v0/bundles/', filter);
      expect({ status, success: body.success, error: body.error }).toEqual({
        status: 400,
        success: false,
        error: 'invalid_request',
      });
      expect(body.msg).toContain(word);
    }
  });

  it('have GPU names that are read without a key', async () => {
    const names = await send('GET', '/api/v0/gpu_names/unique/', undefined, null);
    expect(names.body.gpu_names).toContain('RTX 4090');
    const types = await send('GET', '/api/v0/gpu_types/', undefined, null);
    expect(types.body.gpu_types).toContain('RTX 4090');
  });
});

describe('instances', () => {
  it.each([
    ['ssh', 'ssh_proxy'],
    ['ssh_proxy', 'ssh_proxy'],
    ['ssh_direc ssh_proxy', 'ssh_direc ssh_proxy'],
    ['jupyter_proxy ssh_proxy', 'jupyter_proxy ssh_proxy'],
    ['jupyter_direc ssh_direc ssh_proxy', 'jupyter_direc ssh_direc ssh_proxy'],
    ['ssh_direct', 'ssh_direc ssh_proxy'],
    ['jupyter_direct', 'jupyter_direc ssh_direc ssh_proxy'],
    ['args', 'args'],
  ])('are created with nulls and keys of its own, runtype %s', async (runtype, shown) => {
    const id = await rented({ runtype });
    const { instances } = await ok('GET', `/api/v0/instances/${id}/?owner=me`);
    expect(instances).toMatchObject({ id, image_runtype: shown, disk_space: 10, label: null });
    expect(instances.start_date).toEqual(expect.any(Number));
    expect(instances.extra_env).toEqual([]);
    await ok('DELETE', `/api/v0/instances/${id}/`, {});
  });

  it('take the flags of its env, args as a list, and a template in the place of a runtype', async () => {
    const env = {
      TOKEN: 'a b',
      '-p 8080:80': '1',
      '-p 70000:70000/udp': '1',
      '-v data:/data': '1',
      '-h': 'box',
    };
    const id = await rented({ env, args: ['--port', '80'], onstart: 'entry.sh', runtype: 'args' });
    const { instances } = await ok('GET', `/api/v0/instances/${id}/?owner=me`);
    expect(Object.fromEntries(instances.extra_env)).toEqual(env);
    expect(instances).toMatchObject({ image_args: ['--port', '80'], onstart: 'entry.sh' });
    const { templates } = await ok(
      'GET',
      `/api/v0/template/${query({ select_cols: ['*'], select_filters: {} })}`,
    );
    const { runtype: _, ...rest } = {
      ...creation,
      image: null,
      template_hash_id: templates[0].hash_id,
      runtype: '',
    };
    const { offers } = await ok('POST', '/api/v0/bundles/', { ...direct, limit: 1 });
    const made = await ok('PUT', `/api/v0/asks/${offers[0].id}/`, rest);
    const templated = (await ok('GET', `/api/v0/instances/${made.new_contract}/`)).instances;
    expect(templated.template_hash_id).toBe(templates[0].hash_id);
  });

  it('are listed in pages of 25 until the token is null, with rows that it can work with', async () => {
    for (let count = 0; count < 27; count++) await rented();
    const rows: Fields[] = [];
    const values: Record<string, unknown> = {
      select_filters: {},
      order_by: [{ col: 'id', dir: 'asc' }],
      limit: 25,
    };
    let pages = 0;
    for (let token: string | null = ''; token !== null; pages++) {
      if (token !== '') values.after_token = token;
      const page: Fields = await ok('GET', `/api/v1/instances/${query(values)}`);
      expect(page).toMatchObject({ success: true, instances_found: page.instances.length });
      expect(page.total_instances).toBeGreaterThan(26);
      expect(page.label_counts['']).toBeGreaterThan(26);
      rows.push(...page.instances);
      token = page.next_token;
    }
    expect(pages).toBeGreaterThan(1);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    for (const row of rows) {
      expect(row.start_date).toEqual(expect.any(Number));
      for (const pair of row.extra_env) expect(pair).toHaveLength(2);
      // A null here would end its ssh-url.
      expect(row.ports).not.toBeNull();
    }
  });

  it('are filtered by status, model and label, null for none; by what is computed or unknown not at all', async () => {
    const id = await rented({ label: 'night run' });
    pass(400);
    const found = async (select_filters: object) =>
      (
        await ok(
          'GET',
          `/api/v1/instances${query({ select_filters, select_cols: ['id', 'label'], limit: '5' })}`,
        )
      ).instances;
    expect(await found({ label: { in: ['night run'] } })).toEqual([{ id, label: 'night run' }]);
    expect(await found({ actual_status: { in: ['running'] }, id: { eq: id } })).toHaveLength(1);
    expect(await found({ actual_status: { in: ['exited', 'created'] } })).toEqual([]);
    for (const one of await found({ label: { eq: null } })) expect(one.label).toBeNull();
    for (const name of ['dph_total', 'num_gpus', 'niceness']) {
      const refused = await send(
        'GET',
        `/api/v1/instances/${query({ select_filters: { [name]: { eq: 1 } } })}`,
      );
      expect({ status: refused.status, error: refused.body.error }).toEqual({
        status: 400,
        error: 'invalid_request',
      });
      expect(refused.body.msg).toContain(name);
    }
    const { filters } = await ok('GET', '/api/v0/instances/filters/');
    expect(Object.keys(filters[0]).sort()).toEqual(['actual_status', 'gpu_name', 'verification']);
  });

  it('are stopped, started, labelled, rebooted, recycled and destroyed by the bodies it sends', async () => {
    const id = await rented();
    pass(400);
    const path = `/api/v0/instances/${id}/`;
    expect(await ok('PUT', path, { state: 'stopped' })).toMatchObject({ success: true });
    expect(await ok('PUT', path, { state: 'running' })).toMatchObject({ success: true });
    expect(await ok('PUT', '/api/v0/instances/', { state: 'stopped', ids: [id] })).toMatchObject({
      success: true,
    });
    expect(await ok('PUT', '/api/v0/instances/', { state: 'running', ids: [id] })).toMatchObject({
      success: true,
    });
    pass(60);
    expect(await ok('PUT', path, { label: 'mine' })).toMatchObject({ success: true });
    expect(await ok('PUT', `/api/v0/instances/reboot/${id}/`, {})).toMatchObject({ success: true });
    expect((await ok('GET', path)).instances.actual_status).toBe('rebooting');
    pass(60);
    expect(await ok('PUT', `/api/v0/instances/recycle/${id}/`, {})).toMatchObject({ success: true });
    // It repeats this one six times, also after a success.
    for (let time = 0; time < 6; time++) {
      expect(await ok('DELETE', '/api/v0/instances/', { instance_ids: [id] })).toMatchObject({
        success: true,
      });
    }
    expect((await send('GET', `${path}?owner=me`)).text).toBe('{"instances":null}');
  });

  it('tell their log and the output of a command behind an address that takes no key', async () => {
    const id = await rented();
    pass(400);
    const said = async (name: string, body: object) => {
      const answer = await ok('PUT', `/api/v0/instances/${name}/${id}/`, body);
      expect(answer).toMatchObject({
        success: true,
        msg: expect.any(String),
        result_url: expect.any(String),
      });
      // It asks each 0.3 s, at most 30 times, until the answer is 200.
      let result = await send('GET', answer.result_url, undefined, null);
      expect(result.status).toBe(404);
      for (let tries = 0; tries < 30 && result.status !== 200; tries++) {
        pass(0.3);
        result = await send('GET', answer.result_url, undefined, null);
      }
      expect(result.status).toBe(200);
      return { ...answer, text: result.text };
    };
    const log = await said('request_logs', { tail: '3', filter: 'a', daemon_logs: 'true' });
    expect(log.text.trim().split('\n').length).toBeLessThanOrEqual(3);
    const run = await said('command', { command: 'ls -l' });
    expect(run.text).toMatch(/\w/);
    expect(run.writeable_path).toEqual(expect.any(String));
  });

  it('are made anew from another image, template or environment', async () => {
    const id = await rented({ env: { OLD: '1' } });
    pass(400);
    const path = `/api/v0/instances/update_template/${id}/`;
    const wanted = { id, image: 'ubuntu:24.04', args: ['--fast'], env: { NEW: '1' }, onstart: 'echo hi' };
    expect(await ok('PUT', path, wanted)).toMatchObject({
      success: true,
      updated_instance: { id, image_uuid: 'ubuntu:24.04', image_args: ['--fast'], onstart: 'echo hi' },
    });
    const { instances } = await ok('GET', `/api/v0/instances/${id}/`);
    expect(instances).toMatchObject({ actual_status: 'loading', extra_env: [['NEW', '1']] });
    const { templates } = await ok('GET', '/api/v0/template/');
    const { updated_instance } = await ok('PUT', path, { id, template_hash_id: templates[1].hash_id });
    expect(updated_instance.template_id).toBe(templates[1].id);
    const nothing = await send('PUT', path, { id });
    expect({ status: nothing.status, error: nothing.body.error }).toEqual({
      status: 400,
      error: 'invalid_args',
    });
  });

  it('are pushed as a snapshot, with the password nowhere in the answer', async () => {
    const id = await rented();
    pass(400);
    const snapshot = await ok('POST', `/api/v0/instances/take_snapshot/${id}/`, {
      id,
      container_registry: 'docker.io',
      personal_repo: 'me/box',
      docker_login_user: 'me',
      docker_login_pass: 'not-a-real-token',
      pause: 'true',
    });
    expect(snapshot).toEqual({ success: true, msg: expect.stringContaining('me/box') });
    expect(snapshot.msg).not.toContain('not-a-real-token');
  });

  it('have no deposit, and no host that asks for more', async () => {
    const id = await rented();
    expect(await ok('GET', `/api/v0/instances/balance/${id}/?owner=me`)).toEqual({
      success: true,
      refundable_deposit: 0,
      total_discount: 0,
      discount_months: 0,
    });
    const pending = await ok('GET', '/api/v0/instances/pending-price-increases/');
    expect(pending).toEqual({ success: true, count: 0, truncated: false, pending_price_increases: [] });
    for (const answer of ['accept', 'reject']) {
      const path = `/api/v0/instances/${answer}-price-increase/`;
      const refused = await send('PUT', path, { pending_price_increase_id: 7 });
      expect({ status: refused.status, error: refused.body.error }).toEqual({
        status: 404,
        error: 'no_pending_price_increase',
      });
      // This field and nothing else.
      expect((await send('PUT', path, { pending_price_increase_id: 7, client_id: 'me' })).status).toBe(400);
    }
  });

  it('that nobody has are 404 for a log, by a code of its own', async () => {
    const refused = await send('PUT', '/api/v0/instances/request_logs/7/', { tail: '10' });
    expect({ status: refused.status, error: refused.body.error }).toEqual({
      status: 404,
      error: 'invalid_id',
    });
  });

  it('have a machine that is reported', async () => {
    const id = await rented();
    const { machine_id } = (await ok('GET', `/api/v0/instances/${id}/`)).instances;
    const report = { problem: 'slow', message: 'the disk is slow' };
    expect(await ok('PUT', `/api/v0/machines/${machine_id}/report`, report)).toEqual({ success: true });
  });

  it('change a bid, null for one that wins', async () => {
    const { offers } = await ok('POST', '/api/v0/bundles/', { ...direct, type: 'bid', limit: 1 });
    const [offer] = offers;
    const made = await ok('PUT', `/api/v0/asks/${offer.id}/`, {
      ...creation,
      runtype: 'ssh',
      price: offer.min_bid,
    });
    const path = `/api/v0/instances/bid_price/${made.new_contract}/`;
    expect(await ok('PUT', path, { client_id: 'me', price: null })).toMatchObject({ success: true });
    expect(await ok('PUT', path, { client_id: 'me', price: 0.5 })).toMatchObject({ success: true });
  });

  it('are acted on by jobs', async () => {
    const id = await rented();
    const job = {
      start_time: now / 1000,
      end_time: now / 1000 + 86_400 * 7,
      api_endpoint: `/api/v0/instances/${id}/`,
      request_method: 'PUT',
      request_body: { state: 'stopped' },
      day_of_the_week: null,
      hour_of_the_day: 4,
      frequency: 'DAILY',
      instance_id: id,
    };
    const path = '/api/v0/commands/schedule_job/';
    const made = await ok('POST', path, job);
    expect(made.success).toBe(true);
    const again = await send('POST', path, job);
    expect({ status: again.status, id: again.body.scheduled_job_id }).toEqual({
      status: 422,
      id: made.scheduled_job_id,
    });
    expect(again.body).toMatchObject({ success: false, msg: expect.any(String) });
    await ok('PUT', `${path}${again.body.scheduled_job_id}/`, { ...job, hour_of_the_day: 5 });
    expect(await ok('GET', path)).toContainEqual(expect.objectContaining({ id: made.scheduled_job_id }));
    await ok('DELETE', `${path}${made.scheduled_job_id}/`, {});
  });
});

describe('keys', () => {
  const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPublicClientKey me@home';

  it('of the API are listed without values, made, and deleted with a bare string', async () => {
    const permissions = { api: { misc: {}, user_read: {}, instance_read: {}, instance_write: {} } };
    const made = await ok('POST', '/api/v0/auth/apikeys/', { name: 'ci', permissions, key_params: null });
    expect(made).toMatchObject({ id: expect.any(Number), key: expect.any(String), permissions });
    const { apikeys } = await ok('GET', '/api/v0/auth/apikeys/');
    expect(apikeys.at(-1)).toMatchObject({
      id: made.id,
      user_id: expect.any(Number),
      rights: expect.anything(),
      team_id: null,
      team_name: null,
    });
    expect(JSON.stringify(apikeys)).not.toContain(made.key);
    expect(await ok('GET', `/api/v0/auth/apikeys/${made.id}/`)).toMatchObject({ id: made.id });
    expect(await ok('DELETE', `/api/v0/auth/apikeys/${made.id}/`, {})).toEqual(expect.any(String));
    for (const [body, error] of [
      [{ name: 'ci' }, 'missing_permissions'],
      [{ name: 'ci', permissions: { api: { nonsense: {} } } }, 'invalid_permissions'],
    ] as const) {
      const refused = await send('POST', '/api/v0/auth/apikeys/', body);
      expect({ status: refused.status, error: refused.body.error }).toEqual({ status: 400, error });
    }
  });

  it('of SSH are a bare list, and are attached by their text', async () => {
    const made = await ok('POST', '/api/v0/ssh/', { ssh_key: key });
    expect(made).toEqual({
      success: true,
      key: expect.objectContaining({
        id: expect.any(Number),
        user_id: expect.any(Number),
        public_key: key,
        created_at: expect.anything(),
        deleted_at: null,
      }),
    });
    expect(await ok('GET', '/api/v0/ssh/')).toContainEqual(expect.objectContaining({ public_key: key }));
    const { id } = made.key;
    expect(await ok('PUT', `/api/v0/ssh/${id}/`, { id, ssh_key: key })).toMatchObject({ success: true });
    const instance = await rented();
    const path = `/api/v0/instances/${instance}/ssh/`;
    expect(await ok('POST', path, { ssh_key: key })).toMatchObject({
      success: true,
      msg: expect.any(String),
    });
    const attached = await ok('GET', path);
    expect(attached).toEqual({ success: true, ssh_keys: expect.any(String) });
    expect(JSON.parse(attached.ssh_keys)).toContainEqual(expect.objectContaining({ id }));
    expect(await ok('DELETE', `${path}${id}/`, {})).toMatchObject({ success: true, msg: expect.any(String) });
    expect(await ok('DELETE', `/api/v0/ssh/${id}/`, {})).toMatchObject({ success: true });
    expect((await send('POST', '/api/v0/ssh/', {})).body.error).toBe('no_ssh_key');
  });
});

describe('groups', () => {
  /** The GET carries a body, with the key in it. */
  const asked = () => ({ client_id: 'me', api_key: sandbox.apiKey });

  it('of endpoints are listed by a GET with a body, made, changed and deleted', async () => {
    const made = await ok('POST', '/api/v0/endptjobs/', {
      client_id: 'me',
      min_load: 0.0,
      min_cold_load: 0.0,
      target_util: 0.9,
      cold_mult: 2.5,
      cold_workers: 5,
      max_workers: 20,
      endpoint_name: 'public-client',
      max_queue_time: null,
      target_queue_time: null,
      inactivity_timeout: null,
      autoscaler_instance: 'prod',
    });
    expect(made).toEqual({ success: true, result: expect.any(Number) });
    const id = made.result;
    const { success, results } = await ok('GET', '/api/v0/endptjobs/', asked());
    expect(success).toBe(true);
    expect(results.find((one: Fields) => one.id === id)).toMatchObject({
      endpoint_name: 'public-client',
      endpoint_state: 'active',
      target_util: 0.9,
      cold_mult: 2.5,
      cold_workers: 5,
      max_workers: 20,
    });
    const change = {
      client_id: 'me',
      endptjob_id: id,
      min_load: null,
      min_cold_load: null,
      target_util: null,
      cold_mult: null,
      cold_workers: null,
      max_workers: 16,
      endpoint_name: null,
      endpoint_state: 'suspended',
      max_queue_time: null,
      target_queue_time: null,
      inactivity_timeout: null,
      autoscaler_instance: 'prod',
    };
    expect(await ok('PUT', `/api/v0/endptjobs/${id}/`, change)).toMatchObject({ success: true });
    const again = (await ok('GET', '/api/v0/endptjobs/', asked())).results;
    expect(again.find((one: Fields) => one.id === id)).toMatchObject({
      endpoint_name: 'public-client',
      endpoint_state: 'suspended',
      cold_workers: 5,
      max_workers: 16,
    });
    expect(
      await ok('DELETE', `/api/v0/endptjobs/${id}/`, { client_id: 'me', endptjob_id: id }),
    ).toMatchObject({
      success: true,
    });
  });

  it('of workers live under /autojobs/ with capital truth in the search, and are seen under both names', async () => {
    const wanted = {
      client_id: 'me',
      min_load: null,
      target_util: null,
      cold_mult: null,
      cold_workers: null,
      test_workers: 3,
      template_hash: null,
      template_id: null,
      search_params: 'gpu_ram>=24 num_gpus=1 verified=True rentable=True rented=False',
      launch_args: null,
      gpu_ram: null,
      endpoint_name: 'public-workers',
      endpoint_id: null,
      autoscaler_instance: 'prod',
    };
    const { success, id } = await ok('POST', '/api/v0/autojobs/', wanted);
    expect({ success, id }).toEqual({ success: true, id: expect.any(Number) });
    const { results } = await ok('GET', '/api/v0/autojobs/', asked());
    expect(results.find((one: Fields) => one.id === id)).toMatchObject({
      endpoint_name: 'public-workers',
      endpoint_id: expect.any(Number),
      search_query: { verified: { eq: true }, rentable: { eq: true }, rented: { eq: false } },
      target_util: 0.9,
      test_workers: 3,
      created_at: expect.anything(),
    });
    expect((await ok('GET', '/api/v0/workergroups')).results).toEqual(results);
    const { test_workers: _, autoscaler_instance: __, ...change } = wanted;
    const sent = { ...change, autojob_id: id, endpoint_name: null, test_workers: null, min_load: 2 };
    expect(await ok('PUT', `/api/v0/autojobs/${id}/`, sent)).toMatchObject({ success: true });
    expect(await ok('DELETE', `/api/v0/autojobs/${id}/`, { client_id: 'me', autojob_id: id })).toEqual({
      success: true,
      deleted_workers: [],
      failed_workers: [],
      msg: expect.any(String),
    });
  });
});

describe('storage', () => {
  it('copies to a cloud without a key in the body, with its default words and flags, and calls it off', async () => {
    const instance = await rented();
    pass(400);
    const copy = {
      src: '/workspace',
      dst: '/backup',
      instance_id: String(instance),
      selected: '1',
      transfer: 'Instance to Cloud',
      flags: ['--dry-run', '--size-only', '--ignore-existing', '--update', '--delete-excluded'],
    };
    const { success, msg, result_url } = await ok('POST', '/api/v0/commands/rclone/', copy);
    expect({ success, msg }).toEqual({ success: true, msg: expect.any(String) });
    const result = await send('GET', result_url, undefined, null);
    expect({ status: result.status, text: result.text }).toEqual({
      status: 200,
      text: expect.stringMatching(/\w/),
    });
    const cancel = { client_id: 'me', dst_id: `C.${instance}` };
    expect(await ok('DELETE', '/api/v0/commands/rclone/', cancel)).toMatchObject({ success: true });
    const connections = await ok('GET', '/api/v0/users/cloud_integrations/');
    expect(connections[0]).toEqual({ id: expect.any(Number), name: expect.any(String), cloud_type: 's3' });
  });

  it('copies between instances and volumes, tells how it goes, and calls it off', async () => {
    const [from, to] = [await rented(), await rented()];
    pass(400);
    const copy = { client_id: 'me', src_path: '/workspace/', dst_path: '/workspace/' };
    const path = '/api/v0/commands/copy_direct/';
    for (const [src_id, dst_id] of [
      [from, to],
      [`C.${from}`, `C.${to}`],
      ['V.501', `C.${to}`],
      ['s3.1', `C.${to}`],
      ['drive', `C.${to}`],
      [`C.${from}`, 'V.501'],
    ]) {
      expect(await ok('PUT', path, { ...copy, src_id, dst_id })).toMatchObject({
        success: true,
        msg: expect.any(String),
      });
    }
    pass(35);
    const message = async () => (await ok('GET', `/api/v0/instances/${to}/`)).instances.status_msg;
    expect(await message()).toMatch(/^Copy In Progress: \d+%$/);
    expect(await ok('DELETE', path, { client_id: 'me', dst_id: to })).toMatchObject({ success: true });
    pass(31);
    expect(await message()).toBe('Copy Cancelled');
    for (const [change, error] of [
      [{ src_id: from, dst_id: to, dst_path: '/' }, 'invalid_args'],
      [{ src_id: from, dst_id: to, dst_path: '/root/' }, 'invalid_args'],
      [{ src_id: 'V.77', dst_id: to }, 'no_such_volume'],
      [{ src_id: 'ftp.9', dst_id: to }, 'invalid_args'],
      [{ src_id: 7, dst_id: to }, 'no_such_instance'],
    ] as const) {
      const refused = await send('PUT', path, { ...copy, ...change });
      expect(refused.body.error, JSON.stringify(change)).toBe(error);
    }
  });

  it('is told by rsync where the other end is reached', async () => {
    const id = await rented();
    const { ssh_host, ssh_port } = (await ok('GET', `/api/v0/instances/${id}/`)).instances;
    const copy = { client_id: 'me', src_path: '/data', dst_path: '/workspace' };
    const path = '/api/v0/commands/rsync/';
    expect(await ok('PUT', path, { ...copy, src_id: null, dst_id: `C.${id}` })).toEqual({
      success: true,
      dst_addr: ssh_host,
      dst_port: ssh_port,
    });
    expect(await ok('PUT', path, { ...copy, src_id: id, dst_id: null })).toEqual({
      success: true,
      src_addr: ssh_host,
      src_port: ssh_port,
    });
    expect((await send('PUT', path, { ...copy, src_id: null, dst_id: null })).body.error).toBe(
      'invalid_args',
    );
  });

  it('rents, copies, lists and deletes volumes', async () => {
    const wanted = {
      verified: { eq: true },
      external: { eq: false },
      disk_space: { gte: '40' },
      order: [['storage_cost', 'asc']],
      limit: 5,
      allocated_storage: 1.0,
    };
    const { offers } = await ok('POST', '/api/v0/volumes/search/', wanted);
    expect(offers).toHaveLength(5);
    const costs = offers.map((one: Fields) => one.storage_cost);
    expect(costs).toEqual(costs.toSorted((a: number, b: number) => a - b));
    expect(new Set(offers.map((one: Fields) => one.machine_id)).size).toBe(5);
    for (const one of offers) {
      expect(one).toMatchObject({ id: expect.any(Number), verification: 'verified' });
      expect(one.disk_space).toBeGreaterThanOrEqual(40);
    }
    const made = await ok('PUT', '/api/v0/volumes/', { size: 15, id: offers[0].id, name: 'sets' });
    expect(made).toEqual({ success: true, volume_name: expect.stringMatching(/^V\.\d+$/) });
    const id = Number(made.volume_name.slice(2));
    // Of this call, too, the key may come in the query or in the body.
    const another = { size: 1, id: offers[3].id };
    const inQuery = await send('PUT', `/api/v0/volumes/?api_key=${sandbox.apiKey}`, another, null);
    const inBody = await send('PUT', '/api/v0/volumes/', { ...another, api_key: sandbox.apiKey }, null);
    expect([inQuery.status, inBody.status]).toEqual([200, 200]);
    const listed = async (type: string) => (await ok('GET', `/api/v0/volumes?owner=me&type=${type}`)).volumes;
    expect((await listed('all_volume')).find((one: Fields) => one.id === id)).toMatchObject({
      label: 'sets',
      disk_space: 15,
      status: expect.any(String),
      machine_id: offers[0].machine_id,
      start_date: now / 1000,
      instances: [],
    });
    expect(await listed('local_volume')).toEqual(await listed('all_volume'));
    expect(await listed('network_volume')).toEqual([]);
    const clone = await ok('POST', '/api/v0/volumes/copy/', { src_id: id, dst_id: offers[1].id, size: 20 });
    expect(clone).toMatchObject({ success: true });
    expect(await ok('DELETE', `/api/v0/volumes/?id=${id}`)).toEqual({ success: true });
    const wrong: [string, string, object | undefined, number, string][] = [
      ['DELETE', `/api/v0/volumes/?id=${id}`, undefined, 404, 'no_such_volume'],
      ['PUT', '/api/v0/volumes/', { size: 15, id: 7 }, 404, 'invalid_args'],
      ['PUT', '/api/v0/volumes/', { size: 1e6, id: offers[0].id }, 400, 'invalid_args'],
      ['PUT', '/api/v0/volumes/', { size: 15, id: offers[0].id, name: 'x'.repeat(65) }, 400, 'invalid_args'],
      ['POST', '/api/v0/volumes/copy/', { src_id: 501, dst_id: offers[2].id, size: 1 }, 400, 'invalid_args'],
    ];
    for (const [method, path, body, status, error] of wrong) {
      const refused = await send(method, path, body);
      expect({ status: refused.status, error: refused.body.error }, JSON.stringify(body)).toEqual({
        status,
        error,
      });
    }
  });

  it('keeps templates with every field that it sends', async () => {
    const template = {
      name: 'mine',
      image: 'pytorch/pytorch',
      tag: 'latest',
      href: 'https://example.com/',
      repo: 'pytorch/pytorch',
      env: '-e MODE=fast -p 7000:7000',
      onstart: 'echo hi',
      jup_direct: false,
      ssh_direct: true,
      use_jupyter_lab: false,
      runtype: 'ssh',
      use_ssh: true,
      jupyter_dir: null,
      docker_login_repo: null,
      extra_filters: { verified: { eq: true }, num_gpus: { gte: '2' } },
      recommended_disk_space: 32,
      readme: 'how to',
      readme_visible: false,
      desc: 'what it is',
      private: true,
    };
    const made = await ok('POST', '/api/v0/template/', template);
    expect(made).toMatchObject({
      success: true,
      msg: expect.any(String),
      template: { id: expect.any(Number), hash_id: expect.any(String), name: 'mine' },
    });
    const select_filters = { name: { eq: 'mine' }, private: { eq: true } };
    const path = `/api/v0/template/${query({ select_cols: ['*'], select_filters })}`;
    const { templates } = await ok('GET', path);
    expect(templates).toEqual([expect.objectContaining({ ...template, id: made.template.id })]);
    const { hash_id, id } = made.template;
    const changed = await ok('PUT', '/api/v0/template/', {
      ...template,
      hash_id,
      readme: null,
      desc: 'changed',
    });
    expect(changed.template).toMatchObject({ id, desc: 'changed', readme: 'how to' });
    expect(changed.template.hash_id).not.toBe(hash_id);
    expect(await ok('DELETE', '/api/v0/template/', { hash_id: changed.template.hash_id })).toMatchObject({
      success: true,
    });
    expect((await ok('GET', path)).templates_found).toBe(0);
  });

  it('keeps variables of the account', async () => {
    const path = '/api/v0/secrets/';
    expect(await ok('POST', path, { key: 'hf_token', value: 'abc' })).toMatchObject({ success: true });
    expect(await ok('PUT', path, { key: 'HF_TOKEN', value: 'abd' })).toMatchObject({ success: true });
    expect(await ok('GET', path)).toMatchObject({ success: true, secrets: { HF_TOKEN: 'abd' } });
    const wrong: [string, object, string][] = [
      ['POST', { key: 'HF_TOKEN', value: 'x' }, 'existing_key'],
      ['PUT', { key: 'NOBODY', value: 'x' }, 'nonexistent_key'],
      ['POST', { value: 'x' }, 'missing_input'],
      ['POST', { key: 'X', value: null }, 'missing_input'],
      ['DELETE', {}, 'missing_input'],
    ];
    for (const [method, body, error] of wrong) {
      const refused = await send(method, path, body);
      expect({ status: refused.status, error: refused.body.error }).toEqual({ status: 400, error });
    }
    expect(await ok('DELETE', path, { key: 'HF_TOKEN' })).toMatchObject({ success: true });
  });
});

describe('the account', () => {
  it('has its name in both spellings, on the path without a slash', async () => {
    const user = await ok('GET', '/api/v0/users/current');
    expect(user).toMatchObject({
      id: expect.any(Number),
      username: expect.any(String),
      email: expect.any(String),
      fullname: expect.any(String),
      credit: expect.any(Number),
      balance: expect.any(Number),
      balance_threshold: expect.any(Number),
      balance_threshold_enabled: expect.any(Boolean),
      autobill_threshold: expect.any(Number),
      can_pay: expect.any(Boolean),
      has_billing: expect.any(Boolean),
      email_verified: expect.any(Boolean),
      last4: expect.any(String),
      ssh_key: expect.any(String),
    });
    expect(user.full_name).toBe(user.fullname);
  });

  it('has the key that it is reset to, and the old one is dead at once', async () => {
    const { key } = (await send('POST', '/_sandbox/keys', { permissions: null }, null)).body;
    const reset = await send('PUT', '/api/v0/commands/reset_apikey/', { client_id: 'me' }, key);
    expect(reset.body).toEqual({ success: true, new_api_key: expect.any(String) });
    expect((await send('GET', '/api/v0/users/current', undefined, key)).status).toBe(401);
    expect((await send('GET', '/api/v0/users/current', undefined, reset.body.new_api_key)).status).toBe(200);
  });

  it('tells a bad key and a wanted second factor in a string that is there', async () => {
    const bad = await send('GET', '/api/v0/users/current', undefined, 'nobody');
    expect({ status: bad.status, ...bad.body }).toEqual({
      status: 401,
      success: false,
      error: 'auth_error',
      msg: 'Invalid user key',
    });
    const none = await send('GET', '/api/v0/users/current', undefined, null);
    expect({ status: none.status, ...none.body }).toEqual({
      status: 403,
      success: false,
      error: 'auth_error',
      msg: 'This action requires login.',
    });
    await send('POST', '/_sandbox/account', { tfa_required: true }, null);
    const second = await send('GET', '/api/v0/users/current');
    expect({ status: second.status, msg: second.body.msg }).toEqual({
      status: 401,
      msg: expect.stringContaining('Two Factor Authentication'),
    });
    await send('POST', '/_sandbox/account', { tfa_required: false }, null);
  });

  it('has invoices for a range, and a refusal with status 200 without one', async () => {
    const select_filters = { when: { gte: 0, lte: now / 1000 } };
    expect(
      await ok('GET', `/api/v1/invoices/${query({ select_filters, latest_first: 'false', limit: '20' })}`),
    ).toEqual({
      success: true,
      count: 0,
      total: 0,
      next_token: null,
      results: [],
    });
    expect(await ok('GET', '/api/v1/invoices')).toMatchObject({ success: false, msg: expect.any(String) });
    const older = await ok(
      'GET',
      `/api/v0/users/me/invoices${query({ owner: 'me', sdate: '0', edate: '2000000000' })}`,
    );
    expect(older).toEqual({
      invoices: [],
      current: {
        charges: expect.any(Number),
        service_fee: 0,
        total: expect.any(Number),
        credit: expect.any(Number),
      },
    });
  });

  it('sends credit to somebody else, once', async () => {
    const path = '/api/v0/commands/transfer_credit/';
    const before = (await ok('GET', '/api/v0/users/current')).credit;
    const sent = { sender: 'me', recipient: 'friend@example.com', amount: 2.5 };
    expect(await ok('PUT', path, sent)).toEqual({ success: true });
    expect((await ok('GET', '/api/v0/users/current')).credit).toBeCloseTo(before - 2.5, 9);
    const select_filters = { when: { gte: now / 1000, lte: now / 1000 + 1 } };
    const { results } = await ok('GET', `/api/v1/invoices/${query({ select_filters })}`);
    expect(results).toEqual([expect.objectContaining({ type: 'transfer', amount: 2.5 })]);
    for (const [change, error] of [
      [{ amount: 1e6 }, 'insufficient_balance'],
      [{ recipient: 'nobody' }, 'invalid_recipient'],
      [{ recipient: 'renter@example.com' }, 'invalid_recipient'],
      [{ amount: -1 }, 'invalid_args'],
    ] as const) {
      const refused = await send('PUT', path, { ...sent, ...change });
      expect({ status: refused.status, error: refused.body.error }).toEqual({ status: 400, error });
    }
  });

  it('has charges for a range of days, in pages', async () => {
    const select_filters = { day: { gte: 0, lte: now / 1000 }, type: { in: ['instance'] } };
    const values = { select_filters, format: 'table', latest_first: 'true', limit: '2' };
    const page = await ok('GET', `/api/v0/charges/${query(values)}`);
    expect(page).toMatchObject({ success: true, count: 2, next_token: expect.any(String) });
    expect(page.results[0]).toEqual({
      start: expect.any(Number),
      end: expect.any(Number),
      type: 'instance',
      source: expect.stringMatching(/^instance-\d+$/),
      description: expect.any(String),
      amount: expect.any(Number),
      metadata: { label: null },
      items: expect.any(Array),
    });
    const next = await ok('GET', `/api/v0/charges/${query({ ...values, after_token: page.next_token })}`);
    expect(next.results[0].source).not.toBe(page.results[0].source);
  });
});

describe('what goes with machines and groups', () => {
  it('is launched from a search, with the nulls of a creation', async () => {
    const launch = { ...creation, gpu_name: 'RTX_4090', num_gpus: '1', region: null, runtype: 'ssh' };
    const q = {
      ...direct,
      num_gpus: { eq: '1' },
      order: [['dph_total', 'asc']],
      type: 'on-demand',
      limit: 5,
    };
    const { offers } = await ok('POST', '/api/v0/bundles/', q);
    const made = await ok('PUT', '/api/v0/launch_instance/', { ...launch, q });
    expect(made).toEqual({
      success: true,
      new_contract: expect.any(Number),
      instance_api_key: expect.any(String),
    });
    const { instances } = await ok('GET', `/api/v0/instances/${made.new_contract}/`);
    expect(instances.ask_contract_id).toBe(offers[0].id);
    for (const [more, status] of [
      [{ q: { ...q, gpu_name: { eq: 'NONE' } } }, 410],
      [{ q: 'num_gpus=1' }, 400],
      [{ q, disk: 'big' }, 400],
    ] as const) {
      const refused = await send('PUT', '/api/v0/launch_instance/', { ...launch, ...more });
      expect({ status: refused.status, success: refused.body.success }).toEqual({ status, success: false });
    }
  });

  it('is reserved by a prepayment, whose discount has a most', async () => {
    const id = await rented();
    const path = `/api/v0/instances/prepay/${id}/`;
    expect(await ok('PUT', path, { amount: 1 })).toEqual({
      success: true,
      timescale: expect.any(Number),
      discount_rate: expect.any(Number),
    });
    const { credit } = await ok('GET', '/api/v0/users/current');
    const large = await ok('PUT', path, { amount: credit / 2 });
    expect(large.timescale).toBeGreaterThan(0);
    expect(large.discount_rate).toBeLessThanOrEqual(0.4);
    for (const [body, status] of [
      [{ amount: 1e9 }, 400],
      [{ amount: -1 }, 400],
      [{}, 400],
    ] as const)
      expect((await send('PUT', path, body)).status).toBe(status);
    expect((await send('PUT', '/api/v0/instances/prepay/987654/', { amount: 1 })).status).toBe(404);
  });

  it('has an audit log of what was changed, and by which key', async () => {
    const before = now / 1000;
    const id = await rented();
    const rows = await ok('GET', '/api/v0/audit_logs/');
    expect(rows.at(-1)).toEqual({
      ip_address: expect.any(String),
      api_key_id: expect.any(Number),
      created_at: expect.any(Number),
      api_route: expect.stringMatching(/^PUT .*\/asks\/\d+\/$/),
      args: {},
    });
    expect(rows.at(-1).created_at).toBeGreaterThanOrEqual(before);
    expect(JSON.stringify(rows)).not.toContain(sandbox.apiKey);
    const { api_key_id } = rows.at(-1);
    const { apikeys } = await ok('GET', '/api/v0/auth/apikeys/');
    expect(apikeys.map((key: Fields) => key.id)).toContain(api_key_id);
    await ok('DELETE', `/api/v0/instances/${id}/`, {});
    expect((await ok('GET', '/api/v0/audit_logs/')).at(-1).api_route).toMatch(/^DELETE /);
  });

  it('tells the workers and the log of an endpoint group, with the key in the body', async () => {
    const made = await ok('POST', '/api/v0/endptjobs/', { endpoint_name: 'spoken', api_key: sandbox.apiKey });
    await ok('POST', '/api/v0/autojobs/', { endpoint_id: made.result, test_workers: 2, max_workers: 2 });
    const body = { id: made.result, api_key: sandbox.apiKey };
    const asked = async (name: string, more: object = {}) =>
      send('POST', `/${name}/`, { ...body, ...more }, null);
    const workers = await asked('get_endpoint_workers');
    expect(workers.body).toHaveLength(2);
    expect(workers.body[0]).toMatchObject({ id: expect.any(Number), status: 'creating' });
    pass(300);
    expect((await asked('get_endpoint_workers')).body.map((one: Fields) => one.status)).toEqual([
      'idle',
      'idle',
    ]);
    const logs = (await asked('get_endpoint_logs')).body;
    for (const level of ['info0', 'info1', 'trace', 'debug']) expect(logs[level]).toMatch(/\w/);
    expect((await asked('get_endpoint_logs', { id: 987654 })).status).toBe(404);
    expect((await asked('get_endpoint_workers', { api_key: 'nobody' })).status).toBe(401);
  });
});
