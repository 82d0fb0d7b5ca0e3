import { describe, expect, it } from 'vitest';
import { destroy, execute, instanceNoun, label, start, stop } from '../../src/engine/instances/writes.ts';
import { leftMs, type Pending } from '../../src/engine/writes.ts';
import { type Account, openAccount, simulatedEngines } from './writes-world.ts';

simulatedEngines();

const running = ['train-a', 'eval', 'train-b', 'probe'];
/** Asks for a stop of one row, or for one of several together. */
const stopOf = (account: Account, ...names: string[]) =>
  account.writes.begin(
    stop,
    names.map((name) => account.target(name)),
  );
const waiting = ({ writes }: Account): string[][] =>
  writes.pending.get().map(({ targets }) => targets.map(({ name }) => name));

describe('a write that waits before it is sent', () => {
  it('waits as long as its record says, in sight, and is sent once', async () => {
    const account = await openAccount();
    stopOf(account, 'train-a');
    const [one] = account.writes.pending.get() as [Pending];
    expect(one).toMatchObject({ write: stop, sending: false, answered: 0 });
    expect(one.due - one.at).toBe(5_000);
    expect([one.at, one.due - 1_000, one.due + 9_000].map((at) => leftMs(one, at))).toEqual([
      5_000, 1_000, 0,
    ]);
    await account.pass(4.75);
    expect(account.sent()).toEqual([]);
    await account.pass(0.25);
    expect(account.sentAt()).toEqual([{ what: 'PUT train-a', at: 5 }]);
    expect(account.writes.pending.get()).toEqual([]);
    expect(account.settled).toEqual([
      { id: 'instance.stop', names: ['train-a'], removed: false },
      { id: 'instance.stop', names: ['train-a'], removed: false },
    ]);
    expect(account.said()).toEqual([expect.stringContaining('train-a')]);
    await account.pass(120);
    expect(account.sent()).toEqual(['PUT train-a']);
    expect(account.row('train-a')?.intended_status).toBe('stopped');
  });

  it('goes out at once where its record says no time', async () => {
    const account = await openAccount();
    account.writes.begin(start, [account.target('scratch')]);
    await account.pass(0.25);
    expect(account.sent()).toEqual(['PUT scratch']);
  });

  it('is known to be out until the service has answered, and cannot be cancelled then', async () => {
    const account = await openAccount();
    account.fault({ method: 'PUT', kind: 'delay', delay_ms: 3_000 });
    stopOf(account, 'train-a');
    await account.pass(6);
    const [one] = account.writes.pending.get() as [Pending];
    expect(one).toMatchObject({ sending: true, answered: 0 });
    expect(one.sentAt).toBe(one.due);
    expect(account.writes.cancelNewest()).toBeUndefined();
    await account.pass(3);
    expect(account.writes.pending.get()).toEqual([]);
    expect(account.sent()).toEqual(['PUT train-a']);
  });

  it('is cancelled the newest first, and nothing of it is sent', async () => {
    const account = await openAccount();
    stopOf(account, 'train-a');
    await account.pass(1);
    stopOf(account, 'eval', 'probe');
    expect(account.writes.cancelNewest()?.targets.map(({ name }) => name)).toEqual(['eval', 'probe']);
    expect(waiting(account)).toEqual([['train-a']]);
    await account.pass(10);
    expect(account.sent()).toEqual(['PUT train-a']);
    expect(account.writes.cancelNewest()).toBeUndefined();
  });

  it('goes out at once when it is told to, and only once', async () => {
    const account = await openAccount();
    stopOf(account, 'train-a');
    await account.pass(2);
    account.writes.sendNow();
    await account.pass(0.25);
    expect(account.sentAt()).toEqual([{ what: 'PUT train-a', at: 2 }]);
    await account.pass(20);
    expect(account.sent()).toHaveLength(1);
  });

  it('tells why nothing else can be asked of its rows', async () => {
    const account = await openAccount();
    account.fault({ method: 'PUT', kind: 'delay', delay_ms: 3_000 });
    const busy = (name: string) => account.writes.busyReason(instanceNoun, [account.target(name).id]);
    stopOf(account, 'train-a');
    expect(busy('train-a')).toContain('stop train-a');
    expect(busy('eval')).toBeUndefined();
    expect(account.writes.busyReason({ one: 'volume' }, [account.target('train-a').id])).toBeUndefined();
    await account.pass(6);
    expect(busy('train-a')).toContain('in progress');
    await account.pass(3);
    expect(busy('train-a')).toBeUndefined();
  });
});

describe('a program that stands still', () => {
  it('sends nothing while it is stopped, and then waits the whole time again, in sight', async () => {
    const account = await openAccount();
    stopOf(account, 'train-a');
    await account.pass(3);
    account.writes.pause();
    await account.pass(60);
    expect(account.sent()).toEqual([]);
    account.writes.holdAgain(({ paused }) => paused === true);
    const [one] = account.writes.pending.get() as [Pending];
    expect(leftMs(one, Date.now())).toBe(5_000);
    expect(account.said()).toEqual([expect.stringContaining('stop train-a')]);
    await account.pass(4.75);
    expect(account.sent()).toEqual([]);
    await account.pass(1);
    expect(account.sent()).toEqual(['PUT train-a']);
  });

  it('holds again only what is meant', async () => {
    const account = await openAccount();
    stopOf(account, 'train-a');
    stopOf(account, 'eval');
    await account.pass(2);
    account.writes.holdAgain(({ targets }) => targets[0]?.name === 'eval');
    await account.pass(3.25);
    expect(account.sent()).toEqual(['PUT train-a']);
    await account.pass(2);
    expect(account.sent()).toEqual(['PUT train-a', 'PUT eval']);
  });

  it('holds again nothing that is out, and nothing that was to go at once', async () => {
    const account = await openAccount();
    account.fault({ method: 'PUT', kind: 'delay', delay_ms: 3_000 });
    stopOf(account, 'train-a');
    await account.pass(6);
    account.writes.begin(start, [account.target('scratch')]);
    account.writes.holdAgain();
    expect(account.said()).toEqual([]);
    await account.pass(8);
    expect(account.sent()).toEqual(['PUT train-a', 'PUT scratch']);
  });

  it('that slept past the time sends nothing before somebody could have cancelled it', async () => {
    const account = await openAccount();
    stopOf(account, 'train-a');
    await account.pass(4);
    account.sleep(8 * 3600);
    await account.pass(4);
    expect(account.sent()).toEqual([]);
    expect(waiting(account)).toEqual([['train-a']]);
    expect(account.said()).toEqual([expect.stringContaining('stop train-a')]);
    await account.pass(3);
    expect(account.sent()).toEqual(['PUT train-a']);
  });

  it('whose timer rings less than a second late sends all the same', async () => {
    const account = await openAccount();
    stopOf(account, 'train-a');
    await account.pass(4);
    account.sleep(0.75);
    await account.pass(1.25);
    expect(account.sent()).toEqual(['PUT train-a']);
    expect(account.said()).toHaveLength(1);
  });
});

describe('a clock that is put back', () => {
  it('lets nothing wait longer than it was to', async () => {
    const account = await openAccount();
    stopOf(account, 'train-a');
    await account.pass(1);
    account.putBack(3600);
    const [one] = account.writes.pending.get() as [Pending];
    expect(leftMs(one, Date.now())).toBe(5_000);
    // Whatever is asked for beside it winds its timer anew.
    stopOf(account, 'eval');
    await account.pass(6.5);
    expect(account.sent().sort()).toEqual(['PUT eval', 'PUT train-a']);
  });
});

describe('several targets', () => {
  it('are asked two at a time, each once', async () => {
    const account = await openAccount();
    account.fault({ method: 'PUT', kind: 'delay', delay_ms: 4_000, times: 9 });
    stopOf(account, ...running);
    await account.pass(8.5);
    expect(account.sent()).toEqual(['PUT train-a', 'PUT eval']);
    await account.pass(1);
    expect(account.writes.pending.get()).toMatchObject([{ sending: true, answered: 1 }]);
    await account.pass(10);
    expect(account.sent()).toEqual(running.map((name) => `PUT ${name}`));
    expect(account.mostAtOnce()).toBe(2);
    expect(account.writes.pending.get()).toEqual([]);
  });

  it('go on where one is refused, and that one alone is not done with', async () => {
    const account = await openAccount();
    const { id } = account.target('eval');
    account.fault({ method: 'PUT', path: `/api/v0/instances/${id}/`, kind: 'status', status: 400 });
    stopOf(account, ...running);
    await account.pass(15);
    expect(account.sent()).toEqual(running.map((name) => `PUT ${name}`));
    const others = running.filter((name) => name !== 'eval');
    expect(new Set(account.settled.flatMap(({ names }) => names))).toEqual(new Set(others));
    expect(account.failures.map(({ status }) => status)).toEqual([400]);
    expect(account.said().at(-1)).toMatch(/eval\. .*train-a, train-b, probe/);
    expect(account.atService('eval')?.intended).not.toBe('stopped');
  });

  it('are told of together once all went well', async () => {
    const account = await openAccount();
    stopOf(account, 'train-a', 'eval');
    await account.pass(10);
    expect(account.said()).toHaveLength(3);
    expect(account.said().at(-1)).toContain('train-a, eval');
  });

  it('of a destroy are settled as removed, and leave the list', async () => {
    const account = await openAccount();
    const targets = ['train-a', 'eval'].map((name) => account.target(name));
    account.writes.begin(destroy, targets);
    expect([...account.writes.removedIds(instanceNoun)]).toEqual(targets.map(({ id }) => id));
    await account.pass(12);
    expect(account.settled.at(-1)).toEqual({
      id: 'instance.destroy',
      names: ['train-a', 'eval'],
      removed: true,
    });
    expect([account.row('train-a'), account.row('eval')]).toEqual([undefined, undefined]);
    expect([...account.writes.removedIds(instanceNoun)].sort()).toEqual(targets.map(({ id }) => id).sort());
    expect(account.atService('train-a')).toBeUndefined();
  });

  it('that are cancelled, or are to be stopped, are not removed', async () => {
    const account = await openAccount();
    account.writes.begin(destroy, [account.target('train-a')]);
    account.writes.cancelNewest();
    stopOf(account, 'eval');
    expect(account.writes.removedIds(instanceNoun)).toEqual([]);
  });
});

describe('what has changed since it was decided', () => {
  it('is left out where it has become another, and done with', async () => {
    const account = await openAccount();
    stopOf(account, 'train-a', 'eval');
    account.world.sandbox.control.instance(account.target('eval').id, { actual_status: 'exited' });
    await account.readList();
    await account.pass(8);
    expect(account.sent()).toEqual(['PUT train-a']);
    expect(account.said().join()).toMatch(/eval.* exited now/);
    expect(account.settled.at(-1)).toMatchObject({ names: ['train-a', 'eval'], removed: false });
    expect(account.writes.pending.get()).toEqual([]);
  });

  it('is left out where a whole list lacks it', async () => {
    const account = await openAccount();
    stopOf(account, 'train-a', 'eval');
    await account.listShows((all) => all.filter((name) => name !== 'eval'));
    await account.readList();
    await account.pass(8);
    expect(account.sent()).toEqual(['PUT train-a']);
    expect(account.said().join()).toMatch(/eval.* gone/);
  });

  it.each(['a list that lacks rows does not show it', 'no list has shown it yet'])(
    'is asked for all the same where %s',
    async (why) => {
      const account = await openAccount();
      const isNew = why.startsWith('no list');
      const targets = ['train-a', 'eval'].map((name) => ({ ...account.target(name), listed: !isNew }));
      account.writes.begin(stop, targets);
      await account.listShows((all) => all.filter((name) => name !== 'eval'), isNew ? undefined : 99);
      await account.readList();
      await account.pass(8);
      expect(account.row('eval')).toBeUndefined();
      expect(account.sent()).toEqual(['PUT train-a', 'PUT eval']);
    },
  );

  it('is no matter for a write that does not go by it', async () => {
    const account = await openAccount();
    account.fault({ method: 'PUT', kind: 'delay', delay_ms: 1_000 });
    const target = { ...account.target('eval'), stage: 'another' };
    account.writes.begin(label, [target], 'mine');
    await account.pass(3);
    expect(account.sent()).toEqual(['PUT eval']);
    expect(account.atService('mine')?.id).toBe(target.id);
  });
});

describe('data that is too old to decide by', () => {
  const silent = async (path: string) => {
    const account = await openAccount();
    account.fault({ method: 'GET', path, kind: 'drop', times: 1_000 });
    return account;
  };

  it('sends nothing, and what was asked for is not done with', async () => {
    const account = await silent('/api/v0/*');
    await account.pass(57);
    stopOf(account, 'train-a');
    await account.pass(6);
    expect(account.sent()).toEqual([]);
    expect(account.settled).toEqual([]);
    expect(account.writes.pending.get()).toEqual([]);
    expect(account.said()).toEqual([expect.stringContaining('stop train-a')]);
    account.healed();
    await account.pass(60);
    expect(account.sent()).toEqual([]);
  });

  it('is a minute old, and not less', async () => {
    const account = await silent('/api/v0/*');
    await account.pass(30);
    stopOf(account, 'train-a');
    await account.pass(6);
    expect(account.sent()).toEqual(['PUT train-a']);
  });

  it.each([[['train-a']], [['train-a', 'eval']]])(
    'is not that of a single row that was read by itself: %j',
    async (names) => {
      const account = await silent('/api/v0/instances/');
      const { id } = account.target('train-a');
      account.engine.reads.watch(
        instanceNoun.alone(id),
        (client, options) => client.getInstance(id, options),
        () => 10,
      );
      await account.pass(57);
      stopOf(account, ...names);
      await account.pass(8);
      expect(account.sent()).toEqual(names.length === 1 ? ['PUT train-a'] : []);
    },
  );

  it('stops no write that does not go by it', async () => {
    const account = await silent('/api/v0/*');
    await account.pass(90);
    account.writes.begin(label, [account.target('eval')], 'mine');
    await account.pass(1);
    expect(account.sent()).toEqual(['PUT eval']);
  });
});

describe('a service that asks for a pause', () => {
  const refused = async (seconds: number) => {
    const account = await openAccount();
    const headers = { 'Retry-After': String(seconds) };
    account.fault({ method: 'PUT', kind: 'status', status: 429, headers });
    stopOf(account, 'eval');
    await account.pass(5.5);
    expect(account.failures.map(({ status }) => status)).toEqual([429]);
    return account;
  };

  it('longer than the wait is told at once, and nothing waits only to fail', async () => {
    const account = await refused(60);
    stopOf(account, 'train-a');
    expect(account.writes.pending.get()).toEqual([]);
    expect(account.failures.at(-1)).toMatchObject({
      status: 429,
      reason: 'paused',
      endpoint: 'stopInstance',
    });
    expect(account.failures.at(-1)?.waitMs).toBeGreaterThan(55_000);
    await account.pass(70);
    expect(account.sent()).toEqual(['PUT eval']);
  });

  it('shorter than that changes nothing', async () => {
    const account = await refused(4);
    stopOf(account, 'train-a');
    expect(waiting(account)).toEqual([['train-a']]);
    await account.pass(6);
    expect(account.sent()).toEqual(['PUT eval', 'PUT train-a']);
    expect(account.failures).toHaveLength(1);
  });
});

describe('the end of a session', () => {
  it.each(['left', 'quit'] as const)('sends nothing that waits: %s', async (why) => {
    const account = await openAccount();
    stopOf(account, 'train-a');
    await account.pass(2);
    account.engine.dispose(why);
    account.writes.sendNow();
    await account.pass(60);
    expect(account.sent()).toEqual([]);
    // Whoever quits was told before.
    expect(account.said()).toEqual(why === 'left' ? [expect.stringContaining('stop train-a')] : []);
    if (why === 'left') expect(account.writes.pending.get()).toEqual([]);
  });

  it('takes nothing on any more', async () => {
    const account = await openAccount();
    const target = account.target('scratch');
    account.engine.dispose('left');
    account.writes.begin(start, [target]);
    await account.pass(10);
    expect(account.sent()).toEqual([]);
    expect(account.writes.pending.get()).toEqual([]);
  });

  it('comes between two targets: those that are not out yet are not sent, and told of', async () => {
    const account = await openAccount();
    account.fault({ method: 'PUT', kind: 'delay', delay_ms: 4_000, times: 9 });
    stopOf(account, ...running);
    await account.pass(7);
    account.engine.dispose('left');
    await account.pass(30);
    expect(account.sent()).toEqual(['PUT train-a', 'PUT eval']);
    const said = account.said().join('\n');
    for (const name of ['train-b', 'probe']) expect(said).toMatch(new RegExp(`not sent.* stop ${name}`, 'i'));
    for (const name of ['train-a', 'eval'])
      expect(said).not.toMatch(new RegExp(`not sent.* stop ${name}`, 'i'));
    expect(account.writes.pending.get()).toEqual([]);
    expect(account.settled.at(-1)).toMatchObject({ names: ['train-a', 'eval'] });
  });
});

describe('the next session of the account', () => {
  it('knows what is out, asks nothing of it meanwhile, and reads its own list after the answer', async () => {
    const account = await openAccount({ every: 300 });
    account.fault({ method: 'PUT', kind: 'delay', delay_ms: 8_000 });
    const target = account.target('train-a');
    stopOf(account, 'train-a');
    await account.pass(6);
    const before = account.writes;
    await account.signInAgain();
    expect(account.writes).not.toBe(before);
    expect(account.writes.pending.get()).toMatchObject([{ sending: true, targets: [{ name: 'train-a' }] }]);
    expect(account.writes.busyReason(instanceNoun, [target.id])).toContain('in progress');
    expect(account.row('train-a')?.intended_status).toBe('running');
    await account.pass(8);
    expect(account.writes.pending.get()).toEqual([]);
    expect(account.writes.busyReason(instanceNoun, [target.id])).toBeUndefined();
    expect(account.row('train-a')?.intended_status).toBe('stopped');
    expect(account.sent()).toEqual(['PUT train-a']);
  });

  it('takes the row of a destroy that was out off its list', async () => {
    const account = await openAccount({ every: 300 });
    account.fault({ method: 'DELETE', kind: 'delay', delay_ms: 8_000 });
    const { id } = account.target('train-a');
    account.writes.begin(destroy, [account.target('train-a')]);
    await account.pass(6);
    await account.signInAgain();
    expect(account.row('train-a')?.id).toBe(id);
    expect([...account.writes.removedIds(instanceNoun)]).toEqual([id]);
    // The row goes by the answer, and not by a list that lacks it.
    account.fault({ method: 'GET', kind: 'drop', times: 1_000 });
    await account.pass(8);
    expect(account.row('train-a')).toBeUndefined();
    expect(account.row('eval')).toBeDefined();
    expect([...account.writes.removedIds(instanceNoun)]).toEqual([id]);
  });
});

describe('a write that is asked for by itself', () => {
  it('is answered, and its reads are made again, whichever way it ends', async () => {
    const account = await openAccount({ every: 300 });
    const target = account.target('train-a');
    const before = account.lists();
    expect(await account.writes.send(stop, target)).toMatchObject({ ok: true });
    await account.pass(2);
    expect(account.lists()).toBe(before + 1);
    account.fault({ method: 'PUT', kind: 'drop-after' });
    const sent = account.writes.send(start, account.target('scratch'));
    await account.pass(2);
    expect(await sent).toMatchObject({ ok: false, error: { kind: 'network', endpoint: 'startInstance' } });
    await account.pass(2);
    expect(account.lists()).toBe(before + 2);
    expect([account.said(), account.settled, account.failures]).toEqual([[], [], []]);
    expect(account.writes.reconciler.unconfirmed.get()).toEqual([]);
  });

  it('in sight of everybody keeps its row busy until it is answered', async () => {
    const account = await openAccount();
    const target = account.target('train-a');
    account.fault({ method: 'PUT', kind: 'delay', delay_ms: 3_000 });
    const sent = account.writes.run(execute, target, 'ls');
    await account.pass(1);
    expect(account.writes.pending.get()).toMatchObject([
      { sending: true, write: { id: 'instance.execute' } },
    ]);
    expect(account.writes.busyReason(instanceNoun, [target.id])).toContain('in progress');
    expect(account.writes.cancelNewest()).toBeUndefined();
    expect(await account.writes.run(stop, target)).toBeUndefined();
    await account.pass(20);
    expect(await sent).toMatchObject({ ok: true, output: expect.arrayContaining([expect.any(String)]) });
    expect(account.writes.pending.get()).toEqual([]);
    expect(account.sent()).toEqual(['PUT train-a']);
  });
});
