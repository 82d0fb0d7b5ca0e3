import type { JournalEvent, RentEvent, RescueEvent } from '../journal-events.ts';

/**
 * What the journal says of the rents of one account: which of them have no outcome yet, and what ends that. What a read
 * of the list makes of them is in rent-verdict.ts.
 */

/** A confirmed rent that is neither known to exist nor known not to. */
export type Unsettled = {
  rent: string;
  offerId: number;
  /** When it was sent, epoch ms. */
  at: number;
  /** Since when its answer is missing, epoch ms; undefined while it is on its way, or was when the program ended. */
  since: number | undefined;
  /** The person let other rents go out although this one is not settled. */
  overridden: boolean;
  knownIds?: readonly number[];
  knownCount?: number;
  tag?: string;
  label?: string;
  gpu?: string;
  image?: string;
  machineId?: number;
  hostId?: number;
  /** A boot that fails was to be rescued without a question. */
  byItself?: true;
  /** The key that sent it may be of another account: but for its mark, the list of this one tells nothing of it. */
  otherKey?: true;
};

/** The rents of one account without an outcome, oldest first. The first outcome of a rent stands. */
export function unsettled(events: readonly JournalEvent[]): Unsettled[] {
  const open = new Map<string, Unsettled>();
  const settled = new Set<string>();
  for (const event of events) {
    if (event.t === 'intent') {
      if (!settled.has(event.rent) && !open.has(event.rent)) open.set(event.rent, fromIntent(event));
    } else if (event.t === 'rented' || event.t === 'not-created') {
      if (event.rent !== undefined) settled.add(event.rent);
      if (event.rent !== undefined) open.delete(event.rent);
    } else if (event.t === 'unclear' || event.t === 'overridden') {
      const known = open.get(event.rent);
      if (known === undefined) continue;
      open.set(
        event.rent,
        event.t === 'unclear' ? { ...known, since: event.at } : { ...known, overridden: true },
      );
    }
    if (event.t !== 'rented' && event.t !== 'gone') continue;
    // Where there is nothing but the count: what is gone is off it. What was rented, by a rent sent before or as the person
    // says, may stand in it already: then it no longer tells.
    for (const [rent, { knownIds, knownCount, ...rest }] of open)
      if (knownIds === undefined && knownCount !== undefined)
        open.set(rent, event.t === 'gone' ? { ...rest, knownCount: knownCount - 1 } : rest);
  }
  return [...open.values()];
}

/** The rent that keeps others from going out: its outcome is not known, and the person has not let others go. */
export const blockingRent = (
  events: readonly JournalEvent[],
  sending: ReadonlySet<string> = new Set(),
): Unsettled | undefined =>
  unsettled(events).find(({ rent, overridden }) => !overridden && !sending.has(rent));

function fromIntent(intent: Extract<RentEvent, { t: 'intent' }>): Unsettled {
  const { rent, offer_id, at, known_ids, known_count, tag, label, gpu, image } = intent;
  const { machine_id, host_id, rescue, other_key } = intent;
  return {
    rent,
    offerId: offer_id,
    at,
    since: undefined,
    overridden: false,
    ...(known_ids !== undefined && { knownIds: known_ids }),
    ...(known_count !== undefined && { knownCount: known_count }),
    ...(tag !== undefined && { tag }),
    ...(label !== undefined && { label }),
    ...(gpu !== undefined && { gpu }),
    ...(image !== undefined && { image }),
    ...(machine_id !== undefined && { machineId: machine_id }),
    ...(host_id !== undefined && { hostId: host_id }),
    ...(rescue?.consent === 'by-itself' && { byItself: true }),
    ...(other_key === true && { otherKey: true }),
  };
}

/**
 * The rents whose clock has to begin: sent, and no answer is awaited any more, since the program ended meanwhile.
 * Also those that a clock put back has placed in the future. `sending` are the rents on their way in this run.
 */
export function unclearNow(
  events: readonly JournalEvent[],
  now: number,
  sending: ReadonlySet<string> = new Set(),
): RentEvent[] {
  return unsettled(events)
    .filter(
      ({ rent, since, otherKey }) =>
        otherKey !== true && !sending.has(rent) && (since === undefined || since > now),
    )
    .map(({ rent }) => ({ t: 'unclear', rent, at: now }));
}

/** What the person says became of a rent; undefined when it has an outcome already, or the id is another rent's. */
export function settledByPerson(
  events: readonly JournalEvent[],
  rent: string,
  became: { id: number } | 'not-created',
  now: number,
  insisted = false,
): RentEvent | undefined {
  if (!unsettled(events).some((open) => open.rent === rent)) return undefined;
  if (became === 'not-created')
    return { t: 'not-created', rent, at: now, why: 'person', ...(insisted && { insisted }) };
  if (events.some((event) => event.t === 'rented' && event.id === became.id)) return undefined;
  return { ...rentedAs(events, rent, became.id, now), guessed: true };
}

/** The event for a rent that turned out to be instance `id`, with what the intent knew of it. */
export function rentedAs(
  events: readonly JournalEvent[],
  rent: string,
  id: number,
  at: number,
): Extract<RentEvent, { t: 'rented' }> {
  const intent = events.find((event) => event.t === 'intent' && event.rent === rent);
  if (intent === undefined || intent.t !== 'intent') throw new Error(`there is no rent ${rent}`);
  const { offer_id, label, tag, gpu, host_id, machine_id } = intent;
  const name = label ?? tag;
  return {
    t: 'rented',
    rent,
    id,
    offer_id,
    at,
    ...(name !== undefined && { label: name }),
    ...(gpu !== undefined && { gpu }),
    ...(host_id !== undefined && { host_id }),
    ...(machine_id !== undefined && { machine_id }),
  };
}

/**
 * The rescue that was agreed to with the purchase, beginning once there is an instance to watch; its id is the rent's.
 * What is only taken to be the machine of the rent is destroyed by nobody's consent of before: it is asked about.
 */
export function agreedRescue(
  events: readonly JournalEvent[],
  { rent, id, at, offer_id, host_id, machine_id, guessed }: Extract<RentEvent, { t: 'rented' }>,
): RescueEvent[] {
  const intent = events.find((event) => event.t === 'intent' && event.rent === rent);
  if (rent === undefined || intent?.t !== 'intent') return [];
  const { search, rescue } = intent;
  if (search === undefined || rescue === undefined) return [];
  const asks = guessed === true && rescue.consent === 'by-itself';
  return [
    {
      t: 'rescue',
      rescue: rent,
      at,
      id,
      offer_id,
      ...rescue,
      ...(asks && { consent: 'ask', guessed: true }),
      search,
      ...(host_id !== undefined && { host_id }),
      ...(machine_id !== undefined && { machine_id }),
    },
  ];
}
