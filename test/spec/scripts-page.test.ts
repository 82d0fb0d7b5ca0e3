import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { startService } from '../pty/service.ts';
import { program } from '../support/program.ts';

const page = readFileSync('docs/scripts.md', 'utf8');
const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
const promised = blocks.map((block) => [...block.matchAll(/^#> (.*)$/gm)].map(([, line]) => line as string));

const home = mkdtempSync(join(tmpdir(), 'rigdeck-scripts-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const between = '--- the next block ---';

/**
 * Runs the blocks one after the other in one shell that ends at the first failure; its exit code and what each printed.
 * `before` is awaited before each block.
 */
async function runPage(env: Record<string, string>, before: (block: string) => Promise<unknown>) {
  const own = join(home, 'rigdeck');
  writeFileSync(own, `#!/bin/sh\nexec '${process.execPath}' '${program()}' "$@"\n`);
  chmodSync(own, 0o755);
  const script = blocks.map((block) => `echo '${between}'\nread -r _ <&3\n${block}`).join('\n');
  const shell = spawn('sh', ['-euc', script], {
    cwd: home,
    env: { PATH: [home, process.env.PATH].join(delimiter), HOME: home, TZ: 'UTC', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => shell.once('close', resolve));
  const said = text(shell.stderr as Readable);
  const goOn = shell.stdio[3] as Writable;
  const printed: string[][] = [];
  for await (const line of createInterface({ input: shell.stdout as Readable })) {
    if (line !== between) {
      printed.at(-1)?.push(line);
      continue;
    }
    await before(blocks[printed.length] as string);
    printed.push([]);
    goOn.write('\n');
  }
  return { exit: await ended, said: await said, printed };
}

const pattern = (line: string) =>
  new RegExp(
    `^${line
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+')}$`,
  );

it('docs/scripts.md runs as it is written, prints what it promises, and leaves nothing rented', async () => {
  const service = await startService('--speed', '120');
  /** The answer to the rent in the loop gets lost, though a machine comes of it. */
  const loseAnswer = { method: 'PUT', path: '/api/v0/asks/*', kind: 'drop-after' };
  try {
    const { exit, said, printed } = await runPage(service.env, async (block) => {
      if (block.includes('rent_one()')) await service.control('POST', '/faults', loseAnswer);
    });
    expect(exit, said).toBe(0);
    expect(printed).toHaveLength(blocks.length);
    for (const [index, lines] of promised.entries())
      expect(printed[index], blocks[index]).toEqual(
        lines.map((line) => expect.stringMatching(pattern(line)) as string),
      );
    expect(said).toContain('This is the late answer to the same request');
    const { instances } = await service.ledger();
    expect(instances).toHaveLength(2);
    expect(instances.filter(({ destroyed_at }) => destroyed_at === null)).toEqual([]);
  } finally {
    await service.stop();
  }
}, 240_000);

it.each(['INT', 'TERM', 'HUP'])(
  'the destroying block of docs/scripts.md destroys under sh when SIG%s ends it',
  (name) => {
    const bin = mkdtempSync(join(home, 'signalled-'));
    // Stands in for the program: it writes down what it was asked for, and the work is where the signal comes.
    const stand = `#!/bin/sh\necho "$*" >>"$CALLS"\n[ "$1" != wait ] || kill -${name} "$PPID"\n`;
    writeFileSync(join(bin, 'rigdeck'), stand, { mode: 0o755 });
    const block = blocks.find((one) => one.includes('nightly()')) as string;
    const { stdout } = spawnSync('sh', ['-euc', `second=7\n${block}`], {
      env: { PATH: [bin, process.env.PATH].join(delimiter), CALLS: join(bin, 'calls') },
      encoding: 'utf8',
    });
    const calls = readFileSync(join(bin, 'calls'), 'utf8').trimEnd().split('\n');
    expect(calls).toEqual(['wait 7 --for running --timeout 10m', 'destroy 7 --yes']);
    expect(stdout).toBe('work exited with 130\n');
  },
);
