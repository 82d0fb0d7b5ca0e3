/**
 * The built program as a loop in a script runs it: whatever becomes of an answer, the sandbox's ledger says how many
 * machines were made, and there is one for one wish.
 */

import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mountSmallDisk, type SmallDisk, smallDiskUnavailable } from '../platform/files/small-disk.ts';
import { program, shortLived } from '../support/program.ts';
import { describeIf } from '../support/strict.ts';
import { type Service, startService } from './service.ts';

const rent = `rent --query 'num_gpus=1' --max-price 0.9 --yes --image ubuntu:22.04`;

let service: Service;
let gate: Gate;
let home: string;

/** A gateway before the service; `meets` may answer in its place, or say that it does so never. */
type Meet = (asked: IncomingMessage, answer: ServerResponse) => boolean;
type Gate = { url: string; meets: Meet; close(): void };

async function openGate(to: string): Promise<Gate> {
  const { hostname, port } = new URL(to);
  const server: Server = createServer((asked, answer) => {
    if (gate_.meets(asked, answer)) return;
    const { method, url: path, headers } = asked;
    const on = request({ hostname, port, method, path, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 500, got.headers);
      got.pipe(answer);
    });
    on.on('error', () => answer.destroy());
    asked.pipe(on);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const gate_: Gate = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    meets: () => false,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return gate_;
}

beforeAll(async () => {
  service = await startService('--offers', '60');
  gate = await openGate(service.url);
});
afterAll(async () => {
  gate.close();
  await service.stop();
});
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'rigdeck-loop-'));
  gate.meets = () => false;
  await service.control('POST', '/reset', {});
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

type Ran = { code: number | null; out: string; err: string };
type Running = { child: ReturnType<typeof spawn>; printed: Promise<void>; ended: Promise<Ran> };

/** Begins a command line, words of the shell for where its output goes behind it. */
function begin(words: string, env: Record<string, string | undefined> = {}): Running {
  const rigdeck = [process.execPath, ...shortLived, program()].join(' ');
  const child = spawn('bash', ['-c', `exec ${rigdeck} ${words}`], {
    env: {
      ...{ PATH: process.env.PATH, HOME: home, TZ: 'UTC' },
      ...{ RIGDECK_BASE_URL: gate.url, RIGDECK_API_KEY: service.apiKey, ...env },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  const ended = Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
  ]).then(([out, err, code]) => ({ code, out, err }));
  return { child, printed, ended };
}
const run = (words: string, env?: Record<string, string | undefined>) => begin(words, env).ended;

const made = async () => (await service.ledger()).instances.map(({ id }) => String(id));

describeIf(existsSync('/dev/full') ? undefined : 'there is no /dev/full')(
  'an id that nobody could read',
  () => {
    test.each(['', '--json'])(
      'is named again until somebody can, and no other is rented: %s',
      async (json) => {
        for (let turn = 0; turn < 3; turn += 1) {
          const lost = await run(`${rent} ${json} >/dev/full`);
          expect(lost.code).toBe(7);
          expect(lost.err).toContain(String(await made()));
        }
        const told = await run(rent);
        expect([told.code, [told.out.trim()]]).toEqual([0, await made()]);
        expect((await run(rent)).code).toBe(0);
        expect(await made()).toHaveLength(2);
      },
    );
  },
);

test.each(['', '--json'])(
  'an id for a closed standard output counts as one that nobody could read: %s',
  async (json) => {
    const lost = await run(`${rent} ${json} >&-`);
    expect(lost.code).toBe(7);
    expect(lost.err).toContain(String(await made()));
    const told = await run(`${rent} ${json}`);
    expect(told.code).toBe(0);
    expect(told.out).toContain(String(await made()));
    // Thrown away on purpose, it is handed over: the next one is another machine.
    expect((await run(`${rent} ${json} >/dev/null`)).code).toBe(0);
    expect((await run(`${rent} ${json} >/dev/null`)).code).toBe(0);
    expect(await made()).toHaveLength(3);
  },
);

test.each(['>&-', '>/dev/full'])(
  'what became of a lost answer is told with --json and %s, too',
  async (to) => {
    await service.control('POST', '/faults', { method: 'PUT', path: '/api/v0/asks/*', kind: 'drop' });
    const lost = await run(`${rent} --json ${to}`);
    expect(lost.code).toBe(7);
    expect(lost.err).toMatch(/error: .*not known whether the machine was rented.*unsettled settle \S+/s);
  },
);

test('an error is told with --json and a closed standard output, too', async () => {
  for (const [words, code, told] of [
    ['stop abc', 2, 'instance id'],
    ['destroy 9100476', 3, '--yes'],
    ['auth status', 4, 'key'],
  ] as const) {
    const ran = await run(`${words} --json >&-`, code === 4 ? { RIGDECK_API_KEY: 'bad' } : {});
    expect([ran.code, ran.err]).toEqual([code, expect.stringMatching(/^error: /m)]);
    expect(ran.err).toContain(told);
  }
});

describeIf(smallDiskUnavailable())('an id of which the disk took a part', () => {
  let disk: SmallDisk;
  beforeEach(() => {
    disk = mountSmallDisk();
  });
  afterEach(() => disk.takeAway());

  test('counts as one that nobody could read', async () => {
    const file = join(disk.folder, 'ids');
    // Two bytes are left in its last page, and no other page.
    appendFileSync(file, 'x'.repeat(4094));
    disk.fill();
    const lost = await run(`${rent} >>${file}`);
    expect(readFileSync(file, 'utf8').length).toBe(4096);
    expect([lost.code, (await made()).length]).toEqual([7, 1]);
    disk.free();
    expect((await run(rent)).out.trim()).toBe(String(await made()));
  });
});

describe('a command that has named its machine', () => {
  /** The read of that one gets no answer; resolves once it is asked for. */
  function reading(): Promise<void> {
    return new Promise((asked) => {
      gate.meets = ({ method, url }) => {
        const hangs = method === 'GET' && /\/instances\/\d+\//.test(url ?? '');
        if (hangs) asked();
        return hangs;
      };
    });
  }

  test('ends within seconds, whatever it still waits for', async () => {
    void reading();
    const { printed, ended } = begin(rent);
    await printed;
    const since = performance.now();
    expect((await ended).code).toBe(0);
    expect(performance.now() - since).toBeLessThan(4_000);
    expect([(await ended).out.trim()]).toEqual(await made());
  });

  test('ends well when it is told to end, and names that one again', async () => {
    const asked = reading();
    const { child, ended } = begin(rent);
    await asked;
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
    gate.meets = () => false;
    const again = await run(rent);
    expect([again.code, [again.out.trim()]]).toEqual([0, await made()]);
  });

  test('leaves one machine to a loop that kills it there', async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      const asked = reading();
      const { child, printed, ended } = begin(rent);
      await (turn === 0 ? asked : printed);
      child.kill('SIGKILL');
      await ended;
    }
    expect(await made()).toHaveLength(1);
  });
});
