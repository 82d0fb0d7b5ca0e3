import { describe, expect, it } from 'vitest';
import { endpointGroupFields } from '../../src/engine/groups/endpoint-group.ts';
import { workerGroupFields } from '../../src/engine/groups/worker-group-fields.ts';
import { type FetchLike, literal, makeWorld } from './world.ts';

/** What is typed for each field, and what of it has to go out. */
const workerFlags: Record<string, [flags: string[], sent: unknown]> = {
  endpoint_name: [['--endpoint-name', 'llm'], 'llm'],
  endpoint_id: [['--endpoint-id', '701'], 701],
  template_hash: [['--template-hash', 'abc'], 'abc'],
  template_id: [['--template-id', '401'], 401],
  search_params: [['--search-params', 'num_gpus=1 verified=true'], 'num_gpus=1 verified=true'],
  launch_args: [['--launch-args', '--disk 40'], '--disk 40'],
  min_load: [['--min-load', '0.5'], 0.5],
  target_util: [['--target-util', '0.8'], 0.8],
  cold_mult: [['--cold-mult', '2'], 2],
  cold_workers: [['--cold-workers', '0'], 0],
  max_workers: [['--max-workers', '4'], 4],
  test_workers: [['--test-workers', '1'], 1],
  gpu_ram: [['--gpu-ram', '48'], 48],
};
const endpointFlags: Record<string, [flags: string[], sent: unknown]> = {
  endpoint_name: [['--endpoint-name', 'llm'], 'llm'],
  min_load: [['--min-load', '10'], 10],
  min_cold_load: [['--min-cold-load', '5'], 5],
  target_util: [['--target-util', '0.8'], 0.8],
  cold_mult: [['--cold-mult', '2'], 2],
  cold_workers: [['--cold-workers', '1'], 1],
  max_workers: [['--max-workers', '4'], 4],
  max_queue_time: [['--max-queue-time', '30'], 30],
  target_queue_time: [['--target-queue-time', '10'], 10],
  inactivity_timeout: [['--inactivity-timeout', '600'], 600],
  endpoint_state: [['--state', 'suspended'], 'suspended'],
};

/** Runs a command against a service of literal answers; what went out as `METHOD path body`. */
async function sending(argv: string[], answer = '{"success":true,"id":801,"result":702}') {
  const sent: string[] = [];
  const ran = await makeWorld().run(argv, {
    transport: async (url, init) => {
      sent.push(`${init.method} ${new URL(url).pathname} ${init.body ?? ''}`.trim());
      return new Response(url.includes('/bundles/') ? '{"offers":[]}' : answer);
    },
  });
  return { ...ran, sent: sent.filter((line) => !/^GET |\/bundles\//.test(line)) };
}

const create = (world: ReturnType<typeof makeWorld>, ...flags: string[]) =>
  world.run(['groups', 'create', '--endpoint-id', '701', '--yes', ...flags]);

describe('flags', () => {
  it.each(workerGroupFields)('of a worker group send $name as it is in interface.md', async ({ name }) => {
    const [flags, value] = workerFlags[name] ?? [[], undefined];
    const { exit, sent, out } = await sending(['groups', 'change', '801', '--yes', ...flags]);
    expect([exit, out]).toEqual([0, '']);
    expect(sent).toEqual([`PUT /api/v0/workergroups/801/ ${JSON.stringify({ [name]: value })}`]);
  });

  it.each(endpointGroupFields)('of an endpoint group send $name', async ({ name }) => {
    const [flags, value] = endpointFlags[name] ?? [[], undefined];
    const { exit, sent } = await sending(['groups', 'endpoint-change', '701', '--yes', ...flags]);
    expect(exit).toBe(0);
    expect(sent).toEqual([`PUT /api/v0/endptjobs/701/ ${JSON.stringify({ [name]: value })}`]);
  });

  it('C117 send nothing of what was not said', async () => {
    const worker = await sending(['groups', 'create', '--endpoint-name', 'llm', '--yes']);
    expect(worker.sent).toEqual(['POST /api/v0/workergroups/ {"endpoint_name":"llm"}']);
    expect([worker.exit, worker.out]).toEqual([0, '801\n']);
    const endpoint = await sending(['groups', 'endpoint-create', '--endpoint-name', 'llm']);
    expect(endpoint.sent).toEqual(['POST /api/v0/endptjobs/ {"endpoint_name":"llm"}']);
    expect([endpoint.exit, endpoint.out]).toEqual([0, '702\n']);
  });

  it.each([
    [['create'], 'missing --endpoint-name or --endpoint-id'],
    [
      ['create', '--endpoint-name', 'a', '--endpoint-id', '1'],
      '--endpoint-id: the endpoint by its name or by its id: leave one out',
    ],
    [
      ['create', '--endpoint-id', '1', '--template-id', '2', '--template-hash', 'a'],
      '--template-id: the template by its hash or by its id: leave one out',
    ],
    [
      ['create', '--endpoint-id', '1', '--template-id', '2', '--search-params', 'num_gpus=1'],
      '--search-params: a template or a search: leave one of them out',
    ],
    [['create', '--endpoint-id', '1', '--gpu-ram', '24MB'], '--gpu-ram: write whole GB, as 24'],
    [['change', '801'], 'pass at least one field to change'],
    [['change', '801', '--min-load', ''], '--min-load needs a value'],
    [['change', 'x', '--min-load', '1'], 'worker group id must be a number, e.g. 801'],
    [['endpoint-create'], 'missing --endpoint-name'],
    [['endpoint-change', '1', '--state', 'asleep'], '--state: write one of active, suspended, stopped'],
  ])('groups %s: %s', async (argv, sentence) => {
    const { exit, err, sent } = await sending(['groups', ...argv]);
    const [wrong, usage] = err.trim().split('\nUsage: ');
    expect([exit, wrong]).toEqual([2, `error: ${sentence}`]);
    expect(usage).toMatch(/^rigdeck groups [a-z-]+ .*\[flags\]$/);
    expect(sent).toEqual([]);
  });

  it('take launch arguments from standard input, so that a secret in them is no argument, and off again', async () => {
    let body = '';
    const transport = async (_: string, init: { body?: unknown }) => {
      body = String(init.body);
      return new Response('{"success":true}');
    };
    const world = makeWorld();
    await world.run(['groups', 'change', '801', '--yes', '--launch-args-stdin'], {
      stdin: "--env '-e TOKEN=abc'\n",
      transport,
    });
    expect(body).toBe('{"launch_args":"--env \'-e TOKEN=abc\'"}');
    await world.run(['groups', 'change', '801', '--yes', '--launch-args', ''], { transport });
    expect(body).toBe('{"launch_args":""}');
  });
});

describe('rigdeck groups create', () => {
  it('C116 gives the id, says what the workers may cost, that they are billed as instances, and where they are', async () => {
    const world = makeWorld();
    const { exit, out, err } = await create(world, '--max-workers', '4', '--test-workers', '2');
    expect([exit, out]).toEqual([0, '801\n']);
    expect(err).toMatch(/At most 4 workers: \$\d+\.\d{3}\/h to \$\d+\.\d{3}\/h, as offers match now\./);
    expect(err).toContain('Its workers are instances and are billed as such. See them: rigdeck instances');
    const { instances } = (await world.run(['instances', '--json'])).json() as {
      instances: { label: string }[];
    };
    expect(instances.map(({ label }) => label)).toEqual(['worker group 801', 'worker group 801']);
  });

  it('says that the cost is not known where the search of the template is not', async () => {
    const { exit, err } = await create(makeWorld(), '--template-id', '401');
    expect(exit).toBe(0);
    expect(err).toContain('At most 20 workers; what they cost is not known.');
  });

  it('creates a group also when the prices cannot be read', async () => {
    const world = makeWorld();
    world.sandbox.control.addFault({ path: '/api/v0/bundles/', kind: 'status', status: 400, times: 9 });
    const { exit, err } = await create(world);
    expect(exit).toBe(0);
    expect(err).toContain('what they cost is not known');
  });

  it('is told as JSON', async () => {
    const ran = await create(makeWorld(), '--max-workers', '4', '--json');
    expect(ran.json()).toEqual({ schema: 1, worker_group_id: 801, worst_case_per_hour: expect.any(Number) });
    expect(ran.json().worst_case_per_hour).toBeGreaterThan(0);
    const [, most] = /At most 4 workers: \$\S+ to \$(\S+)\/h/.exec(ran.err) ?? [];
    expect((ran.json().worst_case_per_hour as number).toFixed(3)).toBe(most);
    const unknown = await create(makeWorld(), '--template-id', '401', '--json');
    expect(unknown.json()).toEqual({ schema: 1, worker_group_id: 801, worst_case_per_hour: null });
    expect(unknown.err).toContain('not known. The search of a template is not known here.');
    const none = await create(makeWorld(), '--max-workers', '0', '--json');
    expect(none.json().worst_case_per_hour).toBe(0);
  });

  it('tells what the service refuses', async () => {
    const { exit, err } = await create(makeWorld(), '--template-id', '9');
    expect(exit).toBe(1);
    expect(err).toContain('there is no such template');
  });

  it('takes no reply for a success that says none', async () => {
    const { exit, err } = await sending(
      ['groups', 'create', '--endpoint-id', '1', '--yes'],
      '{"success":false,"id":5}',
    );
    expect(exit).toBe(1);
    expect(err).toContain('No worker group was created.');
  });
});

describe('what multiplies', () => {
  const writes = (world: ReturnType<typeof makeWorld>) =>
    world.requests().filter((line) => /^(POST|PUT) .*workergroups/.test(line));
  const line = ['groups', 'create', '--endpoint-id', '701', '--max-workers', '4'];
  const wide = ['groups', 'change', '801', '--max-workers', '6'];
  /** A world with worker group 801, of 4 workers at most, and the requests of its making forgotten. */
  async function withGroup() {
    const world = makeWorld();
    await create(world, '--max-workers', '4', '--test-workers', '0');
    const before = writes(world).length;
    return { world, sent: () => writes(world).slice(before) };
  }

  it('is not confirmed, exit code 3 as elsewhere, where nobody can be asked and neither a cap nor --yes is there, with no group', async () => {
    const world = makeWorld();
    const ran = await world.run(line);
    expect([ran.exit, ran.out]).toEqual([3, '']);
    expect(ran.err).toMatch(/--max-total.*--yes/);
    expect((await world.run([...line, '--json'])).json()).toMatchObject({ error: { code: 'needs_yes' } });
    expect(world.requests()).toEqual([]);
    const made = await withGroup();
    const change = await made.world.run(wide);
    expect([change.exit, change.err]).toEqual([3, expect.stringContaining('--max-total')]);
    expect(made.sent()).toEqual([]);
  });

  it('asks on a terminal, with the cost on the screen, and takes nothing but yes', async () => {
    const world = makeWorld();
    const no = await world.run(line, { answers: ['y'] });
    expect([no.exit, no.asked]).toEqual([3, ['Type yes to create it: ']]);
    expect(no.err).toMatch(/At most 4 workers: \$/);
    expect(writes(world)).toEqual([]);
    expect((await world.run(line, { answers: ['yes'] })).exit).toBe(0);
    expect(writes(world)).toHaveLength(1);
    const gone = await world.run(wide, { answers: [undefined] });
    expect([gone.exit, gone.asked]).toEqual([130, ['Type yes to change it: ']]);
    expect(gone.err).toMatch(/At most 6 workers: \$/);
    expect(writes(world)).toHaveLength(1);
  });

  it('goes on without a question below a cap, and not above it', async () => {
    const world = makeWorld();
    const most = (await create(world, '--max-workers', '4', '--json')).json().worst_case_per_hour as number;
    const before = writes(world).length;
    const over = await world.run([...line, '--max-total', String(most - 0.01), '--yes']);
    expect([over.exit, over.out]).toEqual([3, '']);
    expect(over.err).toContain('--max-total');
    const raised = await world.run([...wide, '--max-total', String(most)]);
    expect(raised.exit).toBe(3);
    expect(writes(world)).toHaveLength(before);
    expect((await world.run([...line, '--max-total', String(most + 0.01)])).exit).toBe(0);
    expect((await world.run([...wide, '--max-total', String(most * 2)])).exit).toBe(0);
    expect(writes(world)).toHaveLength(before + 2);
  });

  it.each([
    ['the search of a template', ['--template-id', '401']],
    ['a search that nothing matches', ['--search-params', 'gpu_name=NONE']],
  ])('is refused under a cap that cannot be checked: %s', async (_, flags) => {
    const world = makeWorld();
    const ran = await world.run([...line, ...flags, '--max-total', '9999', '--json']);
    expect([ran.exit, ran.json()]).toMatchObject([3, { error: { code: 'cost_unknown' } }]);
    expect(writes(world)).toEqual([]);
  });

  it('asks nothing for a change that can only lower it', async () => {
    const { world, sent } = await withGroup();
    expect((await world.run(['groups', 'change', '801', '--max-workers', '2'])).exit).toBe(0);
    expect((await world.run(['groups', 'change', '801', '--max-workers', '0'])).exit).toBe(0);
    expect(sent()).toHaveLength(2);
    expect((await world.run(['groups', 'change', '801', '--max-workers', '1'])).exit).toBe(3);
    expect(sent()).toHaveLength(2);
  });

  it.each([
    [['--max-workers', '0'], 0],
    [['--max-workers', '2'], 6],
  ])('needs the list of groups unless a change lowers whatever it was: %j', async (flags, exit) => {
    const { world, sent } = await withGroup();
    world.sandbox.control.addFault({
      method: 'GET',
      path: '/api/v0/workergroups/',
      kind: 'status',
      status: 503,
      times: 99,
    });
    expect((await world.run(['groups', 'change', '801', ...flags])).exit).toBe(exit);
    expect(sent()).toHaveLength(exit === 0 ? 1 : 0);
  });

  describe('through the endpoint group', () => {
    const endpointWrites = (world: ReturnType<typeof makeWorld>) =>
      world.requests().filter((line) => /^PUT .*endptjobs/.test(line));
    /** Endpoint group 701 with worker groups of these limits beneath. */
    const serves =
      (groups: readonly object[], endpoint: object = {}): FetchLike =>
      async (url, init) => {
        if (init.method === 'GET' && url.includes('endptjobs'))
          return literal({
            success: true,
            results: [{ id: 701, endpoint_name: 'llm', max_workers: 4, cold_workers: 2, ...endpoint }],
          })(url, init);
        if (init.method === 'GET' && url.includes('workergroups'))
          return literal({ success: true, results: groups })(url, init);
        if (url.includes('/bundles/'))
          return literal({ success: true, offers: [{ id: 7, dph_total: 0.5 }] })(url, init);
        return literal({ success: true })(url, init);
      };
    const group = { id: 801, endpoint_id: 701, search_params: 'num_gpus=1' };
    const change = async (flags: string[], transport: FetchLike, answers?: string[]) => {
      const sent: string[] = [];
      const ran = await makeWorld().run(['groups', 'endpoint-change', '701', ...flags], {
        transport: (url, init) => {
          if (init.method === 'PUT') sent.push(String(init.body));
          return transport(url, init);
        },
        ...(answers === undefined ? {} : { answers }),
      });
      return { ...ran, sent };
    };

    it.each([
      ['--max-workers', '40'],
      ['--cold-workers', '3'],
      ['--min-load', '1'],
      ['--min-cold-load', '1'],
      ['--cold-mult', '3'],
      ['--target-util', '0.1'],
      ['--target-queue-time', '1'],
      ['--state', 'active'],
    ])('asks before %s %s, and sends nothing where nobody can be asked', async (...flags) => {
      const serve = serves([group], { endpoint_state: 'suspended' });
      const alone = await change(flags, serve);
      expect([alone.exit, alone.out, alone.sent]).toEqual([3, '', []]);
      expect(alone.err).toMatch(/--max-total.*--yes/);
      const no = await change(flags, serve, ['no']);
      expect([no.exit, no.asked, no.sent]).toEqual([3, [expect.stringContaining('yes')], []]);
      expect((await change(flags, serve, ['yes'])).sent).toHaveLength(1);
      expect((await change([...flags, '--yes'], serve)).sent).toHaveLength(1);
    });

    it.each([
      [['--max-workers', '3', '--cold-workers', '2', '--state', 'stopped'], [group]],
      [['--endpoint-name', 'other'], [group]],
      [['--max-workers', '40'], []],
      [['--max-workers', '40'], [{ ...group, endpoint_id: 702 }]],
    ])('asks nothing where %j cannot raise it', async (flags, groups) => {
      const ran = await change(flags, serves(groups));
      expect([ran.exit, ran.sent.length]).toEqual([0, 1]);
    });

    it('believes only a second list without any worker group', async () => {
      let lists = 0;
      const transport: FetchLike = (url, init) =>
        serves(url.includes('workergroups') && ++lists === 1 ? [] : [group])(url, init);
      const ran = await change(['--max-workers', '44'], transport);
      expect([ran.exit, ran.sent]).toEqual([3, []]);
    });

    it('holds the cap against all its worker groups, with the limits that it would have', async () => {
      // 40 workers of the one that has no limit of its own and 3 of the other, $0.50 each.
      const serve = serves([group, { ...group, id: 802, max_workers: 3 }]);
      const wide = ['--max-workers', '40', '--max-total'];
      const over = await change([...wide, '21.4'], serve);
      expect([over.exit, over.sent]).toEqual([3, []]);
      expect(over.err).toContain('$21.50');
      expect((await change([...wide, '21.6'], serve)).sent).toHaveLength(1);
    });

    it.each([
      ['a worker group is missing', [group, { endpoint_id: 701 }]],
      ['one does not say where it belongs', [{ id: 801, search_params: 'num_gpus=1' }]],
      ['one has a search that is not known', [{ id: 801, endpoint_id: 701 }]],
    ])('cannot check a cap where %s', async (_, groups) => {
      const ran = await change(['--max-workers', '40', '--max-total', '9999', '--json'], serves(groups));
      expect([ran.exit, ran.json()]).toMatchObject([3, { error: { code: 'cost_unknown' } }]);
      expect(ran.sent).toEqual([]);
    });

    it('asks in the sandbox too, once a worker group is there', async () => {
      const { world } = await withGroup();
      const ran = await world.run(['groups', 'endpoint-change', '701', '--max-workers', '90']);
      expect([ran.exit, endpointWrites(world)]).toEqual([3, []]);
      expect((await world.run(['groups', 'endpoint-change', '701', '--state', 'stopped'])).exit).toBe(0);
    });
  });

  it.each([
    ['a number above 0', 'x', 2],
    ['a number above 0', '0', 2],
  ])('wants %s for the cap, not %s', async (_, cap, code) => {
    expect((await makeWorld().run([...line, '--max-total', cap])).exit).toBe(code);
  });

  it('tells offers without a price from no offers', async () => {
    const world = makeWorld();
    const transport: FetchLike = (url, init) =>
      url.includes('/bundles/')
        ? literal({ success: true, offers: [{ id: 7, gpu_name: 'RTX 4090' }] })(url, init)
        : world.service(url, init);
    const { err } = await world.run([...line, '--yes'], { transport });
    expect(err).toContain('what they cost is not known');
    expect(err).not.toContain('no offer');
  });
});

describe('rigdeck groups', () => {
  it('lists endpoint groups with their worker groups, how many workers they have, and what these cost', async () => {
    const world = makeWorld();
    await create(world, '--max-workers', '4', '--test-workers', '2');
    world.boot();
    const { out, err } = await world.run(['groups']);
    const rows = out
      .trim()
      .split('\n')
      .map((line) => line.split('\t'));
    expect(rows.map((cells) => cells.slice(0, 6).join(' '))).toEqual([
      '701 endpoint default active 2 20',
      '801 worker default  2 4',
    ]);
    expect(Number(rows[1]?.[6])).toBeGreaterThan(0);
    expect(err).toContain('Workers are billed as instances');
    const table = await world.run(['groups'], { columns: 100 });
    expect(table.out).toMatch(/^ID +KIND +ENDPOINT +STATE +WORKERS +AT MOST +\$\/H +MIN LOAD +TARGET\n701 /);
  });

  it('sets in the worker groups of an endpoint group, and no other', async () => {
    const lists = {
      endptjobs: [{ id: 7, endpoint_name: 'a' }],
      workergroups: [{ id: 8, endpoint_id: 7 }, { id: 9, endpoint_id: 99 }, { id: 10 }],
    };
    const { out } = await makeWorld().run(['groups'], {
      columns: 100,
      transport: async (url) => {
        const results = url.includes('endptjobs') ? lists.endptjobs : lists.workergroups;
        return new Response(JSON.stringify({ success: true, results, instances_found: 0, instances: [] }));
      },
    });
    expect(out.match(/^ *\d+ +(endpoint|worker)/gm)?.map((line) => line.replace(/ +(?=\w+$)/, ' '))).toEqual([
      '7 endpoint',
      '  8 worker',
      '9 worker',
      '10 worker',
    ]);
  });

  it('is told as JSON, without the keys that such records carry', async () => {
    const world = makeWorld();
    const record = '{"success":true,"results":[{"id":7,"endpoint_name":"a","api_key":"not-to-be-told"}]}';
    const { out } = await world.run(['groups', '--json'], {
      transport: async (url) => new Response(url.includes('endptjobs') ? record : '{"results":[]}'),
    });
    expect(out).toBe(
      '{"schema":1,"endpoint_groups":[{"id":7,"endpoint_name":"a"}],"worker_groups":[],"complete":true,"missing":0}\n',
    );
  });

  it('picks fields of both lists with --json=, and leaves a list that is not there as it is', async () => {
    const world = makeWorld();
    await create(world, '--max-workers', '4');
    const ran = await world.run(['groups', '--json=id,max_workers,endpoint_state']);
    expect(ran.json()).toEqual({
      schema: 1,
      endpoint_groups: [{ id: 701, max_workers: 20, endpoint_state: 'active' }],
      worker_groups: [{ id: 801, max_workers: 4, endpoint_state: null }],
      ...{ complete: true, missing: 0 },
    });
    expect(ran.err).toBe('');
    const odd = await world.run(['groups', '--json=ids']);
    expect([odd.exit, odd.json()]).toMatchObject([
      2,
      { error: { next: expect.stringContaining('endpoint_state') } },
    ]);
    const none = await world.run(['groups', '--json=id'], {
      transport: async (url) =>
        url.includes('workergroups')
          ? new Response('{"success":false,"error":"not_found","msg":"no"}', { status: 404 })
          : new Response('{"results":[{"id":7}]}'),
    });
    expect(none.json()).toMatchObject({ endpoint_groups: [{ id: 7 }], worker_groups: null, complete: true });
  });

  it('hides what may be secret in launch arguments', async () => {
    const record = { id: 8, launch_args: "--env '-e TOKEN=hf-abcdef' --disk 40" };
    const { out } = await makeWorld().run(['groups', '--json'], {
      transport: async (url) =>
        new Response(
          JSON.stringify({ success: true, results: url.includes('workergroups') ? [record] : [] }),
        ),
    });
    expect(out).toContain('--disk 40');
    expect(out).toContain('••••••••');
    expect(out).not.toContain('hf-abcdef');
  });

  it('says of a service without such lists that it does not list any, as of its other lists', async () => {
    const world = makeWorld();
    const transport: FetchLike = (url, init) =>
      /endptjobs|workergroups/.test(url)
        ? literal({ success: false, error: 'not_here', msg: 'no such route' }, 404)(url, init)
        : world.service(url, init);
    const { exit, err } = await world.run(['groups'], { transport });
    expect([exit, err]).toEqual([1, expect.stringContaining('does not list groups')]);
    const json = await world.run(['groups', '--json'], { transport });
    expect([json.exit, json.json()]).toMatchObject([1, { error: { code: 'not_here' } }]);
  });

  const foreign: [string, unknown][] = [
    ['plain text', '404 page not found'],
    ['a web page', '<html>Not Found</html>'],
    ['no word of what is wrong', {}],
  ];
  it.each(foreign)('says so too where such a list is answered with 404 and %s', async (_, body) => {
    const world = makeWorld();
    const lists =
      /endptjobs|workergroups|\/volumes\/|\/auth\/apikeys\/|\/template|rclone|cloud|\/ssh\/|\/tfa\//;
    const transport: FetchLike = (url, init) =>
      (lists.test(url) ? literal(body, 404) : world.service)(url, init);
    const groups = await world.run(['groups'], { transport });
    expect([groups.exit, groups.err]).toEqual([1, expect.stringContaining('does not list groups')]);
    for (const words of ['volumes', 'keys', 'templates', 'ssh-keys']) {
      const { exit, err } = await world.run([words], { transport });
      expect([words, exit, err]).toEqual([words, 1, expect.stringContaining('This service lists no')]);
    }
    const tfa = await world.run(['2fa', 'status'], { transport });
    expect([tfa.exit, tfa.err]).toEqual([
      1,
      expect.stringMatching(/answers nothing about two-factor.*not known/s),
    ]);
  });

  it.each(foreign)('takes 404 and %s to every call for no word of the service', async (_, body) => {
    const transport = literal(body, 404);
    for (const words of ['groups', 'volumes', 'keys', 'ssh-keys', '2fa status']) {
      const { exit, err } = await makeWorld().run(words.split(' '), { transport });
      expect([exit, err]).toEqual([1, expect.not.stringMatching(/does not list|lists no|answers nothing/)]);
    }
  });

  it.each([
    [403, 4, 'It most likely lacks the permission misc.'],
    [404, 1, 'no such route'],
  ])(
    'takes %i to every call for a refusal, and not for a service without groups',
    async (status, code, words) => {
      const world = makeWorld();
      const transport = literal({ success: false, error: 'not_here', msg: 'no such route' }, status);
      for (const flags of [[], ['--json']]) {
        const { exit, out, err } = await world.run(['groups', ...flags], { transport });
        expect([exit, `${out}${err}`]).toEqual([code, expect.stringContaining(words)]);
      }
      const deletion = await world.run(['groups', 'delete', '801'], { transport, answers: ['801'] });
      expect([deletion.exit, deletion.err, deletion.asked]).toEqual([
        code,
        expect.stringContaining(words),
        [],
      ]);
    },
  );

  it.each([
    ['instance_read', 4, 'It most likely lacks the permission misc.'],
    ['misc,user_read', 0, 'The workers are not known: this key may not list instances'],
  ])('shows a key of %s what it may see, exit %i', async (category, code, words) => {
    const world = makeWorld();
    await create(world, '--max-workers', '4', '--test-workers', '2');
    const made = await world.run(['keys', 'create', 'ci', '--category', category, '--print', '--json']);
    const env = { ...world.signedIn, RIGDECK_API_KEY: String(made.json().key) };
    const { exit, out, err } = await world.run(['groups'], { env, columns: 100 });
    expect(exit).toBe(code);
    expect(err).toContain(words);
    const rows = [/^701 +endpoint +default +active +· +20 +· /m, /^ {2}801 +worker +default +· +4 +· /m];
    for (const row of rows)
      if (code === 0) expect(out).toMatch(row);
      else expect(out).toBe('');
    expect((await world.run(['groups'], { env })).out).toMatch(
      code === 0 ? /^801\tworker\tdefault\t\t\t4\t\t/m : /^$/,
    );
    expect((await world.run(['groups', '--json'], { env })).exit).toBe(code);
  });

  it('tells a refused key from a service without groups', async () => {
    const world = makeWorld();
    const env = { ...world.signedIn, RIGDECK_API_KEY: 'wrong-key-wrong-key' };
    expect((await world.run(['groups'], { env })).exit).toBe(4);
  });
});

describe('rigdeck groups delete', () => {
  it('C116 says what goes, what is billed on and where, and asks for the name', async () => {
    const world = makeWorld();
    await create(world, '--test-workers', '1');
    const { exit, asked, err } = await world.run(['groups', 'delete', '801'], { answers: ['801'] });
    expect(asked).toEqual(['Type 801 to delete it: ']);
    expect(err).toMatch(
      /Worker group 801\.\nNo further workers are rented for it\.\n1 worker may go on and is billed/,
    );
    expect(err).toContain('Worker group 801 is deleted. Workers that go on are billed as instances.');
    expect(exit).toBe(0);
    expect((await world.run(['groups', '--json'])).json().worker_groups).toEqual([]);
    expect((await world.run(['instances', '--json'])).json().instances).toHaveLength(1);
  });

  it('deletes an endpoint group with its worker groups, by its name', async () => {
    const world = makeWorld();
    await create(world, '--test-workers', '0');
    const ran = await world.run(['groups', 'endpoint-delete', '701'], { answers: ['default'] });
    expect(ran.err).toContain('Its worker group 801 goes with it.');
    expect(ran.exit).toBe(0);
    expect((await world.run(['groups', '--json'])).json()).toMatchObject({
      endpoint_groups: [],
      worker_groups: [],
    });
  });

  it.each([
    ['another name', 'yes', 3],
    ['Ctrl+C', undefined, 130],
  ])('deletes nothing at %s', async (_, answer, code) => {
    const world = makeWorld();
    await create(world, '--test-workers', '0');
    const { exit } = await world.run(['groups', 'delete', '801'], { answers: [answer] });
    expect(exit).toBe(code);
    expect(world.requests().some((line) => line.startsWith('DELETE'))).toBe(false);
  });

  it.each(['delete', 'endpoint-delete'])('%s needs --yes where nobody can be asked', async (doing) => {
    const world = makeWorld();
    const { exit, err } = await world.run(['groups', doing, '701']);
    expect(exit).toBe(3);
    expect(err).toContain('--yes');
    expect(world.requests()).toEqual([]);
  });

  it('is told as JSON, with what the service says of the workers', async () => {
    const answer = '{"success":true,"deleted_workers":[1,2],"failed_workers":[3],"msg":"ok"}';
    const { out } = await sending(['groups', 'delete', '801', '--yes', '--json'], answer);
    expect(out).toBe(
      '{"schema":1,"worker_group_id":801,"success":true,"deleted_workers":2,"failed_workers":1}\n',
    );
    const { err } = await sending(['groups', 'delete', '801', '--yes'], answer);
    expect(err).toContain('2 workers went with it. 1 worker could not be ended.');
  });
});

it.each([
  ['create', '--endpoint-id', '701', '--yes'],
  ['change', '801', '--max-workers', '2'],
  ['delete', '801', '--yes'],
  ['endpoint-create', '--endpoint-name', 'llm'],
  ['endpoint-change', '701', '--max-workers', '2'],
  ['endpoint-delete', '701', '--yes'],
])('groups %s is refused in read-only mode, without a word to the service', async (...argv) => {
  const world = makeWorld();
  const { exit } = await world.run(['groups', ...argv], {
    env: { ...world.signedIn, RIGDECK_READ_ONLY: '1' },
  });
  expect(exit).toBe(3);
  expect(world.requests()).toEqual([]);
});
