import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { literal, makeWorld } from './world.ts';

const path = '/api/v0/commands/rclone/';

async function rented() {
  const world = makeWorld();
  const id = String(await world.rent());
  world.boot();
  const bodies: string[] = [];
  const transport: typeof world.service = async (url, init) => {
    if (url.endsWith(path)) bodies.push(String(init.body));
    return world.service(url, init);
  };
  const way = ['--instance-path', '/workspace/out', '--cloud-path', '/runs/7', '--connection', '1'];
  const copy = (...more: string[]) => ['copy', id, '--direction', 'to-cloud', ...way, ...more];
  return { world, id, bodies, transport, way, copy };
}

describe('C118 rigdeck copy', () => {
  it('sends exactly the fields of the interface, the id as a string, and tells msg and result_url', async () => {
    const { world, id, bodies, transport, copy } = await rented();
    const ran = await world.run(copy(), { transport });
    expect(ran.exit).toBe(0);
    expect(bodies).toEqual([
      `{"instance_id":"${id}","src":"/workspace/out","dst":"/runs/7","selected":"1","transfer":"Instance To Cloud"}`,
    ]);
    expect(ran.out).toMatch(/^Cloud Copy Operation Started: Instance To Cloud\nhttps:\/\/\S+\n$/);
    expect(ran.err).toContain('A file of the same name in /runs/7 is overwritten');
    expect(ran.err).toContain('about 30 s late');
  });

  it('turns the paths round with the direction, and takes each flag', async () => {
    const { world, id, bodies, transport, way } = await rented();
    const flags = ['--flag', '--size-only', '--flag', '--ignore-existing'];
    const ran = await world.run(['copy', id, '--direction', 'from-cloud', ...way, ...flags, '--json'], {
      transport,
    });
    expect(JSON.parse(bodies[0] ?? '')).toEqual({
      instance_id: id,
      src: '/runs/7',
      dst: '/workspace/out',
      selected: '1',
      transfer: 'Cloud To Instance',
      flags: ['--size-only', '--ignore-existing'],
    });
    expect(ran.json()).toEqual({
      schema: 1,
      ...JSON.parse(bodies[0] ?? ''),
      instance_id: Number(id),
      success: true,
      msg: expect.stringContaining('Started'),
      result_url: expect.stringMatching(/^https:\/\//),
    });
  });

  it('reads a key to send along from a file or standard input, and shows and keeps it nowhere', async () => {
    const { world, bodies, transport, copy } = await rented();
    const key = world.sandbox.apiKey;
    const file = join(world.home, 'scoped');
    writeFileSync(file, `${key}\n`);
    const ran = [
      await world.run(copy('--copy-key-file', file), { transport }),
      await world.run(copy('--copy-key-stdin', '--json'), { transport, stdin: ` ${key}\n` }),
    ];
    expect(bodies.map((body) => JSON.parse(body).api_key)).toEqual([key, key]);
    for (const { exit, out, err } of ran) expect([exit, `${out}${err}`.includes(key)]).toEqual([0, false]);
    expect(world.onDisk().replace(`${file}\n${key}`, '')).not.toContain(key);
  });

  it('says of a key that is refused that it may be either of the two', async () => {
    const { world, copy } = await rented();
    const ran = await world.run(copy('--copy-key-stdin'), { stdin: 'not-a-key-of-this-service' });
    expect(ran.exit).toBe(1);
    expect(ran.err).toContain('One of the two keys was not accepted');
    expect(ran.err).not.toContain('not-a-key-of-this-service');
  });

  it('C038 blames the key in use where the refusal names the permission that a copy needs', async () => {
    const { world, copy } = await rented();
    const narrow = [
      'keys',
      'create',
      'narrow',
      '--category',
      'misc,user_read,instance_read',
      '--print',
      '--json',
    ];
    const RIGDECK_API_KEY = (await world.run(narrow)).json().key as string;
    const env = { ...world.signedIn, RIGDECK_API_KEY };
    const ran = await world.run(copy('--copy-key-stdin'), { env, stdin: world.sandbox.apiKey });
    expect(ran.exit).toBe(4);
    expect(ran.err).toContain('It most likely lacks the permission instance_write.');
    expect(ran.err).not.toContain('One of the two keys');
  });

  it('wants a word before a flag deletes anything, and sends nothing without it', async () => {
    const { world, bodies, transport, copy } = await rented();
    const deleting = copy('--flag', '--delete-excluded');
    const alone = await world.run(deleting, { transport });
    expect([alone.exit, bodies.length]).toEqual([3, 0]);
    expect(alone.err).toContain('--delete-excluded deletes files in /runs/7');
    expect((await world.run(deleting, { transport, answers: ['yes'] })).exit).toBe(3);
    expect(bodies).toEqual([]);
    expect((await world.run(deleting, { transport, answers: ['delete'] })).exit).toBe(0);
    expect((await world.run([...deleting, '--yes'], { transport })).exit).toBe(0);
    expect(
      (await world.run(copy('--flag', '--delete-excluded', '--flag', '--dry-run'), { transport })).exit,
    ).toBe(0);
    expect(bodies).toHaveLength(3);
  });

  it.each([
    [['--direction', 'to-cloud'], /missing --instance-path, --cloud-path, --connection/],
    [['--instance-path', '/a'], /missing --direction/],
    [['--direction', 'to-space'], /to-cloud/],
    [
      [
        '--direction',
        'to-cloud',
        '--flag',
        'dry-run',
        '--instance-path',
        '/a',
        '--cloud-path',
        '/b',
        '--connection',
        '1',
      ],
      /--flag: "dry-run" is no flag/,
    ],
    [['--cancel', '--direction', 'to-cloud'], /--cancel takes no other flags/],
    [
      ['--direction', 'to-cloud', '--cloud-path', '/a', '--connection', '1'],
      /missing --instance-path\nUsage: rigdeck copy <id>/,
    ],
  ])('refuses %j with what is wrong, and asks the service nothing', async (flags, wrong) => {
    const { world, id } = await rented();
    const before = world.requests().length;
    const { exit, err } = await world.run(['copy', id, ...flags]);
    expect([exit, world.requests(before)]).toEqual([2, []]);
    expect(err).toMatch(wrong);
  });

  it('takes a lost answer for unknown, sends nothing again, and says how to find out', async () => {
    const { world, copy } = await rented();
    world.sandbox.control.addFault({ path, kind: 'drop-after', times: 3 });
    const before = world.requests().length;
    const { exit, err } = await world.run(copy());
    expect([exit, world.requests(before)]).toEqual([7, [`POST ${path}`]]);
    expect(err).toContain(
      'It is not known whether the copy was started. It may be under way.\nhint: Look at the status',
    );
  });

  it('calls off what is being copied, and says when nothing is', async () => {
    const { world, id, copy } = await rented();
    await world.run(copy());
    const off = await world.run(['copy', id, '--cancel']);
    expect([off.exit, off.err]).toEqual([0, expect.stringContaining('What is copied already stays')]);
    const again = await world.run(['copy', id, '--cancel', '--json']);
    expect([again.exit, again.out]).toEqual([1, expect.stringContaining('Nothing is being copied there.')]);
    expect(again.out).not.toContain('goes on');
    expect(again.out.match(/nothing is being copied there/gi)).toHaveLength(1);
    const nowhere = await world.run(['copy', '1', '--cancel']);
    expect(nowhere.exit).toBe(1);
    expect(nowhere.err).toMatch(/no such instance/);
    expect(nowhere.err).not.toMatch(/copied|goes on/);
  });

  it('says what the service said of calling off, also where the instance cannot be read behind it', async () => {
    const { world, id } = await rented();
    world.sandbox.control.addFault({ method: 'GET', path: '/api/v0/instances/*', kind: 'drop', times: 9 });
    const { exit, err } = await world.run(['copy', id, '--cancel']);
    expect(exit).toBe(1);
    expect(err).toMatch(/^error: Nothing is being copied there/);
  });

  it('copies nothing in read-only mode', async () => {
    const { world, copy } = await rented();
    const { exit } = await world.run(copy('--read-only'));
    expect(exit).toBe(3);
  });
});

describe('rigdeck connections', () => {
  it('lists them for people and for scripts', async () => {
    const world = makeWorld();
    expect((await world.run(['connections'], { columns: 80 })).out).toBe(
      'ID  NAME             TYPE\n 1  training-bucket  s3\n 2  team drive       drive\n',
    );
    expect((await world.run(['connections', '--json'])).json()).toEqual({
      schema: 1,
      connections: [
        { id: 1, name: 'training-bucket', cloud_type: 's3' },
        { id: 2, name: 'team drive', cloud_type: 'drive' },
      ],
      ...{ complete: true, missing: 0 },
    });
  });

  it('says calmly that this service has none', async () => {
    const world = makeWorld();
    const { exit, err } = await world.run(['connections'], { transport: literal({ success: false }, 404) });
    expect(exit).toBe(1);
    expect(err).toContain(
      'This service lists no connections.\nhint: Take the id of a connection from the web console.',
    );
  });

  it('names the permission that a narrow key most likely lacks', async () => {
    const world = makeWorld();
    const { exit, err } = await world.run(['connections'], { transport: literal({ success: false }, 403) });
    expect([exit, err]).toEqual([4, expect.stringContaining('user_read')]);
  });
});
