import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { listen } from '../../../src/sandbox/listen.ts';
import { idleSnippet, withIdleStop } from '../../../src/screens/rent/idle-snippet.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Ends the loop after so many minutes, none of which takes any time. */
const quickSleep = (minutes: number, file: string) => `#!/bin/sh
n=$(cat "${file}" 2>/dev/null || echo 0)
echo $((n + 1)) > "${file}"
[ "$n" -lt ${minutes} ]
`;

/** Sends what curl was told to, and keeps its arguments. */
const fakeCurl = (file: string) => `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs');
const args = process.argv.slice(2);
appendFileSync(${JSON.stringify(file)}, args.join(' ') + '\\n');
const after = (flag) => args[args.indexOf(flag) + 1];
const [, authorization] = /^header = "Authorization: (.*)"$/m.exec(readFileSync(0, 'utf8'));
const [name, type] = after('-H').split(': ');
fetch(args.at(-1), { method: after('-X'), body: after('-d'), headers: { Authorization: authorization, [name]: type } })
  .then((reply) => process.exit(reply.ok ? 0 : 22), () => process.exit(7));
`;

/** A served sandbox with one running machine, and a folder that is the container's PATH. */
async function machine() {
  const sandbox = createSandbox({ clock: systemClock, offers: 300 });
  const { url, close } = await listen(sandbox);
  closing.push(close);
  const call = async (method: string, path: string, body?: unknown) => {
    const reply = await fetch(`${url}/api/v0/${path}`, {
      method,
      headers: { Authorization: `Bearer ${sandbox.apiKey}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await reply.json()) as Record<string, never>;
  };
  const search = await call('POST', 'bundles/', { limit: 1, verified: { eq: true } });
  const [offer] = search.offers as unknown as { id: number }[];
  const made = await call('PUT', `asks/${offer?.id}/`, { image: 'ubuntu:22.04' });
  const id = made.new_contract as unknown as number;
  const key = made.instance_api_key as unknown as string;
  sandbox.control.instance(id, { actual_status: 'running' });
  const bin = mkdtempSync(join(tmpdir(), 'rigdeck-idle-'));
  const put = (name: string, text: string) => {
    writeFileSync(join(bin, name), text);
    chmodSync(join(bin, name), 0o755);
  };
  // What the script takes from a container beside what is under test.
  for (const name of ['cat']) symlinkSync(`/bin/${name}`, join(bin, name));
  return {
    bin,
    key,
    put,
    state: async () =>
      ((await call('GET', `instances/${id}/`)).instances as unknown as { intended_status: string })
        .intended_status,
    /** Runs the script to its end, for at most so many minutes of an idle look each. */
    async run(script: string, minutes: number) {
      put('sleep', quickSleep(minutes, join(bin, 'minutes')));
      const env = { PATH: bin, CONTAINER_ID: String(id), CONTAINER_API_KEY: key };
      const { stdout, stderr } = await promisify(execFile)('/bin/sh', ['-c', `${script}wait`], { env });
      return { minutes: Number(readFileSync(join(bin, 'minutes'), 'utf8')), said: stdout + stderr };
    },
    snippet: (given = {}) =>
      idleSnippet(url, { minutes: 15, percent: 5, ...given }).replace('/tmp/idle-stop.log', join(bin, 'log')),
    curlArguments: () => readFileSync(join(bin, 'curl-arguments'), 'utf8'),
    withCurl: () => put('curl', fakeCurl(join(bin, 'curl-arguments'))),
    gpu: (text: string) => put('nvidia-smi', `#!/bin/sh\n${text}\n`),
  };
}

const python = (() => {
  try {
    return execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
})();

describe('the script that stops an idle machine', () => {
  it('stops it after so many idle minutes in a row, by the restricted key, which is in no argument', async () => {
    const m = await machine();
    m.withCurl();
    m.gpu('echo 0; echo 4');
    expect(m.snippet()).not.toContain(m.key);
    expect(await m.run(m.snippet(), 60)).toEqual({ minutes: 15, said: '' });
    expect(await m.state()).toBe('stopped');
    expect(m.curlArguments()).toContain('-X PUT');
    expect(m.curlArguments()).not.toContain(m.key);
    expect(readFileSync(join(m.bin, 'log'), 'utf8')).not.toContain(m.key);
  });

  it.runIf(python !== undefined)('stops it with python3 where there is no curl', async () => {
    const m = await machine();
    symlinkSync(python as string, join(m.bin, 'python3'));
    m.gpu('echo 0');
    await m.run(m.snippet(), 60);
    expect(readFileSync(join(m.bin, 'log'), 'utf8')).toBe('');
    expect(await m.state()).toBe('stopped');
  });

  it.each([
    ['one of its GPUs works', 'echo 0; echo 5'],
    [
      'a GPU works every now and then',
      `n=$(cat "$0.n" 2>/dev/null || echo 0); echo $((n + 1)) > "$0.n"; echo $((n % 10 * 9))`,
    ],
    ['nvidia-smi fails', 'exit 9'],
    ['nvidia-smi does not say', 'echo "[N/A]"'],
  ])('lets it run while %s', async (_what, gpu) => {
    const m = await machine();
    m.withCurl();
    m.gpu(gpu);
    expect((await m.run(m.snippet(), 60)).minutes).toBe(61);
    expect(await m.state()).toBe('running');
  });

  it('tries again the next minute when the service did not take it', async () => {
    const m = await machine();
    m.gpu('echo 0');
    m.put(
      'curl',
      `#!/bin/sh\n${process.execPath} "$0.real" "$@" </dev/stdin; [ -e "$0.once" ] || { : > "$0.once"; exit 7; }\n`,
    );
    m.put('curl.real', fakeCurl(join(m.bin, 'curl-arguments')));
    expect((await m.run(m.snippet(), 60)).minutes).toBe(16);
    expect(m.curlArguments().trim().split('\n')).toHaveLength(2);
  });

  it('fits into the command of a creation, and is POSIX sh', () => {
    const script = idleSnippet('https://a-rather-long-name.of-a-service.example.com', {
      minutes: 60,
      percent: 5,
    });
    expect(script.length).toBeLessThan(2_000);
    execFileSync('/bin/sh', ['-n', '-c', script]);
  });
});

describe('an on-start script with an idle stop', () => {
  const snippet = (minutes: number) => idleSnippet('https://s.test', { minutes, percent: 5 });

  it('has it once, whatever is chosen how often', () => {
    const lines = fc.array(fc.constantFrom('echo hi', 'pip install x', '', '# rigdeck'), { maxLength: 5 });
    fc.assert(
      fc.property(
        lines,
        fc.array(fc.constantFrom(15, 30, 60), { minLength: 1, maxLength: 4 }),
        (before, picks) => {
          const own = before.join('\n').trimEnd();
          const script = picks.reduce((text, minutes) => withIdleStop(text, snippet(minutes)), own);
          const last = snippet(picks.at(-1) as number);
          expect(script).toBe(own === '' ? last : `${own}\n${last}`);
        },
      ),
    );
  });

  it('keeps what was written after it', () => {
    const script = `${withIdleStop('echo one', snippet(15))}echo two\n`;
    expect(withIdleStop(script, snippet(30))).toBe(`echo one\necho two\n${snippet(30)}`);
  });
});
