import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { lives, ownMark } from '../../../src/platform/files/process-mark.ts';
import { takeLock } from '../../../src/platform/files/writer-lock.ts';
import { bundleForNode } from '../../support/bundle.ts';
import { tempFolder } from './temp-folder.ts';

let child = '';
beforeAll(async () => {
  child = await bundleForNode('test/platform/files/lock-child.ts');
});

/** A process of its own that asks for the lock, and what it was told. */
async function ask(path: string, at = 0): Promise<{ process: ChildProcess; told: string }> {
  const process_ = spawn(process.execPath, [child, path, String(at)], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void process_.kill('SIGKILL'));
  const [chunk] = (await once(process_.stdout, 'data')) as [Buffer];
  return { process: process_, told: chunk.toString().trim() };
}
const end = async ({ process: ended }: { process: ChildProcess }, how: 'release' | 'SIGKILL' | 'SIGTERM') => {
  const exit = once(ended, 'exit');
  if (how === 'release') ended.stdin?.write('release');
  else ended.kill(how);
  await exit;
};
const mine = async (path: string) => {
  const lock = await takeLock(path, 1_000);
  if (lock.kind !== 'mine') throw new Error(`the lock is ${lock.kind}`);
  return lock;
};

describe('the lock of the one that writes', () => {
  it('is held by one process, which the others are told of, until it gives it back', async () => {
    const path = join(tempFolder(), 'state', 'rents.lock');
    const first = await ask(path);
    expect(first.told).toBe('mine');
    expect((await ask(path)).told).toBe('held');
    expect(await takeLock(path, 0)).toMatchObject({
      kind: 'held',
      by: { pid: first.process.pid, alive: 'yes', host: ownMark().host },
    });
    await end(first, 'release');
    const second = await mine(path);
    expect(await second.held()).toBe(true);
    second.release();
    expect(await second.held()).toBe(false);
    expect((await ask(path)).told).toBe('mine');
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'is taken over from a process that ended by %s',
    async (signal) => {
      const path = join(tempFolder(), 'rents.lock');
      const first = await ask(path);
      await end(first, signal);
      expect((await ask(path)).told).toBe('mine');
    },
  );

  it('goes to exactly one of those who find the same dead holder in the same moment', async () => {
    const path = join(tempFolder(), 'rents.lock');
    for (let round = 0; round < 4; round += 1) {
      const dead = await ask(path);
      expect(dead.told, `round ${round}`).toBe('mine');
      await end(dead, 'SIGKILL');
      const start = Date.now() + 400;
      const all = await Promise.all(Array.from({ length: 6 }, () => ask(path, start)));
      expect(all.map(({ told }) => told).sort()).toEqual(['held', 'held', 'held', 'held', 'held', 'mine']);
      for (const one of all) if (one.told === 'mine') await end(one, 'SIGKILL');
    }
  });

  it('goes to one at a time however many ask for it and end', async () => {
    const path = join(tempFolder(), 'rents.lock');
    let holders = 0;
    let most = 0;
    const turns = Array.from({ length: 5 }, async () => {
      for (let got = 0, tries = 0; got < 2 && tries < 60; tries += 1) {
        const one = await ask(path);
        if (one.told !== 'mine') continue;
        holders += 1;
        most = Math.max(most, holders);
        got += 1;
        expect((await ask(path)).told).toBe('held');
        // Counted as over before the end begins: another may follow at once.
        holders -= 1;
        await end(one, got === 1 ? 'release' : 'SIGKILL');
      }
    });
    await Promise.all(turns);
    expect(most).toBe(1);
    // What went before is tidied away by who follows.
    (await mine(path)).release();
    expect(readdirSync(join(path, '..'))).toHaveLength(1);
  });

  it('is not taken from another machine, whose processes cannot be seen; the person is told which file it is', async () => {
    const folder = tempFolder();
    const path = join(folder, 'rents.lock');
    (await mine(path)).release();
    writeFileSync(`${path}.2`, `${JSON.stringify({ ...ownMark(), host: 'elsewhere', since: 5 })}\n`);
    expect(await takeLock(path, 0)).toMatchObject({
      kind: 'held',
      by: { host: 'elsewhere', alive: 'unknown', since: 5, path: `${path}.2` },
    });
  });

  it('is not kept up by another process that got the number of a dead one', async () => {
    const path = join(tempFolder(), 'rents.lock');
    const other = await ask(join(tempFolder(), 'other.lock'));
    const mark = { ...ownMark(), pid: other.process.pid as number };
    expect(lives({ ...mark, started: 'long ago' })).toBe('no');
    writeFileSync(`${path}.1`, `${JSON.stringify({ ...mark, started: 'long ago', since: 5 })}\n`);
    (await mine(path)).release();
  });

  it('is nobody’s when its record cannot be read', async () => {
    for (const text of ['', '{"pid":', '{"pid":-1,"host":"x"}', 'null']) {
      const path = join(tempFolder(), 'rents.lock');
      writeFileSync(`${path}.9`, text);
      (await mine(path)).release();
      expect(readdirSync(join(path, '..'))).toEqual(['rents.lock.10.free']);
    }
  });

  it('says so where it cannot be written', async () => {
    expect(await takeLock('/dev/null/rents.lock', 0)).toMatchObject({ kind: 'unguarded' });
    if (process.getuid?.() === 0) return;
    const folder = tempFolder();
    chmodSync(folder, 0o500);
    expect(await takeLock(join(folder, 'rents.lock'), 0)).toMatchObject({
      kind: 'unguarded',
      message: expect.stringContaining('cannot be written'),
    });
    chmodSync(folder, 0o700);
  });
});
