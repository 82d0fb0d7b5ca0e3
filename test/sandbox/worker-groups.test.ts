import { describe, expect, it } from 'vitest';
import { type Answer, type Fields, world } from './world.ts';

const said = ({ status, body }: Answer) => `${status} ${body?.error}`;
const groups = async (w: ReturnType<typeof world>): Promise<Fields[]> =>
  (await w.call('GET', '/api/v0/workergroups/')).body.results;
const endpoints = async (w: ReturnType<typeof world>): Promise<Fields[]> =>
  (await w.call('GET', '/api/v0/endptjobs/')).body.results;
const instances = async (w: ReturnType<typeof world>): Promise<Fields[]> =>
  (await w.call('GET', '/api/v0/instances/')).body.instances;

describe('creating a worker group', () => {
  it('answers success and an id, with the defaults of the interface', async () => {
    const w = world();
    const { status, body } = await w.call('POST', '/api/v0/workergroups/', { endpoint_name: 'llm' });
    expect({ status, body }).toEqual({ status: 200, body: { success: true, id: expect.any(Number) } });
    expect(await groups(w)).toEqual([
      expect.objectContaining({
        id: body.id,
        endpoint_name: 'llm',
        template_hash: null,
        template_id: null,
        search_query: { verified: { eq: true }, rentable: { eq: true }, rented: { eq: false } },
        launch_args: null,
        min_load: 1,
        target_util: 0.9,
        cold_mult: 3,
        cold_workers: 3,
        max_workers: 20,
        test_workers: 3,
        gpu_ram: 24,
        created_at: w.clock.now() / 1000,
      }),
    ]);
  });

  it('C067 keeps every field as given, gpu_ram in GB', async () => {
    const w = world();
    const request = {
      endpoint_id: 701,
      template_hash: '5d1c0ffee0000000000000000000a402',
      search_params: 'gpu_ram>=48 num_gpus=2 gpu_name=RTX_A6000 verified=true',
      launch_args: '--disk 40 --image vllm/vllm-openai:latest',
      min_load: 0,
      target_util: 0.5,
      cold_mult: 1.5,
      cold_workers: 0,
      max_workers: 4,
      test_workers: 0,
      gpu_ram: 48,
    };
    expect((await w.call('POST', '/api/v0/workergroups/', request)).status).toBe(200);
    const [group] = await groups(w);
    expect(group).toMatchObject({ ...request, endpoint_name: 'default' });
    expect(group.search_query).toEqual({
      gpu_ram: { gte: 48_000 },
      num_gpus: { eq: '2' },
      gpu_name: { eq: 'RTX A6000' },
      verified: { eq: true },
    });
  });

  it('makes an endpoint group for a name that none has, and uses the one that has it', async () => {
    const w = world();
    const before = await endpoints(w);
    await w.call('POST', '/api/v0/workergroups/', { endpoint_name: 'llm', max_workers: 7, test_workers: 0 });
    await w.call('POST', '/api/v0/workergroups/', { endpoint_name: 'llm', test_workers: 0 });
    const after = await endpoints(w);
    expect(after).toHaveLength(before.length + 1);
    expect(after.at(-1)).toMatchObject({ endpoint_name: 'llm', max_workers: 7, min_load: 1 });
    const [one, two] = await groups(w);
    expect(one.endpoint_id).toBe(after.at(-1)?.id);
    expect(two.endpoint_id).toBe(one.endpoint_id);
  });

  it('takes what the public client sends, on its own path: nulls and unknown keys', async () => {
    const w = world();
    const { status, body } = await w.call('POST', '/api/v0/autojobs/', {
      client_id: 'me',
      min_load: null,
      target_util: null,
      cold_mult: null,
      test_workers: 1,
      template_hash: null,
      template_id: 401,
      search_params: 'verified=True rentable=True rented=False',
      launch_args: null,
      gpu_ram: '24',
      endpoint_name: 'default',
      endpoint_id: null,
      autoscaler_instance: 'prod',
    });
    expect({ status, success: body.success }).toEqual({ status: 200, success: true });
    expect((await groups(w))[0]).toMatchObject({ template_id: 401, min_load: 1, gpu_ram: 24 });
    expect((await w.call('GET', '/api/v0/autojobs/')).body.results).toEqual(await groups(w));
  });

  it.each<[string, Fields]>([
    ['no endpoint', {}],
    ['both names of an endpoint', { endpoint_name: 'default', endpoint_id: 701 }],
    ['an endpoint that is not there', { endpoint_id: 9 }],
    [
      'both names of a template',
      { endpoint_id: 701, template_hash: '5d1c0ffee0000000000000000000a401', template_id: 401 },
    ],
    ['an unknown template', { endpoint_id: 701, template_hash: 'ffffffffffffffffffffffffffffffff' }],
    ['an unknown template id', { endpoint_id: 701, template_id: 9 }],
    ['a number that is a word', { endpoint_id: 701, max_workers: 'many' }],
    ['half a worker', { endpoint_id: 701, cold_workers: 1.5 }],
    ['less than no load', { endpoint_id: 701, min_load: -1 }],
    ['a use above all', { endpoint_id: 701, target_util: 1.1 }],
    ['a search that is no text', { endpoint_id: 701, search_params: { verified: true } }],
    ['a search that cannot be read', { endpoint_id: 701, search_params: 'cheap ones please' }],
    ['malformed JSON', '{'],
  ])('answers 400 bad_request to %s, and keeps nothing', async (_name, body) => {
    const w = world({ offers: 10 });
    const before = await endpoints(w);
    expect(said(await w.call('POST', '/api/v0/workergroups/', body))).toBe('400 bad_request');
    expect(await groups(w)).toEqual([]);
    expect(await endpoints(w)).toEqual(before);
  });

  it('names the field of a search that nothing has', async () => {
    const w = world({ offers: 10 });
    const body = { endpoint_name: 'new', search_params: 'sparkle>3' };
    const { status, body: answer } = await w.call('POST', '/api/v0/workergroups/', body);
    expect({ status, msg: answer.msg }).toEqual({ status: 400, msg: expect.stringContaining('sparkle') });
    expect((await endpoints(w)).map((one) => one.endpoint_name)).toEqual(['default']);
  });

  it('needs a key with misc', async () => {
    const w = world({ offers: 10 });
    expect((await w.call('GET', '/api/v0/workergroups/', undefined, null)).status).toBe(403);
    const permissions = { api: { instance_read: {} } };
    const { key } = (await w.control('POST', 'keys', { permissions })).body;
    expect((await w.call('GET', '/api/v0/workergroups/', undefined, key)).status).toBe(403);
  });
});

describe('C116 the workers of a group', () => {
  it('are ordinary instances, on the cheapest machines that its search finds, and billed as such', async () => {
    const w = world();
    const { body } = await w.call('POST', '/api/v0/workergroups/', {
      endpoint_id: 701,
      template_id: 402,
      launch_args: '--disk 60',
    });
    const workers = await instances(w);
    expect(workers).toHaveLength(3);
    for (const worker of workers) {
      expect(worker).toMatchObject({
        label: `worker group ${body.id}`,
        disk_space: 60,
        template_id: 402,
        verification: 'verified',
        intended_status: 'running',
      });
      expect(worker.gpu_ram).toBeGreaterThanOrEqual(24_000);
    }
    w.pass(3_600);
    expect((await instances(w)).map((one) => one.actual_status)).toEqual(['running', 'running', 'running']);
    expect(await w.credit()).toBeLessThan(100);
  });

  it('are as many as its test workers, and no more than its most', async () => {
    const w = world();
    const body = { endpoint_id: 701, test_workers: 5, max_workers: 2 };
    await w.call('POST', '/api/v0/workergroups/', body);
    expect(await instances(w)).toHaveLength(2);
    await w.call('POST', '/api/v0/workergroups/', { ...body, test_workers: 0 });
    expect(await instances(w)).toHaveLength(2);
  });

  it('are none for an account without credit', async () => {
    const w = world();
    await w.control('POST', 'account', { credit: 0 });
    expect((await w.call('POST', '/api/v0/workergroups/', { endpoint_id: 701 })).status).toBe(200);
    expect(await instances(w)).toEqual([]);
  });

  it('go on, and cost, when the group is removed', async () => {
    const w = world();
    const { id } = (await w.call('POST', '/api/v0/workergroups/', { endpoint_id: 701 })).body;
    const { status, body } = await w.call('DELETE', `/api/v0/workergroups/${id}/`, {});
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        deleted_workers: [],
        failed_workers: [],
        msg: expect.stringContaining('billed'),
      },
    });
    expect(await groups(w)).toEqual([]);
    expect(await instances(w)).toHaveLength(3);
  });
});

describe('changing a worker group', () => {
  it('changes the fields that are given', async () => {
    const w = world();
    const request = { endpoint_id: 701, template_id: 401, test_workers: 0 };
    const { id } = (await w.call('POST', '/api/v0/workergroups/', request)).body;
    const change = { max_workers: 5, search_params: 'num_gpus=1', template_id: null };
    expect((await w.call('PUT', `/api/v0/autojobs/${id}/`, change)).body).toEqual({ success: true });
    expect((await groups(w))[0]).toMatchObject({
      max_workers: 5,
      cold_workers: 3,
      template_id: 401,
      search_query: { num_gpus: { eq: '1' } },
    });
    const hash = '5d1c0ffee0000000000000000000a403';
    await w.call('PUT', `/api/v0/workergroups/${id}/`, { template_hash: hash });
    expect((await groups(w))[0]).toMatchObject({ template_hash: hash, template_id: null });
  });

  it('is 404 for a group that is not there, and 400 for what no group can have', async () => {
    const w = world({ offers: 10 });
    expect(said(await w.call('PUT', '/api/v0/workergroups/9/', { max_workers: 5 }))).toBe('404 not_found');
    expect(said(await w.call('DELETE', '/api/v0/workergroups/9/'))).toBe('404 not_found');
    const request = { endpoint_id: 701, test_workers: 0 };
    const { id } = (await w.call('POST', '/api/v0/workergroups/', request)).body;
    expect(said(await w.call('PUT', `/api/v0/workergroups/${id}/`, { max_workers: 'x' }))).toBe(
      '400 bad_request',
    );
  });
});

describe('endpoint groups', () => {
  it('are listed with the defaults of what was not given', async () => {
    const w = world({ offers: 10 });
    expect(await endpoints(w)).toEqual([
      {
        id: 701,
        user_id: 1001,
        endpoint_name: 'default',
        endpoint_state: 'active',
        min_load: 0,
        min_cold_load: 0,
        target_util: 0.9,
        cold_mult: 2.5,
        cold_workers: 5,
        max_workers: 20,
        created_at: w.clock.now() / 1000,
      },
    ]);
  });

  it('are created, changed and removed with their worker groups', async () => {
    const w = world({ offers: 10 });
    const created = await w.call('POST', '/api/v0/endptjobs/', { endpoint_name: 'chat', cold_workers: 2 });
    expect(created.body).toEqual({ success: true, result: expect.any(Number) });
    const id = created.body.result;
    expect((await endpoints(w)).at(-1)).toMatchObject({ id, endpoint_name: 'chat', cold_workers: 2 });
    const change = { endpoint_state: 'suspended', max_workers: 3 };
    expect((await w.call('PUT', `/api/v0/endptjobs/${id}/`, change)).body).toEqual({ success: true });
    expect((await endpoints(w)).at(-1)).toMatchObject({ ...change, cold_workers: 2 });
    await w.call('POST', '/api/v0/workergroups/', { endpoint_id: id, test_workers: 0 });
    await w.call('POST', '/api/v0/workergroups/', { endpoint_id: 701, test_workers: 0 });
    expect((await w.call('DELETE', `/api/v0/endptjobs/${id}/`, {})).body).toEqual({ success: true });
    expect((await endpoints(w)).map((one) => one.id)).toEqual([701]);
    expect((await groups(w)).map((one) => one.endpoint_id)).toEqual([701]);
  });

  it.each<[string, string, string, Fields, string]>([
    ['POST', '', 'no name', {}, '400 bad_request'],
    ['POST', '', 'a name that is taken', { endpoint_name: 'default' }, '400 bad_request'],
    ['PUT', '701/', 'an unknown state', { endpoint_state: 'asleep' }, '400 bad_request'],
    ['PUT', '9/', 'an id that is not there', {}, '404 not_found'],
    ['DELETE', '9/', 'an id that is not there', {}, '404 not_found'],
  ])('%s /endptjobs/%s refuses %s', async (method, path, _name, body, refusal) => {
    const w = world({ offers: 10 });
    expect(said(await w.call(method as 'POST', `/api/v0/endptjobs/${path}`, body))).toBe(refusal);
    expect(await endpoints(w)).toHaveLength(1);
  });

  it('takes the key in the body of a GET’s query, as the public client sends it', async () => {
    const w = world({ offers: 10 });
    const path = `/api/v0/endptjobs/?api_key=${w.sandbox.apiKey}`;
    expect((await w.call('GET', path, undefined, null)).body.results).toHaveLength(1);
  });
});
