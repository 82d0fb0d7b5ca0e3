import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runnable } from '../../src/commands/cli/command-tree.ts';
import { examplesOf } from '../../src/commands/cli/help.ts';
import { buildProgram } from '../../src/commands/command-list.ts';
import { tfaWorld } from './tfa-world.ts';
import type { ProgramPorts } from './world.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Pages whose examples run elsewhere (test/spec/scripts-page.test.ts), or are of npm alone. */
const elsewhere = ['scripts.md', 'performance.md'];
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md') && !elsewhere.includes(name))
    .map((name) => `docs/${name}`),
];

/** The command lines of a page's shell examples. */
const onPage = (path: string): string[] => {
  const page = read(path);
  const shell = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.split('\n'));
  const session = [...page.matchAll(/```console\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    [...block.matchAll(/^\$ (.*)$/gm)].map(([, line = '']) => line),
  );
  return [...shell, ...session].filter((line) => /^rigdeck( |$)/.test(line));
};

const program = buildProgram(
  { io: { out: () => {}, columns: 80 }, version: '' } as unknown as ProgramPorts,
  () => async () => {},
);
const inHelp = runnable(program).flatMap(({ command }) => examplesOf(command));
const lines = [...new Set([...inHelp, ...pages.flatMap(onPage)])];

/** The words of the command of rigdeck in a line: up to a pipe, a redirection or the end of a substitution. */
function wordsOf(line: string): string[] {
  const whole = line.replace(/\\\n */g, '');
  const from = whole.slice(whole.search(/rigdeck\b/) + 'rigdeck'.length);
  const words: string[] = [];
  for (const [token, double, single] of from.matchAll(/"([^"]*)"|'([^']*)'|[|>)#]|[^\s|>)#"']+/g)) {
    if (/^[|>)#]$/.test(token)) break;
    words.push(double ?? single ?? token);
  }
  return words;
}

/** A world that has whatever an example names, by the numbers of the examples. */
async function worldOf() {
  const world = tfaWorld();
  const [, offer] = await world.offers();
  const instance = await world.rent('--label', 'train', '--runtype', 'jupyter_direct');
  world.boot();
  const { id: app } = await world.addTotp();
  const { id: phone } = await world.addSms();
  const file = (name: string, text: string) => {
    mkdirSync(join(world.home, name, '..'), { recursive: true });
    writeFileSync(join(world.home, name), text, { mode: 0o600 });
    return join(world.home, name);
  };
  const publicKey = `ssh-ed25519 ${Buffer.from('\0\0\0\x0bssh-ed25519\0\0\0 12345678901234567890123456789012').toString('base64')} you`;
  const pub = file('.ssh/id_ed25519.pub', publicKey);
  file(
    '.config/rigdeck/searches.toml',
    /```toml\n(version[\s\S]*?)```/.exec(read('docs/search.md'))?.[1] ?? '',
  );
  const key = file('key.txt', world.sandbox.apiKey);
  for (const name of ['home', 'work'])
    await world.run(['login', '--profile', name, '--api-key-file', key, '--store', 'file']);
  await world.run(['ssh-keys', 'add', pub]);
  await world.run(['ssh-keys', 'attach', String(instance), '--file', pub]);
  const old = await world.run(['keys', 'create', 'old', '--category', 'misc', '--print', '--json']);
  await world.run([
    ...['groups', 'create', '--endpoint-id', '701', '--yes'],
    ...['--template-hash', '5d1c0ffee0000000000000000000a401'],
  ]);
  const sshKeys = (await world.run(['ssh-keys', '--json=id'])).json().ssh_keys as { id: number }[];
  const ids: Record<string, string> = {
    ...Object.fromEntries(['9120441', '9100476'].map((id) => [id, String(instance)])),
    ...Object.fromEntries(['7218834', '7202803'].map((id) => [id, String(offer?.id)])),
    '301': String(sshKeys.at(-1)?.id),
    '103': String(old.json().key_id),
    '7': String(app),
    '8': String(phone),
    'key.txt': key,
    '~/.ssh/id_ed25519.pub': pub,
    '~/ci-key.txt': join(world.home, 'ci-key.txt'),
    '~/codes.txt': join(world.home, 'codes.txt'),
    'codes.txt': join(world.home, 'codes.txt'),
  };
  return { world, ids, publicKey };
}

/** Examples that end otherwise than with 0 here, and why. */
const otherwise: readonly (readonly [line: RegExp, exit: number, why: string])[] = [
  [/unsettled settle/, 1, 'no rent is open here'],
  [/copy .* --cancel/, 1, 'nothing is being copied'],
  [/logs .* -f/, 130, 'Ctrl+C ends it'],
  [/wait .* --for gone/, 124, 'it is not destroyed meanwhile'],
  [/2fa (login|add|remove|codes)(?!.*stdin)/, 130, 'nobody types the code'],
  [/2fa login .*--code-stdin/, 2, 'no code is piped in'],
  [/--store keychain/, 1, 'there is no keyring'],
];

/** What a person types at the question of a line, where there is one. */
const typed = (line: string, ids: Readonly<Record<string, string>>): string[] => {
  if (/login --/.test(line)) return ['KEY', '2'];
  if (/groups delete/.test(line)) return ['801'];
  if (/endpoint-delete/.test(line)) return ['default'];
  if (/keys delete/.test(line)) return [ids['103'] ?? ''];
  return [/ssh-keys (remove|detach)/.test(line) ? (ids['301'] ?? '') : 'train'];
};

describe('the examples of the README, the docs and the help', () => {
  it('are some', () => expect(lines.length).toBeGreaterThan(100));

  it.each(lines)('%s', async (line) => {
    const { world, ids, publicKey } = await worldOf();
    const words = wordsOf(line).map((word) => ids[word] ?? word);
    // Whatever waits for an end comes to it.
    const passing = setInterval(() => world.clock.expire(), 20);
    const ran = await world.run(words, {
      env: { ...world.signedIn, HF_TOKEN: 'hf_example' },
      answers: typed(line, ids).map((word) => (word === 'KEY' ? world.sandbox.apiKey : word)),
      stdin: publicKey,
      // Ctrl+C ends what follows a log.
      signal: /logs .* -f$/.test(line) ? AbortSignal.abort() : new AbortController().signal,
    });
    const [, exit = 0] = otherwise.find(([which]) => which.test(line)) ?? [];
    clearInterval(passing);
    expect([ran.exit, ran.exit === exit ? '' : ran.err + ran.out.slice(0, 200)]).toEqual([exit, '']);
  });
});
