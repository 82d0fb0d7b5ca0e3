import type { JournalEvent, LimitEvent } from '../journal-events.ts';
import { rescueOf, rescuesOf, underWay } from '../rescue/rescue.ts';
import { type Meter, meterOf, spentBy } from './limit-spend.ts';

/** A limit that a person has set and that has not ended; `id` is the machine that it is for now. */
export type OpenLimit = Extract<LimitEvent, { t: 'limit' }> & {
  /** The machine that it was set on, where a rescue has rented this one in its place. */
  first?: number;
  /** The machine that its job on the service is still for. */
  jobOf?: number;
};
export type LimitAct = OpenLimit['act'];
export type LimitEnd = Extract<LimitEvent, { t: 'limit-ended' }>['why'];

/**
 * The limits that stand, oldest first. An instance has one of each act at the most: a later one takes the place of
 * the one before it. With its instance a limit is gone, too, unless a rescue rents another in its place: then it is of
 * that one, as soon as there is one.
 */
export function openLimits(events: readonly JournalEvent[]): OpenLimit[] {
  const open = new Map<string, OpenLimit>();
  const firsts = new Map<string, number>();
  const heirs = heirsOf(events);
  for (const event of events) {
    if (event.t === 'limit') {
      const same = [...open.values()].find(({ id, act }) => id === event.id && act === event.act);
      if (same !== undefined) open.delete(same.limit);
      // One that is changed stands where a new one would: at the end.
      open.delete(event.limit);
      const first = firsts.get(event.limit) ?? event.id;
      firsts.set(event.limit, first);
      open.set(event.limit, first === event.id ? event : { ...event, first });
    } else if (event.t === 'limit-ended') open.delete(event.limit);
    else if (event.t === 'gone')
      for (const one of [...open.values()].filter(({ id }) => id === event.id)) {
        open.delete(one.limit);
        const heir = heirs.get(event.id);
        if (heir !== undefined) open.set(one.limit, inherited(one, heir));
      }
  }
  return [...open.values()];
}

/** What a rescue has rented in the place of a machine, by the id of that one. */
const heirsOf = (events: readonly JournalEvent[]): ReadonlyMap<number, number> =>
  new Map(
    rescuesOf(events).flatMap(({ ids }) =>
      ids.slice(1).map((id, index) => [ids[index] as number, id] as const),
    ),
  );

const inherited = (limit: OpenLimit, id: number): OpenLimit => ({
  ...limit,
  id,
  first: limit.first ?? limit.id,
  ...(limit.job_id === undefined ? {} : { jobOf: limit.jobOf ?? limit.id }),
});

/** Whether a rescue is about to put another machine in the place of this one, so that it is not merely gone. */
export const isBeingReplaced = (events: readonly JournalEvent[], id: number): boolean =>
  underWay(rescuesOf(events))?.id === id;

/** The time (epoch ms) in which a limit had no machine, before the one that it is for now; undefined without one. */
export function breakOf(
  events: readonly JournalEvent[],
  { id, first, at, own_at = at }: OpenLimit,
): { from: number; to: number } | undefined {
  if (first === undefined) return undefined;
  const to = events.find((event) => event.t === 'rented' && event.id === id)?.at;
  const before = rescueOf(rescuesOf(events), id)?.ids;
  const last = before?.[before.indexOf(id) - 1];
  const from = events.find((event) => event.t === 'gone' && event.id === last)?.at;
  // The journal dates those by the service's clock, and a meter goes by our own.
  const ahead = at - own_at;
  return from === undefined || to === undefined ? undefined : { from: from - ahead, to: to - ahead };
}

export const limitsOf = (limits: readonly OpenLimit[], id: number): OpenLimit[] =>
  limits.filter((limit) => limit.id === id);

/** What is done only while this program runs: the last words name it. */
export const limitsEndingWithDeck = (events: readonly JournalEvent[]): OpenLimit[] =>
  openLimits(events).filter(({ kept }) => kept === 'here');

/** The meter of a budget as the journal left it. */
export function notedMeter(events: readonly JournalEvent[], limit: OpenLimit): Meter {
  const note = events.findLast((event) => event.t === 'limit-spent' && event.limit === limit.limit);
  return meterOf(limit.own_at ?? limit.at, note?.t === 'limit-spent' ? note : undefined);
}

/** A warning comes this long before a limit acts. */
const SOON_MS = 5 * 60_000;
/** Later than this nothing is done without asking. */
export const LATE_MS = 5 * 60_000;
/** The service may take this long to do what it was asked to, before that is called a failure. */
export const SERVICE_GRACE_MS = 15 * 60_000;

/** `leftMs` is undefined while nothing is spent of a budget. */
export type Due =
  | { is: 'waiting' | 'soon'; leftMs: number | undefined }
  /** It is time, and has been for `lateMs`. */
  | { is: 'due'; lateMs: number };

/** The machine's own time (epoch ms), and whether the limit was set in this run. */
export type OwnTime = { now: number; thisRun: boolean };

/**
 * How a limit stands at `now` (epoch ms by the service's clock); `meter` is that of its budget, which goes by our own.
 * A limit of this run is due when its span has passed by both clocks: a Date header that is wrong for a moment must not
 * make anything stop or be erased early.
 */
export function dueOf(limit: OpenLimit, now: number, meter?: Meter, own?: OwnTime): Due {
  const { until, at, own_at } = limit;
  const left =
    until === undefined
      ? budgetLeft(limit, own?.now ?? now, meter)
      : own?.thisRun === true && own_at !== undefined
        ? Math.max(until - now, until - at - (own.now - own_at))
        : until - now;
  if (left === undefined) return { is: 'waiting', leftMs: undefined };
  if (left <= 0) return { is: 'due', lateMs: Math.abs(left) };
  // What was set for the next minutes anyway is no news.
  const isShort = until !== undefined && until - at <= SOON_MS;
  return { is: left <= SOON_MS && !isShort ? 'soon' : 'waiting', leftMs: left };
}

/** More than this between two clocks is no drift. */
const APART_MS = 2 * 60_000;

/**
 * By how much the two clocks disagree about the time since a limit was set, in ms; undefined while that is small. What
 * an earlier run has set is done unasked only while they agree: the machine's clock may have been put right since, or
 * the service's be wrong, and only a person can tell.
 */
export function clocksApart({ at, own_at = at }: OpenLimit, now: number, own: number): number | undefined {
  const apart = Math.abs(now - at - (own - own_at));
  return apart > APART_MS ? apart : undefined;
}

/** Ms until a budget is spent, below 0 since; undefined when nothing is being spent. */
function budgetLeft({ budget = 0 }: OpenLimit, now: number, meter: Meter | undefined): number | undefined {
  if (meter === undefined) return undefined;
  const left = budget - spentBy(meter, now);
  if (meter.perHour > 0) return (left / meter.perHour) * 3_600_000;
  return left <= 0 ? 0 : undefined;
}
