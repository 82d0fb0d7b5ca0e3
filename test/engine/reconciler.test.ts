import { describe, expect, it } from 'vitest';
import { destroy, instanceNoun, reboot, start, stop } from '../../src/engine/instances/writes.ts';
import type { AnyWrite, Target } from '../../src/engine/write.ts';
import { lateGateway } from '../support/late-gateway.ts';
import { type Account, openAccount, simulatedEngines } from './writes-world.ts';

simulatedEngines();

const methodOf = (write: AnyWrite) => (write === destroy ? 'DELETE' : 'PUT');
/** Lets a write go out whose answer is lost; the service has done it only where it `acts`. */
async function lose(account: Account, write: AnyWrite, names: readonly string[], { acts = false } = {}) {
  const kind = acts ? 'drop-after' : 'drop';
  account.fault({ method: methodOf(write), path: '/api/v0/instances/*', kind, times: names.length });
  account.writes.begin(
    write,
    names.map((name) => account.target(name)),
  );
  account.writes.sendNow();
  await account.pass(0.5);
}
const open = ({ writes }: Account): string[] =>
  writes.reconciler.unconfirmed.get().map(({ target }) => target.name);
/** What was said of a row beyond what a failed write says at once. */
const told = (account: Account, name: string): string[] =>
  account.said().filter((text) => text.includes(name) && !text.endsWith(': failed'));
const done = ({ settled }: Account): string[] => settled.flatMap(({ names }) => names);
const removed = (account: Account): readonly number[] => account.writes.removedIds(instanceNoun);
const gone = ({ world }: Account): number[] =>
  world.journal.events().flatMap((event) => (event.t === 'gone' ? [event.id] : []));

describe('a lost answer', () => {
  it('is told by the next list where that shows that it was done', async () => {
    const account = await openAccount({ every: 300 });
    const target = account.target('train-a');
    account.fault({ method: 'PUT', kind: 'drop-after' });
    account.writes.begin(stop, [target]);
    await account.pass(6);
    expect(account.failures.map(({ kind }) => kind)).toEqual(['network']);
    expect(open(account)).toEqual([]);
    expect(account.writes.reconciler.isConfirmed(target)).toBe(true);
    expect(done(account)).toContain('train-a');
    expect(told(account, 'train-a').at(-1)).toContain('Confirmed:');
    const before = account.said().length;
    await account.pass(90);
    expect(account.said()).toHaveLength(before);
    expect(account.sent()).toEqual(['PUT train-a']);
  });

  it('is looked for every ten seconds, and said to be open once', async () => {
    const account = await openAccount({ every: 300 });
    await lose(account, stop, ['train-a']);
    expect(open(account)).toEqual(['train-a']);
    expect(told(account, 'train-a')).toEqual([expect.stringContaining('Not confirmed yet')]);
    const before = account.lists();
    await account.pass(45);
    expect(account.lists() - before).toBeGreaterThanOrEqual(4);
    expect(account.lists() - before).toBeLessThanOrEqual(5);
    expect(open(account)).toEqual(['train-a']);
    expect(told(account, 'train-a')).toHaveLength(1);
    expect(done(account)).toEqual([]);
  });

  it('counts as no after a minute, and not before; it is looked for no longer', async () => {
    const account = await openAccount({ every: 300 });
    await lose(account, stop, ['train-a']);
    await account.pass(57);
    expect(open(account)).toEqual(['train-a']);
    await account.pass(6);
    expect(open(account)).toEqual([]);
    expect(told(account, 'train-a')).toHaveLength(2);
    expect(told(account, 'train-a').at(-1)).toContain('Retry with');
    expect(done(account)).toEqual([]);
    expect(account.writes.reconciler.isConfirmed(account.target('train-a'))).toBe(false);
    const before = account.lists();
    await account.pass(60);
    expect(account.lists()).toBe(before);
    expect(told(account, 'train-a')).toHaveLength(2);
  });

  it('is told where a gateway hands the request on half a minute later', async () => {
    const account = await openAccount({ every: 300 });
    const gateway = lateGateway(account.world.sandbox.fetch);
    account.world.sandbox.fetch = gateway.fetch;
    gateway.keeps = () => true;
    account.writes.begin(stop, [account.target('train-a')]);
    await account.pass(45);
    expect(open(account)).toEqual(['train-a']);
    await account.pass(20);
    expect(open(account)).toEqual(['train-a']);
    await gateway.handOn();
    await account.pass(12);
    expect(open(account)).toEqual([]);
    expect(done(account)).toEqual(['train-a']);
    expect(told(account, 'train-a').at(-1)).toContain('Confirmed:');
  });

  it('is told by no list that lacks the row and is not whole; by a whole one it is: the row is gone', async () => {
    const account = await openAccount({ every: 300 });
    await account.listShows((all) => all.filter((name) => name !== 'train-a'), 99);
    const target = account.target('train-a');
    account.fault({ method: 'PUT', kind: 'drop' });
    account.writes.begin(stop, [target]);
    await account.pass(90);
    expect(account.row('train-a')).toBeUndefined();
    expect(open(account)).toEqual(['train-a']);
    expect(told(account, 'train-a')).toEqual([]);
    account.healed();
    await account.listShows((all) => all.filter((name) => name !== 'train-a'));
    await account.readList();
    expect(open(account)).toEqual([]);
    expect(told(account, 'train-a')).toEqual([expect.stringContaining('in the list')]);
    // Nobody has destroyed it here.
    expect(done(account)).toEqual([]);
    expect(removed(account)).toEqual([]);
  });

  it('is not told by a list that lacks a row which none has shown, before a minute is over', async () => {
    const account = await openAccount({ every: 300 });
    const target = { ...account.target('train-a'), listed: false };
    await account.listShows((all) => all.filter((name) => name !== 'train-a'));
    account.fault({ method: 'PUT', kind: 'drop' });
    account.writes.begin(stop, [target]);
    account.writes.sendNow();
    await account.pass(50);
    expect(open(account)).toEqual(['train-a']);
    expect(told(account, 'train-a')).toEqual([expect.stringContaining('Not confirmed yet')]);
    await account.pass(15);
    expect(open(account)).toEqual([]);
  });

  /** A service whose list arrives when it is told to, and a write that has no list read again. */
  async function slowList() {
    const account = await openAccount({ every: 300 });
    const { sandbox } = account.world;
    const { fetch } = sandbox;
    let arrive = () => {};
    sandbox.fetch = async (request) => {
      const reply = await fetch(request);
      if (/\/instances\/$/.test(request.url)) await new Promise<void>((go) => (arrive = go));
      return reply;
    };
    const write: AnyWrite = { ...stop, touches: () => [] };
    return { account, write, arrives: () => arrive() };
  }

  it('is not told by a list that was asked for before it was sent', async () => {
    const { account, write, arrives } = await slowList();
    const target = account.target('train-a');
    await account.listShows((all) => all.filter((name) => name !== 'train-a'));
    await account.readList();
    account.fault({ method: 'PUT', kind: 'drop' });
    account.writes.begin(write, [target]);
    account.writes.sendNow();
    await account.pass(1);
    arrives();
    await account.pass(1);
    expect(account.row('train-a')).toBeUndefined();
    expect(open(account)).toEqual(['train-a']);
    expect(told(account, 'train-a')).toEqual([]);
  });

  it('is not told by a list that was asked for before its answer was lost', async () => {
    const { account, write, arrives } = await slowList();
    const { sandbox } = account.world;
    const { fetch } = sandbox;
    let breaks = () => {};
    sandbox.fetch = async (request) => {
      const reply = await fetch(request);
      if (request.method !== 'PUT') return reply;
      await new Promise<void>((go) => (breaks = go));
      throw new TypeError('fetch failed');
    };
    account.writes.begin(write, [account.target('train-a')]);
    account.writes.sendNow();
    await account.pass(1);
    await account.readList();
    breaks();
    await account.pass(0.5);
    arrives();
    await account.pass(0.5);
    expect(account.row('train-a')?.intended_status).toBe('stopped');
    expect(open(account)).toEqual(['train-a']);
    await account.pass(12);
    arrives();
    await account.pass(0.5);
    expect(open(account)).toEqual([]);
    expect(told(account, 'train-a')).toEqual([expect.stringContaining('Confirmed:')]);
  });

  it('of a write that no row shows is not looked for', async () => {
    const account = await openAccount({ every: 300 });
    await lose(account, reboot, ['train-a']);
    expect(account.failures).toHaveLength(1);
    const before = account.lists();
    await account.pass(60);
    expect(open(account)).toEqual([]);
    expect(account.lists()).toBe(before);
  });

  it('is not said to be open where the failure says when to ask again', async () => {
    const account = await openAccount({ every: 300 });
    const headers = { 'Retry-After': '20' };
    account.fault({ method: 'PUT', kind: 'status', status: 503, headers });
    account.writes.begin(stop, [account.target('train-a')]);
    await account.pass(30);
    expect(account.failures.map(({ waitMs }) => waitMs)).toEqual([20_000]);
    expect(open(account)).toEqual(['train-a']);
    expect(told(account, 'train-a')).toEqual([]);
  });

  it('of an earlier write that changes the same is forgotten: the newest one decides', async () => {
    const account = await openAccount({ every: 300 });
    await lose(account, stop, ['train-a']);
    await lose(account, start, ['train-a']);
    await account.pass(1);
    expect(account.writes.reconciler.unconfirmed.get().map(({ write }) => write)).not.toContain(stop);
    await account.pass(70);
    expect(told(account, 'train-a').join('\n')).not.toMatch(/Retry with .*stop/);
  });

  it('is settled by the same write that goes well after it', async () => {
    const account = await openAccount({ every: 300 });
    await lose(account, stop, ['eval']);
    account.healed();
    account.writes.begin(stop, [account.target('eval')]);
    account.writes.sendNow();
    await account.pass(1.5);
    expect(open(account)).toEqual([]);
  });

  it('stays open beside a later write that changes something else, lost or refused', async () => {
    const account = await openAccount({ every: 300 });
    await lose(account, stop, ['train-a']);
    account.healed();
    account.fault({ method: 'DELETE', kind: 'status', status: 429 });
    account.writes.begin(destroy, [account.target('train-a')]);
    account.writes.sendNow();
    await account.pass(0.5);
    await account.pass(70);
    expect(told(account, 'train-a').join('\n')).toMatch(/Retry with .*stop/);
  });

  it('of one in a batch is no failure of it where a list has told meanwhile', async () => {
    const account = await openAccount({ every: 300 });
    const path = (name: string) => `/api/v0/instances/${account.target(name).id}/`;
    account.fault({ method: 'PUT', path: path('train-a'), kind: 'drop-after' });
    account.fault({ method: 'PUT', path: path('eval'), kind: 'delay', delay_ms: 6_000 });
    account.writes.begin(
      stop,
      ['train-a', 'eval'].map((name) => account.target(name)),
    );
    await account.pass(20);
    expect(account.said().at(-1)).toMatch(/train-a, eval/);
    expect(account.said().at(-1)).not.toMatch(/still marked/);
    expect(new Set(done(account))).toEqual(new Set(['train-a', 'eval']));
  });

  it('is a clear no where the service itself refuses: nothing is looked for', async () => {
    const account = await openAccount({ every: 300 });
    account.fault({ method: 'PUT', kind: 'status', status: 400 });
    account.writes.begin(stop, [account.target('train-a')]);
    await account.pass(8);
    expect(account.failures).toHaveLength(1);
    expect(open(account)).toEqual([]);
  });
});

describe('a removal', () => {
  it('that is confirmed takes the row off at once, and is done once a list lacks it', async () => {
    const account = await openAccount({ every: 300 });
    const { id } = account.target('train-a');
    account.fault({ method: 'GET', kind: 'drop', times: 1_000 });
    account.writes.begin(destroy, [account.target('train-a')]);
    account.writes.sendNow();
    await account.pass(2);
    expect(account.row('train-a')).toBeUndefined();
    expect(account.row('eval')).toBeDefined();
    expect(account.writes.reconciler.isRemoved(instanceNoun, id)).toBe(true);
    expect(gone(account)).toEqual([]);
    account.healed();
    await account.pass(60);
    expect(gone(account)).toEqual([id]);
    expect(removed(account)).toEqual([id]);
    await account.readList();
    expect(gone(account)).toEqual([id]);
    expect(account.said()).toHaveLength(1);
  });

  it('is not done by a list that lacks the row and others with it', async () => {
    const account = await openAccount({ every: 300 });
    const { id } = account.target('train-a');
    await account.listShows((all) => all.filter((name) => name !== 'train-a'), 99);
    account.writes.begin(destroy, [account.target('train-a')]);
    await account.pass(90);
    await account.readList();
    expect(gone(account)).toEqual([]);
    account.healed();
    await account.readList();
    expect(gone(account)).toEqual([id]);
  });

  it('that is confirmed, and whose row stays for a minute, is told of and counts no longer', async () => {
    const account = await openAccount();
    const { id } = account.target('train-a');
    await account.listShows((all) => all);
    account.writes.begin(destroy, [account.target('train-a')]);
    await account.pass(60);
    expect(removed(account)).toEqual([id]);
    expect(told(account, 'train-a')).toHaveLength(1);
    await account.pass(30);
    expect(removed(account)).toEqual([]);
    expect(account.writes.reconciler.isRemoved(instanceNoun, id)).toBe(false);
    expect(told(account, 'train-a')).toHaveLength(2);
    expect(told(account, 'train-a').at(-1)).toMatch(/still .*billed/);
    expect(gone(account)).toEqual([]);
    await account.pass(60);
    expect(told(account, 'train-a')).toHaveLength(2);
  });

  it('that was refused, and whose row is gone after all, is done', async () => {
    const account = await openAccount();
    const { id } = account.target('train-a');
    account.fault({ method: 'DELETE', kind: 'status', status: 400 });
    account.writes.begin(destroy, [account.target('train-a')]);
    await account.pass(8);
    expect(open(account)).toEqual(['train-a']);
    expect(told(account, 'train-a')).toEqual([]);
    expect(removed(account)).toEqual([id]);
    // Somebody else has destroyed it.
    await account.listShows((all) => all.filter((name) => name !== 'train-a'));
    await account.pass(22);
    expect(open(account)).toEqual([]);
    expect(account.settled.at(-1)).toEqual({ id: 'instance.destroy', names: ['train-a'], removed: true });
    expect(account.writes.reconciler.isRemoved(instanceNoun, id)).toBe(true);
    expect(told(account, 'train-a')).toEqual([expect.stringContaining('is gone')]);
  });

  it('that was refused, and whose row stays, is forgotten after a minute without a word', async () => {
    const account = await openAccount();
    account.fault({ method: 'DELETE', kind: 'status', status: 400 });
    account.writes.begin(destroy, [account.target('train-a')]);
    await account.pass(60);
    expect(open(account)).toEqual(['train-a']);
    await account.pass(30);
    expect(open(account)).toEqual([]);
    expect([told(account, 'train-a'), done(account), removed(account)]).toEqual([[], [], []]);
  });

  it('with a lost answer that the list shows to be done is told as one', async () => {
    const account = await openAccount({ every: 300 });
    const { id } = account.target('train-a');
    await lose(account, destroy, ['train-a'], { acts: true });
    expect(open(account)).toEqual([]);
    expect(account.settled.at(-1)).toEqual({ id: 'instance.destroy', names: ['train-a'], removed: true });
    expect(removed(account)).toEqual([id]);
    expect(told(account, 'train-a')).toEqual([expect.stringContaining('is gone')]);
  });

  it('with a lost answer whose row stays is said to be charged, and after a minute how to ask again', async () => {
    const account = await openAccount({ every: 300 });
    await lose(account, destroy, ['train-a']);
    expect(told(account, 'train-a')).toEqual([expect.stringMatching(/Not confirmed yet: .*billed/)]);
    await account.pass(64);
    expect(open(account)).toEqual([]);
    expect(removed(account)).toEqual([]);
    expect(told(account, 'train-a').at(-1)).toContain('Retry with');
  });

  it('of two, one of which is gone after all, tells of the other that failed', async () => {
    const account = await openAccount({ every: 300 });
    await lose(account, destroy, ['train-a', 'eval']);
    await account.pass(5);
    expect(open(account)).toEqual(['train-a', 'eval']);
    await account.listShows((all) => all.filter((name) => name !== 'train-a'));
    await account.pass(11);
    expect(open(account)).toEqual(['eval']);
    expect(account.said().at(-1)).toMatch(/train-a is gone\..*eval\./);
    account.healed();
    await account.listShows((all) => all.filter((name) => name !== 'train-a' && name !== 'eval'));
    await account.pass(11);
    expect(open(account)).toEqual([]);
    expect(account.said().at(-1)).toMatch(/eval is gone\.$/);
    expect(account.settled.filter((one) => one.removed).map(({ names }) => names)).toEqual([
      ['train-a'],
      ['eval'],
    ]);
  });

  it('that was refused first and confirmed then is one', async () => {
    const account = await openAccount();
    account.fault({ method: 'DELETE', kind: 'status', status: 400 });
    account.writes.begin(destroy, [account.target('train-a')]);
    await account.pass(8);
    expect(open(account)).toEqual(['train-a']);
    account.writes.begin(destroy, [account.target('train-a')]);
    await account.pass(30);
    expect(open(account)).toEqual([]);
    expect(told(account, 'train-a')).toEqual([expect.stringContaining('Destroyed')]);
    expect(removed(account)).toHaveLength(1);
  });
});

describe('the next session of the account', () => {
  it('goes on looking for a lost answer, and tells it once', async () => {
    const account = await openAccount({ every: 300 });
    await lose(account, stop, ['train-a']);
    const target = account.writes.reconciler.unconfirmed.get()[0]?.target as Target;
    await account.signInAgain();
    expect(open(account)).toEqual(['train-a']);
    const headers = { Authorization: `Bearer ${account.world.sandbox.apiKey}` };
    const body = JSON.stringify({ state: 'stopped' });
    const url = `https://sandbox.test/api/v0/instances/${target.id}/`;
    await account.world.sandbox.fetch(new Request(url, { method: 'PUT', headers, body }));
    await account.pass(12);
    expect(open(account)).toEqual([]);
    expect(account.writes.reconciler.isConfirmed(target)).toBe(true);
    expect(told(account, 'train-a').filter((text) => text.includes('Confirmed:'))).toHaveLength(1);
    expect(done(account)).toEqual(['train-a']);
  });

  it('is told a minute after it was lost, in whichever session, and only there', async () => {
    const account = await openAccount({ every: 300 });
    await lose(account, stop, ['train-a']);
    await account.pass(30);
    await account.signInAgain();
    await account.pass(24);
    expect(open(account)).toEqual(['train-a']);
    await account.pass(10);
    expect(open(account)).toEqual([]);
    expect(told(account, 'train-a').filter((text) => text.includes('Retry with'))).toHaveLength(1);
  });

  it('knows what was removed, and tells of a row that stays', async () => {
    const account = await openAccount();
    const { id } = account.target('train-a');
    await account.listShows((all) => all);
    account.writes.begin(destroy, [account.target('train-a')]);
    await account.pass(8);
    await account.signInAgain();
    expect(account.writes.reconciler.isRemoved(instanceNoun, id)).toBe(true);
    expect(removed(account)).toEqual([id]);
    expect(account.row('train-a')?.id).toBe(id);
    await account.pass(80);
    expect(removed(account)).toEqual([]);
    expect(told(account, 'train-a').at(-1)).toMatch(/still .*billed/);
  });

  it('hears of a failure that comes after it began', async () => {
    const account = await openAccount({ every: 300 });
    const gateway = lateGateway(account.world.sandbox.fetch);
    account.world.sandbox.fetch = gateway.fetch;
    gateway.keeps = () => true;
    account.writes.begin(stop, [account.target('train-a')]);
    await account.pass(8);
    await account.signInAgain();
    expect(open(account)).toEqual([]);
    await account.pass(40);
    expect(open(account)).toEqual(['train-a']);
    await account.pass(60);
    expect(open(account)).toEqual([]);
    expect(told(account, 'train-a').at(-1)).toContain('Retry with');
  });
});
