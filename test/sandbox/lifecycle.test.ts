import { describe, expect, it } from 'vitest';
import { type Fields, world } from './world.ts';

const put = (w: ReturnType<typeof world>, id: number, body: unknown) =>
  w.call('PUT', `/api/v0/instances/${id}/`, body);

describe('a boot', () => {
  it('is null for at least 5 s, loading for at least 20 s, running within 300 s, and stays so', async () => {
    for (const seed of [1, 2, 3]) {
      const w = world({ seed });
      const id = await w.rented();
      const seen: (string | null)[] = [];
      for (let second = 0; second <= 300; second++) {
        seen.push((await w.instance(id)).actual_status);
        w.pass(1);
      }
      const loading = seen.indexOf('loading');
      const running = seen.indexOf('running');
      expect(seen.slice(0, loading)).toEqual(Array(loading).fill(null));
      expect(seen.slice(loading, running)).toEqual(Array(running - loading).fill('loading'));
      expect(loading).toBeGreaterThanOrEqual(5);
      expect(running - loading).toBeGreaterThanOrEqual(20);
      expect(running).toBeLessThanOrEqual(300);
      w.pass(7 * 86_400);
      expect(await w.instance(id)).toMatchObject({ actual_status: 'running', cur_state: 'running' });
    }
  });

  it('takes the same time for the same seed, however often it is looked at', async () => {
    const [one, two] = [world({ seed: 9 }), world({ seed: 9 })];
    const [a, b] = [await one.rented(), await two.rented()];
    for (let second = 0; second < 100; second++) {
      one.pass(1);
      await one.instance(a);
    }
    two.pass(100);
    expect(await two.instance(b)).toEqual(await one.instance(a));
  });

  it('C014 can be forced to end in exited, unknown or offline, and to show a word nobody knows', async () => {
    for (const actual_status of ['exited', 'unknown', 'offline', 'foo']) {
      const w = world();
      const id = await w.rented();
      expect((await w.control('POST', `instances/${id}`, { actual_status })).status).toBe(200);
      w.pass(3_600);
      expect(await w.instance(id)).toMatchObject({ actual_status, intended_status: 'running' });
      await w.control('POST', `instances/${id}`, { actual_status: 'auto' });
      expect(await w.instance(id)).toMatchObject({ actual_status: 'running' });
    }
  });

  it('C005 C017 can be held at null and at loading for as long as one likes', async () => {
    const w = world();
    const id = await w.rented();
    for (const actual_status of [null, 'loading']) {
      await w.control('POST', `instances/${id}`, { actual_status });
      w.pass(720);
      expect(await w.instance(id)).toMatchObject({ actual_status });
    }
  });

  it('fails now and then when the world is lively', async () => {
    const w = world({ lively: true });
    const offers = await w.search({ rentable: { eq: true }, disk_space: { gte: 10 }, limit: 100 });
    for (const offer of offers) await w.rent(offer.id);
    w.pass(300);
    const { instances } = (await w.call('GET', '/api/v0/instances/')).body;
    const words = instances.map((one: Fields) => one.actual_status);
    expect(words.filter((word: string) => word === 'running').length).toBeGreaterThan(80);
    expect(words.some((word: string) => ['exited', 'offline', 'unknown'].includes(word))).toBe(true);
  });
});

describe('stop and start', () => {
  it('stops from every state, and starts again', async () => {
    for (const actual_status of [null, 'loading', 'running', 'exited', 'unknown', 'offline']) {
      const w = world();
      const id = await w.rented();
      await w.control('POST', `instances/${id}`, { actual_status });
      const { status, body } = await put(w, id, { state: 'stopped' });
      expect({ status, body }).toEqual({ status: 200, body: { success: true } });
      const stopped = await w.instance(id);
      expect(stopped).toMatchObject({
        actual_status: 'stopped',
        intended_status: 'stopped',
        cur_state: 'stopped',
      });
      expect((await put(w, id, { state: 'stopped' })).body).toEqual({ success: true });
      expect((await put(w, id, { state: 'running' })).body).toEqual({ success: true });
      expect((await w.instance(id)).intended_status).toBe('running');
      w.pass(300);
      expect((await w.instance(id)).actual_status).toBe('running');
    }
  });

  it('waits to start while somebody else has the GPU, and gives up waiting on a stop', async () => {
    const w = world();
    const offer = await w.offer();
    const id = (await w.rent(offer.id)).body.new_contract;
    w.pass(300);
    await put(w, id, { state: 'stopped' });
    await w.control('POST', `offers/${offer.id}`, { busy: true });
    await put(w, id, { state: 'running' });
    w.pass(300);
    expect(await w.instance(id)).toMatchObject({
      actual_status: 'stopped',
      intended_status: 'running',
      cur_state: 'stopped',
    });
    await put(w, id, { state: 'stopped' });
    await w.control('POST', `offers/${offer.id}`, { busy: false });
    w.pass(300);
    expect(await w.instance(id)).toMatchObject({ actual_status: 'stopped', intended_status: 'stopped' });
  });

  it('starts and stops many at once, and none of them when one does not exist', async () => {
    const w = world();
    const ids = [await w.rented(), await w.rented()];
    w.pass(300);
    expect((await w.call('PUT', '/api/v0/instances/', { state: 'stopped', ids: [...ids, 1] })).status).toBe(
      404,
    );
    expect((await w.instance(ids[0] as number)).actual_status).toBe('running');
    expect((await w.call('PUT', '/api/v0/instances/', { state: 'stopped', ids })).body).toEqual({
      success: true,
    });
    for (const id of ids) expect((await w.instance(id)).intended_status).toBe('stopped');
  });

  it.each([{ state: 'paused' }, { state: 7 }, {}, '{"state":'])(
    'answers 400 bad_request to %j',
    async (body) => {
      const w = world();
      const answer = await put(w, await w.rented(), body);
      expect({ status: answer.status, error: answer.body.error }).toEqual({
        status: 400,
        error: 'bad_request',
      });
    },
  );
});

describe('destroy', () => {
  it('C015 answers 200 with null afterwards, takes it from the lists, and can be repeated', async () => {
    const w = world();
    const id = await w.rented();
    const gone = await w.call('DELETE', `/api/v0/instances/${id}/`);
    expect({ status: gone.status, body: gone.body }).toEqual({ status: 200, body: { success: true } });
    const one = await w.call('GET', `/api/v0/instances/${id}/`);
    expect({ status: one.status, text: one.text }).toEqual({ status: 200, text: '{"instances":null}' });
    const list = (await w.call('GET', '/api/v0/instances/')).body;
    expect(list).toMatchObject({ instances_found: 0, instances: [] });
    expect((await w.call('DELETE', `/api/v0/instances/${id}/`, {})).status).toBe(200);
    expect((await put(w, id, { state: 'running' })).status).toBe(404);
  });

  it('C016 answers 404 to an id that never was, whatever is asked of it', async () => {
    const w = world();
    for (const method of ['GET', 'DELETE', 'PUT'] as const) {
      const body = method === 'PUT' ? { state: 'stopped' } : undefined;
      const answer = await w.call(method, '/api/v0/instances/12345/', body);
      expect({ status: answer.status, ...answer.body }).toEqual({
        status: 404,
        success: false,
        error: 'no_such_instance',
        msg: expect.any(String),
      });
    }
  });

  it('takes many at once, again and again', async () => {
    const w = world();
    const instance_ids = [await w.rented(), await w.rented()];
    for (let time = 0; time < 6; time++) {
      const answer = await w.call('DELETE', '/api/v0/instances/', { instance_ids });
      expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { success: true } });
    }
    expect((await w.call('GET', '/api/v0/instances/')).body.instances_found).toBe(0);
  });
});

describe('other actions', () => {
  it('labels, up to 1,024 characters', async () => {
    const w = world();
    const id = await w.rented();
    expect((await put(w, id, { label: 'x'.repeat(1_024) })).status).toBe(200);
    expect((await put(w, id, { label: 'x'.repeat(1_025) })).body.error).toBe('label_too_long');
    await put(w, id, { label: 'night run' });
    expect((await w.instance(id)).label).toBe('night run');
    // A null beside a state is a field left out; alone it takes the label off.
    await put(w, id, { state: 'stopped', label: null });
    expect((await w.instance(id)).label).toBe('night run');
    await put(w, id, { label: null });
    expect((await w.instance(id)).label).toBeNull();
  });

  it.each([
    ['reboot', 'rebooting'],
    ['recycle', 'loading'],
  ])('%s goes through %s back to running, and only from running', async (action, word) => {
    const w = world();
    const id = await w.rented();
    expect((await w.call('PUT', `/api/v0/instances/${action}/${id}/`, {})).status).toBe(400);
    w.pass(300);
    expect((await w.call('PUT', `/api/v0/instances/${action}/${id}/`, {})).body).toEqual({ success: true });
    expect((await w.instance(id)).actual_status).toBe(word);
    w.pass(60);
    expect((await w.instance(id)).actual_status).toBe('running');
  });

  it('writes logs behind an address that needs no key, without values of the environment', async () => {
    const w = world();
    const id = await w.rented({ env: { TOKEN: 'hunter2' } });
    w.pass(300);
    const asked = await w.call('PUT', `/api/v0/instances/request_logs/${id}/`, { tail: '5', filter: null });
    expect(asked.body).toMatchObject({ success: true, msg: expect.any(String) });
    const url = new URL(asked.body.result_url);
    expect((await w.call('GET', url.pathname, undefined, null)).status).toBe(404);
    w.pass(1);
    const log = await w.call('GET', url.pathname, undefined, null);
    expect(log.status).toBe(200);
    expect(log.text).toMatch(/ step \d+ loss \d\.\d{4}\n/);
    expect(log.text).not.toContain('hunter2');
    expect(log.text.trim().split('\n')).toHaveLength(5);
    expect((await w.call('GET', '/results/00.txt', undefined, null)).status).toBe(404);
  });

  it('runs ls, rm and du and nothing else', async () => {
    const w = world();
    const id = await w.rented();
    const run = (command: string) => w.call('PUT', `/api/v0/instances/command/${id}/`, { command });
    const { body } = await run('ls /workspace');
    expect(body).toMatchObject({ success: true, writeable_path: '/workspace' });
    w.pass(1);
    expect((await w.call('GET', new URL(body.result_url).pathname, undefined, null)).text).toContain(
      'workspace',
    );
    for (const command of ['cat /etc/passwd', `ls ${'x'.repeat(512)}`, '']) {
      expect((await run(command)).body.error).toBe('invalid_args');
    }
  });
});

describe('lists', () => {
  async function fleet(count: number) {
    const w = world();
    const offers = await w.search({ disk_space: { gte: 10 }, limit: count, order: [['id', 'asc']] });
    for (const [i, offer] of offers.entries()) await w.rent(offer.id, i % 2 === 0 ? { label: 'even' } : {});
    const page = (query: Fields) => w.call('GET', `/api/v1/instances/?${new URLSearchParams(query)}`);
    return { w, page };
  }

  it('writes each field of a record once', async () => {
    const { w } = await fleet(1);
    const { text, body } = await w.call('GET', '/api/v0/instances/');
    expect(text).toBe(JSON.stringify(body));
  });

  it('answers all instances in v0, with how many they are', async () => {
    const { w } = await fleet(30);
    const { body } = await w.call('GET', '/api/v0/instances');
    expect(body.instances_found).toBe(30);
    expect(body.instances).toHaveLength(30);
  });

  it('answers pages of at most 25 in v1, until the token is null', async () => {
    const { page } = await fleet(30);
    const first = (await page({})).body;
    expect(first).toMatchObject({ success: true, instances_found: 25, total_instances: 30 });
    expect(first.label_counts).toEqual({ even: 15, '': 15 });
    const second = (await page({ after_token: first.next_token })).body;
    expect(second).toMatchObject({ instances_found: 5, next_token: null });
    const ids = [...first.instances, ...second.instances].map((one) => one.id);
    expect(new Set(ids).size).toBe(30);
    expect((await page({ limit: '0' })).body.instances_found).toBe(5);
    expect((await page({ limit: '1000' })).body.instances_found).toBe(25);
    expect((await page({ limit: '3' })).body.instances_found).toBe(3);
  });

  it('orders, filters and picks columns in v1', async () => {
    const { page } = await fleet(6);
    const order_by = JSON.stringify([{ col: 'id', dir: 'desc' }]);
    const ids = (await page({ order_by })).body.instances.map((one: Fields) => one.id);
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a));
    const select_filters = JSON.stringify({ label: { eq: 'even' } });
    expect((await page({ select_filters })).body.total_instances).toBe(3);
    expect(
      (await page({ select_filters: JSON.stringify({ label: { eq: null } }) })).body.total_instances,
    ).toBe(3);
    const select_cols = JSON.stringify(['id', 'nonsense']);
    expect((await page({ select_cols, limit: '1' })).body.instances[0]).toEqual({
      id: expect.any(Number),
      nonsense: null,
    });
  });

  it('orders by every column that a record has, also where there is no instance', async () => {
    const { w, page } = await fleet(2);
    await w.rent((await w.offer({ rented: { eq: false } })).id, { price: 128 });
    w.pass(400);
    const rows = (await page({})).body.instances;
    for (const col of new Set(rows.flatMap(Object.keys))) {
      expect((await page({ order_by: JSON.stringify([{ col, dir: 'asc' }]) })).status, String(col)).toBe(200);
    }
    const empty = await fleet(0);
    for (const query of [
      { order_by: '[{"col":"niceness","dir":"asc"}]' },
      { select_filters: '{"niceness":{"eq":1}}' },
    ]) {
      expect((await empty.page(query)).body.error).toBe('invalid_request');
    }
  });

  it.each<[Fields, string]>([
    [{ after_token: 'nonsense' }, 'invalid_token'],
    [{ after_token: Buffer.from('{"a":1}').toString('base64') }, 'invalid_token'],
    [{ order_by: '[{"col":"niceness","dir":"asc"}]' }, 'invalid_request'],
    [{ order_by: 'id' }, 'invalid_request'],
    [{ select_filters: '{"dph_total":{"lt":1}}' }, 'invalid_request'],
    [{ select_filters: '{"label":{"like":"x"}}' }, 'invalid_request'],
  ])('answers 400 to %j', async (query, error) => {
    const { page } = await fleet(1);
    const { status, body } = await page(query);
    expect({ status, error: body.error }).toEqual({ status: 400, error });
  });

  it('counts, and names the kinds that there are', async () => {
    const { w } = await fleet(4);
    expect((await w.call('GET', '/api/v0/instances/count/')).body.count).toBe(4);
    const { filters } = (await w.call('GET', '/api/v0/instances/filters/')).body;
    expect(Object.keys(filters[0]).sort()).toEqual(['actual_status', 'gpu_name', 'verification']);
    expect((await w.call('GET', '/api/v1/instances/lite/')).body.instances).toHaveLength(4);
  });
});

describe('an uptime', () => {
  it('is the time for which the GPU ran and was charged, where the status was forced in between, too', async () => {
    const w = world();
    const id = await w.rented();
    w.pass(600);
    const force = (status: string) => w.control('POST', `instances/${id}`, { actual_status: status });
    const minutes = async () => (await w.instance(id)).uptime_mins;
    await force('exited');
    w.pass(7200);
    expect(await minutes()).toBeNull();
    await force('auto');
    w.pass(60);
    expect(await minutes()).toBe(1);
    await force('running');
    w.pass(60);
    expect(await minutes()).toBe(2);
  });

  it('begins anew at a start from a status that was forced', async () => {
    const w = world();
    const id = await w.rented();
    w.pass(600);
    await w.control('POST', `instances/${id}`, { actual_status: 'exited' });
    w.pass(7200);
    await put(w, id, { state: 'running' });
    expect((await w.instance(id)).actual_status).not.toBe('running');
    w.pass(300);
    expect((await w.instance(id)).uptime_mins).toBeLessThan(6);
  });
});
