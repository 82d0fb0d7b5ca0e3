import { join } from 'node:path';
import { records } from '../../src/engine/records.ts';
import { secretIn, type tfaWorld } from './tfa-world.ts';
import { baseUrl, type RunOptions } from './world.ts';

export type World = ReturnType<typeof tfaWorld>;
/** A command line with `--json` that does what it is asked, and what it needs. */
export type JsonRun = { argv: readonly string[]; options?: RunOptions };
type Make = (world: World) => Promise<JsonRun> | JsonRun;

const plain =
  (...argv: string[]): Make =>
  () => ({ argv });
/** On an instance that runs, whose id comes behind the words. */
const onInstance =
  (words: readonly string[], ...more: string[]): Make =>
  async (world) => ({ argv: [...words, await up(world), ...more] });

/** With an instance that runs in the world. */
const withInstance =
  (...argv: string[]): Make =>
  async (world) => {
    await up(world);
    return { argv };
  };

async function up(world: World, ...flags: string[]): Promise<string> {
  const id = await world.rent(...flags);
  world.boot();
  return String(id);
}

/** A rent whose answer was lost, though a machine came of it. Answers the id of the rent. */
async function lost(world: World): Promise<string> {
  const [offer] = await world.offers();
  world.control.addFault({ method: 'PUT', path: '/api/v0/asks/*', kind: 'drop-after' });
  await world.run(['rent', String(offer?.id), '--image', 'a/b:1']);
  const { unsettled } = (await world.run(['unsettled', '--json'])).json();
  return (unsettled as { id: string }[])[0]?.id as string;
}

async function copyOf(world: World, ...flags: string[]): Promise<string[]> {
  const id = await up(world);
  const way = ['--direction', 'to-cloud', '--instance-path', '/work', '--cloud-path', '/a/b'];
  return ['copy', id, ...way, '--connection', '1', ...flags];
}

const workers = ['groups', 'create', '--endpoint-id', '701', '--search-params', 'num_gpus=1', '--yes'];
const withWorkers =
  (...words: string[]): Make =>
  async (world) => {
    const made = (await world.run([...workers, '--json'])).json();
    return { argv: words.map((word) => (word === 'ID' ? String(made.worker_group_id) : word)) };
  };

const stdinKey = (world: World): RunOptions => ({ env: {}, stdin: world.sandbox.apiKey });
const loginLine = (store: string) => ['login', '--base-url', baseUrl, '--api-key-stdin', '--store', store];
const signedInHere =
  (...argv: string[]): Make =>
  async (world) => {
    await world.run(loginLine('file'), stdinKey(world));
    return { argv, options: { env: {} } };
  };

const withTotp =
  (words: readonly string[], more: readonly string[] = [], scripted = true): Make =>
  async (world) => {
    const { secret, id } = await world.addTotp();
    world.clock.advance(60_000);
    return {
      argv: ['2fa', ...words.map((word) => (word === 'ID' ? String(id) : word)), ...more],
      ...(scripted ? { options: { stdin: () => world.totp(secret) } } : {}),
    };
  };

const publicKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIE1v1x0cXzYlY1sVf2cCq7c1r0f3q2u5u3m1o5b9d8eA me@here';
const withSshKey =
  (make: (world: World, id: string) => Promise<string[]> | string[]): Make =>
  async (world) => {
    const { ssh_key: key } = (
      await world.run(['ssh-keys', 'add', '-', '--json'], { stdin: publicKey })
    ).json();
    return { argv: await make(world, String((key as { id: number }).id)) };
  };

/** An instance that does not have the key: a new one takes those that the account has by then. */
const withKeyOf =
  (make: (instance: string, key: string, world: World) => Promise<string[]> | string[]): Make =>
  async (world) => {
    const id = await up(world);
    return withSshKey((_, key) => make(id, key, world))(world);
  };

/** Writes whose record takes nothing but an id. */
const plainWrites = Object.fromEntries(
  records.flatMap(({ command, input }): [string, Make[]][] =>
    command === undefined || input !== undefined
      ? []
      : [[command.name, [onInstance([command.name], ...(command.yes === undefined ? [] : ['--yes']))]]],
  ),
);

/** One run or more of every command that has `--json`, by the words of the command. */
export const jsonRuns: Readonly<Record<string, readonly Make[]>> = {
  '': [plain()],
  status: [withInstance('status')],
  offers: [plain('offers', 'num_gpus=1')],
  instances: [withInstance('instances'), onInstance(['instances'])],
  rent: [
    async (world) => {
      const [offer] = await world.offers();
      return { argv: ['rent', String(offer?.id), '--image', 'a/b:1', '--max-price', '50'] };
    },
    async (world) => {
      await lost(world);
      const [offer] = await world.offers();
      return { argv: ['rent', String(offer?.id), '--image', 'a/b:1'] };
    },
  ],
  unsettled: [
    async (world) => {
      await lost(world);
      return { argv: ['unsettled'] };
    },
  ],
  'unsettled settle': [async (world) => ({ argv: ['unsettled', 'settle', await lost(world)] })],
  ...plainWrites,
  ssh: [onInstance(['ssh'])],
  copy: [
    async (world) => ({ argv: await copyOf(world, '--flag', '--dry-run') }),
    async (world) => {
      const line = await copyOf(world);
      await world.run(line);
      return { argv: ['copy', line[1] as string, '--cancel'] };
    },
  ],
  volumes: [plain('volumes')],
  templates: [plain('templates')],
  connections: [plain('connections')],
  open: [
    async (world) => ({
      argv: ['open', await up(world, '--runtype', 'jupyter_direct', '--jupyter-lab'), '--local', '8888'],
    }),
  ],
  tunnel: [onInstance(['tunnel'], '8080')],
  'ssh-config': [withInstance('ssh-config')],
  logs: [onInstance(['logs'])],
  execute: [onInstance(['execute'], 'ls')],
  label: [onInstance(['label'], 'night run'), onInstance(['label'], '')],
  cost: [withInstance('cost')],
  wait: [onInstance(['wait'])],
  groups: [withWorkers('groups')],
  'groups create': [plain(...workers)],
  'groups change': [withWorkers('groups', 'change', 'ID', '--max-workers', '2', '--yes')],
  'groups delete': [withWorkers('groups', 'delete', 'ID', '--yes')],
  'groups endpoint-create': [plain('groups', 'endpoint-create', '--endpoint-name', 'llm')],
  'groups endpoint-change': [plain('groups', 'endpoint-change', '701', '--state', 'suspended')],
  'groups endpoint-delete': [plain('groups', 'endpoint-delete', '701', '--yes')],
  login: [
    (world) => ({ argv: loginLine('file'), options: stdinKey(world) }),
    (world) => ({ argv: loginLine('memory'), options: stdinKey(world) }),
  ],
  logout: [signedInHere('logout')],
  'auth status': [plain('auth', 'status'), signedInHere('auth', 'status')],
  '2fa status': [withTotp(['status'], [], false)],
  '2fa login': [withTotp(['login', '--code-stdin'])],
  '2fa add': [
    (world) => {
      let shown = '';
      return {
        argv: ['2fa', 'add', 'totp', '--label', 'Phone', '--method', 'email', '--code-stdin'],
        options: {
          stdin: () => (/^secret/m.test(shown) ? world.totp(secretIn(shown)) : world.sent()),
          onOut: (text) => {
            shown += text;
          },
        },
      };
    },
  ],
  '2fa remove': [withTotp(['remove', 'ID', '--yes', '--code-stdin'])],
  '2fa label': [withTotp(['label', 'ID', 'Work phone'], [], false)],
  '2fa primary': [withTotp(['primary', 'ID'], [], false)],
  '2fa codes': [
    withTotp(['codes', '--code-stdin']),
    (world) => withTotp(['codes', '--code-stdin', '--codes-file', join(world.home, 'codes.txt')])(world),
  ],
  keys: [plain('keys')],
  'keys create': [
    plain('keys', 'create', 'ci', '--category', 'misc,instance_read', '--print'),
    (world) => ({
      argv: ['keys', 'create', 'ci', '--category', 'misc', '--save', join(world.home, 'key.txt')],
    }),
  ],
  'keys delete': [
    async (world) => {
      const made = await world.run(['keys', 'create', 'ci', '--category', 'misc', '--print', '--json']);
      return { argv: ['keys', 'delete', String(made.json().key_id), '--yes'] };
    },
  ],
  'ssh-keys': [withSshKey(() => ['ssh-keys'])],
  'ssh-keys add': [() => ({ argv: ['ssh-keys', 'add', '-'], options: { stdin: publicKey } })],
  'ssh-keys remove': [withSshKey((_, key) => ['ssh-keys', 'remove', key, '--yes'])],
  'ssh-keys attach': [withKeyOf((id, key) => ['ssh-keys', 'attach', id, '--id', key])],
  'ssh-keys detach': [
    withKeyOf(async (id, key, world) => {
      await world.run(['ssh-keys', 'attach', id, '--id', key]);
      return ['ssh-keys', 'detach', id, '--id', key, '--yes'];
    }),
  ],
  'config path': [plain('config', 'path')],
  'config show': [plain('config', 'show')],
  'config check': [plain('config', 'check')],
  doctor: [plain('doctor')],
  profiles: [signedInHere('profiles')],
  'profiles use': [signedInHere('profiles', 'use', 'main')],
  'profiles set': [signedInHere('profiles', 'set', 'main', '--colour', 'red')],
};
