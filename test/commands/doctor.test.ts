import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTransport } from '../../src/client/transport.ts';
import { ran } from '../../src/platform/terminal/ran.ts';
import { systemClock } from '../support/test-services.ts';
import { makeWorld, type RunOptions } from './world.ts';

type Finding = { part: string; state: string; text: string; next?: string };

async function examine(world: ReturnType<typeof makeWorld>, options: RunOptions = {}) {
  const done = await world.run(['doctor', '--json'], options);
  const findings = done.json().findings as Finding[];
  const of = (part: string) => findings.find((one) => one.part === part);
  return { ...done, of, hosts: done.json().hosts };
}

const allThere: RunOptions = {
  programs: {
    ssh: { code: 0, text: 'OpenSSH_9.6p1, OpenSSL 3.0.13\n' },
    'ssh-add': { code: 0, text: '256 SHA256:x a (ED25519)\n256 SHA256:y b (ED25519)\n' },
  },
};

describe('rigdeck doctor', () => {
  it('finds nothing wrong where all is in order, and says which hosts are asked', async () => {
    const world = makeWorld();
    const { exit, of, hosts } = await examine(world, allThere);
    expect(exit).toBe(0);
    expect(of('key')).toMatchObject({ state: 'ok', text: expect.stringContaining('RIGDECK_API_KEY') });
    expect(of('service')?.text).toMatch(/answers in \d+ ms$/);
    expect(of('ssh')).toMatchObject({ state: 'ok', text: expect.stringContaining('OpenSSH_9.6p1') });
    expect(of('ssh agent')).toMatchObject({ state: 'ok', text: 'holds 2 keys' });
    expect(of('keyring')?.state).toBe('ok');
    expect(hosts).toEqual(['api.example.com']);
  });

  it('reads and writes nothing else of the account than its user', async () => {
    const world = makeWorld();
    const before = world.requests().length;
    await examine(world, allThere);
    expect(world.requests(before)).toEqual(['GET /api/v0/users/current/']);
  });

  it.each([
    ['key', {}, { env: {} }, 'warn', 0, /not signed in/],
    ['service', { kind: 'drop' }, {}, 'bad', 1, /api\.example\.com/],
    ['service', { kind: 'status', status: 503 }, {}, 'bad', 1, /api\.example\.com/],
    ['ssh', {}, { programs: {} }, 'warn', 0, /no ssh here/],
    ['ssh agent', {}, { programs: { 'ssh-add': { code: 1, text: '' } } }, 'warn', 0, /no key/],
    [
      'keyring',
      {},
      { keyring: { reason: 'no-session-bus', message: 'No desktop session.', next: 'Use a file.' } },
      'warn',
      0,
      /No desktop session/,
    ],
  ] as const)('%s %j %j is told with the way out', async (part, fault, options, state, code, text) => {
    const world = makeWorld();
    if ('kind' in fault) world.sandbox.control.addFault({ path: '/api/v0/*', times: 9, ...fault });
    const { exit, of } = await examine(world, { ...allThere, ...options } as RunOptions);
    expect(of(part)).toMatchObject({ state, text: expect.stringMatching(text) });
    expect(of(part)?.next).toMatch(/\w/);
    expect(exit).toBe(code);
  });

  it.each<[string, number, string, RegExp]>([
    ['wants a login', 0, 'HTTP/1.1 407 Login\r\n\r\n', /requires a login/],
    ['says no', 0, 'HTTP/1.1 403 No\r\n\r\n', /does not allow/],
    ['cannot go on', 0, 'HTTP/1.1 503 No\r\n\r\n', /could not reach/],
    ['closes', 0, '', /closed the connection/],
    ['is not there', 9, '', /refused the connection/],
  ])('tells a proxy that %s from a service that is down', async (_, closed, answer, words) => {
    const proxy = createServer((socket) => {
      socket.on('error', () => {}).once('data', () => socket.end(answer));
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void proxy.close());
    const port = closed || (proxy.address() as { port: number }).port;
    const env = { HTTPS_PROXY: `http://127.0.0.1:${port}` };
    const world = makeWorld();
    const { of, hosts, exit } = await examine(world, {
      env: { ...world.signedIn, ...env },
      transport: await createTransport(env),
    });
    expect([exit, of('service')?.state]).toEqual([1, 'bad']);
    expect(of('service')?.text).toMatch(words);
    expect(of('service')?.next).toMatch(/proxy|PROXY/);
    expect(hosts).toEqual(['api.example.com', `127.0.0.1:${port}`]);
  });

  it('notices a clock that is off', async () => {
    const world = makeWorld();
    const { of } = await examine(world, {
      ...allThere,
      transport: async (url, init) => {
        const reply = await world.service(url, init);
        const headers = new Headers(reply.headers);
        headers.set('Date', new Date(world.clock.now() + 600_000).toUTCString());
        return new Response(reply.body, { status: reply.status, headers });
      },
    });
    expect(of('clock')).toMatchObject({
      state: 'warn',
      text: expect.stringMatching(/10m behind the service/),
    });
  });

  it('takes a narrow key for no fault of the service', async () => {
    const world = makeWorld();
    const { key } = world.sandbox.control.keys({ permissions: { api: { instance_read: {} } } });
    const { exit, of } = await examine(world, {
      ...allThere,
      env: { ...world.signedIn, RIGDECK_API_KEY: key },
    });
    expect(exit).toBe(0);
    expect(of('key')).toMatchObject({ state: 'ok', next: expect.stringContaining('user_read') });
    expect(of('service')?.text).toMatch(/answers in/);
  });

  it('finds a folder that cannot be made, and makes none', async () => {
    const world = makeWorld();
    writeFileSync(join(world.home, 'afile'), '');
    const { of } = await examine(world, {
      ...allThere,
      env: { ...world.signedIn, XDG_STATE_HOME: join(world.home, 'afile', 's') },
    });
    expect(of('files')).toMatchObject({ state: 'warn', text: expect.stringContaining('afile is no folder') });
    expect(of('files')?.next).toMatch(/not written down/);
    await examine(world, {
      ...allThere,
      env: { ...world.signedIn, XDG_STATE_HOME: join(world.home, 'new') },
    });
    expect(existsSync(join(world.home, 'new'))).toBe(false);
  });

  it('is interrupted with the exit code of that', async () => {
    const world = makeWorld();
    world.sandbox.control.addFault({ path: '/api/v0/*', times: 9, kind: 'hang' });
    const stop = new AbortController();
    const running = world.run(['doctor'], { ...allThere, signal: stop.signal });
    await world.clock.underWay();
    stop.abort();
    expect((await running).exit).toBe(130);
  });

  it('is a line for each part on a terminal, and holds no key', async () => {
    const world = makeWorld();
    const { out } = await world.run(['doctor'], { ...allThere, columns: 80 });
    expect(out).toMatch(/^ok +version +rigdeck 1\.2\.3, Node 20\.20\.0, linux$/m);
    expect(out).toMatch(/^ok +terminal +/m);
    expect(out).toContain('Hosts that rigdeck asks: api.example.com. It reports to nobody.');
    expect(out).not.toContain(world.sandbox.apiKey);
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });
});

describe('a program that is asked out of sight', () => {
  const around = { spawn, sleep: systemClock.sleep };
  it('answers how it ended and what it printed', async () => {
    expect(await ran('sh', ['-c', 'echo out; echo err >&2; exit 3'], around)).toEqual({
      code: 3,
      text: expect.stringMatching(/out\n/),
    });
  });
  it('is nothing where there is none of that name', async () => {
    expect(await ran('rigdeck-no-such-program', [], around)).toBeUndefined();
  });
});
