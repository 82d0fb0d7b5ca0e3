import { describe, expect, it } from 'vitest';
import { makeWorld } from './world.ts';

type World = ReturnType<typeof makeWorld>;

const sshKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPGyjTCz0ku4wcFHlzbPTs0UN9XQ8Xsr8NWQs5aZM3ny me';
const lose = (world: World, method: string, kind: 'drop' | 'drop-after') =>
  world.sandbox.control.addFault({ method, path: '/api/v0/*', kind });
const noList = (world: World) =>
  world.sandbox.control.addFault({ method: 'GET', path: '/api/v0/*', kind: 'drop', times: 9 });
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
      Number((await world.run(['groups', 'create', '--endpoint-id', '701', '--test-workers', '0'])).out),
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
    expect(ran.err).toContain(`No clear answer came; the list, read after that, has no ${name} ${id}.`);
    expect(sent(world, 'DELETE', from)).toHaveLength(1);
  });

  it('still there is a plain failure, and without a list it is not known', async () => {
    const world = makeWorld();
    const id = await make(world);
    lose(world, 'DELETE', 'drop');
    const there = await world.run(remove(String(id)));
    expect([there.exit, there.err]).toEqual([
      1,
      `No clear answer came, and ${name} ${id} is still in the list, read after that. Run the same again.\n`,
    ]);
    lose(world, 'DELETE', 'drop-after');
    noList(world);
    const dark = await world.run(remove(String(id)));
    expect(dark.exit, dark.err).toBe(7);
  });
});

describe.each([
  ['worker group', ['groups', 'create', '--endpoint-id', '701', '--max-workers', '2'], '801'],
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
    expect(ran.err).toContain(
      `No clear answer came; ${name} ${id} is in the list, read after that: it was made.`,
    );
    const again = await world.run(argv);
    expect(again.err).toContain(`Already there, with all that is asked for here: ${name} ${id}.`);
  });

  it('stays unknown where the list has no new one, and where there is no list', async () => {
    const world = makeWorld();
    const path = name === 'worker group' ? '/api/v0/workergroups/' : '/api/v0/endptjobs/';
    world.sandbox.control.addFault({ method: 'POST', path, kind: 'drop' });
    const none = await world.run(argv);
    expect(none.exit).toBe(7);
    expect(none.err).toContain(`The list, read after that, has no new ${name}.`);
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
    expect(none.err).toContain('The list, read after that, has no new SSH key.');
    world.sandbox.control.addFault({ method: 'POST', path: '/api/v0/ssh/', kind: 'drop-after' });
    const ran = await world.run(['ssh-keys', 'add', '-', '--json'], { stdin: sshKey });
    expect(ran.exit, ran.err).toBe(0);
    expect(ran.json().ssh_key).toMatchObject({ type: 'ED25519', comment: 'me' });
    expect(ran.err).toMatch(/No clear answer came; SSH key \d+ is in the list/);
  });
});
