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

/** How far a limit has come in this run: from the top to the bottom, or back where nothing came of it. */
type Phase =
  /** Its time has not come. */
  | { is: 'waiting' }
  /** It was said that its time is near. */
  | { is: 'warned' }
  /** It is due in read-only mode, which was said. */
  | { is: 'left' }
  /** It is due and the list could not be read: it is read again from `until` (own ms) on. */
  | { is: 'unread'; until: number }
  /** A read of the list, or a send, is out for it; `agreed` is the question that was answered with yes. */
  | { is: 'reading' | 'sending'; agreed?: WhyAsked | undefined }
  /** Only a person can say whether it is done; the question is still to be `shown` where somebody was busy. */
  | { is: 'asking'; why: WhyAsked; shown: boolean }
  /** It has ended, whether or not the journal has it yet. */
  | { is: 'over' };

/** What this run knows of a limit beside the journal. */
type Run = {
  phase: Phase;
  /** It was set in this run. */
  thisRun?: boolean | undefined;
  /** What is spent of its budget. */
  meter?: Meter | undefined;
  /** It was seen to be due while it could still be done without asking. */
  inTime?: boolean;
  /** The list lacks its machine, which is looked for. */
  lookedFor?: boolean;
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
  read: { what: 'list' | 'gone'; limit: OpenLimit };
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

const fresh: Run = { phase: { is: 'waiting' } };

/** A list that could not be read is asked for again after this. */
const RETRY_MS = 20_000;
const calls = { stop: 'stopInstance', destroy: 'destroyInstance' } as const;

/**
 * Keeps the limits that a person has set on instances. Before it acts it reads the list, by which it also learns the
 * service's time. It sends once, and asks when that fails, or when an earlier run has tried it and the journal has no
 * end; what came due while nobody kept it is asked about, and not done late. Of several processes on an account the one
 * that holds the lock keeps them. Also reminds of what is easily forgotten: a contract that ends, a GPU that does nothing.
 */
export const autoStop: Agent<AutoStop, AutoStopTerms> = {
  begin(events, before) {
    const runs = new Map([...(before?.runs ?? [])].map(([id, run]) => [id, inNextSession(run)]));
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
      Object.assign(state, { events, open: openIn(events, state.runs) });
    } else if (event.t === 'read' && event.key === 'instances') seen(pen, event);
    else if (event.t === 'tick') looked(pen);
    else if (event.t === 'input') set(pen, event.input);
    else if (event.t === 'yes') readFirst(pen, event.ask.limit, event.ask.why);
    else if (event.t === 'done') done(pen, event);
    return { state, actions: pen.actions };
  },
};

const openIn = (events: readonly JournalEvent[], runs: AutoStop['runs']): OpenLimit[] =>
  openLimits(events).filter(({ limit }) => runs.get(limit)?.phase.is !== 'over');

/**
 * What another session of the account in this run goes on with: what was set and spent, and what only a person can
 * decide. What was being read begins again. Of what was being sent the journal has the try, so that it is asked about.
 */
function inNextSession({ phase, thisRun, meter }: Run): Run {
  const why = phase.is === 'asking' ? phase.why : phase.is === 'reading' ? phase.agreed : undefined;
  const asking: Phase | undefined = why && { is: 'asking', why, shown: false };
  return { phase: phase.is === 'over' ? phase : (asking ?? fresh.phase), thisRun, meter };
}

/** A step while it is made: a state of its own, and what is to be done. */
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
    // What has ended stays so, whatever is still out for it.
    to: (limit, phase) => void (run(limit).phase.is === 'over' || put(limit, { phase })),
    say: (limit, say) => act(limit, { do: 'say', say }),
    due(limit) {
      const { meter, thisRun = false } = run(limit);
      return dueOf(limit, now.time, meter, { now: now.own, thisRun });
    },
  };
}

/** Whether nothing is out for a limit. */
const isFree = ({ phase, lookedFor }: Run): boolean =>
  phase.is !== 'reading' && phase.is !== 'sending' && lookedFor !== true;

/** A limit ends, in the journal and at once in what is known of it here. */
function ends({ state, now, act, to }: Pen, limit: OpenLimit, why: LimitEnd): void {
  const { limit: id } = limit;
  to(limit, { is: 'over' });
  state.open = state.open.filter((one) => one.limit !== id);
  act(limit, { do: 'note', event: { t: 'limit-ended', limit: id, at: now.time, why } });
}

/** Only by the list that is read for it is the service's time known: the machine's may have jumped. */
function readFirst({ to, act }: Pen, limit: OpenLimit, agreed?: WhyAsked): void {
  to(limit, { is: 'reading', agreed });
  act(limit, { do: 'read', read: { what: 'list', limit } });
}

/** What concerns a job of the service may be sent again: there is one for a machine and what is done to it. */
function sendJob({ to, act }: Pen, limit: OpenLimit, send: AutoStopTerms['send']): void {
  to(limit, { is: 'sending' });
  act(limit, { do: 'send', send });
}

/** Each second: warns, asks, and begins what is due. */
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
      // It only looked like it: the clock was put right.
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
      else {
        to(limit, { ...phase, shown: true });
        pen.act(limit, { do: 'ask', ask: { limit, row, why: phase.why } });
      }
    } else if (phase.is !== 'unread' || phase.until <= now.own) {
      if (due.lateMs <= LATE_MS) put(limit, { inTime: true });
      // It is tried once: not while the service wants no such call.
      if (!now.isBusy(calls[act], limit.id)) readFirst(pen, limit);
    }
  }
}

function set({ put }: Pen, { set: limit, perHour }: AutoStopTerms['input']): void {
  const at = limit.own_at ?? limit.at;
  put(limit, { thisRun: true, ...(perHour === undefined ? {} : { meter: { at, dollars: 0, perHour } }) });
}

function done(pen: Pen, event: Extract<Event<AutoStopTerms>, { t: 'done' }>): void {
  const { state, put, to } = pen;
  if ('ask' in event) {
    const { limit, why } = event.ask;
    // Where somebody is busy it is asked again a second later.
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

/** What came of the one try; nothing went out without the lock. */
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

/** Nothing came of what was out: it begins again, and what a person has said yes to stays a question. */
function back({ run, to }: Pen, limit: OpenLimit, otherwise: Phase = { is: 'waiting' }): void {
  const { phase } = run(limit);
  const agreed = 'agreed' in phase ? phase.agreed : undefined;
  to(limit, agreed === undefined ? otherwise : { is: 'asking', why: agreed, shown: false });
}

/** What is to become of one that is due, by the list that was read for it. */
function decide(pen: Pen, limit: OpenLimit, list: InstanceListReply | undefined): void {
  const { now, put, to } = pen;
  const { phase, thisRun, inTime } = pen.run(limit);
  const agreed = phase.is === 'reading' ? phase.agreed : undefined;
  const asks = (why: WhyAsked) => to(limit, { is: 'asking', why, shown: false });
  const due = pen.due(limit);
  const lateMs = due.is === 'due' ? due.lateMs : 0;
  const row = list && rowOf(list, limit);
  const apartMs = agreed || thisRun ? undefined : clocksApart(limit, now.time, now.own);
  if (list === undefined) back(pen, limit, { is: 'unread', until: now.own + RETRY_MS });
  else if (due.is !== 'due' && !agreed) {
    put(limit, { inTime: false });
    to(limit, { is: 'waiting' });
  } else if (row === undefined) back(pen, limit);
  else if (isOver(limit, row)) {
    pen.say(limit, { what: 'over', row });
    ends(pen, limit, 'done');
  } else if (limit.tried && !agreed) asks({ lateMs, failed: 'not known' });
  else if (apartMs !== undefined) asks({ lateMs, apartMs });
  else if (!agreed && inTime !== true && lateMs > LATE_MS) asks({ lateMs });
  else {
    to(limit, { is: 'sending', agreed });
    const note = { t: 'limit-tried', limit: limit.limit, at: now.time } as const;
    pen.act(limit, { do: 'send', send: { what: 'act', limit, row, lateMs }, note });
  }
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
  pen: Pen,
  { limit, until }: Extract<AutoStopTerms['send'], { what: 'move' }>,
  sent: AutoStopTerms['sent'],
): void {
  const { now, act, put, say } = pen;
  const { jobOf: _, first: __, tried: ___, job_id: job, ...same } = limit;
  const { id, act: does } = limit;
  const at = { at: now.time, own_at: now.own };
  if (sent.ok) {
    const { job: job_id } = sent;
    const event = { ...same, ...at, until, ...(job_id === undefined ? {} : { job_id }) };
    act(limit, { do: 'note', event });
  } else {
    put(limit, { thisRun: true });
    say(limit, { what: 'not-moved', act: does, id, error: sent.error });
    act(limit, { do: 'note', event: { ...same, ...at, kept: 'here' } });
    say(limit, { what: 'moved-here', act: does, id });
  }
  if (job !== undefined) sendJob(pen, limit, { what: 'drop', limit, job });
}

/** What a read of the list says of the limits that are set, and of what is easily forgotten. */
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
