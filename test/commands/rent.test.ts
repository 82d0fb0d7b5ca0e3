import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type FetchLike, makeWorld } from './world.ts';

type World = ReturnType<typeof makeWorld>;
const idOf = (offer: Record<string, unknown> | undefined) => String(offer?.id);
/** Resolves once the request to rent has reached the service. */
const asked = (world: World) => vi.waitFor(() => expect(puts(world)).toHaveLength(1));
const puts = (world: World) => world.requests().filter((line) => line.startsWith('PUT'));

/** Runs a rent and answers the body that it sent. */
async function bodyOf(
  argv: string[],
  options: { stdin?: string; env?: Record<string, string> } = {},
): Promise<unknown> {
  const world = makeWorld();
  let body: unknown;
  const transport: FetchLike = async (_, init) => {
    if (init.method !== 'PUT') return new Response('{"success":true,"instances_found":0,"instances":[]}');
    body = JSON.parse(String(init.body));
    return new Response('{"success":true,"new_contract":5}');
  };
  const { env, ...rest } = options;
  await world.run(['rent', '77', ...argv], { transport, ...rest, env: { ...world.signedIn, ...env } });
  return body;
}

/** What stands in a label that was left empty, so that the machine can be told from others. */
const mark = { label: expect.stringMatching(/^rd-[a-z2-9]{6}$/) };

describe('rigdeck rent', () => {
  it('C074 prints one JSON value with instance_id and new_contract, and nothing else', async () => {
    const world = makeWorld();
    const [offer] = await world.offers();
    const { exit, out } = await world.run(['rent', idOf(offer), '--image', 'a/b:1', '--json']);
    const id = world.sandbox.control.ledger().instances[0]?.id;
    expect(exit).toBe(0);
    expect(out).toBe(`{"schema":1,"instance_id":${id},"new_contract":${id}}\n`);
  });

  it('prints the id alone where nobody looks', async () => {
    const world = makeWorld();
    const [offer] = await world.offers();
    const { out, err } = await world.run(['rent', idOf(offer), '--image', 'a/b:1']);
    expect(out).toMatch(/^\d+\n$/);
    expect(err).toContain('charged until you destroy it');
  });

  it('says when the record asks for more than was agreed to, and again when it is listed', async () => {
    const world = makeWorld();
    const [offer] = await world.offers();
    const id = Number(offer?.id);
    const transport: FetchLike = async (url, init) => {
      if (init.method === 'PUT') await world.sandbox.control.offer(id, { dph_base: 0.9 });
      return world.service(url, init);
    };
    const flags = ['--image', 'a/b:1', '--max-price', '0.85'];
    const { exit, err } = await world.run(['rent', String(id), ...flags], { transport });
    expect(exit).toBe(0);
    expect(err).toMatch(
      /Instance \d+ costs \$0\.90\d\/h, you agreed to \$0\.850\/h\. End it with: rigdeck destroy \d+/,
    );
    const list = await world.run(['instances']);
    expect(list.err).toMatch(/costs \$0\.90\d\/h, you agreed to \$0\.850\/h/);
  });

  it.each([[], ['--json']])(
    'C004 names the new machine before its record is read, and though it cannot be read: %j',
    async (...json) => {
      const world = makeWorld();
      const [offer] = await world.offers();
      let written = '';
      const before: string[] = [];
      const transport: FetchLike = async (url, init) => {
        if (init.method !== 'GET' || !/\/instances\/\d+\/$/.test(url)) return world.service(url, init);
        before.push(written);
        return new Response('', { status: 500 });
      };
      const argv = ['rent', idOf(offer), '--image', 'a/b:1', '--max-price', '9', ...json];
      const onOut = (text: string) => {
        written += text;
      };
      const { exit, out, err } = await world.run(argv, { transport, onOut });
      const id = world.sandbox.control.ledger().instances[0]?.id;
      expect([exit, out]).toEqual([0, expect.stringContaining(String(id))]);
      expect(err).toContain(`Couldn't check the price of instance ${id}.`);
      expect(before.length).toBeGreaterThan(0);
      expect(before[0]).toContain(String(id));
    },
  );

  it('notes the id down before anything else can go wrong, with a fingerprint and no key', async () => {
    const world = makeWorld();
    const id = await world.rent('--label', 'train-a');
    expect(world.onDisk()).toContain(`"id":${id}`);
    expect(world.onDisk()).toContain('"label":"train-a"');
    expect(world.onDisk()).not.toContain(world.sandbox.apiKey);
  });

  it('never shows or logs the instance key', async () => {
    const world = makeWorld();
    const [offer] = await world.offers();
    let secret = '';
    const transport: FetchLike = async (url, init) => {
      const response = await world.service(url, init);
      if (init.method === 'PUT')
        secret = ((await response.clone().json()) as { instance_api_key: string }).instance_api_key;
      return response;
    };
    const { out, err } = await world.run(['rent', idOf(offer), '--image', 'a/b:1', '--json', '--debug'], {
      transport,
    });
    expect(secret.length).toBeGreaterThan(20);
    expect(out + err + world.onDisk()).not.toContain(secret);
  });

  it('sends every field as it is given', async () => {
    const world = makeWorld();
    const script = join(world.home, 'start.sh');
    writeFileSync(script, 'echo a\necho b\n');
    const body = await bodyOf(
      [
        ...['--image', 'a/b:1', '--template', 'abc', '--label', 'train-a', '--disk', '40', '--price', '0.25'],
        ...[
          '--runtype',
          'jupyter_direct',
          '--target-state',
          'stopped',
          '--env',
          'MSG=a b=c',
          'EMPTY=',
          '--port',
          '8080:80',
        ],
        ...[
          '--onstart-file',
          script,
          '--jupyter-lab',
          '--jupyter-dir',
          '/work',
          '--python-utf8',
          '--lang-utf8',
        ],
        ...['--image-login-stdin', '--cancel-unavail', '--vm', '--volume', '501:/data'],
      ],
      { stdin: '-u me -p s3cret registry.example.com\n' },
    );
    expect(body).toEqual({
      image: 'a/b:1',
      template_hash_id: 'abc',
      label: 'train-a',
      disk: 40,
      price: 0.25,
      runtype: 'jupyter_direct',
      target_state: 'stopped',
      env: { MSG: 'a b=c', EMPTY: '', '-p 8080:80': '1' },
      onstart: 'echo a\necho b\n',
      use_jupyter_lab: true,
      jupyter_dir: '/work',
      python_utf8: true,
      lang_utf8: true,
      image_login: '-u me -p s3cret registry.example.com',
      cancel_unavail: true,
      vm: true,
      volume_info: { volume_id: 501, mount_path: '/data' },
    });
    expect(await bodyOf(['--image', 'a/b:1', '--runtype', 'args', '--args', '--debug -x'])).toEqual({
      ...mark,
      image: 'a/b:1',
      runtype: 'args',
      args_str: '--debug -x',
    });
  });

  it('asks for a port that is the same inside and outside', async () => {
    expect(await bodyOf(['--image', 'a/b:1', '--port', '70001:70001'])).toMatchObject({
      env: { '-p 70001:70001': '1' },
    });
  });

  it('leaves out what was not given, and says no where that was asked for', async () => {
    expect(await bodyOf(['--template', 'abc', '--no-cancel-unavail'])).toEqual({
      ...mark,
      template_hash_id: 'abc',
      cancel_unavail: false,
    });
  });

  it('takes the value of a bare variable from its own environment, so that it need not be an argument', async () => {
    const body = await bodyOf(['--image', 'a/b:1', '--env', 'HF_TOKEN'], { env: { HF_TOKEN: 'tok' } });
    expect(body).toEqual({ ...mark, image: 'a/b:1', env: { HF_TOKEN: 'tok' } });
  });

  it.each([
    [['--image', 'a/b:1', '--disk', '40GB'], '--disk: "40GB" is not a number of GB'],
    [['--image', 'a/b:1', '--port', '65536:1'], '--port: 65536:1: a port is a number from 1 to 65535'],
    [['--image', 'a/b:1', '--port', '70001:8080'], '--port: 70001:8080: from 70000 on'],
    [['--image', 'a/b:1', '--env', 'A=1', 'A=2'], '--env: A is given twice'],
    [['--image', 'a/b:1', '--env', 'NOT_SET_ANYWHERE'], 'the name of a variable that is set here'],
    [['--image', 'a/b:1', '--volume', 'x'], '--volume: "x" is no volume id'],
    [['--image', 'a/b:1', '--volume', '501:data'], '--volume: the path begins with /'],
    [['--image', 'a/b:1', '--volume', '501:'], '--volume: missing path'],
    [['--image', 'a/b:1', '--runtype', 'sshd'], '--runtype must be one of: '],
    [['--image', 'a/b:1', '--onstart-file', '/no/such/file'], 'cannot be read'],
    [['--image', 'a/b:1', '--image-login-stdin'], '-u USER -p TOKEN REGISTRY'],
    [['--image', 'a/b:1', '--max-price', 'cheap'], '--max-price must be a number above 0'],
    [[], 'missing --image or --template'],
  ])('refuses %j before anything is sent', async (flags, reason) => {
    const world = makeWorld();
    const { exit, err } = await world.run(['rent', '77', ...flags]);
    expect(exit).toBe(2);
    expect(err).toContain(reason);
    expect(world.requests()).toEqual([]);
  });

  it('does not let two flags read the same input', async () => {
    const { exit, err } = await makeWorld().run([
      'rent',
      '77',
      '--image',
      'a',
      '--image-login-stdin',
      '--onstart-file',
      '-',
    ]);
    expect(exit).toBe(2);
    expect(err).toContain('only one of');
  });

  describe('--max-price', () => {
    it('rents an offer that costs less, disk included', async () => {
      const world = makeWorld();
      const [offer] = await world.offers();
      const { exit } = await world.run(['rent', idOf(offer), '--image', 'a/b:1', '--max-price', '5']);
      expect(exit).toBe(0);
      expect(puts(world)).toHaveLength(1);
    });

    it('refuses one that has become dearer, and sends nothing', async () => {
      const world = makeWorld();
      const [offer] = await world.offers();
      world.sandbox.control.offer(Number(offer?.id), { dph_base: 9 });
      const { exit, err } = await world.run(['rent', idOf(offer), '--image', 'a/b:1', '--max-price', '1']);
      expect(exit).toBe(3);
      expect(err).toContain('more than $1.000/h. Nothing was sent.');
      const low = await world.run(['rent', idOf(offer), '--image', 'a/b:1', '--max-price', '0.0001']);
      expect(low.err).toContain('more than $0.0001/h. Nothing was sent.');
      expect(puts(world)).toEqual([]);
    });

    it('counts the disk', async () => {
      const world = makeWorld();
      const [offer] = await world.offers();
      const cap = String(Number(offer?.dph_base) + 0.005);
      const small = await world.run([
        'rent',
        idOf(offer),
        '--image',
        'a/b:1',
        '--max-price',
        cap,
        '--disk',
        '2000',
      ]);
      expect(small.exit).toBe(3);
    });

    it.each([
      ['whose price is not sent', '{"offers":[{"id":77}]}'],
      ['that the search does not find', '{"offers":[]}'],
      [
        'whose parts are cheap beside a total that is not',
        '{"offers":[{"id":77,"dph_base":0.1,"storage_cost":0.1,"dph_total":99}]}',
      ],
      [
        'whose price for the search is dearer than its total',
        '{"offers":[{"id":77,"dph_base":0.1,"storage_cost":0.1,"dph_total":0.1,"search":{"totalHour":99}}]}',
      ],
      [
        'whose GPU alone is dearer than its total',
        '{"offers":[{"id":77,"dph_base":0.1,"storage_cost":0.1,"dph_total":0.1,"search":{"gpuCostPerHour":99}}]}',
      ],
    ])('refuses an offer %s', async (_, body) => {
      const calls: string[] = [];
      const { exit, err } = await makeWorld().run(['rent', '77', '--image', 'a/b:1', '--max-price', '1'], {
        transport: async (_url, init) => {
          calls.push(String(init.method));
          return new Response(body);
        },
      });
      expect(exit).toBe(3);
      expect(err).toContain('Nothing was sent.');
      expect(calls).not.toContain('PUT');
    });
  });

  it('C012 says that an offer is taken, sends nothing twice and names the next one like it', async () => {
    const world = makeWorld();
    const [offer] = await world.offers();
    world.sandbox.control.offer(Number(offer?.id), { rentable: false });
    const { exit, json } = await world.run(['rent', idOf(offer), '--image', 'a/b:1', '--json']);
    const { code, message, next } = json().error as Record<string, string>;
    expect(exit).toBe(1);
    expect(code).toBe('invalid_args');
    expect(message).toContain('The offer is gone');
    expect(message).toContain('Nothing was created');
    const named = /next one like it is (\d+) \((.+?), /.exec(next ?? '');
    expect(named?.[1]).not.toBe(idOf(offer));
    expect(named?.[2]).toBe(`1x ${offer?.gpu_name}`);
    expect(puts(world)).toEqual([`PUT /api/v0/asks/${offer?.id}/`]);
    expect((await world.run(['rent', String(named?.[1]), '--image', 'a/b:1'])).exit).toBe(0);
  });

  it('says that a busy offer made nothing, with --cancel-unavail', async () => {
    const world = makeWorld();
    const [offer] = await world.offers();
    world.sandbox.control.offer(Number(offer?.id), { busy: true });
    const { exit, err } = await world.run(['rent', idOf(offer), '--image', 'a/b:1', '--cancel-unavail']);
    expect(exit).toBe(1);
    expect(err).toContain('Nothing was created and nothing is charged');
    expect(world.sandbox.control.ledger().instances).toEqual([]);
  });

  it('warns that without it a stopped instance may be made', async () => {
    const world = makeWorld();
    const [offer] = await world.offers();
    const { err } = await world.run(['rent', idOf(offer), '--image', 'a/b:1']);
    expect(err).toContain('a stopped instance may be made, and its disk is charged');
  });

  describe('whose answer is lost', () => {
    it.each([
      ['the connection breaks after the request', { kind: 'drop-after' }],
      ['a 500', { kind: 'status', status: 500 }],
      ['a 503', { kind: 'status', status: 503 }],
      ['no JSON', { kind: 'garbage' }],
      ['a web page', { kind: 'html' }],
      ['half a body', { kind: 'truncate' }],
    ])('ends with 7 and says where to look: %s', async (_, fault) => {
      const world = makeWorld();
      const [offer] = await world.offers();
      world.sandbox.control.addFault({ method: 'PUT', path: '/api/v0/asks/*', ...fault });
      const { exit, json } = await world.run(['rent', idOf(offer), '--image', 'a/b:1', '--json']);
      expect(exit).toBe(7);
      expect(json().error).toMatchObject({
        message: expect.stringContaining('not known whether the machine was rented'),
        next: expect.stringMatching(/rigdeck unsettled settle \S+-1$/),
      });
      expect(puts(world).length).toBeLessThanOrEqual(1);
    });

    it('ends with 7 when no answer comes at all', async () => {
      const world = makeWorld();
      const [offer] = await world.offers();
      world.sandbox.control.addFault({ method: 'PUT', path: '/api/v0/asks/*', kind: 'hang' });
      const running = world.run(['rent', idOf(offer), '--image', 'a/b:1']);
      await asked(world);
      world.clock.expire();
      expect((await running).exit).toBe(7);
    });

    it('C107 tells a person who breaks off that it may have gone through', async () => {
      const world = makeWorld();
      const [offer] = await world.offers();
      world.sandbox.control.addFault({ method: 'PUT', path: '/api/v0/asks/*', kind: 'hang' });
      const interrupt = new AbortController();
      const running = world.run(['rent', idOf(offer), '--image', 'a/b:1'], { signal: interrupt.signal });
      await asked(world);
      interrupt.abort();
      const { exit, err } = await running;
      expect(exit).toBe(130);
      expect(err).toMatch(/not known whether.*Settle it with: rigdeck unsettled settle \S+-1/s);
    });
  });

  it('sends nothing in read-only mode', async () => {
    const world = makeWorld();
    const { exit, err } = await world.run(['rent', '77', '--image', 'a/b:1', '--read-only']);
    expect(exit).toBe(3);
    expect(err).toContain('Nothing was created');
    expect(world.requests()).toEqual([]);
  });

  it('C038 names the permission that a narrow key most likely lacks', async () => {
    const world = makeWorld();
    const [offer] = await world.offers();
    const { key } = world.sandbox.control.keys({
      permissions: { api: { misc: {}, user_read: {}, instance_read: {} } },
    });
    const env = { ...world.signedIn, RIGDECK_API_KEY: key };
    const { exit, err } = await world.run(['rent', idOf(offer), '--image', 'a/b:1'], { env });
    expect(exit).toBe(4);
    expect(err).toContain('instance_write');
    expect(puts(world)).toHaveLength(1);
    expect((await world.run(['status'], { env })).exit).toBe(0);
  });
});
