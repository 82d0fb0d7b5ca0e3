import type { EndpointName } from '../../client/endpoints.ts';
import type { ApiError } from '../../client/errors.ts';
import type { Instance, InstanceListReply } from '../../client/wire.ts';
import { type Act, type Agent, copied, type Event, type Now } from '../agent.ts';
import type { JournalEvent } from '../journal-events.ts';
import { instanceBurn } from '../money/instance-burn.ts';
import type { LimitNews } from './messages.ts';
import {
  ASK_AGAIN_MS,
  breakOf,
  clocksApart,
  contractEnd,
  type Due,
  dueOf,
  endedOf,
  HINDERED_MS,
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

/** The progress of a limit in this run: from top to bottom, or back if nothing came of it. */
type Phase =
  /** Not due yet. */
  | { is: 'waiting' }
  /** The user was warned that it is due soon. */
  | { is: 'warned' }
  /** Due in read-only mode, which was reported. */
  | { is: 'left' }
  /** Due, but the list could not be read. Retried from `until` on (own ms). */
  | { is: 'unread'; until: number }
  /** A read of the list or a send is in flight for it. `agreed` is the question that the user answered with yes. */
  | { is: 'reading' | 'sending'; agreed?: WhyAsked | undefined }
  /**
   * Only the user can decide whether to do it. If the user was busy, the question is not `shown` yet. One that the user
   * closed is shown again from `again` on (own ms).
   */
  | { is: 'asking'; why: WhyAsked; shown: boolean; again?: number }
  /** Ended, whether or not the journal has it yet. */
  | { is: 'over' };

/** What this run knows about a limit besides the journal. */
type Run = {
  phase: Phase;
  /** It was set in this run. */
  thisRun?: boolean | undefined;
  /** What is spent of its budget. */
  meter?: Meter | undefined;
  /** It was seen to be due while it could still be done without asking. */
  inTime?: boolean;
  /** It was reported that the list can't be read for it. */
  saidUnread?: boolean;
  /** The list lacks its instance, and a read checks whether it is gone. */
  lookedFor?: boolean;
};

export type AutoStop = {
  events: readonly JournalEvent[];
  /** The limits that are set, oldest first. */
  open: readonly OpenLimit[];
  list: InstanceListReply | undefined;
  /** By limit ID. */
  runs: Map<string, Run>;
  idle: { since: IdleSince; at?: number };
  /** How many contract-end warnings each instance has had, and which instances were reported as idle. */
  warnings: Map<number, number>;
  saidIdle: Set<number>;
};

export type AutoStopTerms = {
  read: { what: 'list' | 'gone'; limit: OpenLimit };
  /** `list` is undefined if it can't be read now. */
  answer: { list: InstanceListReply | undefined } | { gone: boolean };
  send:
    | { what: 'act'; limit: OpenLimit; row: Instance; lateMs: number }
    /** Creates the job of a limit for the instance that a rescue rented in place of its own. */
    | { what: 'move'; limit: OpenLimit; until: number }
    | { what: 'drop'; limit: OpenLimit; job: number };
  sent: { ok: true; job?: number } | { ok: false; error: ApiError };
  say: LimitNews;
  /** Whether to do it now. */
  ask: { limit: OpenLimit; row: Instance; why: WhyAsked };
  /** The user sets a limit that the journal does not have yet. `perHour` is the rate at which its budget is spent. */
  input: { set: OpenLimit; perHour?: number };
};

const fresh: Run = { phase: { is: 'waiting' } };

/** How long to wait before a list that could not be read is requested again. */
const RETRY_MS = 20_000;
const calls = { stop: 'stopInstance', destroy: 'destroyInstance' } as const;

/**
 * Enforces the limits that the user set on instances. Before it acts it reads the list, which also shows the provider's
 * time. It sends once, and asks if that fails, or if an earlier run tried it and the journal has no outcome. A limit
 * that came due while nothing enforced it is asked about, not enforced late. Of several processes on an account, the
 * one that holds the lock enforces the limits. Also reminds of what is easily forgotten: a contract about to end, an
 * idle GPU.
 */
export const autoStop: Agent<AutoStop, AutoStopTerms> = {
  begin(events, before) {
    const runs = new Map([...(before?.runs ?? [])].map(([id, run]) => [id, inNextSession(run)]));
    for (const id of endedOf(events, runs.keys())) runs.delete(id);
    return {
      ...{ events, open: openIn(events, runs), runs, list: undefined, idle: { since: new Map() } },
      ...{ warnings: new Map(), saidIdle: new Set() },
    };
  },
  step(before, event, now) {
    const pen = takeUp(before, now);
    const { state } = pen;
    if (event.t === 'journal') {
      const { events } = event;
      for (const id of endedOf(events, state.runs.keys())) state.runs.delete(id);
      Object.assign(state, { events, open: openIn(events, state.runs) });
    } else if (event.t === 'read' && event.key === 'instances') seen(pen, event);
    else if (event.t === 'tick') looked(pen);
    else if (event.t === 'input') set(pen, event.input);
    else if (event.t === 'yes') readFirst(pen, event.ask.limit, event.ask.why);
    else if (event.t === 'no') closed(pen, event.ask);
    else if (event.t === 'done') done(pen, event);
    return { state, actions: pen.actions };
  },
};

const openIn = (events: readonly JournalEvent[], runs: AutoStop['runs']): OpenLimit[] =>
  openLimits(events).filter(({ limit }) => runs.get(limit)?.phase.is !== 'over');

/**
 * What another session of the account in this run takes over: what was set and spent, and what only the user can
 * decide. A read in flight starts again. The journal has the attempt of a send in flight, so the user is asked.
 */
function inNextSession({ phase, thisRun, meter }: Run): Run {
  const why = phase.is === 'asking' ? phase.why : phase.is === 'reading' ? phase.agreed : undefined;
  const asking: Phase | undefined = why && { is: 'asking', why, shown: false };
  return { phase: phase.is === 'over' ? phase : (asking ?? fresh.phase), thisRun, meter };
}

/** A step in progress: its own copy of the state, and the actions so far. */
type Pen = {
  state: AutoStop;
  now: Now;
  actions: ({ lane: string } & Act<AutoStopTerms>)[];
  run(limit: OpenLimit): Run;
  put(limit: OpenLimit, change: Partial<Run>): void;
  to(limit: OpenLimit, phase: Phase): void;
  act(limit: OpenLimit, act: Act<AutoStopTerms>): void;
  say(limit: OpenLimit, say: LimitNews): void;
  due(limit: OpenLimit): Due;
};

function takeUp(before: AutoStop, now: Now): Pen {
  const state = copied(before);
  const actions: Pen['actions'] = [];
  const run = ({ limit }: OpenLimit) => state.runs.get(limit) ?? fresh;
  const put: Pen['put'] = (limit, change) => void state.runs.set(limit.limit, { ...run(limit), ...change });
  const act: Pen['act'] = ({ limit: lane }, of) => void actions.push({ lane, ...of });
  return {
    ...{ state, now, actions, run, put, act },
    // An ended limit stays ended, whatever is still in flight for it.
    to: (limit, phase) => void (run(limit).phase.is === 'over' || put(limit, { phase })),
    say: (limit, say) => act(limit, { do: 'say', say }),
    due(limit) {
      const { meter, thisRun = false } = run(limit);
      return dueOf(limit, now.time, meter, { now: now.own, thisRun });
    },
  };
}

/** Whether nothing is in flight for a limit. */
const isFree = ({ phase, lookedFor }: Run): boolean =>
  phase.is !== 'reading' && phase.is !== 'sending' && lookedFor !== true;

/** Ends a limit, in the journal and immediately in this state. */
function ends({ state, now, act, to }: Pen, limit: OpenLimit, why: LimitEnd): void {
  const { limit: id } = limit;
  to(limit, { is: 'over' });
  state.open = state.open.filter((one) => one.limit !== id);
  act(limit, { do: 'note', event: { t: 'limit-ended', limit: id, at: now.time, why } });
}

/** Reads the list first: only that read shows the provider's time. The machine's clock may have jumped. */
function readFirst({ to, act }: Pen, limit: OpenLimit, agreed?: WhyAsked): void {
  to(limit, { is: 'reading', agreed });
  act(limit, { do: 'read', read: { what: 'list', limit } });
}

/** A send about a job can be repeated: the provider has one job per instance and act. */
function sendJob({ to, act }: Pen, limit: OpenLimit, send: AutoStopTerms['send']): void {
  to(limit, { is: 'sending' });
  act(limit, { do: 'send', send });
}

/** Runs every second: warns, asks, and starts what is due. */
function looked(pen: Pen): void {
  const { state, now, put, to, say } = pen;
  if (state.list === undefined || !(now.readOnly || now.holds)) return;
  for (const limit of state.open) {
    const row = rowOf(state.list, limit);
    const run = pen.run(limit);
    const { phase } = run;
    if (limit.kept !== 'here' || row === undefined || !isFree(run)) continue;
    const { act } = limit;
    const due = pen.due(limit);
    if (due.is !== 'due') {
      // It only seemed due: the clock was corrected.
      if (phase.is === 'unread' || (phase.is === 'asking' && phase.why.apartMs !== undefined))
        to(limit, { is: 'waiting' });
      else if (due.is === 'soon' && phase.is === 'waiting') {
        to(limit, { is: 'warned' });
        say(limit, { what: 'soon', act, row, leftMs: due.leftMs });
      }
    } else if (now.readOnly) {
      if (phase.is === 'left') continue;
      to(limit, { is: 'left' });
      say(limit, { what: 'read-only', act, row });
    } else if (phase.is === 'asking') {
      if (phase.shown) continue;
      if (isOver(limit, row)) ends(pen, limit, 'done');
      else if ((phase.again ?? 0) <= now.own && !now.isBusy(calls[act], limit.id)) {
        const why = { ...phase.why, lateMs: due.lateMs };
        to(limit, { is: 'asking', why, shown: true });
        pen.act(limit, { do: 'ask', ask: { limit, row, why } });
      }
    } else if (phase.is !== 'unread' || phase.until <= now.own) {
      if (due.lateMs <= LATE_MS) put(limit, { inTime: true });
      // There is only one attempt: wait while the provider wants no such request.
      if (!now.isBusy(calls[act], limit.id)) readFirst(pen, limit);
    }
  }
}

function set({ put }: Pen, { set: limit, perHour }: AutoStopTerms['input']): void {
  const at = limit.own_at ?? limit.at;
  put(limit, { thisRun: true, ...(perHour === undefined ? {} : { meter: { at, dollars: 0, perHour } }) });
}

/** The user closed the question. The limit stays set, and the instance may still be billed. */
function closed(pen: Pen, { limit, row, why }: AutoStopTerms['ask']): void {
  const { phase } = pen.run(limit);
  if (phase.is !== 'asking' || !phase.shown) return;
  pen.to(limit, { is: 'asking', why, shown: false, again: pen.now.own + ASK_AGAIN_MS });
  pen.say(limit, { what: 'put-off', act: limit.act, row });
}

function done(pen: Pen, event: Extract<Event<AutoStopTerms>, { t: 'done' }>): void {
  const { state, put, to } = pen;
  if ('ask' in event) {
    const { limit, why } = event.ask;
    // If the user is busy, the question is asked again a second later.
    if (!event.shown) to(limit, { is: 'asking', why, shown: false });
  } else if ('read' in event) {
    const { read, answer } = event;
    if (read.what === 'gone') put(read.limit, { lookedFor: false });
    const limit = state.open.find((one) => one.limit === read.limit.limit);
    if (limit === undefined) return;
    if (read.what === 'list') decide(pen, limit, answer && 'list' in answer ? answer.list : undefined);
    else if (answer && 'gone' in answer && answer.gone) gone(pen, limit);
  } else if (event.send.what === 'act') acted(pen, event.send, event.sent);
  else {
    to(event.send.limit, { is: 'waiting' });
    if (event.send.what === 'move' && event.sent !== undefined) moved(pen, event.send, event.sent);
  }
}

/** The outcome of the one attempt. Nothing was sent without the lock, or while the instance was busy. */
function acted(
  pen: Pen,
  { limit, row, lateMs }: Extract<AutoStopTerms['send'], { what: 'act' }>,
  sent: AutoStopTerms['sent'] | undefined,
): void {
  const { act } = limit;
  if (sent === undefined) back(pen, limit);
  else if (sent.ok) {
    pen.say(limit, { what: 'done', act, row });
    ends(pen, limit, 'done');
  } else {
    pen.to(limit, { is: 'asking', why: { lateMs, failed: sent.error }, shown: false });
    pen.say(limit, { what: 'failed', act, row, error: sent.error });
  }
}

/** Nothing came of what was in flight: it starts again. What the user agreed to stays a question. */
function back({ run, to }: Pen, limit: OpenLimit, otherwise: Phase = { is: 'waiting' }): void {
  const { phase } = run(limit);
  const agreed = 'agreed' in phase ? phase.agreed : undefined;
  to(limit, agreed === undefined ? otherwise : { is: 'asking', why: agreed, shown: false });
}

/** Decides what to do with a due limit, by the list that was read for it. */
function decide(pen: Pen, limit: OpenLimit, list: InstanceListReply | undefined): void {
  const { now, put, to } = pen;
  const { phase, thisRun, inTime = false } = pen.run(limit);
  const agreed = phase.is === 'reading' ? phase.agreed : undefined;
  const asks = (why: WhyAsked) => to(limit, { is: 'asking', why, shown: false });
  const due = pen.due(limit);
  const lateMs = due.is === 'due' ? due.lateMs : 0;
  const row = list && rowOf(list, limit);
  const apartMs = agreed || thisRun ? undefined : clocksApart(limit, now.time, now.own);
  const { id, act } = limit;
  if (list === undefined) {
    unread(pen, limit);
    return;
  }
  put(limit, { saidUnread: false });
  if (due.is !== 'due' && !agreed) {
    put(limit, { inTime: false });
    to(limit, { is: 'waiting' });
  } else if (row === undefined) back(pen, limit);
  else if (isOver(limit, row)) {
    pen.say(limit, { what: 'over', row });
    ends(pen, limit, 'done');
  } else if (now.isBusy(calls[act], id)) back(pen, limit);
  else if (limit.tried && !agreed) asks({ lateMs, failed: 'not known' });
  else if (apartMs !== undefined) asks({ lateMs, apartMs });
  else if (!agreed && lateMs > (inTime ? HINDERED_MS : LATE_MS))
    asks({ lateMs, ...(inTime ? { hindered: true } : {}) });
  else {
    to(limit, { is: 'sending', agreed });
    const note = { t: 'limit-tried', limit: limit.limit, at: now.time } as const;
    const unlessBusy: [EndpointName, number] = [calls[act], id];
    pen.act(limit, { do: 'send', send: { what: 'act', limit, row, lateMs }, note, unlessBusy });
  }
}

/** The list can't be read for a limit that is due. Its instance is billed meanwhile: reported once, until it works again. */
function unread(pen: Pen, limit: OpenLimit): void {
  const { phase, saidUnread } = pen.run(limit);
  const retries = !('agreed' in phase && phase.agreed);
  back(pen, limit, { is: 'unread', until: pen.now.own + RETRY_MS });
  if (saidUnread) return;
  pen.put(limit, { saidUnread: true });
  pen.say(limit, { what: 'unread', act: limit.act, row: rowNow(pen.state, limit), retries });
}

/** What is known of the instance of a limit. */
const rowNow = ({ list }: AutoStop, limit: OpenLimit): Instance =>
  (list && rowOf(list, limit)) ?? { id: limit.id, actual_status: null };

/** The instance is confirmed gone: its limit ends, unless another instance replaces it. */
function gone(pen: Pen, limit: OpenLimit): void {
  const { id, kept, act, until = 0 } = limit;
  if (isBeingReplaced(pen.state.events, id)) return;
  const byService = kept === 'service' && act === 'destroy' && pen.now.time >= until;
  if (byService) pen.say(limit, { what: 'service-destroyed', id });
  ends(pen, limit, byService ? 'done' : 'gone');
}

/** The job is now for the new instance. If the provider did not accept it, rigdeck enforces the limit itself. */
function moved(
  pen: Pen,
  { limit, until }: Extract<AutoStopTerms['send'], { what: 'move' }>,
  sent: AutoStopTerms['sent'],
): void {
  const { now, act, put, say } = pen;
  const { jobOf: _, first: __, tried: ___, job_id: job, ...same } = limit;
  const { act: does } = limit;
  const row = rowNow(pen.state, limit);
  const at = { at: now.time, own_at: now.own };
  if (sent.ok) {
    const { job: job_id } = sent;
    const event = { ...same, ...at, until, ...(job_id === undefined ? {} : { job_id }) };
    act(limit, { do: 'note', event });
  } else {
    put(limit, { thisRun: true });
    say(limit, { what: 'not-moved', act: does, row, error: sent.error });
    act(limit, { do: 'note', event: { ...same, ...at, kept: 'here' } });
    say(limit, { what: 'moved-here', act: does, row });
  }
  if (job !== undefined) sendJob(pen, limit, { what: 'drop', limit, job });
}

/** Applies a read of the list to the limits that are set, and to the reminders. */
function seen(pen: Pen, { data, askedAt, whole }: { data: unknown; askedAt: number; whole: boolean }): void {
  const { state, now } = pen;
  const list = data as InstanceListReply;
  state.list = list;
  for (const limit of state.open) {
    const { id } = limit;
    const row = list.instances.find((one) => one.id === id);
    const free = isFree(pen.run(limit));
    if (row === undefined) {
      if (whole && now.holds && free && !isBeingReplaced(state.events, id)) {
        pen.put(limit, { lookedFor: true });
        pen.act(limit, { do: 'read', read: { what: 'gone', limit } });
      }
    } else if (limit.kept === 'here') {
      if (limit.budget !== undefined) meter(pen, limit, limit.budget, row, askedAt);
    } else if (now.holds && limit.jobOf === undefined) byService(pen, limit, row);
    else if (now.holds && free)
      sendJob(pen, limit, { what: 'move', limit, until: serviceHour(limit.until ?? now.time, now.time) });
  }
  // When the list was read, in the provider's time.
  remind(pen, list.instances, askedAt + now.time - now.own);
  if (!whole) return;
  const listed = new Set(list.instances.map(({ id }) => id));
  for (const id of state.warnings.keys()) if (!listed.has(id)) state.warnings.delete(id);
  for (const id of state.saidIdle) if (!listed.has(id)) state.saidIdle.delete(id);
}

/** The provider acts on its own: reports that it did, or that it did not. */
function byService(pen: Pen, limit: OpenLimit, row: Instance): void {
  const due = pen.due(limit);
  const { act } = limit;
  if (due.is !== 'due') return;
  const isDone = isOver(limit, row);
  if (!isDone && due.lateMs < SERVICE_GRACE_MS) return;
  pen.say(limit, isDone ? { what: 'service-stopped', row } : { what: 'service-failed', act, row });
  ends(pen, limit, isDone ? 'done' : 'failed');
}

/** Updates what is spent of a budget, and notes it on disk now and then. */
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

/** Reports each thing once. `at` is the provider's time. */
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
