import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type EndpointName, endpoints } from '../../src/client/endpoints.ts';
import { errorCodes } from '../../src/client/errors.ts';
import { runnable } from '../../src/commands/cli/command-tree.ts';
import type { ProgramPorts } from '../../src/commands/cli/context.ts';
import { buildProgram } from '../../src/commands/command-list.ts';
import { advise } from '../../src/engine/error-advice.ts';
import { creationFields } from '../../src/engine/rent/creation-fields.ts';
import { routes } from '../../src/sandbox/table.ts';
import { screens } from '../../src/screens/registry.ts';
import { testWorld } from '../support/test-services.ts';
import { reach } from './reach.ts';

const plain = (path: string) => path.replace(/:\w+({[^}]*})?/g, ':id').replace(/\/$/, '');

describe('client and sandbox know the same calls', () => {
  it.each(Object.entries(endpoints))('%s has a route', (_name, { method, path }) => {
    const wanted = plain(path.startsWith('/api/') ? path : `/api/v0${path}`);
    const there = routes.some((route) => {
      const full = route.path.startsWith('/api/') ? route.path : `/api/v0${route.path}`;
      return route.method === method && plain(full) === wanted;
    });
    expect(there, `${method} ${wanted}`).toBe(true);
  });
});

describe('every call of the interface', () => {
  const wanted = (Object.keys(endpoints) as EndpointName[]).filter(
    (name) => endpoints[name].source === 'interface' && endpoints[name].replacedBy === undefined,
  );
  const program = buildProgram(
    { io: { out: () => {}, columns: 100 }, version: '' } as unknown as ProgramPorts,
    () => async () => {},
  );
  const commands = runnable(program).map(({ words }) => words.join(' '));

  it('is named in the table of what is reached, and no other is', () => {
    expect(Object.keys(reach).sort()).toEqual([...wanted].sort());
  });

  it.each(Object.entries(reach))('%s has a screen, a command, and tests that prove both', (_name, there) => {
    expect(screens).toHaveProperty(there.screen);
    expect(commands).toContain(there.command);
    // These are what has a test file prove at its end what the table says of it, once all of it has run.
    const [flow, run] = [there.flow, there.run].map((file) => readFileSync(file, 'utf8'));
    expect(flow).toMatch(/^simulatedTime\(\);$/m);
    expect(run).toMatch(/from '\.\/(tfa-)?world\.ts'/);
    expect(`${flow}${run}`).not.toMatch(/\b(it|describe)\.(skip|todo|only|runIf)/);
  });
});

describe('every error code of the interface', () => {
  it.each(errorCodes)('%s reaches the client as itself and has something to say', async (code) => {
    const { sandbox, connect } = testWorld();
    const fault = { kind: 'error', code, path: '/api/v0/tfa/status/', times: 3 };
    await sandbox.fetch(
      new Request('https://sandbox.test/_sandbox/faults', { method: 'POST', body: JSON.stringify(fault) }),
    );
    const refused = await connect(sandbox.apiKey)
      .api.tfaStatus()
      .then(
        () => undefined,
        (error: unknown) => error,
      );
    expect(refused).toMatchObject({ name: 'ApiError', kind: 'http', code });
    const { title, next } = advise(refused as Parameters<typeof advise>[0]);
    expect(title).toMatch(/\w.*[.!]$/);
    expect(next).toMatch(/\w/);
  });
});

describe('a creation with every field', () => {
  it('is taken by the sandbox as the client sends it, and shows on the instance', async () => {
    const { sandbox, connect } = testWorld();
    const { api } = connect(sandbox.apiKey);
    const { offers } = await api.searchOffers({
      verified: { eq: true },
      direct_port_count: { gte: 4 },
      disk_space: { gte: 50 },
      limit: 1,
    });
    const sent = {
      image: 'pytorch/pytorch:2.6.0-cuda12.6',
      label: 'whole',
      disk: 24,
      runtype: 'jupyter_direct',
      target_state: 'running',
      env: { MODE: 'a b=c', '-p 8080:80': '1' },
      onstart: 'echo one\necho two',
      use_jupyter_lab: true,
      jupyter_dir: '/work',
      python_utf8: true,
      lang_utf8: true,
      image_login: '-u me -p not-a-real-token registry.example.com',
      cancel_unavail: true,
      vm: false,
    } as const;
    const known = new Set<string>(creationFields.map(({ name }) => name));
    expect(Object.keys(sent).filter((name) => !known.has(name))).toEqual([]);
    const made = await api.createInstance(offers[0]?.id as number, sent);
    expect(made).toMatchObject({
      success: true,
      new_contract: expect.any(Number),
      instance_api_key: expect.any(String),
    });
    const { instances } = await api.getInstance(made.new_contract);
    expect(instances).toMatchObject({
      label: 'whole',
      image_uuid: sent.image,
      disk_space: 24,
      actual_status: null,
    });
    expect(JSON.stringify(instances)).not.toContain('not-a-real-token');
    expect(Object.fromEntries(instances?.extra_env ?? [])).toMatchObject({ MODE: 'a b=c' });
  });
});
