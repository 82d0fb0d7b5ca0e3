import { describe, expect, it } from 'vitest';
import { seenFields } from '../../src/commands/cli/settle-lost.ts';
import { tfaWorld } from './tfa-world.ts';
import { makeWorld } from './world.ts';

type World = ReturnType<typeof makeWorld>;
type TfaWorld = ReturnType<typeof tfaWorld>;

const sshKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPGyjTCz0ku4wcFHlzbPTs0UN9XQ8Xsr8NWQs5aZM3ny me';
const lose = (world: World, method: string, kind: 'drop' | 'drop-after') =>
  world.sandbox.control.addFault({ method, path: '/api/v0/*', kind });
const noListOf = (world: World, path: string) =>
  world.sandbox.control.addFault({ method: 'GET', path, kind: 'drop', times: 9 });
const noList = (world: World) => noListOf(world, '/api/v0/*');
const sent = (world: World, method: string, from: number) =>
  world.requests(from).filter((line) => line.startsWith(`${method} `));

/** What there is to delete: what makes it, and what takes it away by its id. */
const deletions: [string, (world: World) => Promise<number>, (id: string) => string[]][] = [
  [
    'key',
    async (world) => {
      const ran = await world.run(['keys', 'create', 'a', '--category', 'misc', '--print', '--json']);
      return ran.json().key_id as number;
    },
    (id) => ['keys', 'delete', id, '--yes'],
  ],
  [
    'SSH key',
    async (world) => {
      const ran = await world.run(['ssh-keys', 'add', '-', '--json'], { stdin: sshKey });
      return (ran.json().ssh_key as { id: number }).id;
    },
    (id) => ['ssh-keys', 'remove', id, '--yes'],
  ],
  [
    'worker group',
    async (world) =>
      Number(
        (await world.run(['groups', 'create', '--endpoint-id', '701', '--test-workers', '0', '--yes'])).out,
      ),
    (id) => ['groups', 'delete', id, '--yes'],
  ],
  ['endpoint group', async () => 701, (id) => ['groups', 'endpoint-delete', id, '--yes']],
];

describe.each(deletions)('C006 the deletion of one %s whose answer is lost', (name, make, remove) => {
  it('is settled by the list, read once: gone is 0', async () => {
    const world = makeWorld();
    const id = await make(world);
    const from = world.requests().length;
    lose(world, 'DELETE', 'drop-after');
    const ran = await world.run([...remove(String(id)), '--json']);
    expect([ran.exit, ran.json().success]).toEqual([0, true]);
    expect(ran.err).toContain(`${name} ${id} is no longer in the list`);
    expect(sent(world, 'DELETE', from)).toHaveLength(1);
  });

  it('still there may still go: it is not known, as without a list', async () => {
    const world = makeWorld();
    const id = await make(world);
    lose(world, 'DELETE', 'drop');
    const there = await world.run(remove(String(id)));
    const listed = `${name.charAt(0).toUpperCase()}${name.slice(1)} ${id} is still in the list.`;
    expect([there.exit, there.err]).toEqual([7, expect.stringContaining(listed)]);
    lose(world, 'DELETE', 'drop-after');
    noList(world);
    const dark = await world.run(remove(String(id)));
    expect(dark.exit, dark.err).toBe(7);
  });
});

describe.each([
  ['worker group', ['groups', 'create', '--endpoint-id', '701', '--max-workers', '2', '--yes'], '801'],
  ['endpoint group', ['groups', 'endpoint-create', '--endpoint-name', 'llm'], '702'],
])('C006 the creation of one %s whose answer is lost', (name, argv, id) => {
  it('is settled by the list, and the same again says that there is one', async () => {
    const world = makeWorld();
    world.sandbox.control.addFault({
      method: 'POST',
      path: name === 'worker group' ? '/api/v0/workergroups/' : '/api/v0/endptjobs/',
      kind: 'drop-after',
    });
    const ran = await world.run(argv);
    expect([ran.exit, ran.out], ran.err).toEqual([0, `${id}\n`]);
    expect(ran.err).toContain(`${name} ${id} is in the list: created`);
    const again = await world.run(argv);
    expect(again.err).toContain(`Already there, with all that is asked for here: ${name} ${id}.`);
  });

  it('stays unknown where the list has no new one, and where there is no list', async () => {
    const world = makeWorld();
    const path = name === 'worker group' ? '/api/v0/workergroups/' : '/api/v0/endptjobs/';
    world.sandbox.control.addFault({ method: 'POST', path, kind: 'drop' });
    const none = await world.run(argv);
    expect(none.exit).toBe(7);
    expect(none.err).toContain(`no new ${name}`);
    world.sandbox.control.addFault({ method: 'POST', path, kind: 'drop-after' });
    noList(world);
    const dark = await world.run(argv);
    expect(dark.exit).toBe(7);
    expect(dark.err).toContain(`It is not known whether the ${name} was created.`);
  });
});

describe('C006 an SSH key whose answer is lost on its way to the account', () => {
  it('is told by its fingerprint', async () => {
    const world = makeWorld();
    world.sandbox.control.addFault({ method: 'POST', path: '/api/v0/ssh/', kind: 'drop' });
    const none = await world.run(['ssh-keys', 'add', '-'], { stdin: sshKey });
    expect(none.exit).toBe(7);
    expect(none.err).toContain('no new SSH key');
    world.sandbox.control.addFault({ method: 'POST', path: '/api/v0/ssh/', kind: 'drop-after' });
    const ran = await world.run(['ssh-keys', 'add', '-', '--json'], { stdin: sshKey });
    expect(ran.exit, ran.err).toBe(0);
    expect(ran.json().ssh_key).toMatchObject({ type: 'ED25519', comment: 'me' });
    expect(ran.err).toMatch(/SSH key \d+ is in the list/);
  });
});

describe('C006 a change whose answer is lost', () => {
  const worker = async (world: World) =>
    Number(
      (await world.run(['groups', 'create', '--endpoint-id', '701', '--test-workers', '0', '--yes'])).out,
    );
  const twoFactor = async (world: TfaWorld) => (await world.addTotp()).id;
  const changes: [string, (world: TfaWorld) => Promise<number>, (id: string) => string[], RegExp][] = [
    ['worker group', worker, (id) => ['groups', 'change', id, '--max-workers', '2', '--yes'], /max_workers/],
    [
      'endpoint group',
      async () => 701,
      (id) => ['groups', 'endpoint-change', id, '--state', 'suspended'],
      /endpoint_state/,
    ],
    ['method', twoFactor, (id) => ['2fa', 'label', id, 'Work phone'], /label/],
  ];
  it.each(changes)('of one %s is settled by the list, read once', async (name, make, change, field) => {
    const world = tfaWorld();
    const id = String(await make(world));
    const before = world.requests().length;
    lose(world, 'PUT', 'drop');
    const no = await world.run(change(id));
    expect([no.exit, no.err]).toEqual([
      7,
      expect.stringMatching(new RegExp(`It is not known .*${name} ${id} has a different`)),
    ]);
    lose(world, 'PUT', 'drop-after');
    const done = await world.run([...change(id), '--json']);
    expect([done.exit, done.json().success], done.err).toEqual([0, true]);
    expect(done.err).toMatch(field);
    lose(world, 'PUT', 'drop-after');
    noList(world);
    expect((await world.run(change(id))).exit).toBe(7);
    expect(sent(world, 'PUT', before)).toHaveLength(3);
  });

  it('of one SSH key on an instance is settled by the keys of that instance', async () => {
    const world = makeWorld();
    // A new instance takes the keys that the account has by then.
    const id = String(await world.rent());
    world.boot();
    const added = await world.run(['ssh-keys', 'add', '-', '--json'], { stdin: sshKey });
    const key = String((added.json().ssh_key as { id: number }).id);
    const attach = ['ssh-keys', 'attach', id, '--id', key];
    lose(world, 'POST', 'drop');
    const no = await world.run(attach);
    expect([no.exit, no.err]).toEqual([7, expect.stringContaining(`instance ${id} does not have the key`)]);
    lose(world, 'POST', 'drop-after');
    const done = await world.run([...attach, '--json']);
    expect([done.exit, done.json().success], done.err).toEqual([0, true]);
    const detach = ['ssh-keys', 'detach', id, '--id', key, '--yes'];
    lose(world, 'DELETE', 'drop');
    const kept = await world.run(detach);
    expect([kept.exit, kept.err]).toEqual([7, expect.stringContaining(`instance ${id} has the key`)]);
    lose(world, 'DELETE', 'drop-after');
    expect((await world.run(detach)).exit).toBe(0);
    lose(world, 'POST', 'drop-after');
    noListOf(world, '/api/v0/instances/*');
    expect((await world.run(attach)).exit).toBe(7);
  });

  it('stays unknown where the list says nothing of what was changed', () => {
    const rows = { rows: [{ id: 1, a: 1 }] };
    expect(seenFields('x', 1, { a: 1 })(rows).done).toBe(true);
    expect(seenFields('x', 1, { a: 1, b: 2 })(rows).done).toBeUndefined();
    expect(seenFields('x', 1, { a: 2, b: 2 })(rows).done).toBeUndefined();
    expect(seenFields('x', 2, { a: 1 })(rows).done).toBe(false);
    expect(seenFields('x', 2, { a: 1 })({ ...rows, missing: 1 }).done).toBeUndefined();
  });
});
