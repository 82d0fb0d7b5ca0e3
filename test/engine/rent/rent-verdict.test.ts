import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JournalEvent, RentEvent } from '../../../src/engine/journal-events.ts';
import {
  agreedRescue,
  blockingRent,
  settledByPerson,
  unclearNow,
  unsettled,
} from '../../../src/engine/rent/rent-journal-machine.ts';
import {
  judgeRents,
  type ListReading,
  readingOf,
  settlements,
} from '../../../src/engine/rent/rent-verdict.ts';
import { absentAfterMs } from '../../../src/engine/write.ts';

const account = { base_url: 'https://api.example.com', key_id: '9f3c' };
const noon = Date.UTC(2026, 10, 27, 12);
const event = (e: RentEvent): JournalEvent => ({ ...e, ...account });
type Intent = Extract<RentEvent, { t: 'intent' }>;
const intent = (rent: string, more: Partial<Intent> = {}): JournalEvent =>
  event({
    t: 'intent',
    rent,
    at: noon,
    offer_id: 7,
    body_hash: 'x',
    known_ids: [1, 2],
    known_count: 2,
    ...more,
  });
const unclear = (rent: string, at = noon + 1_000): JournalEvent => event({ t: 'unclear', rent, at });
const list = (rows: ListReading['rows'], at = noon + 5_000, found = rows.length): ListReading => ({
  at,
  found,
  rows,
});
const old = [{ id: 1 }, { id: 2, label: 'train' }];
const verdict = (events: readonly JournalEvent[], reading: ListReading | undefined, sending?: Set<string>) =>
  judgeRents(events, reading, sending)[0]?.verdict;

describe('a rent whose answer is missing', () => {
  const open = [intent('a', { tag: 'rd-abcdef' }), unclear('a')];

  it('is the machine that carries its mark, whatever else is new', () => {
    const rows = [...old, { id: 3 }, { id: 4, label: 'rd-abcdef' }, { id: 5, label: 'other' }];
    expect(verdict(open, list(rows))).toEqual({ kind: 'adopt', id: 4 });
    expect(settlements(open, list(rows), noon + 6_000)).toEqual([
      { t: 'rented', rent: 'a', id: 4, offer_id: 7, at: noon + 6_000, label: 'rd-abcdef' },
    ]);
  });

  it('is the one that has its offer, label and image, where it is not known what was there before', () => {
    const {
      known_ids: _,
      known_count: __,
      ...blind
    } = intent('a', { label: 'train', image: 'a/b:1' }) as Intent & {
      base_url: string;
      key_id: string;
    };
    const events = [blind, unclear('a')];
    const own = { id: 5, label: 'train', ask_contract_id: 7, image_uuid: 'a/b:1' };
    expect(verdict(events, list([...old, own]))).toEqual({ kind: 'adopt', id: 5, guessed: true });
    for (const other of [
      { ...own, ask_contract_id: 8 },
      { ...own, label: 'eval' },
      { ...own, image_uuid: 'c/d:1' },
      { id: 5, label: 'train', ask_contract_id: 7 },
      { id: 5, label: 'train', image_uuid: 'a/b:1' },
    ])
      expect(verdict(events, list([...old, other]))).toMatchObject({ kind: 'ask' });
    expect(verdict(events, list([...old, own, { ...own, id: 6 }]))).toMatchObject({ kind: 'ask' });
    expect(verdict(events, list([...old, own], noon + 5_000, 4))).toMatchObject({ kind: 'ask' });
  });

  it('is the only new machine, when no label says otherwise', () => {
    const only = { kind: 'adopt', id: 3, guessed: true };
    expect(verdict(open, list([...old, { id: 3 }]))).toEqual(only);
    expect(settlements(open, list([...old, { id: 3 }]), noon)).toMatchObject([{ id: 3, guessed: true }]);
    // Without a label of its own it has none, where none was sent.
    const bare = [intent('a'), unclear('a')];
    expect(verdict(bare, list([...old, { id: 3, label: '' }]))).toEqual(only);
  });

  describe('is asked about when the only new machine says that it is another', () => {
    const sent = {
      ...{ tag: 'rd-abcdef', gpu: '1x RTX 4090', image: 'a/b:1', host_id: 8, machine_id: 9 },
    };
    const same = {
      gpu_name: 'RTX_4090',
      num_gpus: 1,
      image_uuid: 'docker.io/a/b:1',
      machine_id: 9,
      host_id: 8,
    };
    const judged = (row: object) =>
      verdict([intent('a', sent), unclear('a')], list([...old, { id: 3, ...row }]));

    it('as long as nothing contradicts it is taken', () => {
      expect(judged({ ...same, ask_contract_id: 7 })).toMatchObject({ kind: 'adopt', id: 3 });
      expect(judged({ image_uuid: '0d9d0a4e-6a2f-4b6e-9d43-0f1c9f1f2a11' })).toMatchObject({ kind: 'adopt' });
    });

    it.each([
      { ask_contract_id: 8 },
      { num_gpus: 2 },
      { gpu_name: 'RTX 3090' },
      { image_uuid: 'a/b:2' },
      { machine_id: 10 },
      { host_id: 10 },
      { label: '' },
      { label: 'rd-zzzzzz' },
    ])('but not where it says %j', (row) => {
      expect(judged({ ...same, ...row })).toEqual({ kind: 'ask', ids: [3] });
      // What carries the mark is ours, whatever else its record says.
      expect(judged({ ...same, ...row, label: 'rd-abcdef' })).toEqual({ kind: 'adopt', id: 3 });
    });
  });

  it('is asked about when several are new, or the only one has a name of its own', () => {
    expect(verdict(open, list([...old, { id: 3 }, { id: 4 }]))).toEqual({ kind: 'ask', ids: [3, 4] });
    expect(verdict(open, list([...old, { id: 3, label: 'colleague' }]))).toEqual({ kind: 'ask', ids: [3] });
  });

  it('was not created when nothing is new for a minute, and not a moment before', () => {
    const since = noon + 1_000;
    expect(verdict(open, list(old, since + absentAfterMs - 1))).toEqual({ kind: 'wait' });
    expect(verdict(open, list(old, since + absentAfterMs))).toEqual({ kind: 'not-created' });
  });

  it('waits while the list cannot be read, however long that lasts, and for a list from after the request', () => {
    expect(settlements(open, undefined, noon + 3_600_000)).toEqual([]);
    expect(verdict(open, list([...old, { id: 3 }], noon - 1))).toEqual({ kind: 'wait' });
  });

  it('leaves alone what another rent is known to own', () => {
    const events = [intent('z'), event({ t: 'rented', rent: 'z', id: 3, offer_id: 7, at: noon }), ...open];
    expect(verdict(events, list([...old, { id: 3 }], noon + absentAfterMs * 2))).toEqual({
      kind: 'not-created',
    });
  });

  it('is not found absent while the list counts more than it shows', () => {
    expect(verdict(open, list(old, noon + absentAfterMs * 2, 3))).toEqual({ kind: 'ask', ids: [] });
    const hidden = readingOf({ instances_found: 2, instances: [], missing: 3 }, noon + absentAfterMs * 2);
    expect(verdict(open, hidden)).toEqual({ kind: 'ask', ids: [] });
    // What it hid before the rent as well may have come to light, and what it hides now may be the rent's.
    const before = [intent('a', { known_count: 3 }), unclear('a')];
    expect(verdict(before, list(old, noon + 2_000, 3))).toEqual({ kind: 'wait' });
    expect(verdict(before, list(old, noon + absentAfterMs * 2, 3))).toEqual({ kind: 'ask', ids: [] });
    expect(verdict(before, list([...old, { id: 3 }]))).toEqual({ kind: 'ask', ids: [3] });
    expect(verdict(before, list(old, noon + absentAfterMs * 2))).toEqual({ kind: 'not-created' });
  });

  it('goes by the count where the ids of before are not known, else asks', () => {
    const { known_ids: _, ...bare } = intent('a') as Intent & typeof account;
    const counted = [bare, unclear('a')];
    expect(verdict(counted, list(old, noon + absentAfterMs * 2))).toEqual({ kind: 'not-created' });
    expect(verdict(counted, list([...old, { id: 3 }]))).toEqual({ kind: 'ask', ids: [1, 2, 3] });
    const gone = event({ t: 'gone', id: 2, at: noon + 2_000 });
    expect(verdict([...counted, gone], list([{ id: 1 }, { id: 3 }]))).toEqual({ kind: 'ask', ids: [1, 3] });

    const { known_count: __, ...blind } = bare;
    expect(verdict([blind, unclear('a')], list(old))).toEqual({ kind: 'ask', ids: [1, 2] });
    expect(verdict([blind, unclear('a')], list([], noon + absentAfterMs * 2))).toEqual({
      kind: 'not-created',
    });
  });

  it('goes by no count in which a machine may stand that was found since', () => {
    const sentBefore = [...open, event({ t: 'overridden', rent: 'a', at: noon + 2_000 })];
    const { known_ids: _, ...counted } = intent('b', { at: noon + 3_000, known_count: 3 }) as Intent &
      typeof account;
    const both = [...sentBefore, counted, unclear('b', noon + 4_000)];
    const rows = [...old, { id: 3, label: 'rd-abcdef' }, { id: 4 }];
    const found = settlements(both, list(rows), noon + 6_000).map(event);
    expect(found).toMatchObject([{ t: 'rented', rent: 'a', id: 3 }]);
    const later = list(rows, noon + absentAfterMs * 2);
    expect(verdict([...both, ...found], later)).toEqual({ kind: 'ask', ids: [1, 2, 4] });

    // Nor where the person has named one that was there before.
    const two = [counted, unclear('b'), event({ t: 'overridden', rent: 'b', at: noon + 4_000 })];
    const next = [...two, intent('c', { at: noon + 5_000 }), unclear('c', noon + 6_000)];
    const named = event(settledByPerson(next, 'c', { id: 1 }, noon + 7_000) as RentEvent);
    expect(verdict([...next, named], later)).toEqual({ kind: 'ask', ids: [2, 3, 4] });
  });

  it('does not take what another one without an outcome may own', () => {
    const two = [...open, event({ t: 'overridden', rent: 'a', at: noon }), intent('b'), unclear('b')];
    const judged = judgeRents(two, list([...old, { id: 3 }]));
    expect(judged.map((one) => one.verdict.kind)).toEqual(['ask', 'ask']);
    // The mark of one clears up the other too.
    const marked = judgeRents(two, list([...old, { id: 3, label: 'rd-abcdef' }, { id: 4 }]));
    expect(marked.map((one) => one.verdict)).toEqual([
      { kind: 'adopt', id: 3 },
      { kind: 'adopt', id: 4, guessed: true },
    ]);
    // One that is on its way says in a moment what it owns.
    expect(verdict(two, list([...old, { id: 3 }]), new Set(['b']))).toEqual({ kind: 'wait' });
  });

  it('keeps other rents from going out until it is settled or the person lets them', () => {
    expect(blockingRent([])).toBeUndefined();
    expect(blockingRent(open)?.rent).toBe('a');
    expect(blockingRent([intent('a')], new Set(['a']))).toBeUndefined();
    expect(blockingRent([...open, event({ t: 'overridden', rent: 'a', at: noon })])).toBeUndefined();
    const person = settledByPerson(open, 'a', 'not-created', noon) as RentEvent;
    expect(blockingRent([...open, event(person)])).toBeUndefined();
    expect(settledByPerson([...open, event(person)], 'a', { id: 9 }, noon)).toBeUndefined();
  });

  it('begins its clock at the next start when the program ended in the middle', () => {
    expect(unclearNow([intent('a')], noon + 90_000)).toEqual([
      { t: 'unclear', rent: 'a', at: noon + 90_000 },
    ]);
    expect(unclearNow([intent('a')], noon, new Set(['a']))).toEqual([]);
    expect(unclearNow(open, noon + 2_000)).toEqual([]);
    // A clock that was put back begins anew, so that the minute does not last for days.
    expect(unclearNow(open, noon - 86_400_000)).toEqual([{ t: 'unclear', rent: 'a', at: noon - 86_400_000 }]);
    const back = [...open, unclear('a', noon - 86_400_000)];
    expect(verdict(back, list(old, noon - 86_400_000 + absentAfterMs))).toEqual({ kind: 'not-created' });
  });

  it('takes along the rescue that was agreed to with the purchase', () => {
    const agreed = [
      intent('a', {
        search: { limit: 5 } as never,
        rescue: { consent: 'ask', tries: 3, cap: 0.5 },
        host_id: 4,
      }),
    ];
    const rented = settledByPerson(agreed, 'a', { id: 9 }, noon) as Extract<RentEvent, { t: 'rented' }>;
    expect(agreedRescue(agreed, rented)).toEqual([
      {
        t: 'rescue',
        rescue: 'a',
        at: noon,
        id: 9,
        offer_id: 7,
        consent: 'ask',
        tries: 3,
        cap: 0.5,
        search: { limit: 5 },
        host_id: 4,
      },
    ]);
    expect(agreedRescue(open, { ...rented, rent: 'a' })).toEqual([]);
  });

  it('asks before it rescues what is only taken to be its machine', () => {
    const agreed = [
      intent('a', { search: {} as never, rescue: { consent: 'by-itself', tries: 2, cap: 0.5 } }),
      unclear('a'),
    ];
    const [only] = settlements(agreed, list([...old, { id: 3 }]), noon);
    const person = settledByPerson(agreed, 'a', { id: 9 }, noon);
    for (const rented of [only, person] as Extract<RentEvent, { t: 'rented' }>[]) {
      expect(agreedRescue(agreed, rented)).toMatchObject([{ consent: 'ask', guessed: true, cap: 0.5 }]);
      const { guessed: _, ...known } = rented;
      expect(agreedRescue(agreed, known)).toMatchObject([{ consent: 'by-itself' }]);
    }
  });
});

describe('whatever happens, in whatever order', () => {
  /** A service with its machines, a journal, and a program that may end at any time. */
  type Move =
    | {
        do: 'send';
        created: boolean;
        answer: 'yes' | 'no' | 'lost' | 'crash';
        tagged: boolean;
        blind: number;
      }
    | { do: 'somebody'; label: boolean }
    | { do: 'destroy'; which: number }
    | { do: 'read'; how: 'whole' | 'failed' | 'bare' | 'part' }
    | { do: 'person'; how: 'not-created' | 'adopt' | 'override'; which: number }
    | { do: 'time'; ms: number }
    | { do: 'start' };
  const move: fc.Arbitrary<Move> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('send' as const),
        created: fc.boolean(),
        answer: fc.constantFrom('yes' as const, 'no' as const, 'lost' as const, 'crash' as const),
        tagged: fc.boolean(),
        blind: fc.nat(3),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('somebody' as const), label: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('destroy' as const), which: fc.nat(9) }) },
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant('read' as const),
        how: fc.constantFrom(
          'whole' as const,
          'whole' as const,
          'failed' as const,
          'bare' as const,
          'part' as const,
        ),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('person' as const),
        how: fc.constantFrom('not-created' as const, 'adopt' as const, 'override' as const),
        which: fc.nat(9),
      }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('time' as const), ms: fc.nat(90_000) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('start' as const) }) },
  );

  function play(moves: readonly Move[]) {
    const events: JournalEvent[] = [];
    let rows: { id: number; label?: string }[] = [{ id: 1, label: 'train' }];
    let now = noon;
    let nextId = 2;
    /** The machine that each rent really made. */
    const made = new Map<string, number>();
    const settledBy = new Map<string, string[]>();
    const append = (e: RentEvent, by: string) => {
      events.push(event(e));
      if ((e.t === 'rented' || e.t === 'not-created') && e.rent !== undefined)
        settledBy.set(e.rent, [...(settledBy.get(e.rent) ?? []), by]);
    };
    const make = (label?: string) => {
      const id = nextId++;
      rows = [...rows, { id, ...(label === undefined ? {} : { label }) }];
      return id;
    };
    for (const m of moves) {
      now += 10;
      if (m.do === 'time') now += m.ms;
      else if (m.do === 'somebody') make(m.label ? 'colleague' : undefined);
      else if (m.do === 'destroy') rows = rows.filter((_, index) => index !== m.which % (rows.length + 1));
      else if (m.do === 'send') {
        const before = blockingRent(events);
        if (before !== undefined && m.blind === 3) continue;
        if (before !== undefined) append({ t: 'overridden', rent: before.rent, at: now }, '');
        const rent = `r${events.length}`;
        const tag = m.tagged ? `rd-${String(events.length).padStart(6, '0')}` : undefined;
        events.push(
          event({
            ...{ t: 'intent', rent, at: now, offer_id: 7, body_hash: 'x' },
            ...(m.blind < 2 && { known_ids: rows.map(({ id }) => id) }),
            ...(m.blind < 3 && { known_count: rows.length }),
            ...(tag === undefined ? { label: 'mine' } : { tag }),
          } as RentEvent),
        );
        const exists = m.created || m.answer === 'yes';
        if (exists && m.answer !== 'no') made.set(rent, make(tag ?? 'mine'));
        if (m.answer === 'yes')
          append({ t: 'rented', rent, id: made.get(rent) as number, offer_id: 7, at: now }, 'answer');
        if (m.answer === 'no') append({ t: 'not-created', rent, at: now, why: 'refused' }, 'answer');
        if (m.answer === 'lost') append({ t: 'unclear', rent, at: now }, '');
      } else if (m.do === 'start') for (const e of unclearNow(events, now)) append(e, '');
      else if (m.do === 'read') {
        for (const e of unclearNow(events, now)) append(e, '');
        const shown = m.how === 'bare' ? rows.map(({ id }) => ({ id })) : rows;
        const reading =
          m.how === 'failed'
            ? undefined
            : { at: now, found: rows.length, rows: m.how === 'part' ? shown.slice(0, -1) : shown };
        for (const e of settlements(events, reading, now)) append(e, m.how);
      } else {
        const open = unsettled(events);
        const rent = open[m.which % Math.max(1, open.length)]?.rent;
        if (rent === undefined) continue;
        if (m.how === 'override') append({ t: 'overridden', rent, at: now }, '');
        else {
          const id = rows[m.which % Math.max(1, rows.length)]?.id;
          if (m.how === 'adopt' && id === undefined) continue;
          const e = settledByPerson(
            events,
            rent,
            m.how === 'adopt' ? { id: id as number } : 'not-created',
            now,
          );
          if (e !== undefined) append(e, 'person');
        }
      }
    }
    return { events, settledBy, made, rows };
  }

  it('no rent is settled twice, no id is two rents, and nothing is said not to exist by a list that was not read', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
        const { events, settledBy } = play(moves);
        for (const [rent, by] of settledBy) {
          expect(by, rent).toHaveLength(1);
          expect(by[0]).not.toBe('failed');
        }
        const ids = events.flatMap((e) => (e.t === 'rented' ? [e.id] : []));
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: 2_000 },
    );
  });

  it('a machine that was made and is listed is never settled as not created, but by the person', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
        const { events, settledBy, made } = play(moves.filter((m) => m.do !== 'destroy'));
        for (const e of events) {
          if (e.t !== 'not-created' || e.why !== 'not-listed' || !made.has(e.rent)) continue;
          // Unless the person took its machine for another rent's.
          const taken = events.some((other) => other.t === 'rented' && other.id === made.get(e.rent));
          expect(taken, JSON.stringify([e, settledBy.get(e.rent)])).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('where nobody else rents, each rent that is found is found as the machine that it made', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
        const alone = moves.filter((m) => m.do !== 'somebody' && m.do !== 'person');
        const { events, made } = play(alone);
        for (const e of events)
          if (e.t === 'rented' && e.rent !== undefined) expect(e.id, e.rent).toBe(made.get(e.rent));
      }),
      { numRuns: 2_000 },
    );
  });

  it('once the mark is in a list that is read, the rent is settled as that machine', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        const { events, made, rows } = play(moves);
        const open = unsettled(events);
        const reading = { at: noon + 1e9, found: rows.length, rows };
        const claimed = new Set(events.flatMap((e) => (e.t === 'rented' ? [e.id] : [])));
        const judged = judgeRents(events, reading);
        for (const { rent, tag } of open) {
          const id = made.get(rent);
          if (tag === undefined || id === undefined || claimed.has(id) || !rows.some((row) => row.id === id))
            continue;
          expect(judged.find((one) => one.rent.rent === rent)?.verdict).toEqual({ kind: 'adopt', id });
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
