import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Instance } from '../../../src/client/wire.ts';
import { contractEndWords, limitWords } from '../../../src/engine/auto-stop/messages.ts';
import {
  clocksApart,
  contractEnd,
  dueOf,
  idleAfter,
  jobThatDoes,
  limitJob,
  limitsEndingWithDeck,
  meterOf,
  notedMeter,
  type OpenLimit,
  openLimits,
  seenCosting,
  serviceHour,
  spentBy,
  worthNoting,
} from '../../../src/engine/auto-stop/rules.ts';
import { limitReadings } from '../../../src/engine/auto-stop/when.ts';
import type { JournalEvent, LimitEvent, RentEvent } from '../../../src/engine/journal-events.ts';
import { nextRun } from '../../../src/sandbox/machines/scheduled-job.ts';

const now = Date.UTC(2026, 10, 27, 12, 0, 0);
const minute = 60_000;
const hour = 60 * minute;
const stamp = (event: LimitEvent | RentEvent): JournalEvent => ({ ...event, base_url: 'u', key_id: 'k' });
const journal = (...events: (LimitEvent | RentEvent)[]) => events.map(stamp);

const limit = (change: Partial<OpenLimit> = {}): OpenLimit => ({
  t: 'limit',
  limit: 'a',
  at: now,
  id: 7,
  act: 'stop',
  until: now + 3 * hour,
  kept: 'here',
  ...change,
});

describe('the limits that stand', () => {
  it('are those that have not ended, one of each act per instance', () => {
    const events = journal(
      limit({ limit: 'a' }),
      limit({ limit: 'b', act: 'destroy' }),
      limit({ limit: 'c', id: 8 }),
      limit({ limit: 'd', until: now + hour }),
      { t: 'limit-ended', limit: 'b', at: now, why: 'called-off' },
    );
    expect(openLimits(events).map(({ limit: one }) => one)).toEqual(['c', 'd']);
  });

  it('go with their instance', () => {
    const events = journal(limit(), limit({ limit: 'b', act: 'destroy' }), limit({ limit: 'c', id: 8 }), {
      t: 'gone',
      id: 7,
      at: now,
    });
    expect(openLimits(events)).toMatchObject([{ limit: 'c', id: 8 }]);
  });

  it('end with the deck unless the service keeps them', () => {
    const events = journal(limit(), limit({ limit: 'b', act: 'destroy', kept: 'service', job_id: 9 }));
    expect(limitsEndingWithDeck(events)).toMatchObject([{ limit: 'a' }]);
  });

  it('are never two for one act of an instance, whatever the journal holds', () => {
    const event = fc.oneof(
      fc.record({
        t: fc.constant('limit' as const),
        limit: fc.constantFrom('a', 'b', 'c', 'd'),
        at: fc.constant(now),
        id: fc.constantFrom(1, 2),
        act: fc.constantFrom('stop' as const, 'destroy' as const),
        kept: fc.constantFrom('here' as const, 'service' as const),
      }),
      fc.record({
        t: fc.constant('limit-ended' as const),
        limit: fc.constantFrom('a', 'b', 'c', 'd'),
        at: fc.constant(now),
        why: fc.constant('done' as const),
      }),
      fc.record({ t: fc.constant('gone' as const), id: fc.constantFrom(1, 2), at: fc.constant(now) }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 20 }), (events) => {
        const open = openLimits(events.map(stamp));
        const kinds = open.map(({ id, act }) => `${id} ${act}`);
        expect(new Set(kinds).size).toBe(kinds.length);
        const last = events.at(-1);
        if (last?.t === 'limit') expect(open.at(-1)).toMatchObject({ limit: last.limit, id: last.id });
        if (last?.t === 'gone') expect(open.some(({ id }) => id === last.id)).toBe(false);
        if (last?.t === 'limit-ended') expect(open.some((one) => one.limit === last.limit)).toBe(false);
      }),
    );
  });
});

describe('when a limit acts', () => {
  it('warns five minutes before, and says how late it is after', () => {
    const one = limit();
    expect(dueOf(one, now)).toEqual({ is: 'waiting', leftMs: 3 * hour });
    expect(dueOf(one, now + 3 * hour - 5 * minute)).toEqual({ is: 'soon', leftMs: 5 * minute });
    expect(dueOf(one, now + 3 * hour)).toEqual({ is: 'due', lateMs: 0 });
    expect(dueOf(one, now + 4 * hour)).toEqual({ is: 'due', lateMs: hour });
  });

  it('does not warn of what was set for the next minutes', () => {
    expect(dueOf(limit({ until: now + 3 * minute }), now + minute).is).toBe('waiting');
  });

  it('is due once the budget is spent, and how late that is follows from the price', () => {
    const { until: _, ...one } = limit();
    const budget = { ...one, budget: 5 };
    const meter = { at: now, dollars: 4, perHour: 0.5 };
    expect(dueOf(budget, now, meter)).toEqual({ is: 'waiting', leftMs: 2 * hour });
    expect(dueOf(budget, now + 2 * hour - minute, meter).is).toBe('soon');
    expect(dueOf(budget, now + 3 * hour, meter)).toEqual({ is: 'due', lateMs: hour });
    expect(dueOf(budget, now, { ...meter, perHour: 0 })).toEqual({ is: 'waiting', leftMs: undefined });
    expect(dueOf(budget, now)).toEqual({ is: 'waiting', leftMs: undefined });
  });

  it('of this run is due when its time has passed by both clocks, and one of an earlier run when the service says so', () => {
    const one = limit({ until: now + hour, own_at: now - 10 * minute });
    const own = (ms: number, thisRun = true) => ({ now: now - 10 * minute + ms, thisRun });
    expect(dueOf(one, now + hour, undefined, own(20 * minute))).toEqual({
      is: 'waiting',
      leftMs: 40 * minute,
    });
    expect(dueOf(one, now + 20 * minute, undefined, own(hour))).toMatchObject({ leftMs: 40 * minute });
    expect(dueOf(one, now + 2 * hour, undefined, own(hour))).toEqual({ is: 'due', lateMs: 0 });
    expect(dueOf(one, now + hour, undefined, own(20 * minute, false))).toEqual({ is: 'due', lateMs: 0 });
  });

  it('tells when two clocks disagree about the time since it was set', () => {
    const one = limit({ until: now + hour, own_at: now - 10 * minute });
    expect(clocksApart(one, now + hour, now + 50 * minute)).toBeUndefined();
    expect(clocksApart(one, now + hour, now + 49 * minute)).toBeUndefined();
    expect(clocksApart(one, now + hour, now + 40 * minute)).toBe(10 * minute);
    expect(clocksApart(one, now + hour, now + 2 * hour)).toBe(70 * minute);
    // One of an older journal has one clock only.
    expect(clocksApart(limit({ until: now }), now + hour, now + hour)).toBeUndefined();
  });
});

const looks = fc.array(
  fc.record({
    after: fc.integer({ min: 0, max: 5 * hour }),
    perHour: fc.double({ min: 0, max: 9, noNaN: true }),
  }),
  { minLength: 1, maxLength: 30 },
);

describe('what of a budget is spent', () => {
  it('is never less than what the service charged, and never falls', () => {
    fc.assert(
      fc.property(looks, fc.double({ min: 0, max: 1, noNaN: true }), (seen, when) => {
        let meter = { ...meterOf(now), perHour: seen[0]?.perHour ?? 0 };
        let charged = 0;
        let before = seen[0]?.perHour ?? 0;
        for (const { after, perHour } of seen) {
          // The price changed at some moment between two looks that nobody saw.
          charged += (before * after * when + perHour * after * (1 - when)) / hour;
          const next = seenCosting(meter, meter.at + after, perHour);
          expect(next.dollars).toBeGreaterThanOrEqual(meter.dollars);
          meter = next;
          before = perHour;
        }
        expect(meter.dollars).toBeGreaterThanOrEqual(charged - 1e-9);
      }),
    );
  });

  it('is exact while nothing changes, keeps a price that is not known any more, and ignores an older look', () => {
    let meter = seenCosting(meterOf(now), now, 0.6);
    for (let i = 1; i <= 30; i += 1) meter = seenCosting(meter, now + i * minute, 0.6);
    expect(meter.dollars).toBeCloseTo(0.3, 10);
    expect(spentBy(meter, now + hour)).toBeCloseTo(0.6, 10);
    expect(seenCosting(meter, now + hour, undefined)).toMatchObject({ perHour: 0.6 });
    expect(seenCosting(meter, now, 9)).toBe(meter);
  });

  it('goes on after a restart from the last note', () => {
    const { until: _, ...rest } = limit({ budget: 5 });
    const events = journal(
      rest,
      { t: 'limit-spent', limit: 'a', at: now, dollars: 0, per_hour: 0.5 },
      { t: 'limit-spent', limit: 'b', at: now, dollars: 4, per_hour: 0.5 },
      { t: 'limit-spent', limit: 'a', at: now + hour, dollars: 0.5, per_hour: 0.5 },
    );
    expect(notedMeter(events, rest)).toEqual({ at: now + hour, dollars: 0.5, perHour: 0.5 });
    expect(notedMeter(journal(rest), rest)).toEqual({ at: now, dollars: 0, perHour: 0 });
  });

  it('is noted twenty times at the most while the price stays', () => {
    let noted = { at: now, dollars: 0, perHour: 0.5 };
    let notes = 0;
    for (let t = 0; t <= 10 * hour; t += 20_000) {
      const meter = { at: now + t, dollars: (0.5 * t) / hour, perHour: 0.5 };
      if (!worthNoting(noted, meter, 5)) continue;
      noted = meter;
      notes += 1;
    }
    expect(notes).toBeLessThanOrEqual(20);
    expect(notes).toBeGreaterThan(17);
    expect(worthNoting(noted, { ...noted, perHour: 0.01 }, 5)).toBe(true);
  });
});

describe('what is said of a limit', () => {
  const around = { now, timeZone: 'UTC', sep: '·' };
  it('names the time, how long that is, and who keeps it', () => {
    expect(limitWords(limit({ until: now + 130 * minute }), around)).toBe(
      'Auto-stop at 14:10, in 2h 10m · only while rigdeck runs',
    );
    const service = limit({ act: 'destroy', until: now + 21 * hour, kept: 'service', job_id: 3 });
    expect(limitWords(service, around)).toBe('Auto-destroy at Sat 09:00, in 21h 0m · by the provider');
  });

  it('names of a budget what is spent and about how long the rest lasts', () => {
    const { until: _, ...rest } = limit({ budget: 5 });
    const meter = { at: now, dollars: 1.2, perHour: 0.5 };
    expect(limitWords(rest, { ...around, meter })).toBe(
      'Auto-stop at $5.00, $1.20 spent, in about 7h 36m · only while rigdeck runs',
    );
    expect(limitWords(rest, around)).toBe('Auto-stop at $5.00 · only while rigdeck runs');
  });

  it('says of one that is overdue what it was to do', () => {
    expect(limitWords(limit({ until: now - 3 * hour, at: now - 9 * hour }), around)).toBe(
      'Auto-stop was due at 09:00, 3h 0m ago · only while rigdeck runs',
    );
  });
});

describe('a limit on the service', () => {
  const moments = fc.integer({ min: 0, max: 400 * 24 * 60 }).map((minutes) => now + minutes * minute);

  it('runs once, at the first full hour that is not before the time, by either reading of start_time', () => {
    fc.assert(
      fc.property(moments, (until) => {
        const at = serviceHour(until, now);
        expect(at).toBeGreaterThanOrEqual(until);
        expect(at - until).toBeLessThan(hour + 2 * minute);
        const job = limitJob(7, 'stop', at);
        const record = {
          id: 1,
          instanceId: 7,
          endpoint: job.api_endpoint,
          method: job.request_method,
          body: {},
          startTime: job.start_time * 1000,
          endTime: job.end_time * 1000,
          frequency: job.frequency,
          hour: null,
          day: null,
          lastRunAt: null,
        };
        // From the hour that holds the start.
        expect(nextRun(record, now)).toBe(at);
        expect(nextRun(record, at)).toBeUndefined();
        // At the first full hour that is not before the start.
        const strict = Math.ceil(record.startTime / hour) * hour;
        expect([strict, strict + hour <= record.endTime]).toEqual([at, false]);
      }),
    );
  });

  it('leaves the service two minutes to notice it', () => {
    expect(serviceHour(now, now - minute)).toBe(now + hour);
    expect(serviceHour(now, now - 2 * minute)).toBe(now);
  });

  it('is found again in the list, by what it does and not by who set it', () => {
    const job = limitJob(7, 'destroy', now + hour);
    const listed = [
      { ...limitJob(7, 'stop', now + hour), id: 1 },
      { ...job, id: 2, request_method: 'delete' },
    ] as never;
    expect(jobThatDoes(listed, 7, 'destroy', now)).toMatchObject({ id: 2 });
    expect(jobThatDoes(listed, 8, 'destroy', now)).toBeUndefined();
    expect(jobThatDoes(listed, 7, 'destroy', now + 2 * hour)).toBeUndefined();
  });
});

describe('the end of a contract', () => {
  const row = (hours: number): Instance => ({
    id: 7,
    actual_status: 'running',
    end_date: (now + hours * hour) / 1000,
  });
  it.each([
    [25, undefined],
    [23, 1],
    [2, 2],
    [-1, 2],
  ])('%d h away', (hours, stage) => {
    expect(contractEnd(row(hours), now)?.stage).toBe(stage);
  });

  it('says what happens then', () => {
    const words = (hours: number) => contractEndWords(contractEnd(row(hours), now) as never, now, 'UTC');
    expect(words(23)).toBe('contract ends Sat 11:00, in 23h 0m; stops then, can be deleted 48h later');
    expect(words(-1)).toBe("contract ended 11:00; can't start again, can be deleted 48h later");
    expect(contractEnd({ id: 7, actual_status: 'running' }, now)).toBeUndefined();
  });
});

describe('an idle GPU', () => {
  const row = (gpu_util?: number, actual_status = 'running'): Instance => ({
    id: 7,
    actual_status,
    ...(gpu_util === undefined ? {} : { gpu_util }),
  });
  const since = (steps: readonly (readonly [number, Instance])[]) => {
    let idle: ReadonlyMap<number, number> = new Map();
    let before: number | undefined;
    for (const [at, one] of steps) {
      idle = idleAfter(idle, [one], at, before);
      before = at;
    }
    return idle.get(7);
  };

  it('is one that was seen at 0 % at each look since', () => {
    expect(
      since([
        [0, row(0)],
        [minute, row(0)],
        [2 * minute, row(0)],
      ]),
    ).toBe(0);
    expect(
      since([
        [0, row(0)],
        [minute, row(1)],
        [2 * minute, row(0)],
      ]),
    ).toBe(2 * minute);
  });

  it('is not one that does not say, that is stopped, or that nobody looked at meanwhile', () => {
    expect(since([[0, row()]])).toBeUndefined();
    expect(
      since([
        [0, row(0)],
        [minute, row(0, 'stopped')],
      ]),
    ).toBeUndefined();
    expect(
      since([
        [0, row(0)],
        [hour, row(0)],
      ]),
    ).toBe(hour);
  });
});

describe('what a limit would be, while it is typed', () => {
  const row = (change: Partial<Instance> = {}): Instance => ({
    id: 7,
    actual_status: 'running',
    intended_status: 'running',
    dph_base: 0.5,
    storage_total_cost: 0.01,
    dph_total: 0.51,
    ...change,
  });
  const reads = (typed: string, one: Instance, kept: 'here' | 'service' = 'here') =>
    limitReadings(typed, [one], kept, { now, timeZone: 'UTC' });

  it('reckons with what the instance costs now, and with what one that boots will cost', () => {
    const costs = (one: Instance) => (reads('in 10h', one) as { costs: string }).costs;
    expect(costs(row())).toBe('About $5.10 until then');
    expect(costs(row({ actual_status: 'loading' }))).toBe('About $5.10 until then');
    expect(costs(row({ actual_status: 'exited' }))).toBe('About $0.10 until then');
    expect(costs(row({ actual_status: 'stopped', intended_status: 'stopped' }))).toBe(
      'About $0.10 until then',
    );
    expect(costs({ id: 7, actual_status: 'running' })).toBe('Cost until then unknown');
  });

  it('says how long a budget lasts, and takes none that cannot be kept', () => {
    expect(reads('$5.10', row())).toEqual({
      ok: true,
      budget: 5.1,
      says: 'When $5.10 more is spent (without traffic)',
      costs: 'At $0.510/h: about 10h 0m, until 22:00',
    });
    expect(reads('$5', { id: 7, actual_status: 'running' })).toMatchObject({ ok: false });
    expect(reads('$5', row(), 'service')).toMatchObject({
      ok: false,
      message: expect.stringContaining('budget'),
    });
    expect(reads('$900000', row())).toMatchObject({ costs: 'At $0.510/h: more than a year' });
  });

  it('says of the service that it acts at full hours', () => {
    expect(reads('at 18:30', row(), 'service')).toMatchObject({
      until: now + 7 * hour,
      says: 'At 19:00, in 7h 0m (30m later: full hours only)',
    });
    expect(reads('at 19:00', row(), 'service')).toMatchObject({ says: 'At 19:00, in 7h 0m' });
  });

  describe('of several instances', () => {
    const several = (typed: string, rows: Instance[], kept: 'here' | 'service' = 'here') =>
      limitReadings(typed, rows, kept, { now, timeZone: 'UTC' });

    it('adds up what they cost until a time, and says when one of them is not known', () => {
      expect(several('in 10h', [row(), row({ id: 8 })])).toMatchObject({
        ok: true,
        until: now + 10 * 3_600_000,
        costs: 'About $10.20 until then for all 2',
      });
      expect(several('in 10h', [row(), { id: 8, actual_status: 'running' }])).toMatchObject({
        costs: 'Cost until then unknown',
      });
    });

    it('counts a budget for each machine, and says what that comes to', () => {
      expect(several('$5', [row(), row({ id: 8 }), row({ id: 9 })])).toMatchObject({
        ok: true,
        budget: 5,
        says: 'When $5.00 more is spent on each (without traffic)',
        costs: '$15.00 for all 3',
      });
    });

    it('names the one that it cannot be set on, and none where it is wrong for all', () => {
      expect(several('$5', [row(), { id: 8, actual_status: 'running' }])).toEqual({
        ok: false,
        message: "8: Price unknown, so a budget can't be enforced. Set a time instead.",
      });
      expect(several('$5', [row(), row({ id: 8 })], 'service')).toEqual({
        ok: false,
        message: "The provider can't enforce a budget. Set a time instead.",
      });
    });
  });
});
