import { describe, expect, it } from 'vitest';
import { breakOf, isBeingReplaced, openLimits, rested } from '../../../src/engine/auto-stop/rules.ts';
import type { JournalEvent, LimitEvent, RentEvent, RescueEvent } from '../../../src/engine/journal-events.ts';

const whose = { base_url: 'https://sandbox.test', key_id: 'test' };
const journal = (...events: (LimitEvent | RentEvent | RescueEvent)[]): JournalEvent[] =>
  events.map((event) => ({ ...event, ...whose }));
const limit = (more: Partial<Extract<LimitEvent, { t: 'limit' }>> = {}): LimitEvent => ({
  ...{ t: 'limit', limit: 'l', at: 5, id: 1, act: 'stop', budget: 5, kept: 'here' },
  ...more,
});
const agreed: RescueEvent = {
  ...{ t: 'rescue', rescue: 'r', at: 1, id: 1, offer_id: 11 },
  ...{ consent: 'by-itself', cap: 1, tries: 2, search: {} },
};
const step = (
  name: Extract<RescueEvent, { t: 'rescue-step' }>['step'],
  at: number,
  more = {},
): RescueEvent => ({
  ...{ t: 'rescue-step', rescue: 'r', at, step: name },
  ...more,
});
const gone = (id: number, at: number): RentEvent => ({ t: 'gone', id, at });
const replaced = (by: number, at: number): (RentEvent | RescueEvent)[] => [
  step('renting', at - 2, { offer_id: 12 }),
  { t: 'rented', id: by, offer_id: 12, at },
  step('rented', at + 1, { id: by, offer_id: 12 }),
];
const destroying = [step('boot-failed', 6, { id: 1 }), step('destroying', 7, { id: 1 }), gone(1, 10)];

describe('a limit whose machine is rescued', () => {
  it('is of no machine while there is none, and then of the new one, however often', () => {
    const middle = journal(agreed, limit(), ...destroying, step('gone', 11, { id: 1 }));
    expect(openLimits(middle)).toEqual([]);
    expect(isBeingReplaced(middle, 1)).toBe(true);
    const second = [...middle, ...journal(...replaced(2, 40))];
    expect(openLimits(second)).toMatchObject([{ limit: 'l', id: 2, first: 1, budget: 5 }]);
    expect(isBeingReplaced(second, 1)).toBe(false);
    expect(breakOf(second, openLimits(second)[0] as never)).toEqual({ from: 10, to: 40 });
    const third = [
      ...second,
      ...journal(step('boot-failed', 50, { id: 2 }), step('destroying', 51, { id: 2 }), gone(2, 55)),
      ...journal(step('gone', 56, { id: 2 }), ...replaced(3, 60)),
    ];
    expect(openLimits(third)).toMatchObject([{ limit: 'l', id: 3, first: 1 }]);
    expect(breakOf(third, openLimits(third)[0] as never)).toEqual({ from: 55, to: 60 });
  });

  it('ends with a rescue that rents nothing, and with a machine that a person destroys', () => {
    expect(
      openLimits(journal(agreed, limit(), ...destroying, step('failed', 12, { why: 'no-offer' }))),
    ).toEqual([]);
    expect(openLimits(journal(agreed, limit(), gone(1, 10)))).toEqual([]);
    const after = journal(
      agreed,
      limit(),
      ...destroying,
      step('gone', 11, { id: 1 }),
      ...replaced(2, 40),
      gone(2, 60),
    );
    expect(openLimits(after)).toEqual([]);
  });

  it('gives way to one that is set on the new machine, and stays called off', () => {
    const second = journal(agreed, limit(), ...destroying, step('gone', 11, { id: 1 }), ...replaced(2, 40));
    const anew = [...second, ...journal(limit({ limit: 'm', id: 2, at: 45 }))];
    expect(openLimits(anew)).toMatchObject([{ limit: 'm', id: 2 }]);
    const off = [...second, ...journal({ t: 'limit-ended', limit: 'l', at: 45, why: 'called-off' })];
    expect(openLimits(off)).toEqual([]);
  });

  it('knows that its job on the service is for the machine before, until it is made anew', () => {
    const on = limit({ kept: 'service', job_id: 7, until: 9_000 });
    const second = journal(agreed, on, ...destroying, step('gone', 11, { id: 1 }), ...replaced(2, 40));
    expect(openLimits(second)).toMatchObject([{ id: 2, job_id: 7, jobOf: 1 }]);
    const moved = [...second, ...journal({ ...on, at: 41, id: 2, job_id: 8 } as LimitEvent)];
    expect(openLimits(moved)).toEqual([expect.not.objectContaining({ jobOf: 1 })]);
    expect(openLimits(moved)).toMatchObject([{ id: 2, job_id: 8, first: 1 }]);
  });

  it('counts of a budget what the first machine has cost, and not the time without one', () => {
    const hour = 3_600_000;
    const meter = { at: hour, dollars: 1, perHour: 0.5 };
    expect(rested(meter, { from: 2 * hour, to: 9 * hour })).toEqual({
      at: 9 * hour,
      dollars: 1.5,
      perHour: 0,
    });
    expect(rested({ ...meter, at: 10 * hour }, { from: 2 * hour, to: 9 * hour })).toMatchObject({
      dollars: 1,
    });
    expect(rested(meter, undefined)).toBe(meter);
  });
});
