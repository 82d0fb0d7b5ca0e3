import type { ApiError } from '../../client/errors.ts';
import type { Instance, InstanceListReply } from '../../client/wire.ts';
import { type Act, type Agent, copied, type Event, type Now } from '../agent.ts';
import type { JournalEvent } from '../journal-events.ts';
import { instanceBurn } from '../money/instance-burn.ts';
import type { LimitNews } from './messages.ts';
import {
  breakOf,
  clocksApart,
  contractEnd,
  type Due,
  dueOf,
  IDLE_REMINDER_MS,
  type IdleSince,
  idleAfter,
  isBeingReplaced,
  isOver,
  LATE_MS,
  type LimitEnd,
  type Meter,
  notedMeter,
  type OpenLimit,
  openLimits,
  rested,
  rowOf,
  SERVICE_GRACE_MS,
  seenCosting,
  serviceHour,
  type WhyAsked,
  worthNoting,
} from './rules.ts';

/** What this run knows of a limit beside the journal. */
type Run = {
  warned?: boolean;
  /** It was seen to be due while it could still be done without asking. */
  inTime?: boolean;
  /** Nothing is tried before this moment (own ms): the list could not be read. */
  notBefore?: number;
  /** A read or a send for it is out. */
  busy?: boolean;
  ask?: WhyAsked | undefined;
  asked?: boolean;
  /** It has ended, whether or not the journal has it yet. */
  over?: boolean;
  /** It was set in this run. */
  thisRun?: boolean | undefined;
  /** What is spent of its budget. */
  meter?: Meter | undefined;
};

export type AutoStop = {
  events: readonly JournalEvent[];
  /** The limits that are set, oldest first. */
  open: readonly OpenLimit[];
  list: InstanceListReply | undefined;
  /** By the ids of limits. */
  runs: Map<string, Run>;
  idle: { since: IdleSince; at?: number };
  /** How many warnings of the end of its contract each instance has had, and which were said to be idle. */
  warnings: Map<number, number>;
  saidIdle: Set<number>;
};

export type AutoStopTerms = {
  read: { what: 'list'; limit: OpenLimit; consent: boolean } | { what: 'gone'; limit: OpenLimit };
  /** There may be no list to be had now. */
  answer: { list: InstanceListReply | undefined } | { gone: boolean };
  send:
    | { what: 'act'; limit: OpenLimit; row: Instance; lateMs: number }
    /** Makes the job of a limit for the machine that a rescue has rented in the place of its own. */
    | { what: 'move'; limit: OpenLimit; until: number }
    | { what: 'drop'; limit: OpenLimit; job: number };
  sent: { ok: true; job?: number } | { ok: false; error: ApiError };
  say: LimitNews;
  /** Whether to do it now. */
  ask: { limit: OpenLimit; row: Instance; why: WhyAsked };
  /** A person sets a limit, which the journal does not have yet. `perHour` is what its budget is spent at. */
  input: { set: OpenLimit; perHour?: number };
};

/** A list that could not be read is asked for again after this. */
const RETRY_MS = 20_000;
const calls = { stop: 'stopInstance', destroy: 'destroyInstance' } as const;

/**
 * Keeps the limits that a person has set on instances. Before it acts it reads the list, by which it also learns the
 * service's time. It sends once, and asks when that fails; what came due while nobody kept it is asked about, and not
 * done late. Of several processes on an account the one that holds the lock keeps them. Also reminds of what is easily
 * forgotten: a contract that ends, a GPU that does nothing.
 */
export const autoStop: Agent<AutoStop, AutoStopTerms> = {
  begin: (events, before) => ({
    ...{ events, open: openLimits(events), list: undefined, idle: { since: new Map() } },
    // What was set, and what was spent since, is as true in another session of this run.
    runs: new Map([...(before?.runs ?? [])].map(([id, { thisRun, meter }]) => [id, { thisRun, meter }])),
    ...{ warnings: new Map(), saidIdle: new Set() },
  }),
  step(before, event, now) {
    const pen = takeUp(before, now);
    const { state } = pen;
    if (event.t === 'journal') {
      const { events } = event;
      const open = openLimits(events).filter(({ limit }) => state.runs.get(limit)?.over !== true);
      Object.assign(state, { events, open });
    } else if (event.t === 'read' && event.key === 'instances') seen(pen, event);
    else if (event.t === 'tick') looked(pen);
    else if (event.t === 'input') set(pen, event.input);
    else if (event.t === 'yes') readFirst(pen, event.ask.limit, true);
    else if (event.t === 'done') done(pen, event);
    return { state, actions: pen.actions };
  },
};

/** A step while it is made: a state of its own, and what is to be done. */
type Pen = {
  state: AutoStop;
  now: Now;
  actions: ({ lane: string } & Act<AutoStopTerms>)[];
  run(limit: OpenLimit): Run;
  put(limit: OpenLimit, change: Run): void;
  act(limit: OpenLimit, act: Act<AutoStopTerms>): void;
  say(limit: OpenLimit, say: LimitNews): void;
  /** What is out for a limit until it is `done`. */
  begin(limit: OpenLimit, act: Act<AutoStopTerms>): void;
  due(limit: OpenLimit): Due;
};

function takeUp(before: AutoStop, now: Now): Pen {
  const state = copied(before);
  const actions: Pen['actions'] = [];
  const run = ({ limit }: OpenLimit) => state.runs.get(limit) ?? {};
  const put = (limit: OpenLimit, change: Run) =>
    void state.runs.set(limit.limit, { ...run(limit), ...change });
  const act: Pen['act'] = ({ limit: lane }, of) => void actions.push({ lane, ...of });
  return {
    ...{ state, now, actions, run, put, act },
    say: (limit, say) => act(limit, { do: 'say', say }),
    begin(limit, out) {
      put(limit, { busy: true });
      act(limit, out);
    },
    due(limit) {
      const { meter, thisRun = false } = run(limit);
      return dueOf(limit, now.time, meter, { now: now.own, thisRun });
    },
  };
}

/** A limit ends, in the journal and at once in what is known of it here. */
function ends({ state, now, act, put }: Pen, limit: OpenLimit, why: LimitEnd): void {
  const { limit: id } = limit;
  put(limit, { over: true });
  state.open = state.open.filter((one) => one.limit !== id);
  act(limit, { do: 'note', event: { t: 'limit-ended', limit: id, at: now.time, why } });
}

/** Only by the list that is read for it is the service's time known: the machine's may have jumped. */
const readFirst = (pen: Pen, limit: OpenLimit, consent: boolean): void =>
  pen.begin(limit, { do: 'read', read: { what: 'list', limit, consent } });

/** Each second: warns, and begins what is due. */
function looked(pen: Pen): void {
  const { state, now, put, say } = pen;
  if (state.list === undefined || !(now.readOnly || now.holds)) return;
  for (const limit of state.open) {
    const row = rowOf(state.list, limit);
    const run = pen.run(limit);
    if (limit.kept !== 'here' || row === undefined) continue;
    if (run.busy === true || (run.notBefore ?? 0) > now.own) continue;
    const { act } = limit;
    const due = pen.due(limit);
    if (due.is !== 'due') {
      // It only looked like it: the clock was put right.
      if (run.ask?.apartMs !== undefined) put(limit, { ask: undefined, asked: false });
      if (due.is === 'waiting' || run.warned === true) continue;
      put(limit, { warned: true });
      say(limit, { what: 'soon', act, row, leftMs: due.leftMs });
    } else if (now.readOnly || run.ask !== undefined) {
      if (run.asked === true) continue;
      put(limit, { asked: true });
      if (run.ask === undefined || now.readOnly) say(limit, { what: 'read-only', act, row });
      else if (isOver(limit, row)) ends(pen, limit, 'done');
      else pen.act(limit, { do: 'ask', ask: { limit, row, why: run.ask } });
    } else {
      if (due.lateMs <= LATE_MS) put(limit, { inTime: true });
      // It is tried once: not while the service wants no such call.
      if (!now.isBusy(calls[act], limit.id)) readFirst(pen, limit, false);
    }
  }
}

function set({ put }: Pen, { set: limit, perHour }: AutoStopTerms['input']): void {
  const at = limit.own_at ?? limit.at;
  put(limit, { thisRun: true, ...(perHour === undefined ? {} : { meter: { at, dollars: 0, perHour } }) });
}

function done(pen: Pen, event: Extract<Event<AutoStopTerms>, { t: 'done' }>): void {
  const { state, put, say } = pen;
  if ('ask' in event) {
    // Where somebody is busy it is asked again a second later.
    if (!event.shown) put(event.ask.limit, { asked: false });
  } else if ('read' in event) {
    const { read, answer } = event;
    put(read.limit, { busy: false });
    const limit = state.open.find((one) => one.limit === read.limit.limit);
    if (limit === undefined) return;
    if (read.what === 'gone') {
      if ('gone' in answer && answer.gone) gone(pen, limit);
    } else if ('list' in answer) decide(pen, limit, answer.list, read.consent);
  } else {
    const { send, sent } = event;
    const { limit } = send;
    put(limit, { busy: false });
    if (sent !== undefined && send.what === 'move') moved(pen, send, sent);
    if (sent === undefined || send.what !== 'act') return;
    const { act } = limit;
    const { row, lateMs } = send;
    if (sent.ok) {
      say(limit, { what: 'done', act, row });
      ends(pen, limit, 'done');
    } else {
      put(limit, { ask: { lateMs, failed: sent.error }, asked: false });
      say(limit, { what: 'failed', act, row, error: sent.error });
    }
  }
}

/** What is to become of one that is due, by the list that was read for it. */
function decide(pen: Pen, limit: OpenLimit, list: InstanceListReply | undefined, consent: boolean): void {
  const { now, put } = pen;
  const due = pen.due(limit);
  const lateMs = due.is === 'due' ? due.lateMs : 0;
  const row = list && rowOf(list, limit);
  const isAgreed = consent || pen.run(limit).thisRun === true;
  const apartMs = isAgreed ? undefined : clocksApart(limit, now.time, now.own);
  if (list === undefined) put(limit, { notBefore: now.own + RETRY_MS });
  else if (due.is !== 'due' && !consent) put(limit, { inTime: false });
  else if (row === undefined) return;
  else if (isOver(limit, row)) {
    pen.say(limit, { what: 'over', row });
    ends(pen, limit, 'done');
  } else if (apartMs !== undefined) put(limit, { ask: { lateMs, apartMs } });
  else if (!consent && pen.run(limit).inTime !== true && lateMs > LATE_MS) put(limit, { ask: { lateMs } });
  else pen.begin(limit, { do: 'send', send: { what: 'act', limit, row, lateMs } });
}

/** It is known to be gone: its limit is over, unless another machine takes its place. */
function gone(pen: Pen, limit: OpenLimit): void {
  const { id, kept, act, until = 0 } = limit;
  if (isBeingReplaced(pen.state.events, id)) return;
  const byService = kept === 'service' && act === 'destroy' && pen.now.time >= until;
  if (byService) pen.say(limit, { what: 'service-destroyed', id });
  ends(pen, limit, byService ? 'done' : 'gone');
}

/** The job is of the new machine now; where the service takes none, rigdeck keeps the limit itself. */
function moved(
  { now, act, put, say, begin }: Pen,
  { limit, until }: Extract<AutoStopTerms['send'], { what: 'move' }>,
  sent: AutoStopTerms['sent'],
): void {
  const { jobOf: _, first: __, job_id: job, ...same } = limit;
  const { id } = limit;
  const at = { at: now.time, own_at: now.own };
  if (sent.ok) {
    const { job: job_id } = sent;
    const event = { ...same, ...at, until, ...(job_id === undefined ? {} : { job_id }) };
    act(limit, { do: 'note', event });
  } else {
    put(limit, { thisRun: true });
    say(limit, { what: 'not-moved', id, error: sent.error });
    act(limit, { do: 'note', event: { ...same, ...at, kept: 'here' } });
    say(limit, { what: 'moved-here', id });
  }
  if (job !== undefined) begin(limit, { do: 'send', send: { what: 'drop', limit, job } });
}

/** What a read of the list says of the limits that are set, and of what is easily forgotten. */
function seen(pen: Pen, { data, askedAt, whole }: { data: unknown; askedAt: number; whole: boolean }): void {
  const { state, now } = pen;
  const list = data as InstanceListReply;
  state.list = list;
  for (const limit of state.open) {
    const { id } = limit;
    const row = list.instances.find((one) => one.id === id);
    const isFree = pen.run(limit).busy !== true;
    if (row === undefined) {
      if (whole && now.holds && isFree && !isBeingReplaced(state.events, id))
        pen.begin(limit, { do: 'read', read: { what: 'gone', limit } });
    } else if (limit.kept === 'here') {
      if (limit.budget !== undefined) meter(pen, limit, limit.budget, row, askedAt);
    } else if (now.holds && limit.jobOf === undefined) byService(pen, limit, row);
    else if (now.holds && isFree) {
      const until = serviceHour(limit.until ?? now.time, now.time);
      pen.begin(limit, { do: 'send', send: { what: 'move', limit, until } });
    }
  }
  // The moment of the read by the service's time.
  remind(pen, list.instances, askedAt + now.time - now.own);
}

/** The service acts by itself: what is seen of that, or that it has not. */
function byService(pen: Pen, limit: OpenLimit, row: Instance): void {
  const due = pen.due(limit);
  const { act } = limit;
  if (due.is !== 'due') return;
  const isDone = isOver(limit, row);
  if (!isDone && due.lateMs < SERVICE_GRACE_MS) return;
  pen.say(limit, isDone ? { what: 'service-stopped', row } : { what: 'service-failed', act, row });
  ends(pen, limit, isDone ? 'done' : 'failed');
}

/** What of a budget is spent by now, and a note of it on the disk now and then. */
function meter(pen: Pen, limit: OpenLimit, budget: number, row: Instance, at: number): void {
  const { events } = pen.state;
  const noted = notedMeter(events, limit);
  const last = rested(pen.run(limit).meter ?? noted, breakOf(events, limit));
  const next = seenCosting(last, at, instanceBurn(row).perHour);
  pen.put(limit, { meter: next });
  if (!pen.now.holds || !worthNoting(noted, next, budget)) return;
  const { dollars, perHour: per_hour } = next;
  pen.act(limit, { do: 'note', event: { t: 'limit-spent', limit: limit.limit, at, dollars, per_hour } });
}

/** Says each thing once; `at` is by the service's clock. */
function remind({ state, actions }: Pen, rows: readonly Instance[], at: number): void {
  const { warnings, saidIdle } = state;
  const say = (news: LimitNews) => actions.push({ lane: 'reminders', do: 'say', say: news });
  const since = idleAfter(state.idle.since, rows, at, state.idle.at);
  state.idle = { since, at };
  for (const row of rows) {
    const end = contractEnd(row, at);
    if (end !== undefined && end.stage > (warnings.get(row.id) ?? 0)) {
      warnings.set(row.id, end.stage);
      say({ what: 'contract-end', row, end, at });
    }
    const from = since.get(row.id);
    if (from === undefined) saidIdle.delete(row.id);
    else if (at - from >= IDLE_REMINDER_MS && !saidIdle.has(row.id)) {
      saidIdle.add(row.id);
      say({ what: 'idle', row, forMs: at - from });
    }
  }
}
