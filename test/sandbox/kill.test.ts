import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fields } from './world.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-kill-'));
const program = join(folder, 'program.mjs');
const children: ChildProcess[] = [];

beforeAll(async () => {
  await build({
    stdin: {
      contents: `
        import { systemClock } from './clock.ts';
        import { runSandbox } from './sandbox/run.ts';
        const { signal } = new AbortController();
        await runSandbox({ clock: systemClock, stdout: process.stdout, signal, state: process.argv[2], offers: 50 });`,
      resolveDir: fileURLToPath(new URL('../../src', import.meta.url)),
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: program,
    logLevel: 'error',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function started(state: string) {
  const child = spawn(process.execPath, [program, state], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const line = await new Promise<string>((resolve) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk).split('\n')[0] ?? ''));
  });
  const { url, api_key } = JSON.parse(line);
  const call = async (method: string, path: string, body?: unknown): Promise<Fields> => {
    const headers = { Authorization: `Bearer ${api_key}` };
    const answer = await fetch(url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return answer.json();
  };
  const kill = () =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.kill('SIGKILL');
    });
  return { api_key, call, kill };
}

describe('a sandbox that is killed', () => {
  it('has every write that it acknowledged when it starts again, whenever the kill came', async () => {
    const state = join(folder, 'state.json');
    let run = await started(state);
    const key = run.api_key;
    const { offers } = await run.call('POST', '/api/v0/bundles/', { limit: 1 });
    const { new_contract: id } = await run.call('PUT', `/api/v0/asks/${offers[0].id}/`, { image: 'ubuntu' });
    for (let round = 0; round < 5; round++) {
      const acknowledged: string[] = [];
      const write = async (name: string) => {
        const answer = await run.call('POST', '/api/v0/secrets/', { key: name, value: 'x' });
        if (answer.success === true) acknowledged.push(name);
      };
      // Many writes at once, so that the kill falls into the middle of some.
      const writes = Array.from({ length: 40 }, (_, n) => write(`R${round}_${n}`).catch(() => {}));
      await expect.poll(() => acknowledged.length, { interval: 1 }).toBeGreaterThan(2 + round);
      await run.kill();
      await Promise.all(writes);

      run = await started(state);
      expect(run.api_key).toBe(key);
      const { secrets } = await run.call('GET', '/api/v0/secrets/');
      expect(Object.keys(secrets)).toEqual(expect.arrayContaining(acknowledged));
      expect((await run.call('GET', `/api/v0/instances/${id}/`)).instances.id).toBe(id);
    }
  });
});
