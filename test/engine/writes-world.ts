/** The writes of an account as they are without a screen: an engine over the real client and the sandbox. */

import { afterEach, beforeEach, vi } from 'vitest';
import type { ApiError } from '../../src/client/errors.ts';
import type { Instance, InstanceListReply } from '../../src/client/wire.ts';
import { createDeckClock } from '../../src/engine/deck-clock.ts';
import { createEngine, type Engine, type EnginePorts } from '../../src/engine/engine.ts';
import { instanceNoun } from '../../src/engine/instances/writes.ts';
import { createMessages } from '../../src/engine/messages.ts';
import { keys } from '../../src/engine/read-keys.ts';
import { captureTarget, type Target } from '../../src/engine/write.ts';
import { type Clock, systemClock, testWorld } from '../support/test-services.ts';

/** Timers and the machine's clock are simulated for a whole test file, and every engine in it ends with its test. */
export function simulatedEngines(): void {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'Date'],
      now: Date.UTC(2026, 10, 27, 12, 0, 0),
    });
  });
  afterEach(() => {
    for (const end of opened.splice(0)) end();
    vi.useRealTimers();
  });
}
const opened: (() => void)[] = [];
const settle = async () => {
  for (let i = 0; i < 12; i += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** What a write did with its targets: the write's id and the names. */
type Settled = { id: string; names: string[]; removed: boolean };

/**
 * Somebody's account in the busy world, with a list that is read every so many seconds. `train-a`, `eval`, `train-b` and
 * `probe` run there, `scratch` is stopped.
 */
export async function openAccount({ every = 20 }: { every?: number } = {}) {
  /** The machine's clock can be put on or back, and the service's goes on as it was. */
  const service = { aheadMs: 0 };
  const serviceClock: Clock = { ...systemClock, now: () => systemClock.now() + service.aheadMs };
  const world = testWorld({ world: 'busy', offers: 40, clock: serviceClock });
  const { control } = world.sandbox;
  const out = { now: 0, most: 0 };
  const { fetch } = world.sandbox;
  world.sandbox.fetch = async (request) => {
    if (request.method === 'GET') return fetch(request);
    out.now += 1;
    out.most = Math.max(out.most, out.now);
    try {
      return await fetch(request);
    } finally {
      out.now -= 1;
    }
  };

  const session = world.connect(world.sandbox.apiKey);
  const time = createDeckClock(systemClock, { get: () => session });
  const notices = createMessages(systemClock);
  const failures: ApiError[] = [];
  const settled: Settled[] = [];
  const ports: EnginePorts = {
    ...time,
    random: () => 0.5,
    timeZone: 'UTC',
    notices,
    journal: () => world.journal,
    note: (_, event) => world.journal.append(event),
    holdsLock: () => true,
    pace: (slower) => slower,
    costs: () => true,
    sessionOver: () => {},
    forgetKey: () => {},
    alert: () => {},
    ask: () => false,
    failed(_from, what, error) {
      failures.push(error);
      notices.settle(what);
      notices.say('error', `${what}: failed`, { of: what });
    },
    keyName: (id) => `<${id}>`,
  };

  function begin(before?: Engine): Engine {
    const engine = createEngine(
      ports,
      before === undefined ? session : world.connect(world.sandbox.apiKey),
      before,
    );
    engine.writes.onSettled((write, targets, removed) =>
      settled.push({ id: write.id, names: targets.map(({ name }) => name), removed }),
    );
    engine.reads.watch(
      keys.instances,
      (client, options) => client.listInstances(options),
      () => every,
    );
    opened.push(() => engine.dispose('quit'));
    return engine;
  }
  let engine = begin();
  const list = () => engine.reads.data<InstanceListReply>(keys.instances);

  const account = {
    world,
    failures,
    settled,
    get engine() {
      return engine;
    },
    get writes() {
      return engine.writes;
    },
    /** What the list shows under this name, as far as it was read. */
    row: (name: string): Instance | undefined => list()?.instances.find(({ label }) => label === name),
    /** The row with this name as a question would name it. */
    target(name: string): Target {
      const row = account.row(name);
      if (row === undefined) throw new Error(`no row ${name}`);
      return captureTarget(instanceNoun, row, list()?.instances);
    },
    /** What goes on under this name in the service itself. */
    atService: (name: string) =>
      world.sandbox.snapshot().instances.find((one) => one.label === name && one.destroyedAt === undefined),
    /** Writes that the sandbox was asked for, and when, in seconds since the account was opened. */
    sent: (method?: string): string[] => account.sentAt(method).map(({ what }) => what),
    sentAt: (method?: string) =>
      control
        .log()
        .requests.filter((one) => one.method !== 'GET' && !/bundles/.test(one.path))
        .filter((one) => method === undefined || one.method === method)
        .map((one) => ({
          what: `${one.method} ${nameOf(Number(/\d{5,}/.exec(one.path)?.[0]))}`,
          at: Math.round(one.at - from),
        })),
    /** The most writes that were out at the same time. */
    mostAtOnce: () => out.most,
    /** How often the list was asked for so far. */
    lists: (): number =>
      control.log().requests.filter(({ method, path }) => method === 'GET' && /\/instances\/$/.test(path))
        .length,
    /** Every message so far, oldest first. */
    said: (): string[] => notices.all.get().map(({ text }) => text),
    fault: (fault: Parameters<typeof control.addFault>[0]) => control.addFault(fault),
    healed: () => control.clearFaults(),
    /** From here on the list shows these rows, as they are now, and counts so many. */
    async listShows(names: (all: readonly string[]) => readonly string[], found?: number) {
      const headers = { Authorization: `Bearer ${world.sandbox.apiKey}` };
      const reply = await fetch(new Request('https://sandbox.test/api/v0/instances/', { headers }));
      const { instances } = (await reply.json()) as InstanceListReply;
      const shown = names(instances.map(({ label }) => label ?? ''));
      const rows = instances.filter(({ label }) => shown.includes(label ?? ''));
      control.addFault({
        ...{ method: 'GET', path: '/api/v0/instances/', kind: 'status', status: 200, times: 1000 },
        body: { instances_found: found ?? rows.length, instances: rows },
      });
    },
    /** The list is read now, whatever its interval is. */
    async readList() {
      void engine.reads.refresh(keys.instances);
      await account.pass(2);
    },
    /** Time goes by. */
    async pass(seconds: number) {
      for (let left = seconds; left > 0; left -= 0.25) {
        await vi.advanceTimersByTimeAsync(Math.min(left, 0.25) * 1000);
        await settle();
      }
    },
    /** The machine sleeps: its clock and the service's go on, and no timer of it rings. */
    sleep: (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1000),
    /** Somebody puts the machine's clock back. */
    putBack(seconds: number) {
      vi.setSystemTime(Date.now() - seconds * 1000);
      service.aheadMs += seconds * 1000;
    },
    /** The account is left, and signed in to again. */
    async signInAgain() {
      engine.dispose('left');
      engine = begin(engine);
      await account.pass(2);
    },
  };
  await account.pass(3);
  const names = new Map(list()?.instances.map(({ id, label }) => [id, label ?? '']));
  const nameOf = (id: number) => names.get(id) ?? String(id);
  const from = world.sandbox.now() / 1000;
  return account;
}

export type Account = Awaited<ReturnType<typeof openAccount>>;
