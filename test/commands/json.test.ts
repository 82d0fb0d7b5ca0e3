import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { commandShapes, failureShape } from '../../scripts/json-shapes/commands.ts';
import { endpoints } from '../../src/client/endpoints.ts';
import { runnable } from '../../src/commands/cli/command-tree.ts';
import { knownRowFields } from '../../src/commands/cli/row-fields.ts';
import { buildProgram } from '../../src/commands/command-list.ts';
import { type Call, endpointOf } from '../support/endpoint-of.ts';
import { type JsonRun, jsonRuns, type World } from './json-runs.ts';
import { tfaWorld } from './tfa-world.ts';
import type { FetchLike, ProgramPorts, Ran } from './world.ts';

const names = (words: readonly string[]) => words.join(' ');
const program = buildProgram(
  { io: { out: () => {}, columns: 100 }, version: '' } as unknown as ProgramPorts,
  () => async () => {},
);
const withJson = [
  '',
  ...runnable(program)
    .filter(({ command }) => command.options.some(({ long }) => long === '--json'))
    .map(({ words }) => names(words)),
];
const runs = Object.entries(jsonRuns).flatMap(([name, makes]) =>
  makes.map((make, index) => ({ name, make, title: `rigdeck ${name}${index > 0 ? `, ${index + 1}` : ''}` })),
);

/** Why this is not one line of JSON of that shape, a sentence for each field; empty when it is. */
function flaws(name: string, out: string): string[] {
  expect(out, 'one value on one line').toMatch(/^\{.*\}\n$/);
  const { prints = [] } = commandShapes[name] ?? {};
  const tried = [prints].flat().map((shape) => v.safeParse(shape as v.GenericSchema, JSON.parse(out)));
  if (tried.some(({ success }) => success)) return [];
  return tried.flatMap(({ issues = [] }) =>
    issues.map((issue) => `${v.getDotPath(issue) ?? 'the value'}: ${issue.message}`),
  );
}

const run = (world: World, { argv, options = {} }: JsonRun, transport?: FetchLike): Promise<Ran> =>
  world.run([...argv, '--json'], { ...options, ...(transport === undefined ? {} : { transport }) });

describe('the shapes', () => {
  it('are there for every command that has --json, and for no other', () => {
    expect(Object.keys(commandShapes).sort()).toEqual([...withJson].sort());
    expect(Object.keys(jsonRuns).sort()).toEqual([...withJson].sort());
  });
});

describe('C074 every command with --json prints one value of its shape and nothing else', () => {
  it.each(runs)('$title', async ({ name, make }) => {
    const world = tfaWorld();
    const ran = await run(world, await make(world));
    expect(flaws(name, ran.out)).toEqual([]);
    expect(ran.exit, ran.out + ran.err).toBe(0);
  });
});

describe('C115 every command with --json prints one error object', () => {
  it.each(withJson)('rigdeck %s, for a flag that it does not have', async (name) => {
    const { exit, out, err } = await tfaWorld().run([...name.split(' ').filter(Boolean), '--json', '--odd']);
    expect([exit, err]).toEqual([2, '']);
    expect(v.safeParse(failureShape, JSON.parse(out)).issues).toBeUndefined();
    expect(JSON.parse(out).error.code).toBe('usage');
  });

  const refusals = {
    401: { success: false, error: 'auth_error', msg: 'Invalid or expired session key.' },
    429: { success: false, error: 'too_many_requests', msg: 'Too many requests.' },
  };
  /** These ask the service nothing, or tell of it among other things. */
  const asking = Object.keys(jsonRuns).filter(
    (name) => !/^(config|doctor|profiles|unsettled$|logout)/.test(name),
  );
  /** It takes no bad answer for the last word as long as there is time. */
  const patient: Record<string, number> = { wait: 124 };

  it.each(asking)('rigdeck %s, of a service that refuses or cannot be reached', async (name) => {
    const world = tfaWorld();
    const line = (await jsonRuns[name]?.[0]?.(world)) as JsonRun;
    for (const [status, exit] of [
      [401, 4],
      [429, patient[name] ?? 9],
    ] as const) {
      const ran = await run(
        world,
        line,
        async () => new Response(JSON.stringify(refusals[status]), { status }),
      );
      expect(failed(name, ran.out)).toEqual([]);
      expect(ran.exit, `${status}: ${ran.out}`).toBe(exit);
    }
    const calls: Call[] = [];
    const ran = await run(world, line, async (url, { method = 'GET', body }) => {
      calls.push({ method, path: new URL(url).pathname, body: String(body) });
      throw new TypeError('fetch failed');
    });
    expect(failed(name, ran.out)).toEqual([]);
    const wrote = calls
      .map(endpointOf)
      .some((endpoint) => endpoint !== undefined && endpoints[endpoint].write);
    expect(ran.exit, ran.out).toBe(patient[name] ?? (wrote ? 7 : 6));
  });

  it('with how long the service wants to be left alone, where it says so', async () => {
    const slow = async () =>
      new Response(JSON.stringify(refusals[429]), { status: 429, headers: { 'Retry-After': '7' } });
    const ran = await tfaWorld().run(['instances', '--json'], { transport: slow });
    expect(ran.json().error).toMatchObject({ retry_after_s: 7 });
  });

  /** A command may tell what it did find out beside the error. */
  function failed(name: string, out: string): string[] {
    expect(JSON.parse(out)).toHaveProperty('error.code');
    const { issues = [] } = v.safeParse(failureShape, JSON.parse(out));
    return issues.length === 0 ? [] : flaws(name, out);
  }

  it('and no match is an empty list and no failure', async () => {
    const { exit, out } = await tfaWorld().run(['offers', 'num_gpus>=9000', '--json']);
    expect([exit, out]).toEqual([0, '{"schema":1,"offers":[],"complete":true,"missing":0}\n']);
  });
});

describe('a command that goes on prints a value of its shape on each line', () => {
  it.each([
    ['instances', ['instances', '--watch=5'], /"event":"there"/],
    ['logs', ['logs', 'ID', '--follow'], /"line":/],
  ] as const)('rigdeck %s', async (name, words, seen) => {
    const world = tfaWorld();
    const id = await world.rent();
    world.boot();
    const stop = new AbortController();
    const { exit, out } = await world.run([...words.map((w) => (w === 'ID' ? String(id) : w)), '--json'], {
      signal: stop.signal,
      onOut: (text) => (seen.test(text) ? stop.abort() : undefined),
    });
    const values = out
      .trimEnd()
      .split('\n')
      .map((one) => JSON.parse(one) as unknown);
    const shape = commandShapes[name]?.lines?.shape as v.GenericSchema;
    expect(exit).toBe(130);
    expect(v.safeParse(failureShape, values.pop()).issues).toBeUndefined();
    expect(values.length).toBeGreaterThan(0);
    for (const value of values) expect(v.safeParse(shape, value).issues).toBeUndefined();
  });
});

describe('--json=id,label', () => {
  it('picks these fields of each row, null where there is none', async () => {
    const world = tfaWorld();
    const id = await world.rent('--label', 'a');
    world.boot();
    const ran = await world.run(['instances', '--json=id,label,ssh']);
    const ssh = expect.stringMatching(/^ssh -p /);
    expect(ran.json()).toEqual({
      schema: 1,
      instances: [{ id, label: 'a', ssh }],
      ...{ complete: true, missing: 0 },
    });
    expect(ran.err).toBe('');
    const priced = await world.run(['--json=id,label,spent_basis', 'cost']);
    expect(priced.json().instances).toEqual([{ id, label: 'a', spent_basis: expect.anything() }]);
    expect((await world.run(['instances', '--json', String(id)])).exit).toBe(0);
  });

  it('tells a field that no row has from one that does not exist, which it names beside all that do', async () => {
    const world = tfaWorld();
    const none = await world.run(['instances', '--json=id,label']);
    expect([none.exit, none.json().instances]).toEqual([0, []]);
    await world.rent('--label', 'a');
    for (const [command, field] of [
      ['cost', 'gpu_name'],
      ['status', 'labl'],
      ['unsettled', 'ids'],
      ['keys', 'value'],
    ] as const)
      expect((await world.run([command, `--json=id,${field}`])).exit).toBe(2);
    const odd = await world.run(['instances', '--json=id,labl,gpuname']);
    const { message, next } = odd.json().error as { message: string; next: string };
    expect([odd.exit, message]).toEqual([2, expect.stringContaining('labl, gpuname')]);
    expect(next).toMatch(/\bgpu_name, .*\blabel, /);
    const row = { id: 7, field_of_tomorrow: 5 };
    const transport = async () => new Response(JSON.stringify({ instances_found: 1, instances: [row] }));
    const later = await world.run(['instances', '--json=field_of_tomorrow'], { transport });
    expect([later.exit, later.json().instances]).toEqual([0, [{ field_of_tomorrow: 5 }]]);
  });

  it('knows the fields that are promised of each row, and ssh', () => {
    const inner = (of: v.GenericSchema): v.GenericSchema => {
      const { wrapped, pipe } = of as unknown as { wrapped?: v.GenericSchema; pipe?: v.GenericSchema[] };
      return wrapped !== undefined
        ? inner(wrapped)
        : pipe?.[0] === undefined || pipe[0] === of
          ? of
          : inner(pipe[0]);
    };
    const namesOf = (name: string, field: string) => {
      const prints = inner(commandShapes[name]?.prints as v.GenericSchema) as unknown as {
        entries: v.ObjectEntries;
      };
      const rows = inner(prints.entries[field] as v.GenericSchema) as unknown as { item: v.GenericSchema };
      return Object.keys((inner(rows.item) as unknown as { entries: v.ObjectEntries }).entries).sort();
    };
    const known = (name: keyof typeof knownRowFields) => knownRowFields[name].split(' ').sort();
    expect(known('instances')).toEqual([...namesOf('instances', 'instances'), 'ssh'].sort());
    expect(known('cost')).toEqual(namesOf('cost', 'instances'));
    for (const name of [
      'offers',
      'templates',
      'volumes',
      'connections',
      'unsettled',
      'keys',
      'profiles',
    ] as const)
      expect([name, known(name)]).toEqual([name, namesOf(name, name)]);
    expect(known('ssh_keys')).toEqual(namesOf('ssh-keys', 'ssh_keys'));
    for (const name of ['endpoint_groups', 'worker_groups'] as const)
      expect(known(name)).toEqual(namesOf('groups', name));
  });

  it.each([
    [['destroy', 'ID', '--yes', '--json=id'], /destroy prints none/],
    [['instances', '--json='], /needs field names/],
    [['instances', '--watch', '--json=id'], /not with --watch/],
  ])('is refused in %j, before anything is asked', async (words, why) => {
    const world = tfaWorld();
    const id = await world.rent();
    const before = world.requests().length;
    const ran = await world.run(words.map((word) => (word === 'ID' ? String(id) : word)));
    expect([ran.exit, world.requests().slice(before)]).toEqual([2, []]);
    expect((ran.json().error as { message: string }).message).toMatch(why);
  });
});
