import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callOffLimits, setLimits } from '../../../src/engine/auto-stop/set.ts';
import { createEngine } from '../../../src/engine/engine.ts';
import { keys } from '../../../src/engine/read-keys.ts';
import { type TestWorld, testWorld } from '../../support/test-services.ts';

const start = Date.UTC(2026, 10, 27, 12, 0, 0);
const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: start });
});
afterEach(() => {
  for (const end of opened.splice(0)) end();
  vi.useRealTimers();
});
const opened: (() => void)[] = [];

/** An engine as a watcher without a screen would have it: over the real client and the sandbox, with a list each 20 s. */
function watcher(world: TestWorld, answers: (title: string) => boolean = () => false) {
  const session = world.connect(world.sandbox.apiKey);
  const { clock } = world.services;
  const said: string[] = [];
  const alerts: string[] = [];
  let thrown = 0;
  const random = () => {
    thrown += 1;
    return (thrown * 0.618) % 1;
  };
  const now = { asServices: (at: number) => at, asOwn: (at: number) => at, own: clock.now };
  const say = (_: unknown, text: string) => void said.push(text);
  const engine = createEngine(
    {
      ...{ clock, local: clock, ...now, random, timeZone: 'UTC' },
      notices: { say, note: () => {}, settle: () => {}, current: () => undefined, dismiss: () => {} },
      journal: () => world.journal,
      note: (_, event) => world.journal.append(event),
      holdsLock: () => true,
      pace: (slower) => slower,
      costs: () => true,
      sessionOver: () => {},
      forgetKey: () => {},
      alert: ({ event, step, id }) => void alerts.push(`${event} ${step} ${id}`),
      ask({ title }, answer) {
        said.push(title);
        if (answers(title)) answer('yes');
        return true;
      },
      failed: (_from, what) => say('error', what),
      keyName: (id) => `<${id}>`,
    },
    session,
  );
  engine.reads.watch(
    keys.instances,
    (client, options) => client.listInstances(options),
    () => 20,
  );
  opened.push(() => engine.dispose('quit'));
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 1000) {
      await vi.advanceTimersByTimeAsync(1000);
      for (let i = 0; i < 8; i += 1) await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { engine, said, alerts, pass };
}

async function running(world: TestWorld) {
  const { api } = world.connect(world.sandbox.apiKey);
  const { offers } = await api.searchOffers({ verified: { eq: true }, disk_space: { gte: 50 }, limit: 1 });
  const body = { image: 'ubuntu:22.04', label: 'train-a', disk: 20 };
  const { new_contract: id } = await api.createInstance(offers[0]?.id as number, body);
  world.sandbox.control.instance(id, { actual_status: 'running' });
  const { instances } = await api.listInstances();
  return instances.filter((row) => row.id === id);
}

const writes = (world: TestWorld) =>
  world.sandbox.control
    .log()
    .requests.filter(({ method, path }) => method !== 'GET' && /instances\/\d+/.test(path))
    .map(({ method, status }) => `${method} ${status}`);
const ends = (world: TestWorld) =>
  world.journal.events().flatMap((event) => (event.t === 'limit-ended' ? [event.why] : []));

describe('auto-stop without a deck', () => {
  it('stops an instance at its time, once, and notes that', async () => {
    const world = testWorld();
    const rows = await running(world);
    const { engine, said, pass } = watcher(world);
    await setLimits(engine, rows, { act: 'stop', kept: 'here', until: start + 10 * minute });
    expect(said).toEqual(['Auto-stop set for train-a: 12:10 (in 10m), only while rigdeck runs']);
    await pass(6 * minute);
    expect(said.at(-1)).toMatch(/^Auto-stop of train-a in \d:\d\d\. .*limit \d+$/);
    expect(writes(world)).toEqual([]);
    await pass(6 * minute);
    expect(writes(world)).toEqual(['PUT 200']);
    expect(said.at(-1)).toMatch(/^Auto-stopped train-a\. Disk still billed/);
    expect(ends(world)).toEqual(['done']);
  });

  it('calls the user once while its list cannot be read, and stops late where that takes minutes', async () => {
    const world = testWorld();
    const rows = await running(world);
    const { engine, said, alerts, pass } = watcher(world);
    await setLimits(engine, rows, { act: 'stop', kept: 'here', until: start + 2 * minute });
    await pass(minute);
    world.sandbox.control.addFault({ path: '/api/v0/*', kind: 'status', status: 500, times: 9_999 });
    await pass(6 * minute);
    const id = rows[0]?.id;
    expect(alerts).toEqual([`limit unread ${id}`]);
    expect(said.filter((text) => text.includes('Trying again every 20s'))).toHaveLength(1);
    expect(writes(world)).toEqual([]);
    world.sandbox.control.clearFaults();
    await pass(2 * minute);
    expect(writes(world)).toEqual(['PUT 200']);
    expect(alerts).toEqual([`limit unread ${id}`, `limit done ${id}`]);
  });

  it('is taken up by the next process from the journal, and not after it was called off', async () => {
    const world = testWorld();
    const rows = await running(world);
    const first = watcher(world);
    const wish = { kept: 'here', until: start + 10 * minute } as const;
    await setLimits(first.engine, rows, { ...wish, act: 'stop' });
    await setLimits(first.engine, rows, { ...wish, act: 'destroy' });
    await callOffLimits(first.engine, rows, { act: 'stop', jobOf: () => undefined });
    expect(first.said.at(-1)).toBe('Removed auto-stop of train-a');
    first.engine.dispose('quit');
    await first.pass(5 * minute);
    const { said, pass } = watcher(world);
    await pass(7 * minute);
    expect(writes(world)).toEqual(['DELETE 200']);
    expect(said.at(-1)).toBe('Auto-destroyed train-a. Billing ended.');
    expect(ends(world)).toEqual(['called-off', 'done']);
  });

  it('sends nothing again after a kill between the send and its answer: the next process asks', async () => {
    const world = testWorld();
    const rows = await running(world);
    const first = watcher(world);
    await setLimits(first.engine, rows, { act: 'stop', kept: 'here', until: start + 10 * minute });
    const put = { method: 'PUT', path: '/api/v0/instances/*', times: 1 };
    world.sandbox.control.addFault({ ...put, kind: 'hang' });
    await first.pass(10 * minute + 5_000);
    expect(writes(world)).toEqual(['PUT 0']);
    const tried = world.journal.events().filter(({ t }) => t === 'limit-tried');
    expect(tried).toHaveLength(1);
    // Killed: nothing that it still hears is noted or said.
    first.engine.dispose('quit');
    const answers = { yes: false };
    const next = watcher(world, () => answers.yes);
    await next.pass(minute);
    expect(writes(world)).toEqual(['PUT 0']);
    expect(next.said).toEqual([expect.stringMatching(/^Stop /)]);
    expect(ends(world)).toEqual([]);
    // And the one after that, until somebody says yes.
    next.engine.dispose('quit');
    answers.yes = true;
    const last = watcher(world, () => answers.yes);
    await last.pass(minute);
    expect(writes(world)).toEqual(['PUT 0', 'PUT 200']);
    expect(ends(world)).toEqual(['done']);
  });

  it('sends nothing once its engine is disposed of, nor without the lock', async () => {
    const world = testWorld();
    const rows = await running(world);
    const { engine, pass } = watcher(world);
    await setLimits(engine, rows, { act: 'stop', kept: 'here', until: start + 10 * minute });
    await pass(9 * minute);
    world.writer.other = 'Another rigdeck rents';
    await pass(2 * minute);
    world.writer.other = undefined;
    engine.dispose('quit');
    await pass(3 * minute);
    expect(writes(world)).toEqual([]);
    expect(ends(world)).toEqual([]);
  });
});
