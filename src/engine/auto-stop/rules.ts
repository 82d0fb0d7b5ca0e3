import { epochMs } from '../../base/format-time.ts';
import type { ApiError } from '../../client/errors.ts';
import type { Instance, InstanceListReply, ScheduledJob, ScheduledJobRequest } from '../../client/wire.ts';
import { readInstance } from '../instances/reading.ts';
import type { JournalEvent, LimitEvent } from '../journal-events.ts';
import { isWhole } from '../missing-rows.ts';
import { rescueOf, rescuesOf, underWay } from '../rescue/rescue.ts';

/** A limit that the user set and that has not ended. `id` is its current instance. */
export type OpenLimit = Extract<LimitEvent, { t: 'limit' }> & {
  /** The instance that it was set on, if a rescue rented this one in its place. */
  first?: number;
  /** The instance that its provider job is still for. */
  jobOf?: number;
  /** It was tried once, and the outcome is not in the journal. */
  tried?: true;
};
export type LimitAct = OpenLimit['act'];
export type LimitEnd = Extract<LimitEvent, { t: 'limit-ended' }>['why'];

/**
 * The limits that are set, oldest first. An instance has at most one per act: a later one replaces it. A limit is gone
 * with its instance, unless a rescue rents another in its place: then it moves to that one as soon as it exists.
 */
export function openLimits(events: readonly JournalEvent[]): OpenLimit[] {
  const open = new Map<string, OpenLimit>();
  const firsts = new Map<string, number>();
  const heirs = heirsOf(events);
  for (const event of events) {
    if (event.t === 'limit') {
      const same = [...open.values()].find(({ id, act }) => id === event.id && act === event.act);
      if (same !== undefined) open.delete(same.limit);
      // A changed limit goes where a new one would: to the end.
      open.delete(event.limit);
      const first = firsts.get(event.limit) ?? event.id;
      firsts.set(event.limit, first);
      open.set(event.limit, first === event.id ? event : { ...event, first });
    } else if (event.t === 'limit-tried') {
      const one = open.get(event.limit);
      if (one !== undefined) open.set(event.limit, { ...one, tried: true });
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

/** What a rescue rented in place of an instance, by the ID of the old one. */
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

/** Whether a rescue is about to replace this instance, which is then not simply gone. */
export const isBeingReplaced = (events: readonly JournalEvent[], id: number): boolean =>
  underWay(rescuesOf(events))?.id === id;

/** The time (epoch ms) in which a limit had no instance, before its current one. Undefined if there was none. */
export function breakOf(
  events: readonly JournalEvent[],
  { id, first, at, own_at = at }: OpenLimit,
): { from: number; to: number } | undefined {
  if (first === undefined) return undefined;
  const to = events.find((event) => event.t === 'rented' && event.id === id)?.at;
  const before = rescueOf(rescuesOf(events), id)?.ids;
  const last = before?.[before.indexOf(id) - 1];
  const from = events.find((event) => event.t === 'gone' && event.id === last)?.at;
  // The journal dates these by the provider's clock; a meter uses our own.
  const ahead = at - own_at;
  return from === undefined || to === undefined ? undefined : { from: from - ahead, to: to - ahead };
}

export const limitsOf = (limits: readonly OpenLimit[], id: number): OpenLimit[] =>
  limits.filter((limit) => limit.id === id);

/**
 * The limits among `known` that the journal has and that have ended. While an instance is being replaced, its limits
 * have none, and have not ended.
 */
export function endedOf(events: readonly JournalEvent[], known: Iterable<string>): string[] {
  if (underWay(rescuesOf(events)) !== undefined) return [];
  const open = new Set(openLimits(events).map(({ limit }) => limit));
  const noted = new Set(events.flatMap((event) => (event.t === 'limit' ? [event.limit] : [])));
  return [...known].filter((limit) => noted.has(limit) && !open.has(limit));
}

/** Limits that are enforced only while this program runs: the last message before it quits names them. */
export const limitsEndingWithDeck = (events: readonly JournalEvent[]): OpenLimit[] =>
  openLimits(events).filter(({ kept }) => kept === 'here');

/** The row of a limit. A row that a partial list lacks may exist and be billed: it is kept by its ID alone. */
export const rowOf = (list: InstanceListReply, { id }: OpenLimit): Instance | undefined =>
  list.instances.find((row) => row.id === id) ?? (isWhole(list) ? undefined : { id, actual_status: null });

/** Nothing is left to do. */
export const isOver = (limit: OpenLimit, row: Instance): boolean =>
  limit.act === 'stop' && readInstance(row).kind === 'stopped';

/** The meter of a budget, as noted in the journal. */
export function notedMeter(events: readonly JournalEvent[], limit: OpenLimit): Meter {
  const note = events.findLast((event) => event.t === 'limit-spent' && event.limit === limit.limit);
  return meterOf(limit.own_at ?? limit.at, note?.t === 'limit-spent' ? note : undefined);
}

const HOUR_MS = 3_600_000;
/** How long before a limit acts the user is warned. */
const SOON_MS = 5 * 60_000;
/** Nothing is done later than this without asking. */
export const LATE_MS = 5 * 60_000;
/** The same for a limit that was seen due in time: an outage of some minutes delays it, a longer one makes it ask. */
export const HINDERED_MS = 15 * 60_000;
/** A question that the user closed is asked again after this. */
export const ASK_AGAIN_MS = 10 * 60_000;
/** How long the provider may take before that counts as a failure. */
export const SERVICE_GRACE_MS = 15 * 60_000;

/** `leftMs` is undefined while nothing is spent of a budget. */
export type Due =
  | { is: 'waiting' | 'soon'; leftMs: number | undefined }
  /** Due for `lateMs` by now. */
  | { is: 'due'; lateMs: number };

/** The machine's time (epoch ms), and whether the limit was set in this run. */
export type OwnTime = { now: number; thisRun: boolean };

/**
 * The state of a limit at `now` (epoch ms, the provider's clock). `meter` is the meter of its budget, and uses our own
 * clock. A limit of this run is due when its time has passed by both clocks: a Date header that is wrong for a moment
 * must not stop or delete anything early.
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
  // A limit set for the next few minutes needs no warning.
  const isShort = until !== undefined && until - at <= SOON_MS;
  return { is: left <= SOON_MS && !isShort ? 'soon' : 'waiting', leftMs: left };
}

/**
 * Why the user is asked: how late it is, whether rigdeck was there and could not do it in time, the outcome of an
 * attempt if known, and how far the two clocks are apart.
 */
export type WhyAsked = { lateMs: number; hindered?: true; failed?: ApiError | 'not known'; apartMs?: number };

/** Clocks further apart than this have not just drifted. */
const APART_MS = 2 * 60_000;

/**
 * How far the two clocks disagree about the time since a limit was set (ms). Undefined while that is little. A limit
 * from an earlier run is enforced without asking only while they agree: the machine's clock may have been corrected
 * since, or the provider's may be wrong, and only the user can tell.
 */
export function clocksApart({ at, own_at = at }: OpenLimit, now: number, own: number): number | undefined {
  const apart = Math.abs(now - at - (own - own_at));
  return apart > APART_MS ? apart : undefined;
}

/** Time until a budget is spent (ms), negative after that. Undefined if nothing is being spent. */
function budgetLeft({ budget = 0 }: OpenLimit, now: number, meter: Meter | undefined): number | undefined {
  if (meter === undefined) return undefined;
  const left = budget - spentBy(meter, now);
  if (meter.perHour > 0) return (left / meter.perHour) * HOUR_MS;
  return left <= 0 ? 0 : undefined;
}

/**
 * What an instance has cost since a budget was set, up to `at` (epoch ms), and the $/h from then on. Estimated from the
 * states that were seen and from known prices, without traffic.
 */
export type Meter = { at: number; dollars: number; perHour: number };

/** A new meter, or one that continues from the last note. */
export function meterOf(setAt: number, note?: { at: number; dollars: number; per_hour: number }): Meter {
  return note === undefined
    ? { at: setAt, dollars: 0, perHour: 0 }
    : { at: note.at, dollars: note.dollars, perHour: note.per_hour };
}

/**
 * The meter after the instance was seen at `at` with a cost of `perHour`. Between two reads the higher price counts:
 * when the state changed is unknown, and a budget must not be overspent. If the price is no longer known, the last
 * known one counts.
 */
export function seenCosting(meter: Meter, at: number, perHour: number | undefined): Meter {
  if (at < meter.at) return meter;
  const next = perHour ?? meter.perHour;
  const dollars = meter.dollars + (Math.max(meter.perHour, next) * (at - meter.at)) / HOUR_MS;
  return { at, dollars, perHour: next };
}

/** The meter after a time without an instance: a budget counts from the first instance on, but not that time. */
export function rested(meter: Meter, gap: { from: number; to: number } | undefined): Meter {
  if (gap === undefined || meter.at >= gap.to) return meter;
  return { at: gap.to, dollars: meter.at < gap.from ? spentBy(meter, gap.from) : meter.dollars, perHour: 0 };
}

/** Dollars spent by `now`, if nothing has changed since the last read. */
export const spentBy = (meter: Meter, now: number): number =>
  meter.dollars + (meter.perHour * Math.max(0, now - meter.at)) / HOUR_MS;

/** Whether to note a meter on disk: each twentieth of a budget, and each price change. A restart loses no more. */
export function worthNoting(noted: Meter, meter: Meter, budget: number): boolean {
  return meter.perHour !== noted.perHour || meter.dollars - noted.dollars >= budget / 20;
}

/** A job created closer to its hour than this may miss it. */
const NOTICE_MS = 2 * 60_000;

/**
 * When the provider can do what is wanted at `until` (epoch ms): at the first full hour (UTC) that is not before it.
 * Such providers schedule jobs by the hour, and were seen to run them in its first minute.
 */
export function serviceHour(until: number, now: number): number {
  return Math.ceil(Math.max(until, now + NOTICE_MS) / HOUR_MS) * HOUR_MS;
}

const jobCall = (id: number, act: LimitAct) =>
  ({
    api_endpoint: `/api/v0/instances/${id}/`,
    request_method: act === 'stop' ? 'PUT' : 'DELETE',
  }) as const;

/**
 * A job that acts once, at `hour` (epoch ms, a full hour). It starts at that moment and ends half an hour later. A
 * provider may count the hour that contains the start or the next full hour after it: both are this hour, and no other
 * follows.
 */
export function limitJob(id: number, act: LimitAct, hour: number): ScheduledJobRequest {
  const start = hour / 1000;
  return {
    start_time: start,
    end_time: start + 1_800,
    ...jobCall(id, act),
    request_body: act === 'stop' ? { state: 'stopped' } : {},
    frequency: 'HOURLY',
    day_of_the_week: null,
    hour_of_the_day: null,
    instance_id: id,
  };
}

/** The listed job that does this to the instance and has not ended, no matter who set it. */
export function jobThatDoes(
  jobs: readonly ScheduledJob[],
  id: number,
  act: LimitAct,
  now: number,
): ScheduledJob | undefined {
  const { api_endpoint, request_method } = jobCall(id, act);
  const path = (text: string | undefined) => text?.replace(/\/+$/, '');
  return jobs.find(
    (job) =>
      path(job.api_endpoint) === path(api_endpoint) &&
      job.request_method?.toUpperCase() === request_method &&
      (job.end_time === undefined || job.end_time * 1000 > now),
  );
}

/** How long before its end a contract is warned about: a day, then two hours. */
const warnings = [24 * HOUR_MS, 2 * HOUR_MS] as const;

/** The end of a contract, near or past. `stage` counts the warnings that are due by now. */
export type ContractEnd = { endsAt: number; leftMs: number; stage: 1 | 2 };

/** Undefined while the end (`end_date`) is more than a day away, or unknown. */
export function contractEnd({ end_date }: Instance, now: number): ContractEnd | undefined {
  if (end_date === undefined) return undefined;
  const endsAt = epochMs(end_date);
  const leftMs = endsAt - now;
  if (leftMs > warnings[0]) return undefined;
  return { endsAt, leftMs, stage: leftMs > warnings[1] ? 1 : 2 };
}

/** Since when (epoch ms) each instance has been seen running at 0% GPU, by ID. */
export type IdleSince = ReadonlyMap<number, number>;

/** How long at 0% GPU before a reminder. */
export const IDLE_REMINDER_MS = 3 * 3_600_000;

/** Two reads further apart than this prove nothing about the time between them. */
const LONGEST_GAP_MS = 10 * 60_000;

/**
 * Idle stretches after the rows were seen at `at`. `before` is the time of the read before. A row that does not report
 * its GPU load is not idle: unknown is not 0.
 */
export function idleAfter(
  idle: IdleSince,
  rows: readonly Instance[],
  at: number,
  before: number | undefined,
): IdleSince {
  const goesOn = before !== undefined && at - before <= LONGEST_GAP_MS;
  const still = rows.filter((row) => row.actual_status === 'running' && row.gpu_util === 0);
  return new Map(still.map(({ id }) => [id, (goesOn ? idle.get(id) : undefined) ?? at]));
}
