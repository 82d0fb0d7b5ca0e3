import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEventHook } from '../../../src/platform/terminal/event-hook.ts';

const never = (_ms: number, signal: AbortSignal) =>
  new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
const secret = 'k3y-that-nobody-may-see';

/** A hook over real programs, and the end of each that it has started. */
function hook(command: string | string[]) {
  const ends: Promise<unknown>[] = [];
  const started: SpawnOptions[] = [];
  const tell = createEventHook(command, {
    env: { PATH: process.env.PATH, RIGDECK_API_KEY: secret, RIGDECK_API_KEY_FILE: '/k', LANG: 'C' },
    spawn: (program, args, options) => {
      const child = spawn(program, args, options);
      started.push(options);
      ends.push(once(child, 'exit').catch(() => undefined));
      return child;
    },
    sleep: never,
  });
  return { tell, ends, started };
}

describe('the program of on_event', () => {
  it('gets each event as a line of JSON on stdin, apart from the terminal and without a variable of ours', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hook-'));
    const { tell, ends, started } = hook(`cat > "${folder}/event"; env > "${folder}/env"`);
    const failures: string[] = [];
    const label = `"; touch ${folder}/owned; #`;
    tell({ schema: 1, event: 'running', label }, (why) => failures.push(why));
    await new Promise((resolve) => setImmediate(resolve));
    await ends[0];
    expect(await readFile(`${folder}/event`, 'utf8')).toBe(
      `${JSON.stringify({ schema: 1, event: 'running', label })}\n`,
    );
    const env = await readFile(`${folder}/env`, 'utf8');
    expect(env).toContain('LANG=C');
    expect(env).not.toMatch(/RIGDECK|k3y-that/);
    await expect(readFile(`${folder}/owned`)).rejects.toThrow('ENOENT');
    expect(started).toMatchObject([{ detached: true, stdio: ['pipe', 'ignore', 'ignore'] }]);
    expect(failures).toEqual([]);
  });

  it.each([
    [['/nowhere/to-be-found'], '/nowhere/to-be-found could not be started (ENOENT)'],
    [['sh', '-c', 'exit 3'], 'it ended with exit code 3'],
    ['kill -TERM $$', 'it ended with SIGTERM'],
  ])('that fails is told of, as %j', async (command, why) => {
    const { tell } = hook(command);
    expect(await new Promise<string>((resolve) => tell({ event: 'running' }, resolve))).toBe(why);
  });

  it('is run once at a time, and named when it does not keep up', async () => {
    const { tell, ends } = hook(['sh', '-c', 'read line']);
    const failures: string[] = [];
    for (let n = 0; n < 60; n += 1) tell({ n }, (why) => failures.push(why));
    await new Promise((resolve) => setImmediate(resolve));
    expect(ends).toHaveLength(1);
    expect(failures).toHaveLength(10);
    expect(failures[0]).toBe('more happens than it can take');
  });
});
