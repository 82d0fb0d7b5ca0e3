import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Instance, Offer } from '../../../src/client/wire.ts';
import { type BootSeen, bootVerdict, seePoll } from '../../../src/engine/instances/boot.ts';
import type { RentEvent, RescueEvent } from '../../../src/engine/journal-events.ts';
import {
  failedPlaces,
  type Place,
  type RescuePlan,
  rescueOf,
  rescuesOf,
  underWay,
} from '../../../src/engine/rescue/rescue.ts';
import { nextMove, rescueHoldMs, rescueOffer, wantedAt } from '../../../src/engine/rescue/rescue-move.ts';
import {
  beginMove,
  endStep,
  type RescueEffect,
  type RescueOutcome,
} from '../../../src/engine/rescue/rescue-steps.ts';

const search = { limit: 64 };
const none = { ran: new Set<number>(), stopped: new Set<number>() };

const instance = (id: number, more: Partial<Instance> = {}): Instance => ({
  id,
  actual_status: 'loading',
  intended_status: 'running',
  cur_state: 'running',
  ...more,
});

/** What some polls show of one instance. */
function polls(states: readonly Partial<Instance>[], given: Parameters<typeof seePoll>[2] = none) {
  return states.reduce<ReadonlyMap<number, BootSeen>>(
    (seen, more) => seePoll(seen, [instance(1, more)], given),
    new Map(),
  );
}
const verdictAfter = (states: readonly Partial<Instance>[], given?: Parameters<typeof seePoll>[2]) =>
  bootVerdict(polls(states, given).get(1));

describe('when a boot has failed', () => {
  it('has when it exited, at the first poll that says so', () => {
    expect(verdictAfter([{ actual_status: 'exited' }])).toBe('failed');
  });

  it.each(['unknown', 'offline'])(
    'C014 is doubtful while it is %s, and has after three polls in a row',
    (word) => {
      const lost = { actual_status: word };
      expect(verdictAfter([lost])).toBe('doubtful');
      expect(verdictAfter([lost, lost])).toBe('doubtful');
      expect(verdictAfter([lost, lost, lost])).toBe('failed');
      expect(verdictAfter([lost, lost, { actual_status: 'loading' }, lost])).toBe('doubtful');
    },
  );

  it('takes unknown and offline in turn for one silence', () => {
    const [unknown, offline] = [{ actual_status: 'unknown' }, { actual_status: 'offline' }];
    expect(verdictAfter([unknown, offline, unknown])).toBe('failed');
  });

  it.each<[string, Partial<Instance>]>([
    ['an ordinary stop', { actual_status: 'exited', intended_status: 'stopped' }],
    ['a stop that leaves the word stopped', { actual_status: 'stopped', intended_status: 'stopped' }],
    ['a lost bid', { actual_status: 'exited', is_bid: true, cur_state: 'stopped' }],
    ['a wait for a GPU', { actual_status: 'exited', cur_state: 'stopped' }],
    ['loading', { actual_status: 'loading' }],
    ['a word nobody knows', { actual_status: 'foo' }],
  ])('is no failure: %s', (_name, state) => {
    expect(verdictAfter([state, state, state])).toBe('fine');
  });

  it('is a stop where rigdeck asked for one and the service says no more than exited', () => {
    const { intended_status: _, cur_state: __, ...bare } = instance(1, { actual_status: 'exited' });
    const seen = seePoll(new Map(), [bare], { ran: new Set(), stopped: new Set([1]) });
    expect(bootVerdict(seen.get(1))).toBe('fine');
  });

  it('tells a crash after it ran apart', () => {
    expect(verdictAfter([{ actual_status: 'running' }, { actual_status: 'exited' }])).toBe('crashed');
    expect(verdictAfter([{ actual_status: 'exited' }], { ...none, ran: new Set([1]) })).toBe('crashed');
  });
});

describe('the next best offer', () => {
  const [rescue] = rescuesOf([begin({ consent: 'ask', tries: 2, cap: 1, search })]);
  const base: Offer = { id: 0, gpu_name: 'A', num_gpus: 1, is_bid: false, dph_total: 0.5 };
  const pick = (offers: Partial<Offer>[], more: Partial<Parameters<typeof rescueOffer>[1]> = {}) =>
    rescueOffer(rescue as NonNullable<typeof rescue>, {
      wanted: { gpu_name: 'A', num_gpus: 1, is_bid: false },
      offers: offers.map((offer) => ({ ...base, ...offer })),
      failed: [],
      gone: [],
      price: (offer) => offer.dph_total,
      ...more,
    })?.id;

  it('is the first of the search that is like the failed one', () => {
    expect(pick([{ id: 5, gpu_name: 'B' }, { id: 6, num_gpus: 2 }, { id: 7 }, { id: 8 }])).toBe(7);
  });

  it('is none above the cap, and none of unknown price', () => {
    const { dph_total: _, ...priceless } = base;
    expect(pick([{ id: 5, dph_total: 1.001 }])).toBeUndefined();
    expect(pick([], { offers: [{ ...priceless, id: 9 }] })).toBeUndefined();
    expect(pick([{ id: 5, dph_total: 1 }])).toBe(5);
  });

  it('C013 is never the offer, the host or the machine that failed', () => {
    expect(pick([{ id: 100 }, { id: 5, host_id: 7 }, { id: 6, machine_id: 8 }, { id: 7 }])).toBe(7);
    expect(
      pick([{ id: 5 }, { id: 6, host_id: 3 }, { id: 9 }], { failed: [{ offer_id: 5 }, { host_id: 3 }] }),
    ).toBe(9);
    expect(pick([{ id: 5 }, { id: 6 }], { gone: [5] })).toBe(6);
  });
});

function begin(plan: RescuePlan, id = 1, rescue = `r${id}`): RescueEvent {
  return { t: 'rescue', rescue, at: 0, id, offer_id: 99 + id, host_id: 6 + id, machine_id: 7 + id, ...plan };
}

type Command =
  | { c: 'poll'; states: readonly string[] }
  | { c: 'wait'; ms: number }
  | { c: 'yes' | 'call-off' | 'destroy-by-hand' | 'stop'; which: number }
  | { c: 'restart' | 'block' | 'unblock' }
  | { c: 'market'; offers: readonly { id: number; host: number; price: number }[] }
  | { c: 'answer'; outcome: RescueOutcome['kind'] };

/** The service, the journal and the person, as far as a rescue meets them. */
class World {
  events: (RescueEvent | RentEvent)[];
  seen: ReadonlyMap<number, BootSeen> = new Map();
  wanted = new Map<number, number>();
  failing = new Map<string, number>();
  dear = new Set<string>();
  held: Set<string>;
  busy = new Set<string>();
  stopped = new Set<number>();
  blocked: string | undefined;
  now = 1;
  offers: Offer[] = [];
  there = new Map<number, string>();
  flight: { rescue: string; effect: RescueEffect } | undefined;
  lastId = 50;
  /** Everything that was sent, with what was known then. */
  sent: {
    rescue: string;
    effect: RescueEffect;
    there: readonly number[];
    failedId: number;
    bad: readonly Place[];
  }[] = [];

  readonly plans: readonly RescuePlan[];

  constructor(plans: readonly RescuePlan[]) {
    this.plans = plans;
    this.events = plans.map((plan, index) => begin(plan, index + 1));
    this.held = new Set(plans.map((_, index) => `r${index + 1}`));
    for (const index of plans.keys()) this.there.set(index + 1, 'loading');
  }

  rescues = () => rescuesOf(this.events);
  note(rescue: string, step: ReturnType<typeof endStep>) {
    this.events.push({ t: 'rescue-step', rescue, at: this.now, ...step } as RescueEvent);
    if (step.step === 'boot-failed') this.failing.set(rescue, this.now);
  }

  run() {
    for (let turns = 0; turns < 20; turns += 1) {
      const { seen, wanted, failing, held, busy, blocked, now, dear } = this;
      const move = nextMove({
        rescues: this.rescues(),
        seen,
        wanted,
        failing,
        held,
        busy,
        blocked,
        now,
        dear,
      });
      if (move === undefined) return;
      const { rescue } = move.rescue;
      const offer = rescueOffer(move.rescue, {
        wanted: {},
        offers: this.offers,
        failed: failedPlaces(this.events),
        gone: [],
        price: ({ dph_total }) => dph_total,
      });
      const { note, effect } = beginMove(move, offer);
      this.note(rescue, note);
      if (effect === undefined) continue;
      expect(this.flight, 'two at once').toBeUndefined();
      this.busy.add(rescue);
      const bad = failedPlaces(this.events.slice(0, -1));
      this.flight = { rescue, effect };
      this.sent.push({ rescue, effect, there: [...this.there.keys()], failedId: move.rescue.id, bad });
    }
    throw new Error('it never comes to rest');
  }

  answer(kind: RescueOutcome['kind']) {
    if (this.flight === undefined) return;
    this.lastId += 1;
    const { rescue, effect } = this.flight;
    const isDestroy = effect.do === 'destroy';
    const outcome: RescueOutcome = isDestroy
      ? { kind: kind === 'gone' || kind === 'rented' ? 'gone' : 'not-destroyed' }
      : kind === 'rented' || kind === 'gone'
        ? { kind: 'rented', id: this.lastId }
        : { kind: kind === 'not-destroyed' ? 'refused' : kind };
    if (outcome.kind === 'gone' && isDestroy) this.there.delete(effect.id);
    if (outcome.kind === 'rented') this.there.set(outcome.id, 'loading');
    this.note(rescue, endStep(effect, outcome));
    this.flight = undefined;
    this.busy.delete(rescue);
  }

  do(command: Command) {
    const ids = [...this.there.keys()];
    switch (command.c) {
      case 'poll': {
        for (const [index, id] of ids.entries())
          this.there.set(id, command.states[index % command.states.length] as string);
        const rows = [...this.there].map(([id, actual_status]) => instance(id, { actual_status }));
        this.seen = seePoll(this.seen, rows, { ran: new Set(), stopped: this.stopped });
        break;
      }
      case 'wait':
        this.now += command.ms;
        break;
      case 'market':
        this.offers = command.offers.map(({ id, host, price }) => ({ id, host_id: host, dph_total: price }));
        break;
      case 'block':
        this.blocked = 'the data is old';
        break;
      case 'unblock':
        this.blocked = undefined;
        break;
      case 'answer':
        this.answer(command.outcome);
        break;
      case 'restart':
        this.held.clear();
        this.busy.clear();
        this.wanted.clear();
        this.failing.clear();
        this.flight = undefined;
        this.seen = new Map();
        break;
      default: {
        const id = ids[command.which % Math.max(1, ids.length)];
        if (id === undefined) break;
        const rescue = rescueOf(this.rescues(), id);
        if (command.c === 'yes') this.wanted.set(id, this.now);
        if (command.c === 'stop') this.stopped.add(id);
        if (command.c === 'call-off' && rescue !== undefined && rescue.phase !== 'ended')
          this.note(rescue.rescue, { step: 'called-off' });
        if (command.c === 'destroy-by-hand' && this.flight === undefined) {
          this.there.delete(id);
          this.events.push({ t: 'gone', id, at: this.now });
        }
      }
    }
    this.run();
  }
}

const plan = fc.record({
  consent: fc.constantFrom('tell' as const, 'ask' as const, 'by-itself' as const, 'by-itself' as const),
  tries: fc.integer({ min: 0, max: 3 }),
  cap: fc.integer({ min: 3, max: 6 }),
  search: fc.constant(search),
});
const which = fc.nat(5);
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      c: fc.constant('poll' as const),
      states: fc.array(
        fc.constantFrom('loading', 'exited', 'exited', 'offline', 'unknown', 'running', 'stopped'),
        { minLength: 1, maxLength: 3 },
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      c: fc.constant('wait' as const),
      ms: fc.constantFrom(1_000, rescueHoldMs, 60_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      c: fc.constant('answer' as const),
      outcome: fc.constantFrom(
        'gone' as const,
        'rented' as const,
        'rented' as const,
        'taken' as const,
        'busy' as const,
        'refused' as const,
        'unknown' as const,
        'not-destroyed' as const,
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      c: fc.constant('market' as const),
      offers: fc.array(
        fc.record({
          id: fc.integer({ min: 98, max: 110 }),
          host: fc.integer({ min: 5, max: 12 }),
          price: fc.integer({ min: 1, max: 8 }),
        }),
        { maxLength: 6 },
      ),
    }),
  },
  fc.record({
    c: fc.constantFrom('yes' as const, 'call-off' as const, 'destroy-by-hand' as const, 'stop' as const),
    which,
  }),
  fc.record({
    c: fc.constantFrom('restart' as const, 'block' as const, 'unblock' as const, 'unblock' as const),
  }),
);
const market: Command = {
  c: 'market',
  offers: [1, 2, 3, 4, 5, 6].map((n) => ({ id: 100 + n, host: n + 6, price: 2 })),
};

describe('whatever happens', () => {
  const lives = fc.tuple(
    fc.array(plan, { minLength: 1, maxLength: 3 }),
    fc.array(command, { maxLength: 60 }),
  );
  const check = (holds: (world: World) => void) =>
    fc.assert(
      fc.property(lives, ([plans, commands]) => {
        const world = new World(plans);
        world.do(market);
        for (const one of commands) {
          world.do(one);
          holds(world);
        }
      }),
      { numRuns: 400 },
    );
  const rents = (world: World) => world.sent.filter(({ effect }) => effect.do === 'rent');

  it('is never two at once', () => {
    check((world) => {
      const current = world.rescues().filter(({ phase }) => !['watching', 'ended'].includes(phase));
      expect(current.length).toBeLessThanOrEqual(1);
    });
  });

  it('sends no more rents than tries, however they end', () => {
    check((world) => {
      for (const [index, { tries }] of world.plans.entries()) {
        const own = rents(world).filter(({ rescue }) => rescue === `r${index + 1}`);
        expect(own.length).toBeLessThanOrEqual(tries);
      }
    });
  });

  it('rents nothing while the old one may still be there', () => {
    check((world) => {
      for (const { failedId, there } of rents(world)) expect(there).not.toContain(failedId);
    });
  });

  it('rents once for one failure that ends well', () => {
    check((world) => {
      const given = world.events.filter((event) => event.t === 'rescue-step' && event.step === 'rented');
      const destroyed = world.events.filter((event) => event.t === 'rescue-step' && event.step === 'gone');
      expect(given.length).toBeLessThanOrEqual(destroyed.length);
    });
  });

  it('rents nothing above its cap', () => {
    check((world) => {
      for (const { rescue, effect } of rents(world)) {
        if (effect.do !== 'rent') continue;
        const cap = world.plans[Number(rescue.slice(1)) - 1]?.cap as number;
        expect(effect.offer.dph_total).toBeLessThanOrEqual(cap);
      }
    });
  });

  it('C013 rents on no host, and from no offer, where something failed', () => {
    check((world) => {
      for (const { effect, bad } of rents(world)) {
        if (effect.do !== 'rent') continue;
        expect(bad.map(({ host_id }) => host_id)).not.toContain(effect.offer.host_id);
        expect(bad.map(({ offer_id }) => offer_id)).not.toContain(effect.offer.id);
      }
    });
  });

  it('destroys nothing that was only to be told of, nor what runs or was stopped, without a yes', () => {
    check((world) => {
      for (const { rescue, effect } of world.sent) {
        if (effect.do !== 'destroy') continue;
        const consent = world.plans[Number(rescue.slice(1)) - 1]?.consent;
        const said = world.wanted.has(effect.id) || world.held.size === 0;
        expect(consent === 'by-itself' || said).toBe(true);
      }
    });
  });

  it('sends nothing after it was called off, until it is agreed to anew', () => {
    check((world) => {
      for (const { rescue } of world.rescues().filter(({ end }) => end === 'called-off')) {
        const off = world.events.findIndex(
          (event) => event.t === 'rescue-step' && event.rescue === rescue && event.step === 'called-off',
        );
        const later = world.events
          .slice(off)
          .filter(
            (event) =>
              event.t === 'rescue-step' &&
              event.rescue === rescue &&
              (event.step === 'destroying' || event.step === 'renting'),
          );
        expect(later).toEqual([]);
      }
    });
  });
});

describe('a rescue by itself', () => {
  const itself: RescuePlan = { consent: 'by-itself', tries: 2, cap: 5, search };
  const failing = (plans: RescuePlan[] = [itself]) => {
    const world = new World(plans);
    world.do(market);
    world.do({ c: 'poll', states: ['exited'] });
    return world;
  };
  const steps = (world: World) =>
    world.events.flatMap((event) => (event.t === 'rescue-step' ? [event.step] : []));

  it('waits a moment in which it can be called off, then goes step by step', () => {
    const world = failing();
    expect(steps(world)).toEqual(['boot-failed']);
    world.do({ c: 'wait', ms: rescueHoldMs });
    expect(steps(world).at(-1)).toBe('destroying');
    world.do({ c: 'answer', outcome: 'gone' });
    expect(steps(world).slice(-2)).toEqual(['gone', 'renting']);
    world.do({ c: 'answer', outcome: 'rented' });
    expect(steps(world).at(-1)).toBe('rented');
    expect(rescueOf(world.rescues(), world.lastId)).toMatchObject({
      phase: 'watching',
      id: world.lastId,
      used: 1,
    });
    world.do({ c: 'poll', states: ['running'] });
    expect(world.rescues()[0]).toMatchObject({ phase: 'ended', end: 'running' });
  });

  it('C013 takes the next offer when one is gone, and ends when its tries are used', () => {
    const world = failing();
    world.do({ c: 'wait', ms: rescueHoldMs });
    world.do({ c: 'answer', outcome: 'gone' });
    const first = world.flight?.effect;
    world.do({ c: 'answer', outcome: 'taken' });
    const second = world.flight?.effect;
    expect(first?.do === 'rent' && second?.do === 'rent' && first.offer.id !== second.offer.id).toBe(true);
    world.do({ c: 'answer', outcome: 'busy' });
    expect(world.rescues()[0]).toMatchObject({ end: 'tries-used', used: 2 });
  });

  it('destroys nothing while there is no offer to take its place', () => {
    const world = failing();
    world.do({ c: 'market', offers: [{ id: 105, host: 11, price: 6 }] });
    world.do({ c: 'wait', ms: rescueHoldMs });
    expect(world.sent).toEqual([]);
    expect(world.rescues()[0]).toMatchObject({ end: 'no-offer' });
  });

  it.each([
    ['not-destroyed', 'not-destroyed'],
    ['unknown', 'not-destroyed'],
  ] as const)('rents nothing when the destruction ends %s', (outcome, end) => {
    const world = failing();
    world.do({ c: 'wait', ms: rescueHoldMs });
    world.do({ c: 'answer', outcome });
    expect(world.rescues()[0]).toMatchObject({ phase: 'ended', end });
    expect(world.sent.map(({ effect }) => effect.do)).toEqual(['destroy']);
  });

  it('stops when it is not known whether the rent went through', () => {
    const world = failing();
    world.do({ c: 'wait', ms: rescueHoldMs });
    world.do({ c: 'answer', outcome: 'gone' });
    world.do({ c: 'answer', outcome: 'unknown' });
    world.do({ c: 'wait', ms: 600_000 });
    expect(world.rescues()[0]).toMatchObject({ phase: 'ended', end: 'unknown', used: 1 });
    expect(world.flight).toBeUndefined();
  });

  it('does one after the other when two fail at once', () => {
    const world = failing([itself, itself]);
    world.do({ c: 'wait', ms: rescueHoldMs });
    expect(world.sent).toHaveLength(1);
    world.do({ c: 'answer', outcome: 'gone' });
    world.do({ c: 'answer', outcome: 'rented' });
    expect(underWay(world.rescues())).toMatchObject({ rescue: 'r2', phase: 'destroying' });
  });

  it('looks for an offer for one at a time', () => {
    const world = failing([itself, itself]);
    world.busy.add('r2');
    world.do({ c: 'wait', ms: rescueHoldMs });
    expect(world.sent).toEqual([]);
  });

  it('goes on with nothing after a restart, and says so where it was in the middle', () => {
    const world = failing();
    world.do({ c: 'wait', ms: rescueHoldMs });
    world.do({ c: 'restart' });
    expect(world.rescues()[0]).toMatchObject({ phase: 'ended', end: 'cut-off' });
    expect(world.sent).toHaveLength(1);
  });

  it('waits while something else keeps it from writing', () => {
    const world = failing();
    world.do({ c: 'block' });
    world.do({ c: 'wait', ms: 60_000 });
    expect(world.sent).toEqual([]);
    world.do({ c: 'unblock' });
    expect(world.sent).toHaveLength(1);
  });

  /** What was rented in the place of the first one comes over the cap, and runs already. */
  function overTheCap(plan: RescuePlan) {
    const world = failing([{ ...plan, consent: 'by-itself' }]);
    world.do({ c: 'wait', ms: rescueHoldMs });
    world.do({ c: 'answer', outcome: 'gone' });
    world.do({ c: 'answer', outcome: 'rented' });
    world.events = world.events.map((event) => (event.t === 'rescue' ? { ...event, ...plan } : event));
    world.dear.add('r1');
    world.offers = [];
    world.do({ c: 'poll', states: ['running'] });
    return world;
  }

  it('destroys at once what came over the cap, though it runs, no try is left and no other offer is there', () => {
    const world = overTheCap({ ...itself, tries: 1 });
    expect(world.sent.map(({ effect }) => effect.do)).toEqual(['destroy', 'rent', 'destroy']);
    expect(world.rescues()[0]).toMatchObject({ phase: 'destroying' });
    world.dear.clear();
    world.do({ c: 'answer', outcome: 'gone' });
    expect(world.rescues()[0]).toMatchObject({ phase: 'ended', end: 'tries-used' });
  });

  it('only asks about what came over the cap where it was to ask', () => {
    const world = overTheCap({ ...itself, consent: 'ask' });
    world.do({ c: 'wait', ms: 600_000 });
    expect(world.sent).toHaveLength(2);
    expect(world.rescues()[0]).toMatchObject({ phase: 'watching', failed: { word: 'over-cap' } });
  });

  it('rents nothing by itself without a price cap', () => {
    const { cap: _, ...capless } = itself;
    const world = failing([capless]);
    world.do({ c: 'wait', ms: 60_000 });
    expect(world.sent).toEqual([]);
  });

  it('asks for a yes of its own for each failure', () => {
    const world = failing([{ ...itself, consent: 'ask' }]);
    world.do({ c: 'wait', ms: 60_000 });
    expect(world.sent).toEqual([]);
    world.do({ c: 'yes', which: 0 });
    world.do({ c: 'wait', ms: rescueHoldMs });
    world.do({ c: 'answer', outcome: 'gone' });
    world.do({ c: 'answer', outcome: 'rented' });
    world.do({ c: 'poll', states: ['exited'] });
    world.do({ c: 'wait', ms: 60_000 });
    expect(world.sent).toHaveLength(2);
    const [rescue] = world.rescues();
    expect(rescue && wantedAt(rescue, world)).toBeUndefined();
  });
});
