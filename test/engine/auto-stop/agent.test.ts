import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/client/errors.ts';
import type { Instance, InstanceListReply } from '../../../src/client/wire.ts';
import type { Event, Now } from '../../../src/engine/agent.ts';
import { type AutoStop, type AutoStopTerms, autoStop } from '../../../src/engine/auto-stop/agent.ts';
import type { OpenLimit } from '../../../src/engine/auto-stop/rules.ts';
import type { JournalEvent, LimitEvent, RentEvent, RescueEvent } from '../../../src/engine/journal-events.ts';

const start = Date.UTC(2026, 10, 27, 12, 0, 0);
const minute = 60_000;
const hour = 60 * minute;

const limit = (change: Partial<OpenLimit> = {}): OpenLimit => ({
  ...{ t: 'limit', limit: 'a', at: start, own_at: start, id: 7, act: 'stop', kept: 'here' },
  ...(change.budget === undefined ? { until: start + 2 * hour } : {}),
  ...change,
});
const row = (change: Partial<Instance> = {}): Instance => ({
  ...{ id: 7, label: 'train-a', actual_status: 'running', intended_status: 'running' },
  ...{ dph_base: 0.5, storage_total_cost: 0.01, dph_total: 0.51, gpu_util: 90 },
  ...change,
});
const stopped = row({ actual_status: 'exited', intended_status: 'stopped' });
const listOf = (...instances: Instance[]): InstanceListReply =>
  ({ instances_found: instances.length, instances }) as InstanceListReply;
const journal = (...events: (LimitEvent | RentEvent | RescueEvent)[]): JournalEvent[] =>
  events.map((event) => ({ ...event, base_url: 'u', key_id: 'k' }));
const error = new ApiError({
  ...{ kind: 'http', endpoint: 'stopInstance', method: 'PUT', path: '/', status: 503, reason: 'busy' },
});

const ended: LimitEvent = { t: 'limit-ended', limit: 'a', at: start, why: 'called-off' };

type Told = Event<AutoStopTerms>;
const written = (state: AutoStop) =>
  JSON.stringify(state, (_, value) => (value instanceof Map || value instanceof Set ? [...value] : value));

/** An agent by hand: what is told at which moment, and what it wants done. */
function agent(...events: (LimitEvent | RentEvent | RescueEvent)[]) {
  let state: AutoStop = autoStop.begin(journal(...events));
  const now: Now = { time: start, own: start, holds: true, readOnly: false, isBusy: () => false };
  const step = (event: Told) => {
    const before = written(state);
    const { state: next, actions } = autoStop.step(state, event, now);
    // A step leaves the state that it was given as it was.
    expect(written(state)).toBe(before);
    state = next;
    return actions.map(({ lane: _, ...action }) => action);
  };
  const read = (...rows: Instance[]) =>
    step({ t: 'read', key: 'instances', data: listOf(...rows), askedAt: now.own, whole: true });
  const list = (list: InstanceListReply | undefined, of = limit()) =>
    step({ t: 'done', read: { what: 'list', limit: of }, answer: { list } });
  return {
    now,
    read,
    list,
    step,
    state: () => state,
    tick: () => step({ t: 'tick' }),
    /** Both clocks go on. */
    after(ms: number) {
      Object.assign(now, { time: now.time + ms, own: now.own + ms });
    },
  };
}

/** As it comes out of the journal. */
const known = (of: OpenLimit) => expect.objectContaining(of);
const reads = (of = limit()) => ({ do: 'read', read: { what: 'list', limit: known(of) } });
const sends = (lateMs: number, of = limit()) => ({
  do: 'send',
  send: expect.objectContaining({ what: 'act', limit: known(of), lateMs }),
  note: expect.objectContaining({ t: 'limit-tried', limit: of.limit }),
  unlessBusy: [of.act === 'stop' ? 'stopInstance' : 'destroyInstance', of.id],
});
const says = (what: string, more = {}) => ({ do: 'say', say: expect.objectContaining({ what, ...more }) });
const notes = (why: string) => ({
  do: 'note',
  event: expect.objectContaining({ t: 'limit-ended', limit: 'a', why }),
});
const asks = (why: object) => ({ do: 'ask', ask: expect.objectContaining({ why }) });

/** One that is due so long, with the list known. */
function due(lateMs = 0, events: readonly LimitEvent[] = [limit()]) {
  const one = agent(...events);
  one.read(row());
  one.after(2 * hour + lateMs);
  return one;
}
/** The same after its list was read. */
function sent(of = limit()) {
  const one = due(0, [of]);
  one.tick();
  one.list(listOf(row()), of);
  return one;
}
const outcome = (result: AutoStopTerms['sent'] | undefined, of = limit(), lateMs = 0): Told => ({
  ...{ t: 'done', send: { what: 'act', limit: of, row: row(), lateMs }, sent: result },
});

describe('a limit that is kept here', () => {
  it('does nothing before its time, and warns once five minutes before', () => {
    const one = agent(limit());
    expect([one.tick(), one.read(row()), one.tick()]).toEqual([[], [], []]);
    one.after(115 * minute);
    expect(one.tick()).toEqual([says('soon', { act: 'stop', leftMs: 5 * minute })]);
    expect(one.tick()).toEqual([]);
  });

  it('reads the list when it is due, once, and sends by it', () => {
    const one = due();
    expect(one.tick()).toEqual([reads()]);
    expect(one.tick()).toEqual([]);
    expect(one.list(listOf(row()))).toEqual([sends(0)]);
    expect(one.tick()).toEqual([]);
  });

  it('says what it did and ends, and does nothing after that, whether or not the journal has it yet', () => {
    const one = sent();
    expect(one.step(outcome({ ok: true }))).toEqual([says('done', { act: 'stop' }), notes('done')]);
    one.after(minute);
    expect(one.tick()).toEqual([]);
    one.step({ t: 'journal', events: journal(limit()) });
    expect([one.tick(), one.read(row())]).toEqual([[], []]);
  });

  it('sends once: what failed is asked about, until somebody is there, and done with a yes', () => {
    const one = sent();
    expect(one.step(outcome({ ok: false, error }))).toEqual([says('failed', { error })]);
    const [question] = one.tick();
    expect(question).toEqual(asks({ lateMs: 0, failed: error }));
    const ask = { limit: limit(), row: row(), why: { lateMs: 0, failed: error } };
    expect(one.tick()).toEqual([]);
    one.step({ t: 'done', ask, shown: false });
    expect(one.tick()).toEqual([question]);
    one.step({ t: 'done', ask, shown: true });
    expect(one.tick()).toEqual([]);
    expect(one.step({ t: 'yes', ask })).toEqual([reads()]);
    expect(one.list(listOf(row()))).toEqual([sends(0)]);
    expect(one.step(outcome({ ok: false, error }))).toEqual([says('failed')]);
    expect(one.tick()).toEqual([asks({ lateMs: 0, failed: error })]);
  });

  it('asks again where nothing came of a yes: the list could not be read, or the lock was lost', () => {
    const one = due(hour);
    one.tick();
    one.list(listOf(row()));
    const why = { lateMs: hour };
    expect(one.tick()).toEqual([asks(why)]);
    const ask = { limit: limit(), row: row(), why };
    expect(one.step({ t: 'yes', ask })).toEqual([reads()]);
    expect(one.tick()).toEqual([]);
    one.list(undefined);
    expect(one.tick()).toEqual([asks(why)]);
    one.step({ t: 'yes', ask });
    expect(one.list(listOf(row()))).toEqual([sends(hour)]);
    one.step(outcome(undefined));
    expect(one.tick()).toEqual([asks(why)]);
  });

  it('ends where nothing is left to do: by the list that was read for it, or before it is asked about', () => {
    const one = due();
    one.tick();
    expect(one.list(listOf(stopped))).toEqual([says('over'), notes('done')]);
    const failed = sent();
    failed.step(outcome({ ok: false, error }));
    failed.read(stopped);
    expect(failed.tick()).toEqual([notes('done')]);
  });

  it('destroys what is stopped: that is no end of it', () => {
    const of = limit({ act: 'destroy' });
    const one = due(0, [of]);
    one.tick();
    expect(one.list(listOf(stopped), of)).toEqual([sends(0, of)]);
  });

  it('asks about what came due while nobody kept it, and does not do it late', () => {
    const one = due(5 * minute + 1);
    expect(one.tick()).toEqual([reads()]);
    expect(one.list(listOf(row()))).toEqual([]);
    expect(one.tick()).toEqual([asks({ lateMs: 5 * minute + 1 })]);
  });

  it('does late what was seen in time and could not be read', () => {
    const one = due();
    one.tick();
    expect(one.list(undefined)).toEqual([says('unread', { act: 'stop', row: row(), retries: true })]);
    one.after(19_999);
    expect(one.tick()).toEqual([]);
    one.after(1);
    expect(one.tick()).toEqual([reads()]);
    one.after(10 * minute);
    expect(one.list(listOf(row()))).toEqual([sends(10 * minute + 20_000)]);
  });

  it('waits for what is pending and for a pause, before it reads', () => {
    const one = due();
    const asked: unknown[] = [];
    one.now.isBusy = (...of) => asked.push(of) > 0;
    expect(one.tick()).toEqual([]);
    expect(asked).toEqual([['stopInstance', 7]]);
    one.now.isBusy = () => false;
    one.after(10 * minute);
    expect(one.tick()).toEqual([reads()]);
    expect(one.list(listOf(row()))).toEqual([sends(10 * minute)]);
  });

  it('says once that it cannot read the list, and again only after that has worked', () => {
    const one = due();
    const retry = (list: InstanceListReply | undefined) => {
      one.after(20_000);
      expect(one.tick()).toEqual([reads()]);
      return one.list(list);
    };
    expect([retry(undefined), retry(undefined), retry(undefined)]).toEqual([[says('unread')], [], []]);
    // The list lacks it for now.
    expect(retry(listOf())).toEqual([]);
    expect(retry(undefined)).toEqual([says('unread')]);
    const agreed = due(hour);
    agreed.tick();
    agreed.list(listOf(row()));
    agreed.tick();
    agreed.step({ t: 'yes', ask: { limit: limit(), row: row(), why: { lateMs: hour } } });
    expect(agreed.list(undefined)).toEqual([says('unread', { retries: false })]);
  });

  it('asks about what could not be done for more than a quarter of an hour', () => {
    const late = (by: number) => {
      const one = due();
      one.tick();
      one.list(undefined);
      one.after(by);
      expect(one.tick()).toEqual([reads()]);
      return { one, done: one.list(listOf(row())) };
    };
    expect(late(15 * minute).done).toEqual([sends(15 * minute)]);
    const { one, done } = late(15 * minute + 1);
    expect(done).toEqual([]);
    expect(one.tick()).toEqual([asks({ lateMs: 15 * minute + 1, hindered: true })]);
  });

  it('sends nothing that became pending while the list was read: it looks again', () => {
    const one = due();
    one.tick();
    one.now.isBusy = () => true;
    expect(one.list(listOf(row()))).toEqual([]);
    expect(one.tick()).toEqual([]);
    one.now.isBusy = () => false;
    expect(one.tick()).toEqual([reads()]);
    expect(one.list(listOf(stopped))).toEqual([says('over'), notes('done')]);
    const agreed = due(hour);
    agreed.tick();
    agreed.list(listOf(row()));
    agreed.tick();
    agreed.step({ t: 'yes', ask: { limit: limit(), row: row(), why: { lateMs: hour } } });
    agreed.now.isBusy = () => true;
    expect(agreed.list(listOf(row()))).toEqual([]);
    expect(agreed.tick()).toEqual([]);
    agreed.now.isBusy = () => false;
    expect(agreed.tick()).toEqual([asks({ lateMs: hour })]);
  });

  it('asks again ten minutes after the question was closed, unless nothing is left to do by then', () => {
    const begun = () => {
      const one = due(hour);
      one.tick();
      one.list(listOf(row()));
      one.tick();
      const ask = { limit: limit(), row: row(), why: { lateMs: hour } };
      expect(one.step({ t: 'no', ask })).toEqual([says('put-off', { act: 'stop' })]);
      return { one, ask };
    };
    const { one, ask } = begun();
    expect(one.step({ t: 'no', ask })).toEqual([]);
    one.after(10 * minute - 1);
    expect(one.tick()).toEqual([]);
    one.after(1);
    expect(one.tick()).toEqual([asks({ lateMs: hour + 10 * minute })]);
    expect(one.tick()).toEqual([]);
    const over = begun();
    over.one.read(stopped);
    expect(over.one.tick()).toEqual([notes('done')]);
    const off = begun();
    off.one.step({ t: 'journal', events: journal(limit(), ended) });
    expect([off.one.tick(), off.one.step({ t: 'no', ask })]).toEqual([[], []]);
  });

  it('does nothing where the list that was read shows that it is not due, or does not have it', () => {
    const one = due();
    one.tick();
    one.now.time -= hour;
    expect(one.list(listOf(row()))).toEqual([]);
    one.now.time += hour;
    expect(one.tick()).toEqual([reads()]);
    expect(one.list(listOf())).toEqual([]);
    // A list that lacks it is no end: it is read again.
    expect(one.tick()).toEqual([reads()]);
  });

  it('is kept by its id alone where the list is not whole', () => {
    const one = agent(limit());
    const lacking = { ...listOf(), missing: 1 } as InstanceListReply;
    one.step({ t: 'read', key: 'instances', data: lacking, askedAt: start, whole: false });
    one.after(2 * hour);
    expect(one.tick()).toEqual([reads()]);
    expect(one.list(lacking)).toEqual([sends(0)]);
  });
});

describe('two clocks', () => {
  it('that disagree about a limit of an earlier run: it is asked about, and no longer once they agree', () => {
    const one = agent(limit());
    one.read(row());
    one.now.time += 2 * hour;
    one.now.own += 90 * minute;
    expect(one.tick()).toEqual([reads()]);
    expect(one.list(listOf(row()))).toEqual([]);
    expect(one.tick()).toEqual([asks({ lateMs: 0, apartMs: 30 * minute })]);
    one.now.time -= 30 * minute;
    expect(one.tick()).toEqual([]);
    one.after(30 * minute);
    expect(one.tick()).toEqual([reads()]);
    expect(one.list(listOf(row()))).toEqual([sends(0)]);
  });

  it('that disagree about one of this run: it is due once its time has passed by both', () => {
    const one = agent();
    one.step({ t: 'input', input: { set: limit() } });
    one.step({ t: 'journal', events: journal(limit()) });
    one.read(row());
    one.now.time += 2 * hour;
    expect(one.tick()).toEqual([]);
    one.now.own += 2 * hour;
    expect(one.tick()).toEqual([reads()]);
    expect(one.list(listOf(row()))).toEqual([sends(0)]);
  });

  it('are both remembered by the next session of the same account, with what is spent', () => {
    const one = agent();
    one.step({ t: 'input', input: { set: limit({ budget: 5 }), perHour: 0.5 } });
    const next = autoStop.begin(journal(limit({ budget: 5 })), one.state());
    expect(next.runs.get('a')?.thisRun).toBe(true);
    expect(next.runs.get('a')?.meter).toEqual({ at: start, dollars: 0, perHour: 0.5 });
  });
});

describe('what this run knows of a limit', () => {
  const known = (one: ReturnType<typeof agent>) => [...one.state().runs.keys()];

  it('is forgotten once the journal has its end, also by the next session', () => {
    const one = sent();
    one.step(outcome({ ok: true }));
    one.step({ t: 'journal', events: journal(limit()) });
    expect(known(one)).toEqual(['a']);
    const events = journal(limit(), ended);
    expect([...autoStop.begin(events, one.state()).runs.keys()]).toEqual([]);
    one.step({ t: 'journal', events });
    expect(known(one)).toEqual([]);
  });

  it('is kept until the journal has the limit, and while its instance is being replaced', () => {
    const one = agent();
    one.step({ t: 'input', input: { set: limit() } });
    one.step({ t: 'journal', events: journal({ t: 'gone', id: 1, at: start }) });
    expect(known(one)).toEqual(['a']);
    const step = (name: 'boot-failed' | 'destroying' | 'gone'): RescueEvent =>
      name === 'gone'
        ? { t: 'rescue-step', rescue: 'r', at: start, step: name }
        : { t: 'rescue-step', rescue: 'r', at: start, step: name, id: 7 };
    const rescue: RescueEvent = {
      ...{ t: 'rescue', rescue: 'r', at: start, id: 7, offer_id: 1, consent: 'by-itself' },
      ...{ cap: 1, tries: 2, search: {} },
    };
    const gone = [{ t: 'gone', id: 7, at: start }, step('gone')] as const;
    const events = [limit(), rescue, step('boot-failed'), step('destroying'), ...gone];
    one.step({ t: 'journal', events: journal(...events) });
    expect(known(one)).toEqual(['a']);
  });
});

describe('another session of the account in the same run', () => {
  /** What the next session does of one that is so far, each second and with the list that it reads. */
  function next({ state, now }: ReturnType<typeof agent>, ...events: LimitEvent[]) {
    let held = autoStop.begin(journal(limit(), ...events), state());
    const step = (event: Told) => {
      const { state, actions } = autoStop.step(held, event, now);
      held = state;
      return actions.map(({ lane: _, ...action }) => action);
    };
    step({ t: 'read', key: 'instances', data: listOf(row()), askedAt: now.own, whole: true });
    const tick = () => step({ t: 'tick' });
    return {
      tick,
      list: () =>
        step({ t: 'done', read: { what: 'list', limit: limit() }, answer: { list: listOf(row()) } }),
    };
  }
  const tried: LimitEvent = { t: 'limit-tried', limit: 'a', at: start + 2 * hour };

  it('asks on about a try that failed, whether or not the question was shown', () => {
    const one = sent();
    one.step(outcome({ ok: false, error }));
    expect(next(one, tried).tick()).toEqual([asks({ lateMs: 0, failed: error })]);
    one.tick();
    const later = next(one, tried);
    expect(later.tick()).toEqual([asks({ lateMs: 0, failed: error })]);
    expect(later.tick()).toEqual([]);
  });

  it('asks about what was being sent, once that is no longer out', () => {
    const one = sent();
    const other = next(one, tried);
    one.now.isBusy = () => true;
    expect(other.tick()).toEqual([]);
    one.now.isBusy = () => false;
    expect(other.tick()).toEqual([reads()]);
    expect(other.list()).toEqual([]);
    expect(other.tick()).toEqual([asks({ lateMs: 0, failed: 'not known' })]);
  });

  it('asks again where a yes had led to no send yet', () => {
    const one = due(hour);
    one.tick();
    one.list(listOf(row()));
    one.tick();
    one.step({ t: 'yes', ask: { limit: limit(), row: row(), why: { lateMs: hour } } });
    expect(next(one).tick()).toEqual([asks({ lateMs: hour })]);
  });

  it('reads again what was being read, and does nothing of what has ended', () => {
    const one = due();
    one.tick();
    const other = next(one);
    expect(other.tick()).toEqual([reads()]);
    expect(other.list()).toEqual([sends(0)]);
    const over = sent();
    over.step(outcome({ ok: true }));
    expect(next(over).tick()).toEqual([]);
  });
});

describe('who keeps it', () => {
  it('sends and warns of nothing without the lock', () => {
    const one = agent(limit());
    one.now.holds = false;
    one.read(row());
    one.after(115 * minute);
    expect(one.tick()).toEqual([]);
    one.after(5 * minute);
    expect(one.tick()).toEqual([]);
  });

  it('lost the lock between the list and the send: nothing went out, and it begins anew', () => {
    const one = sent();
    expect(one.step(outcome(undefined))).toEqual([]);
    expect(one.tick()).toEqual([reads()]);
  });

  it('says in read-only mode that it was not done, once', () => {
    const one = due();
    Object.assign(one.now, { readOnly: true, holds: false });
    expect(one.tick()).toEqual([says('read-only', { act: 'stop' })]);
    expect(one.tick()).toEqual([]);
  });
});

describe('after a restart', () => {
  it('does what the journal has, in its time: it was noted, and nothing was sent', () => {
    const one = agent(limit());
    one.after(2 * hour + minute);
    one.read(row());
    expect(one.tick()).toEqual([reads()]);
    expect(one.list(listOf(row()))).toEqual([sends(minute)]);
  });

  it('sends nothing again that was sent and whose end was not noted', () => {
    const one = agent(limit());
    one.after(2 * hour + minute);
    one.read(stopped);
    expect(one.tick()).toEqual([reads()]);
    expect(one.list(listOf(stopped))).toEqual([says('over'), notes('done')]);
    const destroyed = agent(limit({ act: 'destroy' }));
    destroyed.after(2 * hour + minute);
    const read = { what: 'gone', limit: limit({ act: 'destroy' }) } as const;
    expect(destroyed.read()).toEqual([{ do: 'read', read: { ...read, limit: known(read.limit) } }]);
    expect(destroyed.tick()).toEqual([]);
    expect(destroyed.step({ t: 'done', read, answer: { gone: true } })).toEqual([notes('gone')]);
  });

  it('asks about what was tried and has no end in the journal, however early, and does it with a yes', () => {
    const one = agent(limit(), { t: 'limit-tried', limit: 'a', at: start + 2 * hour });
    one.after(2 * hour + 1000);
    one.read(row());
    expect(one.tick()).toEqual([reads()]);
    expect(one.list(listOf(row()))).toEqual([]);
    const why = { lateMs: 1000, failed: 'not known' } as const;
    expect(one.tick()).toEqual([asks(why)]);
    expect(one.step({ t: 'yes', ask: { limit: limit(), row: row(), why } })).toEqual([reads()]);
    expect(one.list(listOf(row()))).toEqual([sends(1000)]);
  });

  it('does unasked what was set again after a try', () => {
    const again = limit({ limit: 'b' });
    const one = agent(limit(), { t: 'limit-tried', limit: 'a', at: start }, again);
    one.after(2 * hour);
    one.read(row());
    expect(one.tick()).toEqual([reads(again)]);
    expect(one.list(listOf(row()), again)).toEqual([sends(0, again)]);
  });

  it('does nothing for one whose end is in the journal', () => {
    const one = agent(limit(), { t: 'limit-ended', limit: 'a', at: start, why: 'done' });
    one.after(3 * hour);
    expect([one.read(row()), one.tick()]).toEqual([[], []]);
  });
});

describe('one that is not in the list', () => {
  const read = { what: 'gone', limit: limit() } as const;
  const look = { do: 'read', read: { what: 'gone', limit: known(limit()) } };

  it('is looked for once at a time, and ends only when it is known to be gone', () => {
    const one = agent(limit());
    expect(one.read()).toEqual([look]);
    expect(one.read()).toEqual([]);
    expect(one.step({ t: 'done', read, answer: { gone: false } })).toEqual([]);
    expect(one.read()).toEqual([look]);
    expect(one.step({ t: 'done', read, answer: { gone: true } })).toEqual([notes('gone')]);
  });

  it('is not looked for by a list that is not whole, nor without the lock', () => {
    const one = agent(limit());
    const lacking = { t: 'read', key: 'instances', data: listOf(), askedAt: start, whole: false } as const;
    expect(one.step(lacking)).toEqual([]);
    one.now.holds = false;
    expect(one.read()).toEqual([]);
  });

  it('and is being replaced by a rescue keeps its limit for the next one', () => {
    const step = (name: 'boot-failed' | 'destroying'): RescueEvent => ({
      ...{ t: 'rescue-step', rescue: 'r', at: start, step: name, id: 7 },
    });
    const one = agent(
      {
        t: 'rescue',
        rescue: 'r',
        at: start,
        id: 7,
        offer_id: 1,
        consent: 'by-itself',
        cap: 1,
        tries: 2,
        search: {},
      },
      limit(),
      ...[step('boot-failed'), step('destroying')],
    );
    expect(one.read()).toEqual([]);
    expect(one.step({ t: 'done', read, answer: { gone: true } })).toEqual([]);
  });
});

describe('one that the service keeps', () => {
  const service = (change: Partial<OpenLimit> = {}) => limit({ kept: 'service', job_id: 3, ...change });

  it('is watched and never sent: done once the instance is stopped, a failure a quarter of an hour later', () => {
    const one = agent(service());
    one.after(2 * hour);
    expect([one.read(row()), one.tick()]).toEqual([[], []]);
    expect(one.read(stopped)).toEqual([says('service-stopped'), notes('done')]);
    const late = agent(service());
    late.after(2 * hour + 15 * minute - 1);
    expect(late.read(row())).toEqual([]);
    late.after(1);
    expect(late.read(row())).toEqual([says('service-failed', { act: 'stop' }), notes('failed')]);
    expect(late.read(row())).toEqual([]);
  });

  it('is left to the process that holds the lock', () => {
    const one = agent(service());
    one.now.holds = false;
    one.after(2 * hour);
    expect(one.read(stopped)).toEqual([]);
  });

  it('has destroyed what is gone after its time, and not what is gone before', () => {
    const of = service({ act: 'destroy' });
    const look = { t: 'done', read: { what: 'gone', limit: of }, answer: { gone: true } } as const;
    const one = agent(of);
    one.read();
    expect(one.step(look)).toEqual([notes('gone')]);
    const later = agent(of);
    later.after(2 * hour);
    later.read();
    expect(later.step(look)).toEqual([says('service-destroyed', { id: 7 }), notes('done')]);
  });

  describe('and whose machine a rescue has replaced', () => {
    const rescued: readonly (RentEvent | RescueEvent)[] = [
      { t: 'rescue-step', rescue: 'r', at: start, step: 'boot-failed', id: 6 },
      { t: 'rescue-step', rescue: 'r', at: start, step: 'destroying', id: 6 },
      { t: 'gone', id: 6, at: start },
      { t: 'rescue-step', rescue: 'r', at: start, step: 'gone', id: 6 },
      { t: 'rescue-step', rescue: 'r', at: start, step: 'renting', offer_id: 2 },
      { t: 'rented', id: 7, offer_id: 2, at: start },
      { t: 'rescue-step', rescue: 'r', at: start, step: 'rented', id: 7, offer_id: 2 },
    ];
    const begun = () => {
      const one = agent(
        {
          t: 'rescue',
          rescue: 'r',
          at: start,
          id: 6,
          offer_id: 1,
          consent: 'by-itself',
          cap: 1,
          tries: 2,
          search: {},
        },
        service({ id: 6 }),
        ...rescued,
      );
      const [action] = one.read(row());
      return { one, action };
    };
    const moves = { do: 'send', send: expect.objectContaining({ what: 'move', until: start + 2 * hour }) };
    const drops = { do: 'send', send: expect.objectContaining({ what: 'drop', job: 3 }) };

    it('gets a job for the new one, once, and the old job goes after that', () => {
      const { one, action } = begun();
      expect(action).toEqual(moves);
      expect(one.read(row())).toEqual([]);
      const { send } = action as { send: AutoStopTerms['send'] };
      const noted = expect.objectContaining({ t: 'limit', limit: 'a', id: 7, kept: 'service', job_id: 9 });
      const sent = { ok: true, job: 9 } as const;
      expect(one.step({ t: 'done', send, sent })).toEqual([{ do: 'note', event: noted }, drops]);
    });

    it('is kept here where the service takes none', () => {
      const { one, action } = begun();
      const { send } = action as { send: AutoStopTerms['send'] };
      const event = expect.objectContaining({ t: 'limit', limit: 'a', id: 7, kept: 'here' });
      expect(one.step({ t: 'done', send, sent: { ok: false, error } })).toEqual([
        says('not-moved', { error }),
        { do: 'note', event },
        says('moved-here'),
        drops,
      ]);
      expect(one.state().runs.get('a')?.thisRun).toBe(true);
    });
  });
});

describe('a budget', () => {
  const budget = limit({ budget: 1 });

  it('is metered by what is seen, noted now and then, and due once it is spent', () => {
    const one = agent(budget, { t: 'limit-spent', limit: 'a', at: start, dollars: 0, per_hour: 0.51 });
    one.after(2 * minute);
    expect(one.read(row())).toEqual([]);
    one.after(8 * minute);
    const event = { t: 'limit-spent', limit: 'a', at: start + 10 * minute };
    expect(one.read(row())).toEqual([{ do: 'note', event: expect.objectContaining(event) }]);
    expect(one.state().runs.get('a')?.meter?.dollars).toBeCloseTo(0.085, 6);
    one.after(104 * minute);
    expect(one.tick()).toEqual([says('soon')]);
    one.after(4 * minute);
    expect(one.tick()).toEqual([reads(budget)]);
  });

  it('is metered without the lock, too, and noted by the one that holds it', () => {
    const one = agent(budget);
    one.now.holds = false;
    one.after(hour);
    expect(one.read(row())).toEqual([]);
    expect(one.state().runs.get('a')?.meter?.perHour).toBeCloseTo(0.51, 6);
  });
});

describe('what is easily forgotten', () => {
  it('is said once a day and once two hours before a contract ends', () => {
    const one = agent();
    const ends = row({ end_date: (start + 30 * hour) / 1000 });
    const stage = (n: number) => says('contract-end', { end: expect.objectContaining({ stage: n }) });
    expect(one.read(ends)).toEqual([]);
    one.after(7 * hour);
    expect([one.read(ends), one.read(ends)]).toEqual([[stage(1)], []]);
    one.after(22 * hour);
    expect([one.read(ends), one.read(ends)]).toEqual([[stage(2)], []]);
  });

  it('is forgotten of what is gone, by a whole list', () => {
    const one = agent();
    const told = { ...row({ gpu_util: 0, end_date: (start + hour) / 1000 }) };
    for (let passed = 0; passed <= 3 * hour; passed += 5 * minute) {
      one.read(told);
      one.after(5 * minute);
    }
    const held = () => [[...one.state().warnings.keys()], [...one.state().saidIdle]];
    expect(held()).toEqual([[7], [7]]);
    one.step({ t: 'read', key: 'instances', data: listOf(), askedAt: one.now.own, whole: false });
    expect(held()).toEqual([[7], [7]]);
    one.read();
    expect(held()).toEqual([[], []]);
  });

  it('is said once when a GPU has been at 0 % for three hours, in read-only mode, too', () => {
    const one = agent();
    Object.assign(one.now, { readOnly: true, holds: false });
    const idle = row({ gpu_util: 0 });
    const said: unknown[] = [];
    for (let passed = 0; passed <= 4 * hour; passed += 5 * minute) {
      said.push(...one.read(idle));
      one.after(5 * minute);
    }
    expect(said).toEqual([says('idle', { forMs: 3 * hour })]);
    one.read(row());
    one.after(5 * minute);
    expect(one.read(idle)).toEqual([]);
  });
});
