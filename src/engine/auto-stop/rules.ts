import { epochMs } from '../../base/format-time.ts';
import type { ApiError } from '../../client/errors.ts';
import type { Instance, InstanceListReply, ScheduledJob, ScheduledJobRequest } from '../../client/wire.ts';
import { readInstance } from '../instances/reading.ts';
import type { JournalEvent, LimitEvent } from '../journal-events.ts';
import { isWhole } from '../missing-rows.ts';
import { rescueOf, rescuesOf, underWay } from '../rescue/rescue.ts';

/** A limit that a person has set and that has not ended; `id` is the machine that it is for now. */
export type OpenLimit = Extract<LimitEvent, { t: 'limit' }> & {
  /** The machine that it was set on, where a rescue has rented this one in its place. */
  first?: number;
  /** The machine that its job on the service is still for. */
  jobOf?: number;
  /** It was tried once, and what came of that is not in the journal. */
  tried?: true;
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

/** The row of a limit. One that a list lacks which is not whole may be there, and is charged: it is kept by its id alone. */
export const rowOf = (list: InstanceListReply, { id }: OpenLimit): Instance | undefined =>
  list.instances.find((row) => row.id === id) ?? (isWhole(list) ? undefined : { id, actual_status: null });

/** There is nothing left to do. */
export const isOver = (limit: OpenLimit, row: Instance): boolean =>
  limit.act === 'stop' && readInstance(row).kind === 'stopped';

/** The meter of a budget as the journal left it. */
export function notedMeter(events: readonly JournalEvent[], limit: OpenLimit): Meter {
  const note = events.findLast((event) => event.t === 'limit-spent' && event.limit === limit.limit);
  return meterOf(limit.own_at ?? limit.at, note?.t === 'limit-spent' ? note : undefined);
}

const HOUR_MS = 3_600_000;
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

/** Why a person is asked: how late it is, what came of a try if that is known, by how much the two clocks disagree. */
export type WhyAsked = { lateMs: number; failed?: ApiError | 'not known'; apartMs?: number };

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
  if (meter.perHour > 0) return (left / meter.perHour) * HOUR_MS;
  return left <= 0 ? 0 : undefined;
}

/**
 * What an instance has cost since a budget was set, up to `at` (epoch ms), and $/h from then on. Reckoned from the
 * states that were seen and from known prices; traffic is not in it.
 */
export type Meter = { at: number; dollars: number; perHour: number };

/** A new meter, or one that goes on from what was noted last. */
export function meterOf(setAt: number, note?: { at: number; dollars: number; per_hour: number }): Meter {
  return note === undefined
    ? { at: setAt, dollars: 0, perHour: 0 }
    : { at: note.at, dollars: note.dollars, perHour: note.per_hour };
}

/**
 * The meter after the instance was seen at `at` costing `perHour`. Between two looks the dearer of the two prices is
 * taken: when the state changed is not known, and a budget must not be overspent. A price that is not known any more
 * is the last one that was.
 */
export function seenCosting(meter: Meter, at: number, perHour: number | undefined): Meter {
  if (at < meter.at) return meter;
  const next = perHour ?? meter.perHour;
  const dollars = meter.dollars + (Math.max(meter.perHour, next) * (at - meter.at)) / HOUR_MS;
  return { at, dollars, perHour: next };
}

/** The meter after a time in which there was no machine: a budget counts from the first one on, and not that time. */
export function rested(meter: Meter, gap: { from: number; to: number } | undefined): Meter {
  if (gap === undefined || meter.at >= gap.to) return meter;
  return { at: gap.to, dollars: meter.at < gap.from ? spentBy(meter, gap.from) : meter.dollars, perHour: 0 };
}

/** Dollars by `now`, as if nothing has changed since the last look. */
export const spentBy = (meter: Meter, now: number): number =>
  meter.dollars + (meter.perHour * Math.max(0, now - meter.at)) / HOUR_MS;

/** A note on disk for each twentieth of a budget, and whenever the price changes: a restart loses no more than that. */
export function worthNoting(noted: Meter, meter: Meter, budget: number): boolean {
  return meter.perHour !== noted.perHour || meter.dollars - noted.dollars >= budget / 20;
}

/** A job made closer to its hour than this may miss it. */
const NOTICE_MS = 2 * 60_000;

/**
 * When the service can do by itself what is wanted at `until` (epoch ms): at the first full hour (UTC) that is not
 * before it. The jobs of such services are made by the hour, and are seen to run at its first minute.
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
 * The job that acts once, at `hour` (epoch ms, a full one). Its time begins at that very moment and ends half an hour
 * later: whether a service counts the hour that holds the start or the next full one after it, it is this one, and
 * another does not come.
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

/** The job of the list that does this to the instance and whose time is not over, whoever has set it. */
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

/** How long before its end a contract is worth a warning: a day, then two hours. */
const warnings = [24 * HOUR_MS, 2 * HOUR_MS] as const;

/** The end of a contract that is near or past; `stage` counts the warnings that are due by now. */
export type ContractEnd = { endsAt: number; leftMs: number; stage: 1 | 2 };

/** Undefined while the end (`end_date`) is more than a day away, or is not known. */
export function contractEnd({ end_date }: Instance, now: number): ContractEnd | undefined {
  if (end_date === undefined) return undefined;
  const endsAt = epochMs(end_date);
  const leftMs = endsAt - now;
  if (leftMs > warnings[0]) return undefined;
  return { endsAt, leftMs, stage: leftMs > warnings[1] ? 1 : 2 };
}

/** Since when (epoch ms) each instance has been seen running with its GPU at 0 %, by id. */
export type IdleSince = ReadonlyMap<number, number>;

/** So long at 0 % is worth a word. */
export const IDLE_REMINDER_MS = 3 * 3_600_000;

/** Two looks further apart than this prove nothing about the time between them. */
const LONGEST_GAP_MS = 10 * 60_000;

/**
 * Idle stretches after the rows were seen at `at`, `before` being the time of the look before. One that does not say
 * how busy its GPU is is not idle: what is unknown is not 0.
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
