import type { Instance, Offer } from '../../client/wire.ts';
import { type BootSeen, bootVerdict } from '../instances/boot.ts';
import { dearerThanAgreed } from '../money/agreed-price.ts';
import { nextOffer } from '../offers/next-offer.ts';
import { overCap, type Place, type Rescue, type RescueEnd, underWay } from './rescue.ts';

/** Between the decision and the first step, so that it can be called off before anything has happened. */
export const rescueHoldMs = 5_000;

/** All that the next move depends on. */
export type RescueDesk = {
  rescues: readonly Rescue[];
  seen: ReadonlyMap<number, BootSeen>;
  /** Yeses of the person in this run (ms, as `now`), by the instance that they were about. */
  wanted: ReadonlyMap<number, number>;
  /** When the boot that failed last was seen to have, in this run (ms, as `now`), by rescue. */
  failing: ReadonlyMap<string, number>;
  /** Rescues that rented what costs more than their cap. */
  dear: ReadonlySet<string>;
  /** Rescues whose request body is in memory; the others can only be started by hand. */
  held: ReadonlySet<string>;
  /** Rescues whose step is being carried out now. */
  busy: ReadonlySet<string>;
  /** Why nothing may be written just now. */
  blocked: string | undefined;
  /** Ms by a clock that only we move: what the service thinks the time is must not shorten what can be called off. */
  now: number;
};

/** What is to be done next, one thing at a time. Each is noted in the journal before it is done. */
export type RescueMove =
  | { do: 'note-running'; rescue: Rescue }
  | { do: 'note-failed'; rescue: Rescue; word: string }
  | { do: 'end'; rescue: Rescue; why: RescueEnd }
  /** Only when an offer can be rented in its place, but for one over the cap. */
  | { do: 'destroy'; rescue: Rescue; dear?: true }
  | { do: 'rent'; rescue: Rescue };

/** Those of the rescues that rented what costs more than their cap, by the list as it is now. */
export const dearRescues = (rescues: readonly Rescue[], rows: readonly Instance[]): Set<string> =>
  new Set(
    rescues.flatMap(({ rescue, phase, id, used, plan }) => {
      const row = phase === 'watching' && used > 0 ? rows.find((one) => one.id === id) : undefined;
      return row !== undefined && dearerThanAgreed(row, plan.cap) !== undefined ? [rescue] : [];
    }),
  );

/** Whether a person, or the plan, wants the watched instance replaced, and since when (ms, as the desk's own). */
export function wantedAt(
  rescue: Rescue,
  desk: Pick<RescueDesk, 'seen' | 'wanted' | 'failing' | 'held' | 'dear'>,
): number | undefined {
  if (rescue.phase !== 'watching' || !desk.held.has(rescue.rescue)) return undefined;
  const seen = desk.seen.get(rescue.id);
  const asked = desk.wanted.get(rescue.id);
  const dear = desk.dear.has(rescue.rescue);
  if (asked !== undefined) return dear || rescuable(seen) ? asked : undefined;
  const { consent, cap } = rescue.plan;
  if (consent !== 'by-itself' || cap === undefined || rescue.failed === undefined) return undefined;
  const at = desk.failing.get(rescue.rescue);
  // What nobody agreed to pay is not left running for a moment.
  if (dear) return at === undefined ? undefined : at - rescueHoldMs;
  return bootVerdict(seen) === 'failed' ? at : undefined;
}

/** A boot that has not ended well, and not one that somebody stopped or outbid: what a person may give up by hand. */
export function rescuable(seen: BootSeen | undefined): boolean {
  if (seen === undefined) return false;
  const verdict = bootVerdict(seen);
  if (verdict === 'failed' || verdict === 'doubtful') return true;
  return !seen.hasRun && (seen.kind === 'provisioning' || seen.kind === 'loading');
}

/** The next move, or undefined while there is nothing to do but wait. */
export function nextMove(desk: RescueDesk): RescueMove | undefined {
  const { rescues, seen, held, busy, blocked, now } = desk;
  const watching = rescues.filter(({ phase }) => phase === 'watching');
  for (const rescue of watching) {
    const state = seen.get(rescue.id);
    if (desk.dear.has(rescue.rescue)) {
      if (rescue.failed === undefined) return { do: 'note-failed', rescue, word: overCap };
      continue;
    }
    if (state?.kind === 'running' || state?.hasRun === true) return { do: 'note-running', rescue };
    if (rescue.failed === undefined && bootVerdict(state) === 'failed')
      return { do: 'note-failed', rescue, word: state?.word ?? 'failed' };
  }
  const current = underWay(rescues);
  if (current !== undefined) {
    if (busy.has(current.rescue)) return undefined;
    // Begun by an earlier run: what it was rented with is gone, and whether its last step was carried out is not known.
    if (!held.has(current.rescue))
      return blocked === undefined ? { do: 'end', rescue: current, why: 'cut-off' } : undefined;
    if (current.phase !== 'empty-handed') return undefined;
    if (current.used >= current.plan.tries) return { do: 'end', rescue: current, why: 'tries-used' };
    return blocked === undefined ? { do: 'rent', rescue: current } : undefined;
  }
  const due = watching
    .flatMap((rescue) => {
      const at = wantedAt(rescue, desk);
      return at === undefined || busy.has(rescue.rescue) ? [] : [{ rescue, at }];
    })
    .sort((a, b) => a.at - b.at);
  const isDear = ({ rescue }: { rescue: Rescue }) => desk.dear.has(rescue.rescue);
  const spent = due.find((one) => one.rescue.used >= one.rescue.plan.tries && !isDear(one));
  if (spent !== undefined) return { do: 'end', rescue: spent.rescue, why: 'tries-used' };
  const [first] = due;
  if (first === undefined || blocked !== undefined || busy.size > 0) return undefined;
  if (now - first.at < rescueHoldMs) return undefined;
  return { do: 'destroy', rescue: first.rescue, ...(isDear(first) && { dear: true }) };
}

/** What the failed one was, as far as it is known. */
export type Wanted = Pick<Offer, 'gpu_name' | 'num_gpus' | 'is_bid'>;

/** The next best offer of the same search: under the cap, like the failed one, nowhere that something failed. */
export function rescueOffer(
  rescue: Rescue,
  {
    wanted,
    offers,
    failed,
    gone,
    price,
  }: {
    wanted: Wanted;
    offers: readonly Offer[];
    failed: readonly Place[];
    /** Offers that turned out to be taken in this run. */
    gone: Iterable<number>;
    /** $/h of an offer as it would be rented, disk included. */
    price: (offer: Offer) => number | undefined;
  },
): Offer | undefined {
  const places = [...failed, rescue.place];
  const ids = (key: keyof Place) => new Set(places.flatMap((place) => place[key] ?? []));
  const { cap } = rescue.plan;
  return nextOffer({
    failed: { ...wanted, id: rescue.place.offer_id ?? 0 },
    offers,
    excludedIds: new Set([...gone, ...rescue.missed, ...ids('offer_id')]),
    excludedHosts: ids('host_id'),
    excludedMachines: ids('machine_id'),
    ...(cap === undefined ? {} : { priceCap: cap }),
    price,
  });
}
