import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { program } from '../support/program.ts';

const home = mkdtempSync(join(tmpdir(), 'rigdeck-built-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const env = { PATH: process.env.PATH, HOME: home, TERM: 'xterm-256color', TZ: 'UTC' };
const escapes = /[\x00-\x08\x0b-\x1f\x7f]/;

const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', (...end) => resolve(end)));

/** The address of a server on a free port of this machine. */
async function listening(server: Server): Promise<string> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Runs the built program through a shell, as people and scripts do. */
function shell(line: string, extra: Record<string, string> = {}) {
  return spawnSync('bash', ['-c', `set -o pipefail; ${line}`], {
    encoding: 'utf8',
    env: { ...env, RIGDECK: `${process.execPath} ${program()}`, ...extra },
    timeout: 15_000,
  });
}

describe('the built program', () => {
  it('prints its version and its help', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(shell('$RIGDECK --version').stdout).toBe(`${version}\n`);
    const help = shell('$RIGDECK --help');
    expect([help.status, help.stderr]).toEqual([0, '']);
    expect(help.stdout).toContain('Usage: rigdeck');
  });

  it('C029 is whole but for the keyring where its library does not load, and says so', () => {
    const broken = join(home, 'broken.cjs');
    const gone = 'libsecret-1.so.0: cannot open shared object file';
    writeFileSync(broken, `process.dlopen = () => { throw new Error('${gone}'); };`);
    const extra = { NODE_OPTIONS: `--require ${broken}`, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
    expect(shell('$RIGDECK --version', extra).status).toBe(0);
    expect(shell('$RIGDECK --help', extra)).toMatchObject({ status: 0, stderr: '' });
    const { stdout, stderr } = shell('$RIGDECK doctor', extra);
    expect(stdout).toContain(
      'The system keyring cannot be used here: its library is missing or does not load.',
    );
    expect(stdout + stderr).not.toContain(gone);
  });

  it.each([
    ['no input', '$RIGDECK </dev/null'],
    ['input from a pipe', 'echo x | $RIGDECK'],
    ['output to a file', '$RIGDECK >"$HOME/out"; code=$?; cat "$HOME/out"; exit $code'],
  ])('C113 needs no terminal: %s', (_, line) => {
    const { status, stdout, stderr } = shell(line);
    expect(status).toBe(4);
    expect(stdout).toBe('');
    expect(stderr).toContain('rigdeck login');
    expect(stderr).toContain('RIGDECK_API_KEY');
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
    expect(stdout + stderr).not.toMatch(escapes);
    expect(stderr).not.toMatch(/raw mode|at .*\.js/i);
  });

  it('C113 writes no control bytes to a file, whatever the environment wishes for colours', () => {
    const { status, stdout } = shell('$RIGDECK --sandbox offers --limit 3', {
      FORCE_COLOR: '3',
      CLICOLOR_FORCE: '1',
    });
    expect(status).toBe(0);
    expect(stdout.split('\n')).toHaveLength(4);
    expect(stdout).not.toMatch(escapes);
  });

  it('C114 ends in silence when the reader has seen enough', () => {
    const { status, stdout, stderr } = shell(
      '$RIGDECK --sandbox offers --limit 2000 --json 2>"$HOME/err" | head -c 1',
    );
    expect(stdout).toBe('{');
    expect([status, stderr]).toEqual([0, '']);
    expect(readFileSync(join(home, 'err'), 'utf8')).not.toMatch(/EPIPE|Error|at /);
  });

  it.each([
    ['logs 5 -f', 'what grows', /^line 1\n$/],
    ['logs 5 -f --json', 'what grows', /^\{.*"line 1"\}\n$/],
    ['instances --watch=1', 'what changes', /^\{.*\}\n$/],
    // Only Linux tells who has a pipe open; elsewhere the next write does.
    ...(existsSync('/proc/self/fd')
      ? ([
          ['logs 5 -f', 'what stays as it is', /^line 1\n$/],
          ['instances --watch=1', 'what stays as it is', /^\{.*\}\n$/],
        ] as const)
      : []),
  ] as const)(
    'C114 stops following, quietly, once nobody reads: %s, %s',
    async (words, what, first) => {
      // A log that grows and an instance that changes at each look, or neither.
      let looks = 0;
      const still = what === 'what stays as it is';
      const service = createServer((request, answer) => {
        if (!still || looks === 0) looks += 1;
        const row = { id: 5, actual_status: looks % 2 === 0 ? 'running' : 'loading' };
        if (request.url?.startsWith('/log')) answer.end('line 1\n'.concat(...Array(looks).fill('more\n')));
        else if (request.method === 'PUT') answer.end(`{"success":true,"result_url":"${url}/log"}`);
        else answer.end(JSON.stringify({ instances_found: 1, instances: [row] }));
      });
      const url = await listening(service);
      const piped = `set -o pipefail; ${process.execPath} ${program()} ${words} | head -1`;
      const ran = spawn('bash', ['-c', piped], {
        env: { ...env, RIGDECK_BASE_URL: url, RIGDECK_API_KEY: 'some-key-some-key' },
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: 12_000,
      });
      const [out, said, end] = await Promise.all([text(ran.stdout), text(ran.stderr), ended(ran)]);
      service.closeAllConnections();
      service.close();
      expect([end, said]).toEqual([[0, null], '']);
      expect(out).toMatch(first);
    },
    15_000,
  );

  it('C114 works with standard error closed', () => {
    const { status, stdout } = shell('$RIGDECK --sandbox offers --limit 1 --json 2>&-');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ schema: 1 });
  });

  it.skipIf(!existsSync('/dev/full')).each([
    ['--version', 1],
    ['--help', 1],
    ['status', 4],
    ['--sandbox status', 0],
    ['--sandbox offers --json', 1],
    ['instances --json', 4],
    ['sandbox --offers 5', 1],
    ['--sandbox instances', 0],
  ])('says that there was no room for the output, and fails: %s', (words, code) => {
    const { status, stderr } = shell(`$RIGDECK ${words} </dev/null >/dev/full`);
    expect(status).toBe(code);
    const told = stderr.split('\n').filter((line) => line.includes('ENOSPC'));
    // What wrote nothing has lost nothing.
    const silent = words === 'status' || code === 0;
    expect(told).toEqual(
      silent ? [] : ['The output could not be written whole: ENOSPC: no space left on device.'],
    );
  });

  it('C115 answers in JSON where nobody is signed in', () => {
    const { status, stdout, stderr } = shell('$RIGDECK instances --json');
    expect(status).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({ schema: 1, error: { code: 'not_signed_in' } });
    expect(stderr).toBe('');
  });

  it('plays the main job without a terminal', () => {
    const { status, stdout } = shell('$RIGDECK demo </dev/null');
    expect(status).toBe(0);
    expect(stdout).toContain('Cost: GPU $');
  });

  it('serves the sandbox, and the same commands work over the network', async () => {
    const served = spawn(process.execPath, [program(), 'sandbox', '--seed', '7', '--offers', '50'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const first = await new Promise<string>((resolve) =>
        served.stdout.once('data', (chunk: Buffer) => resolve(String(chunk))),
      );
      const { url, api_key, control } = JSON.parse(first) as Record<string, string>;
      expect(first).toMatch(/^\{.*\}\n$/);
      expect(control).toBe(`${url}/_sandbox`);
      const account = { RIGDECK_BASE_URL: url ?? '', RIGDECK_API_KEY: api_key ?? '' };
      const offers = JSON.parse(shell('$RIGDECK offers --json', account).stdout) as {
        offers: { id: number }[];
      };
      const rented = shell(`$RIGDECK rent ${offers.offers[0]?.id} --image a/b:1 --json`, account);
      const { instance_id } = JSON.parse(rented.stdout) as { instance_id: number };
      expect(rented.status).toBe(0);
      expect(shell(`$RIGDECK destroy ${instance_id} --yes`, account).status).toBe(0);
      const status = shell('$RIGDECK status', account);
      expect([status.status, status.stdout]).toEqual([0, '']);
      expect(status.stderr).toContain('no instances');
    } finally {
      served.kill('SIGTERM');
    }
    expect(await ended(served)).toEqual([0, null]);
  });

  it('hands the terminal to ssh and ends as it ends', async () => {
    const bin = join(home, 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'ssh'), '#!/bin/sh\necho "$@"\nexit 7\n', { mode: 0o755 });
    const service = createServer((_, answer) => {
      answer.setHeader('Content-Type', 'application/json');
      answer.end('{"instances":{"id":5,"actual_status":"running","ssh_host":"h","ssh_port":10022}}');
    });
    const url = await listening(service);
    const ran = spawn(process.execPath, [program(), 'ssh', '5'], {
      env: {
        ...env,
        PATH: `${bin}:${env.PATH}`,
        RIGDECK_BASE_URL: url,
        RIGDECK_API_KEY: 'some-key-some-key',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [out, code] = await Promise.all([text(ran.stdout), ended(ran)]);
    service.close();
    expect(code).toEqual([7, null]);
    expect(out).toMatch(/ -p 10022 root@h\n$/);
    expect(out).not.toContain('StrictHostKeyChecking=no');
  });

  it.each([
    ['SIGTERM', 143, ['ssh', '5']],
    ['SIGHUP', 129, ['tunnel', '5', '8888']],
  ] as const)('leaves no ssh behind at %s, and exits with %i: %j', async (signal, code, argv) => {
    const bin = join(home, 'staying');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'ssh'), '#!/bin/sh\necho $$\nexec sleep 100\n', { mode: 0o755 });
    const service = createServer((_, answer) => {
      answer.setHeader('Content-Type', 'application/json');
      answer.end('{"instances":{"id":5,"actual_status":"running","ssh_host":"h","ssh_port":10022}}');
    });
    const url = await listening(service);
    const ran = spawn(process.execPath, [program(), ...argv], {
      env: {
        ...env,
        PATH: `${bin}:${env.PATH}`,
        RIGDECK_BASE_URL: url,
        RIGDECK_API_KEY: 'some-key-some-key',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [told] = await once(ran.stdout, 'data');
    const pid = Number(told);
    expect(() => process.kill(pid, 0)).not.toThrow();
    ran.kill(signal);
    const end = await ended(ran);
    service.close();
    expect(end).toEqual([code, null]);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('C107 ends at Ctrl+C while the service says nothing', async () => {
    const service = createServer(() => {});
    const url = await listening(service);
    const asked = new Promise((resolve) => service.once('request', resolve));
    const ran = spawn(process.execPath, [program(), 'status'], {
      env: { ...env, RIGDECK_BASE_URL: url, RIGDECK_API_KEY: 'some-key-some-key' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await asked;
    ran.kill('SIGINT');
    const [said, code] = await Promise.all([text(ran.stderr), ended(ran)]);
    service.closeAllConnections();
    service.close();
    expect(code).toEqual([130, null]);
    expect(said).toContain('Canceled.');
  });

  it.each([
    ['SIGINT', 130, ['rent', '77', '--image', 'a/b:1']],
    ['SIGTERM', 143, ['rent', '77', '--image', 'a/b:1']],
    ['SIGHUP', 129, ['rent', '77', '--image', 'a/b:1']],
    ['SIGTERM', 143, ['stop', '77']],
    ['SIGHUP', 129, ['destroy', '77', '--yes']],
    ['SIGTERM', 143, ['start', '77', '--json']],
  ] as const)(
    'C107 says at %s (exit %i) that the write may have gone through: %j',
    async (signal, code, argv) => {
      let isAsked = () => {};
      const asked = new Promise<void>((resolve) => {
        isAsked = resolve;
      });
      const service = createServer((request, answer) => {
        if (request.method === 'GET') answer.end('{"instances_found":0,"instances":[]}');
        else isAsked();
      });
      const url = await listening(service);
      const ran = spawn(process.execPath, [program(), ...argv], {
        env: { ...env, RIGDECK_BASE_URL: url, RIGDECK_API_KEY: 'some-key-some-key' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      await asked;
      ran.kill(signal);
      const [out, said, end] = await Promise.all([text(ran.stdout), text(ran.stderr), ended(ran)]);
      service.closeAllConnections();
      service.close();
      expect(end).toEqual([code, null]);
      expect(out + said).toMatch(/Canceled\. (?:It is not known whether|Couldn't confirm)/);
      expect([out, said].filter((part) => part !== '')).toHaveLength(1);
    },
  );

  it('C107 says of a rent that is interrupted before it was sent that nothing was created', async () => {
    const lines: string[] = [];
    const service = createServer((request) => void lines.push(`${request.method} ${request.url}`));
    const url = await listening(service);
    const asked = once(service, 'request');
    const ran = spawn(process.execPath, [program(), 'rent', '77', '--image', 'a/b:1'], {
      env: { ...env, RIGDECK_BASE_URL: url, RIGDECK_API_KEY: 'some-key-some-key' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await asked;
    ran.kill('SIGINT');
    const [said, end] = await Promise.all([text(ran.stderr), ended(ran)]);
    service.closeAllConnections();
    service.close();
    expect([end, lines.filter((line) => line.startsWith('PUT'))]).toEqual([[130, null], []]);
    expect(said).toContain('Nothing was created and nothing is charged.');
  });

  it.each([
    ['SIGINT', 130, ['instances', '--watch=60']],
    ['SIGHUP', 129, ['logs', '5', '-f']],
    ['SIGTERM', 143, ['wait', '5', '--for', 'gone']],
    ['SIGQUIT', 131, ['wait', '5', '--for', 'gone']],
  ] as const)(
    'C107 ends at %s with exit code %i while it follows something: %j',
    async (signal, code, argv) => {
      const service = createServer((request, answer) => {
        if (request.url?.startsWith('/log')) answer.end('line 1\n');
        else if (request.method === 'PUT') answer.end(`{"success":true,"result_url":"${url}/log"}`);
        else if (/instances\/5\//.test(request.url ?? ''))
          answer.end('{"instances":{"id":5,"actual_status":"running"}}');
        else answer.end('{"instances_found":1,"instances":[{"id":5,"actual_status":"running"}]}');
      });
      const url = await listening(service);
      const ran = spawn(process.execPath, [program(), ...argv], {
        env: { ...env, RIGDECK_BASE_URL: url, RIGDECK_API_KEY: 'some-key-some-key' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const said = text(ran.stderr);
      await once(argv[0] === 'wait' ? ran.stderr : ran.stdout, 'data');
      ran.kill(signal);
      expect(await ended(ran)).toEqual([code, null]);
      service.closeAllConnections();
      service.close();
      expect(await said).toMatch(/Stopped looking|Canceled/);
    },
  );

  it('opens no inspector at SIGUSR1, through which whoever reaches its port would read all that it holds', async () => {
    const ran = spawn(process.execPath, [program(), 'sandbox', '--port', '0'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = text(ran.stderr);
    const [line] = await once(ran.stdout, 'data');
    const { control } = JSON.parse(String(line)) as { control: string };
    ran.kill('SIGUSR1');
    // Answers mean that it has come by what the signal has led to.
    for (let times = 0; times < 5; times += 1) expect((await fetch(`${control}/log`)).ok).toBe(true);
    ran.kill('SIGTERM');
    await ended(ran);
    expect(await said).not.toContain('Debugger');
  });

  it('goes on following when the service is killed and comes back, and says each once', async () => {
    const state = join(home, 'killed', 'state.json');
    const serve = async (port: string) => {
      const words = ['sandbox', '--port', port, '--state', state, '--offers', '20', '--world', 'busy'];
      const child = spawn(process.execPath, [program(), ...words], {
        env,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const [line] = await once(child.stdout, 'data');
      return { child, told: JSON.parse(String(line)) as { url: string; api_key: string } };
    };
    const first = await serve('0');
    const ran = spawn(process.execPath, [program(), 'instances', '--watch=1'], {
      env: { ...env, RIGDECK_BASE_URL: first.told.url, RIGDECK_API_KEY: first.told.api_key },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    ran.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const hears = (words: RegExp) => expect.poll(() => said, { timeout: 40_000 }).toMatch(words);
    await once(ran.stdout, 'data');
    first.child.kill('SIGKILL');
    await hears(/Looking again\./);
    const second = await serve(new URL(first.told.url).port);
    expect(second.told).toEqual(first.told);
    await hears(/The service answers again\./);
    ran.kill('SIGTERM');
    expect(await ended(ran)).toEqual([143, null]);
    second.child.kill('SIGTERM');
    expect(await ended(second.child)).toEqual([0, null]);
    expect(said.match(/Looking again/g)).toHaveLength(1);
  }, 60_000);

  it('says when a port is taken', async () => {
    const served = spawn(process.execPath, [program(), 'sandbox', '--offers', '1'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const first = await new Promise<string>((resolve) =>
      served.stdout.once('data', (chunk: Buffer) => resolve(String(chunk))),
    );
    const port = new URL((JSON.parse(first) as { url: string }).url).port;
    const { status, stderr } = shell(`$RIGDECK sandbox --port ${port}`);
    served.kill('SIGINT');
    expect(status).toBe(1);
    expect(stderr).toContain(`Port ${port} is taken`);
  });
});
