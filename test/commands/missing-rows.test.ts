import { describe, expect, it } from 'vitest';
import { type FetchLike, literal, makeWorld } from './world.ts';

type World = ReturnType<typeof makeWorld>;
type Body = Record<string, unknown>;

/** The next deletion gets no answer; `drop-after`: it was done all the same. */
const lose = (world: World, kind: 'drop' | 'drop-after') =>
  world.sandbox.control.addFault({ method: 'DELETE', kind });

/** The sandbox, with what it answers to a GET of `path` changed on the way. */
const changed =
  (world: World, path: string, change: (body: Body) => unknown): FetchLike =>
  async (url, init) => {
    const reply = await world.service(url, init);
    const isMeant = (init.method ?? 'GET') === 'GET' && new URL(url).pathname === path;
    return isMeant ? Response.json(change((await reply.json()) as Body)) : reply;
  };

const instancesPath = '/api/v0/instances/';
const list = (world: World, change: (rows: Body[]) => Body) =>
  changed(world, instancesPath, (body) => change(body.instances as Body[]));

/** Ways in which a list of two instances lacks `missing` of them, or of as many more. */
const ways: [string, number, (rows: Body[]) => Body][] = [
  ['counts more than it sends', 3, (rows) => ({ instances_found: 5, instances: rows })],
  ['counts and sends nothing', 2, () => ({ instances_found: 2, instances: [] })],
  ['has rows without an id', 1, ([a, b]) => ({ instances: [a, { ...b, id: undefined }] })],
  ['has null rows', 1, (rows) => ({ instances: [...rows, null] })],
  [
    'has ids that are no numbers',
    2,
    (rows) => ({ instances_found: 2, instances: rows.map((row) => ({ ...row, id: `i-${row.id}` })) }),
  ],
  ['has ids with a fraction', 1, ([a]) => ({ instances: [{ ...a, id: 1.5 }] })],
  ['has ids that are too long', 1, ([a]) => ({ instances: [{ ...a, id: 2 ** 53 }] })],
];

describe('a list of instances that', () => {
  it.each(ways)('%s is printed as incomplete', async (_, missing, change) => {
    const world = makeWorld();
    await world.rent();
    await world.rent();
    world.boot();
    const transport = list(world, change);
    for (const command of ['instances', 'status', 'cost']) {
      const ran = await world.run([command, '--json'], { transport });
      expect([ran.exit, ran.json().complete, ran.json().missing], command).toEqual([1, false, missing]);
      expect(ran.err, command).toMatch(/missing from the list/);
      const text = await world.run([command], { transport, columns: 120 });
      expect(text.exit, command).toBe(1);
      expect(text.err, command).toContain(String(missing));
      expect(text.out + text.err, command).not.toMatch(/no instances|nothing is spent/i);
    }
    const status = (await world.run(['status', '--json'], { transport })).json();
    expect(status.count).toBe((status.instances as unknown[]).length + missing);
    expect(status.priced).toBeLessThan(status.count as number);
    const { out } = await world.run(['status'], { transport, columns: 200 });
    expect(out).toMatch(/≥ \$\d|· burn \(0 of \d/);
    expect(((await world.run(['cost', '--json'], { transport })).json().runway as Body).at_most).toBe(true);
  });

  it.each<[string, (reply: Response) => Promise<Response>]>([
    ['are refused', async () => new Response('{}', { status: 403 })],
    ['fail', async () => new Response('busy', { status: 503 })],
    ['cannot be read', async () => Response.json({ volumes: 'none' })],
    [
      'lack a row',
      async (reply) =>
        Response.json({ volumes: [...((await reply.json()) as { volumes: Body[] }).volumes, {}] }),
    ],
  ])('is whole, and whose volumes %s, gives sums that are minimums', async (_, change) => {
    const world = makeWorld();
    await world.rent();
    world.boot();
    const transport: FetchLike = async (url, init) => {
      const reply = await world.service(url, init);
      return new URL(url).pathname === '/api/v0/volumes/' ? change(reply) : reply;
    };
    for (const command of ['status', 'cost']) {
      const ran = await world.run([command, '--json'], { transport });
      expect([ran.exit, ran.json().complete], command).toEqual([1, false]);
      expect(ran.err, command).toMatch(/volume.* Totals are minimums/);
      const { out } = await world.run([command], { transport, columns: 120 });
      expect(out, command).toMatch(/≥ \$\d/);
      expect(out, command).toMatch(/≤ \d/);
    }
  });

  it('is whole, of a service that has no volumes, is all there is', async () => {
    const world = makeWorld();
    await world.rent();
    world.boot();
    const transport: FetchLike = async (url, init) =>
      new URL(url).pathname === '/api/v0/volumes/'
        ? Response.json({ success: false, error: 'not_found', msg: 'no such call' }, { status: 404 })
        : world.service(url, init);
    for (const command of ['status', 'cost']) {
      const ran = await world.run([command, '--json'], { transport });
      expect([ran.exit, ran.err, ran.json().complete], command).toEqual([0, '', true]);
    }
  });

  it('has every row says so', async () => {
    const world = makeWorld();
    await world.rent();
    for (const command of ['instances', 'status', 'cost', 'volumes', 'templates', 'connections', 'groups']) {
      const ran = await world.run([command, '--json']);
      expect([ran.exit, ran.json().complete, ran.json().missing], command).toEqual([0, true, 0]);
    }
    for (const command of ['keys', 'ssh-keys', 'offers', 'ssh-config']) {
      const ran = await world.run([command, '--json']);
      expect([ran.exit, ran.json().complete], command).toEqual([0, true]);
    }
  });

  it('sends a row twice has it once, in the sums too', async () => {
    const world = makeWorld();
    await world.rent();
    world.boot();
    const once = (await world.run(['status', '--json'])).json();
    const transport = list(world, (rows) => ({ instances_found: 2, instances: [...rows, ...rows] }));
    const twice = await world.run(['status', '--json'], { transport });
    expect([twice.exit, twice.json()]).toEqual([0, once]);
  });
});

describe('the other lists', () => {
  it.each([
    ['volumes', '/api/v0/volumes/', { volumes: [null, { id: 'v-1' }] }],
    ['templates', '/api/v0/template/', { templates: [null, { id: 1 }] }],
    ['connections', '/api/v0/users/cloud_integrations/', [{}, 'x']],
    ['keys', '/api/v0/auth/apikeys/', { apikeys: [{ id: 1.5 }, null] }],
    ['ssh-keys', '/api/v0/ssh/', { ssh_keys: [{ id: -1 }, []] }],
    ['groups', '/api/v0/endptjobs/', { results: [null, { endpoint_name: 'x' }] }],
    ['groups', '/api/v0/workergroups/', { results: [null, 7] }],
  ])('never say that there are no %s where rows were lost (%s)', async (command, path, body) => {
    const world = makeWorld();
    const transport = changed(world, path, () => body);
    const json = await world.run([command, '--json'], { transport });
    expect([json.exit, json.json().complete, json.json().missing]).toEqual([1, false, 2]);
    const text = await world.run([command], { transport });
    expect(text.exit).toBe(1);
    expect(text.err).toMatch(/2 .*missing from the list/);
    expect(text.err).not.toMatch(/^No |lists no|has no /m);
  });

  it('never take an SSH key for the only one of an instance where one is missing', async () => {
    const world = makeWorld();
    const id = await world.rent();
    const path = `/api/v0/instances/${id}/ssh/`;
    const transport = changed(world, path, () => ({ success: true, ssh_keys: [{ id: 301 }, null] }));
    const ran = await world.run(['ssh-keys', 'detach', String(id), '--yes'], { transport });
    expect([ran.exit, ran.err]).toEqual([2, expect.stringMatching(/1 SSH key is missing/)]);
    const named = await world.run(['ssh-keys', 'detach', String(id), '--id', '309', '--yes', '--json'], {
      transport,
    });
    expect(named.json()).toMatchObject({ error: { code: 'incomplete_list' } });
    expect(world.requests().filter((line) => line.startsWith('DELETE'))).toEqual([]);
  });

  it('tell of no key as deleted that may be among those missing', async () => {
    const world = makeWorld();
    const made = await world.run(['keys', 'create', 'ci', '--category', 'misc', '--print', '--json']);
    const id = String(made.json().key_id);
    lose(world, 'drop-after');
    const transport = changed(world, '/api/v0/auth/apikeys/', () => ({ apikeys: [null] }));
    expect((await world.run(['keys', 'delete', id, '--yes'], { transport })).exit).toBe(7);
  });
});

describe('a machine that the service says null of', () => {
  /** GET one is `{"instances": null}` whatever there is. */
  const nulled = (
    world: World,
    id: number,
    change: (rows: Body[]) => Body = (instances) => ({ instances }),
  ) =>
    (async (url, init) => {
      const isOne = (init.method ?? 'GET') === 'GET' && new URL(url).pathname === `${instancesPath}${id}/`;
      return isOne ? Response.json({ instances: null }) : list(world, change)(url, init);
    }) satisfies FetchLike;

  it('is there as long as the list has it', async () => {
    const world = makeWorld();
    const id = await world.rent();
    world.boot();
    const transport = nulled(world, id);
    const shown = await world.run(['instances', String(id), '--json'], { transport });
    expect([shown.exit, (shown.json().instances as Body[])[0]?.id]).toEqual([0, id]);
    const waited = await world.run(['wait', String(id), '--for', 'gone', '--timeout', '30s'], { transport });
    expect(waited.exit).toBe(124);
    lose(world, 'drop');
    const destroyed = await world.run(['destroy', String(id), '--yes'], { transport });
    expect([destroyed.exit, destroyed.err]).toEqual([7, expect.stringContaining('still there')]);
  });

  it('is not gone by a list that lacks rows', async () => {
    const world = makeWorld();
    const id = await world.rent();
    const transport = nulled(world, id, () => ({ instances_found: 1, instances: [] }));
    const waited = await world.run(['wait', String(id), '--for', 'gone', '--timeout', '30s'], { transport });
    expect(waited.exit).toBe(124);
    lose(world, 'drop');
    expect((await world.run(['destroy', String(id), '--yes'], { transport })).exit).toBe(7);
    const shown = await world.run(['instances', String(id)], { transport });
    expect([shown.exit, shown.err]).toEqual([1, expect.stringContaining('missing from the list')]);
  });
});

it.each([-1, 'many', 2.5, {}])('counts a list for not whole whose count is no count: %j', async (found) => {
  const world = makeWorld();
  const transport: FetchLike = (url, init) =>
    (url.endsWith('/instances/') ? literal({ instances_found: found, instances: [] }) : world.service)(
      url,
      init,
    );
  for (const words of ['instances', 'status']) {
    const { exit, err } = await world.run([words], { transport });
    expect([words, exit, err]).toEqual([words, 1, expect.stringContaining('missing from the list')]);
  }
  const json = await world.run(['instances', '--json'], { transport });
  expect(json.json()).toMatchObject({ complete: false });
});

describe('an empty list where the one before this process was not', () => {
  it.each(['instances', 'status'])('is believed by %s only when it comes twice', async (words) => {
    const world = makeWorld();
    const id = await world.rent();
    expect((await world.run(['instances', '--json'])).exit).toBe(0);
    let lists = 0;
    const empty =
      (times: number): FetchLike =>
      (url, init) => {
        const isEmpty = url.endsWith('/instances/') && lists++ < times;
        return (isEmpty ? literal({ instances_found: 0, instances: [] }) : world.service)(url, init);
      };
    const shown = await world.run([words], { transport: empty(1) });
    expect([shown.exit, `${shown.out}${shown.err}`]).toEqual([0, expect.not.stringMatching(/no instances/i)]);
    expect(shown.out).toContain(String(id));
    lists = 0;
    const gone = await world.run([words], { transport: empty(9) });
    expect([gone.err, lists]).toEqual([expect.stringMatching(/no instances/i), 2]);
    lists = 0;
    await world.run([words], { transport: empty(9) });
    expect(lists).toBe(1);
  });
});

describe('rigdeck instances --watch', () => {
  /** Looks with `--watch`, each look at what `looks` makes of the list; the events in order. */
  async function watched(looks: ((rows: Body[]) => Body)[]): Promise<unknown[]> {
    const world = makeWorld();
    await world.rent();
    world.boot();
    let look = 0;
    const stop = new AbortController();
    const { out } = await world.run(['instances', '--watch', '9'], {
      signal: stop.signal,
      transport: list(world, (rows) => (looks[look++] as (rows: Body[]) => Body)(rows)),
      readers: () => look < looks.length,
    });
    return out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as Body).event);
  }
  const whole = (instances: Body[]) => ({ instances_found: instances.length, instances });
  const none = () => ({ instances_found: 0, instances: [] });

  it('tells of none as gone that may be among those missing', async () => {
    const part = () => ({ instances_found: 1, instances: [] });
    expect(await watched([whole, part, whole, part])).toEqual(['there']);
  });

  it('believes an empty list after a full one only when it comes twice', async () => {
    expect(await watched([whole, none, whole, whole])).toEqual(['there']);
    expect(await watched([whole, none, none])).toEqual(['there', 'gone']);
  });
});

describe('a status of two-factor that lacks methods', () => {
  const statusPath = '/api/v0/tfa/status/';
  const sms = { id: 501, method: 'sms', label: 'phone', is_primary: true };
  const served = (world: World, methods: unknown[]) =>
    changed(world, statusPath, (body) => ({ ...body, tfa_enabled: true, methods }));

  it.each([
    ['an unknown kind', { id: 502, method: 'passkey' }],
    ['no id', { method: 'totp' }],
    ['null', null],
  ])('says how many: one of %s', async (_, row) => {
    const world = makeWorld();
    const transport = served(world, [sms, row]);
    const json = await world.run(['2fa', 'status', '--json'], { transport });
    expect([json.exit, json.json()]).toMatchObject([
      1,
      { complete: false, missing: 1, tfa: { methods: [{ id: 501 }] } },
    ]);
    expect(json.err).toMatch(/1 .*missing from the list/);
    const text = await world.run(['2fa', 'status'], { transport });
    expect([text.exit, text.err]).toEqual([1, expect.stringMatching(/1 .*missing from the list/)]);
    expect((await world.run(['auth', 'status', '--json'], { transport })).json().two_factor_methods).toBe(2);
  });

  it('is no account of the old kind, and has no last method', async () => {
    const world = makeWorld();
    const none = await world.run(['2fa', 'status'], { transport: served(world, [null]) });
    expect(none.out).not.toContain('old kind');
    const line = ['2fa', 'remove', '501', '--method', 'sms', '--code-stdin'];
    const alone = await world.run(line, { transport: served(world, [sms]), stdin: '' });
    expect(alone.err).toContain('last method');
    const lacking = await world.run(line, { transport: served(world, [sms, null]), stdin: '' });
    expect(lacking.err).not.toContain('last method');
    const other = await world.run([...line.slice(0, 2), '502', ...line.slice(3), '--json'], {
      transport: served(world, [sms, null]),
      stdin: '',
    });
    expect(other.json()).toMatchObject({ error: { code: 'incomplete_list' } });
  });

  it('that is whole says so', async () => {
    const world = makeWorld();
    const { exit, json } = await world.run(['2fa', 'status', '--json']);
    expect([exit, json().complete, json().missing]).toEqual([0, true, 0]);
  });
});
