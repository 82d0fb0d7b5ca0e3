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
        import { systemClock } from './base/clock.ts';
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
  const text = async (path: string) => (await fetch(url + path)).text();
  const kill = () =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.kill('SIGKILL');
    });
  return { api_key, call, text, kill };
}

type Run = Awaited<ReturnType<typeof started>>;

/** A write that a person relies on once it was acknowledged, and how the next run shows that it is there. */
type Write = {
  ask: (run: Run, name: string, instance: number) => Promise<Fields>;
  isThere: (run: Run, name: string, answer: Fields, instance: number) => Promise<boolean>;
};

const has = (rows: Fields[], field: string, value: unknown) => rows.some((row) => row[field] === value);
const year = 365 * 86_400;

const writes: Record<string, Write> = {
  'a variable': {
    ask: (run, key) => run.call('POST', '/api/v0/secrets/', { key, value: 'x' }),
    isThere: async (run, key) => key in (await run.call('GET', '/api/v0/secrets/')).secrets,
  },
  'a key of the API': {
    ask: (run, name) =>
      run.call('POST', '/api/v0/auth/apikeys/', { name, permissions: { api: { misc: {} } } }),
    isThere: async (run, _, { id }) =>
      has((await run.call('GET', '/api/v0/auth/apikeys/')).apikeys, 'id', id),
  },
  'the end of a key of the API': {
    async ask(run, name) {
      const permissions = { api: { misc: {} } };
      const { id } = await run.call('POST', '/api/v0/auth/apikeys/', { name, permissions });
      const said = await run.call('DELETE', `/api/v0/auth/apikeys/${id}/`, {});
      return { success: typeof said === 'string', id };
    },
    isThere: async (run, _, { id }) =>
      !has((await run.call('GET', '/api/v0/auth/apikeys/')).apikeys, 'id', id),
  },
  'an SSH key': {
    ask: (run, name) => run.call('POST', '/api/v0/ssh/', { ssh_key: `ssh-ed25519 AAAA${name} me` }),
    isThere: async (run, name) =>
      has(await run.call('GET', '/api/v0/ssh/'), 'public_key', `ssh-ed25519 AAAA${name} me`),
  },
  'an endpoint group': {
    ask: (run, endpoint_name) => run.call('POST', '/api/v0/endptjobs/', { endpoint_name }),
    isThere: async (run, name) =>
      has((await run.call('GET', '/api/v0/endptjobs/')).results, 'endpoint_name', name),
  },
  'a worker group': {
    ask: (run, name) =>
      run.call('POST', '/api/v0/workergroups/', { endpoint_name: `of ${name}`, test_workers: 0 }),
    isThere: async (run, _, { id }) =>
      has((await run.call('GET', '/api/v0/workergroups/')).results, 'id', id),
  },
  'a label': {
    ask: (run, label, id) => run.call('PUT', `/api/v0/instances/${id}/`, { label }),
    isThere: async (run, name, _, id) =>
      (await run.call('GET', `/api/v0/instances/${id}/`)).instances.label === name,
  },
  'a cloud copy': {
    ask: (run, name, id) => {
      const copy = {
        instance_id: String(id),
        src: `/${name}`,
        dst: '/to',
        selected: '1',
        transfer: 'Instance To Cloud',
      };
      return run.call('POST', '/api/v0/commands/rclone/', copy);
    },
    isThere: async (run, name, { result_url }) =>
      (await run.text(new URL(result_url).pathname)).includes(`/${name}`),
  },
  'a volume': {
    async ask(run, name) {
      const { offers } = await run.call('POST', '/api/v0/volumes/search/', { limit: 1 });
      return run.call('PUT', '/api/v0/volumes/', { id: offers[0].id, size: 1, name });
    },
    isThere: async (run, name) => has((await run.call('GET', '/api/v0/volumes/')).volumes, 'label', name),
  },
  'a template': {
    ask: (run, name) => run.call('POST', '/api/v0/template/', { name, image: 'ubuntu' }),
    isThere: async (run, name) => has((await run.call('GET', '/api/v0/template/')).templates, 'name', name),
  },
  'a scheduled job': {
    ask: (run, name, instance_id) => {
      const start_time = Math.floor(Date.now() / 1000) + year;
      return run.call('POST', '/api/v0/commands/schedule_job/', {
        ...{ instance_id, api_endpoint: `/api/v0/instances/${instance_id}/${name}/`, request_method: 'PUT' },
        ...{
          request_body: { state: 'stopped' },
          frequency: 'HOURLY',
          start_time,
          end_time: start_time + year,
        },
      });
    },
    isThere: async (run, _, { scheduled_job_id: id }) =>
      has(await run.call('GET', '/api/v0/commands/schedule_job/'), 'id', id),
  },
};

describe('a sandbox that is killed', () => {
  it('has every write that it acknowledged when it starts again, whenever the kill came', {
    timeout: 60_000,
  }, async () => {
    const state = join(folder, 'state.json');
    let run = await started(state);
    const key = run.api_key;
    const { offers } = await run.call('POST', '/api/v0/bundles/', { limit: 6 });
    const instances: number[] = [];
    for (const { id } of offers) {
      const rented = await run.call('PUT', `/api/v0/asks/${id}/`, { image: 'ubuntu', disk: 8 });
      instances.push(rented.new_contract);
    }
    for (let round = 0; round < 5; round++) {
      const acknowledged: { kind: string; name: string; answer: Fields; instance: number }[] = [];
      // Many writes at once, so that the kill falls into the middle of some; of each instance one label.
      const sent = instances.flatMap((instance, n) =>
        Object.entries(writes).map(async ([kind, { ask }]) => {
          const name = `R${round}N${n}`;
          const answer = await ask(run, name, instance).catch(() => undefined);
          if (answer?.success === true) acknowledged.push({ kind, name, answer, instance });
        }),
      );
      const inTime = { interval: 1, timeout: 10_000 };
      await expect.poll(() => acknowledged.length, inTime).toBeGreaterThan(5 + 9 * round);
      // The last kill waits until no kind of write is left out.
      const unheard = () =>
        Object.keys(writes).filter((one) => !acknowledged.some(({ kind }) => kind === one));
      if (round === 4) await expect.poll(unheard, inTime).toEqual([]);
      await run.kill();
      await Promise.all(sent);

      run = await started(state);
      expect(run.api_key).toBe(key);
      for (const { kind, name, answer, instance } of acknowledged) {
        const isThere = await writes[kind]?.isThere(run, name, answer, instance);
        expect(isThere, `${kind} ${name}`).toBe(true);
      }
    }
    const { instances: listed } = await run.call('GET', '/api/v0/instances/');
    expect(listed.map(({ id }: Fields) => id)).toEqual(instances);
  });
});
