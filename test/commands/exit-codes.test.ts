import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { tfaWorld } from './tfa-world.ts';
import { baseUrl } from './world.ts';

type World = ReturnType<typeof tfaWorld>;

const folder = fileURLToPath(new URL('../../src/commands', import.meta.url));

it('each code of an error ends a command with one exit code, whichever command that is', () => {
  const ends = new Map<string, Set<string>>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [, exit = '', code = ''] of text.matchAll(/failure\(\s*'(\w+)',\s*'([\w-]+)'/g))
      ends.set(code, new Set([...(ends.get(code) ?? []), exit]));
  }
  expect(ends.size).toBeGreaterThan(40);
  const kept = [...ends].filter(([, exits]) => exits.size > 1);
  expect(kept).toEqual([]);
});

const instance = async (world: World) => {
  const id = await world.rent();
  world.boot();
  return String(id);
};
/** Every command that asks whether something is meant, by what it is run with. */
const questions: Record<string, (world: World) => Promise<string[]> | string[]> = {
  destroy: async (world) => ['destroy', await instance(world)],
  recycle: async (world) => ['recycle', await instance(world)],
  'execute rm': async (world) => ['execute', await instance(world), 'rm -rf /x'],
  'groups endpoint-delete': () => ['groups', 'endpoint-delete', '701'],
  'keys delete': async (world) => {
    const made = await world.run(['keys', 'create', 'ci', '--category', 'misc', '--print', '--json']);
    return ['keys', 'delete', String(made.json().key_id)];
  },
  'ssh-keys remove': async (world) => {
    const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPGyjTCz0ku4wcFHlzbPTs0UN9XQ8Xsr8NWQs5aZM3ny me';
    const made = await world.run(['ssh-keys', 'add', '-', '--json'], { stdin: key });
    return ['ssh-keys', 'remove', String((made.json().ssh_key as { id: number }).id)];
  },
  'ssh-keys detach': async (world) => ['ssh-keys', 'detach', await instance(world)],
  '2fa remove': async (world) => ['2fa', 'remove', String((await world.addTotp()).id)],
};

describe('C115 whoever says no to what a command asks', () => {
  it.each(Object.entries(questions))(
    '%s: another answer is 3, Ctrl+C 130, and nobody there 3',
    async (_, make) => {
      const world = tfaWorld();
      const words = await make(world);
      const from = world.requests().length;
      const other = await world.run(words, { columns: 80, answers: ['no'] });
      expect([other.exit, other.asked.length], other.err).toEqual([3, 1]);
      const stopped = await world.run(words, { columns: 80, answers: [undefined] });
      expect([stopped.exit, stopped.asked.length], stopped.err).toEqual([130, 1]);
      const nobody = await world.run(words[0] === '2fa' ? [...words, '--code-stdin'] : words);
      expect([nobody.exit, nobody.err]).toEqual([3, expect.stringContaining('--yes')]);
      expect(world.requests(from).filter((line) => !line.startsWith('GET'))).toEqual([]);
    },
  );

  it('login: no place for the key is 3, Ctrl+C 130', async () => {
    const world = tfaWorld();
    const login = (home: string | undefined) =>
      world.run(['login', '--base-url', baseUrl], {
        ...{ env: {}, columns: 80, answers: [world.sandbox.apiKey, home] },
      });
    expect((await login('9')).exit).toBe(3);
    expect((await login(undefined)).exit).toBe(130);
  });
});
