import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import { type RunOptions, runSandbox } from '../../src/sandbox/run.ts';
import type { Fields } from './world.ts';

const folders: string[] = [];
const stops: AbortController[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
const stateFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-state-'));
  folders.push(folder);
  return join(folder, 'inner', 'state.json');
};

/** Starts the command and reads its first line. */
async function started(options: Partial<RunOptions> = {}) {
  const stop = new AbortController();
  stops.push(stop);
  let written = '';
  let ready = () => {};
  const line = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const stdout = {
    write(text: string, done: () => void) {
      written += text;
      done();
      ready();
    },
  };
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const ended = runSandbox({ clock: systemClock, stdout, say, signal: stop.signal, ...options });
  await Promise.race([line, ended]);
  const first = JSON.parse(written.split('\n')[0] ?? '') as { url: string; api_key: string; control: string };
  const call = async (method: string, path: string, body?: unknown): Promise<Fields> => {
    const answer = await fetch(`${first.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${first.api_key}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return answer.json();
  };
  return { first, written: () => written, said, call, stop: () => stop.abort(), ended };
}

describe('the sandbox command', () => {
  it('prints one line of JSON with url, key and control, serves, and ends with the signal', async () => {
    const run = await started();
    const { port } = new URL(run.first.url);
    expect(run.written()).toBe(
      `{"url":"http://127.0.0.1:${port}","api_key":"${run.first.api_key}","control":"http://127.0.0.1:${port}/_sandbox"}\n`,
    );
    expect(await run.call('GET', '/api/v0/users/current/')).toMatchObject({ credit: 100 });
    const answer = await fetch(`${run.first.control}/clock`, { method: 'POST', body: '{}' });
    expect(Math.abs(((await answer.json()) as Fields).now - Date.now() / 1000)).toBeLessThan(60);
    run.stop();
    await run.ended;
    await expect(fetch(run.first.url)).rejects.toThrow();
  });

  it('ends when its line finds no room, since nobody would know where it serves', async () => {
    let line = '';
    const stdout = {
      write(text: string, written: (error?: Error) => void) {
        line = text;
        written(new Error('ENOSPC: no space left on device'));
      },
    };
    const say = () => {};
    await runSandbox({ clock: systemClock, stdout, say, signal: new AbortController().signal, offers: 5 });
    await expect(fetch((JSON.parse(line) as { url: string }).url)).rejects.toThrow('fetch failed');
  });

  it('takes seed, offers and speed', async () => {
    let now = 1_790_000_000_000;
    const clock: Clock = { now: () => now, sleep: () => Promise.resolve() };
    const run = await started({ clock, speed: 60, seed: 5, offers: 12 });
    const { offers } = await run.call('POST', '/api/v0/bundles/', {});
    expect(offers).toHaveLength(12);
    now += 10_000;
    expect(await run.call('POST', '/_sandbox/clock', {})).toEqual({ now: 1_790_000_600 });
  });

  it('dates its answers by its own clock, its speed and what moved it included', async () => {
    let now = 1_790_000_000_000;
    const clock: Clock = { now: () => now, sleep: () => Promise.resolve() };
    const run = await started({ clock, speed: 60, offers: 12 });
    now += 10_000;
    const dates = async () => {
      const answers = [
        await fetch(`${run.first.url}/api/v0/nowhere/`),
        await fetch(`${run.first.control}/log`),
      ];
      return answers.map(({ headers }) => Date.parse(headers.get('date') ?? ''));
    };
    expect(await dates()).toEqual([1_790_000_600_000, 1_790_000_600_000]);
    await run.call('POST', '/_sandbox/clock', { advance_s: 86_400 });
    expect(await dates()).toEqual([1_790_087_000_000, 1_790_087_000_000]);
  });

  it('keeps the world in a file: keys, instances, money and time survive a restart', async () => {
    const state = stateFile();
    const one = await started({ state });
    expect(one.said).toEqual([expect.stringMatching(/^There was no folder .*inner: it is made/)]);
    const [offer] = (await one.call('POST', '/api/v0/bundles/', { limit: 1 })).offers;
    const { new_contract: id } = await one.call('PUT', `/api/v0/asks/${offer.id}/`, { image: 'ubuntu' });
    const { now } = await one.call('POST', '/_sandbox/clock', { advance_s: 5_000 });
    // The process is gone without a chance to write anything: what was acknowledged is in the file.
    const kept = readFileSync(state, 'utf8');
    one.stop();
    await one.ended;
    writeFileSync(state, kept);

    const two = await started({ state });
    expect(two.said).toEqual([]);
    expect(two.first.api_key).toBe(one.first.api_key);
    expect((await two.call('GET', `/api/v0/instances/${id}/`)).instances.actual_status).toBe('running');
    expect((await two.call('POST', '/_sandbox/clock', {})).now).toBeGreaterThanOrEqual(now);
    // Destroyed, it costs nothing between the two readings.
    await two.call('DELETE', `/api/v0/instances/${id}/`);
    const { charges } = await two.call('GET', '/_sandbox/ledger');
    const { credit } = await two.call('GET', '/api/v0/users/current/');
    const spent = charges.reduce((sum: number, line: Fields) => sum + line.amount, 0);
    expect(spent).toBeGreaterThan(0);
    expect(credit + spent).toBeCloseTo(100, 6);
  });

  it('never goes back in time when the clock behind it starts again', async () => {
    const state = stateFile();
    let now = 1_790_000_000_000;
    const clock: Clock = { now: () => now, sleep: () => Promise.resolve() };
    const one = await started({ clock, state, speed: 100 });
    now += 60_000;
    const before = (await one.call('POST', '/_sandbox/clock', {})).now;
    one.stop();
    await one.ended;
    const two = await started({ clock, state, speed: 100 });
    expect((await two.call('POST', '/_sandbox/clock', {})).now).toBe(before);
    now += 1_000;
    expect((await two.call('POST', '/_sandbox/clock', {})).now).toBe(before + 100);
  });

  it('goes on when its state finds no room, says so once, and keeps it again when there is', async () => {
    const state = stateFile();
    const one = await started({ state });
    const change = () => one.call('POST', '/api/v0/secrets/', { key: 'A', value: 'x' });
    // A file in the place of its folder takes nothing, whoever writes.
    rmSync(dirname(state), { recursive: true });
    writeFileSync(dirname(state), '');
    expect(await change()).toMatchObject({ success: true });
    await change();
    expect(one.said.filter((text) => !text.includes('it is made'))).toEqual([
      expect.stringMatching(/^The sandbox could not be kept in \S+state\.json \(E\w+\)\. It goes on; /),
    ]);
    rmSync(dirname(state));
    await change();
    expect(one.said.at(-1)).toBe(`The sandbox is kept in ${state} again.`);
    expect(readFileSync(state, 'utf8')).toContain('"A"');
    one.stop();
    await one.ended;
  });

  it('refuses a state file that is not one, and leaves it alone', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-state-'));
    folders.push(folder);
    const state = join(folder, 'notes.txt');
    for (const text of ['my notes', '{"version":99}']) {
      writeFileSync(state, text);
      await expect(started({ state })).rejects.toThrow('not a sandbox state');
      expect(readFileSync(state, 'utf8')).toBe(text);
    }
  });
});
