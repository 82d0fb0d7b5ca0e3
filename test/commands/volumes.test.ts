import { describe, expect, it } from 'vitest';
import { type FetchLike, literal, makeWorld } from './world.ts';

describe('rigdeck volumes', () => {
  it('lists them for people and for scripts, with what each is attached to', async () => {
    const world = makeWorld();
    const { out } = await world.run(['volumes'], { columns: 80 });
    expect(out).toMatch(
      /^ ID {2}LABEL +SIZE +MACHINE +ATTACHED TO +\$\/H\n501 {2}datasets +100G +\d+ +nothing +0\.000\n$/,
    );
    expect((await world.run(['volumes', '--json'])).json()).toMatchObject({
      schema: 1,
      volumes: [
        { id: 501, label: 'datasets', disk_space: 100, machine_id: expect.any(Number), instances: [] },
      ],
    });
  });
});

describe('rigdeck templates', () => {
  it('lists hash, name, image and launch mode, and no value of a variable', async () => {
    const world = makeWorld();
    const { out } = await world.run(['templates']);
    expect(out.split('\n')[1]).toBe(
      '5d1c0ffee0000000000000000000a402\tPyTorch with Jupyter\tpytorch/pytorch:2.6.0-cuda12.6-cudnn9-runtime\tjupyter_direct\t40',
    );
    const json = await world.run(['templates', '--json']);
    expect(json.json().schema).toBe(1);
    for (const secret of ['offline', 'hello there', 'docker_login_pass'])
      expect(json.out).not.toContain(secret);
    expect((json.json().templates as unknown[]).length).toBe(4);
  });
});

it.each(['volumes', 'templates'])('rigdeck %s says calmly that this service has none', async (command) => {
  const world = makeWorld();
  const { exit, err } = await world.run([command], { transport: literal({ success: false }, 404) });
  expect([exit, err]).toEqual([1, expect.stringContaining(`This service lists no ${command}.`)]);
});

const foreign: [string, unknown][] = [
  ['plain text', '404 page not found'],
  ['no word of what is wrong', {}],
];

describe.each(['volumes', 'charges'])('a service that has no %s, with 404', (list) => {
  const lacking =
    (world: ReturnType<typeof makeWorld>, body: unknown, elsewhere: FetchLike = world.service): FetchLike =>
    (url, init) =>
      (url.includes(`/${list}/`) ? literal(body, 404) : elsewhere)(url, init);

  it.each(foreign)('and %s lacks nothing of what is spent', async (_, body) => {
    for (const argv of [['status'], ['cost'], ['cost', '--json']]) {
      const world = makeWorld();
      const ran = await world.run(argv, { transport: lacking(world, body) });
      expect([argv, ran.exit, ran.out + ran.err]).toEqual([
        argv,
        0,
        expect.not.stringMatching(/Couldn't read|≥|"complete": ?false/),
      ]);
    }
  });

  it.each(foreign)(
    'and %s may be of any gateway where the service is not heard just then',
    async (_, body) => {
      const world = makeWorld();
      let asked = 0;
      // The account is told once and then no more.
      const elsewhere: FetchLike = (url, init) =>
        (url.includes('/users/current/') && ++asked > 1 ? literal(body, 404) : world.service)(url, init);
      const ran = await world.run(['cost'], { transport: lacking(world, body, elsewhere) });
      expect([ran.exit, ran.err]).toEqual([1, expect.stringContaining(`Couldn't read the ${list}`)]);
    },
  );
});
