import { disk, dollars, UNKNOWN } from '../../base/format-number.ts';
import { clockTime, countdown, epochMs, span, weekdayTime } from '../../base/format-time.ts';
import type { Parts } from '../../base/parts.ts';
import { isDate, wallTime } from '../../base/wall-clock.ts';
import type { ApiError } from '../../client/errors.ts';
import type { Instance, ScheduledJob } from '../../client/wire.ts';
import type { Alert } from '../alerts.ts';
import { advise } from '../error-advice.ts';
import { gpuLabel, instanceName, phraseFor, saidAct } from '../instances/names.ts';
import { readInstance } from '../instances/reading.ts';
import type { Noted } from '../journal-events.ts';
import type { ActionId, KeyName } from '../keymap.ts';
import type { MessageLevel } from '../messages.ts';
import { instanceBurn } from '../money/instance-burn.ts';
import type { Question } from '../write.ts';
import {
  type ContractEnd,
  contractEnd,
  dueOf,
  type LimitAct,
  type Meter,
  type OpenLimit,
  type OwnTime,
  spentBy,
  type WhyAsked,
} from './rules.ts';

const HOUR_MS = 3_600_000;

/** `does` it at a time, or it `was to`. */
export const actWords: Readonly<
  Record<LimitAct, { does: string; todo: string; done: string; doing: string; verb: string }>
> = {
  stop: { does: 'stops', todo: 'stop', done: 'stopped', doing: 'Stopping', verb: 'Stop' },
  destroy: {
    ...{ does: 'is destroyed', todo: 'be destroyed', done: 'destroyed', doing: 'Destroying' },
    verb: 'Destroy',
  },
};

/** Who does it. The words must not let anybody close the deck and rely on it. */
export const keptWords = { here: 'kept while rigdeck runs', service: 'on the service' } as const;

/** A moment as it is said: the time alone for the next hours, the weekday for the next days, then the date. */
export function momentWords(at: number, now: number, timeZone?: string): string {
  if (!isDate(at)) return UNKNOWN;
  const [then, today] = [wallTime(at, timeZone), wallTime(now, timeZone)];
  const time = clockTime(at, timeZone).slice(0, 5);
  if (then.day === today.day && then.month === today.month && then.year === today.year) return time;
  if (Math.abs(at - now) < 144 * HOUR_MS) return weekdayTime(at, timeZone);
  const pad = (n: number) => String(n).padStart(2, '0');
  return `${then.year}-${pad(then.month)}-${pad(then.day)} ${time}`;
}

type Around = { now: number; timeZone?: string; meter?: Meter | undefined; own?: OwnTime; sep: string };

/** A limit as it is shown: `stops at 18:30, in 2h 10m · kept while rigdeck runs`. */
export function limitWords(limit: OpenLimit, around: Around): string {
  return `${whenWords(limit, around)} ${around.sep} ${keptWords[limit.kept]}`;
}

const endOf = ({ until, budget }: OpenLimit, now: number, timeZone?: string): string =>
  until === undefined ? dollars(budget) : momentWords(until, now, timeZone);

/** Of a limit whose machine a rescue has replaced: `stops at $5.00, counted from 9100698 on`. */
export function followWords(limit: OpenLimit, { now, timeZone }: Pick<Around, 'now' | 'timeZone'>): string {
  const since = limit.until === undefined ? `, counted from ${limit.first ?? limit.id} on` : '';
  return `${actWords[limit.act].does} at ${endOf(limit, now, timeZone)}${since}`;
}

/** `stops at 18:30, in 2h 10m`; `stops at $5.00, $1.20 spent so far, in about 2h`. */
export function whenWords(limit: OpenLimit, { now, timeZone, meter, own }: Omit<Around, 'sep'>): string {
  const due = dueOf(limit, now, meter, own);
  const { does, todo } = actWords[limit.act];
  const at = endOf(limit, now, timeZone);
  if (due.is === 'due') return `was to ${todo} at ${at}, ${span(due.lateMs)} ago`;
  if (limit.until !== undefined) return `${does} at ${at}, in ${span(due.leftMs)}`;
  const spent = meter === undefined ? undefined : `${dollars(spentBy(meter, own?.now ?? now))} spent so far`;
  const left = due.leftMs === undefined ? undefined : `in about ${span(due.leftMs)}`;
  return [`${does} at ${at}`, spent, left].filter((part) => part !== undefined).join(', ');
}

/** Of a job on the service that is of no limit of ours. */
export function jobWords(
  act: LimitAct,
  { id, start_time: start }: ScheduledJob,
  now: number,
  timeZone?: string,
): string {
  const from = start === undefined ? '' : `, from ${momentWords(epochMs(start), now, timeZone)}`;
  return `${actWords[act].does} by job ${id} of the service${from}, set elsewhere`;
}

/** `contract ends Sat 18:30, in 23h 10m; it stops then and may be deleted 48 h later`. */
export function contractEndWords({ endsAt, leftMs }: ContractEnd, now: number, timeZone?: string): string {
  const at = momentWords(endsAt, now, timeZone);
  if (leftMs <= 0) return `contract ended ${at}; it cannot start again and may be deleted 48 h after that`;
  return `contract ends ${at}, in ${span(leftMs)}; it stops then and may be deleted 48 h later`;
}

/** In a cell of seven, instead of an age: `end 23h`; undefined while the end is far. */
export function contractEndCell(instance: Instance, now: number): string | undefined {
  const end = contractEnd(instance, now);
  if (end === undefined) return undefined;
  if (end.leftMs <= 0) return 'ended';
  const hours = Math.floor(end.leftMs / HOUR_MS);
  return hours > 0 ? `end ${hours}h` : `end ${Math.floor(end.leftMs / 60_000)}m`;
}

/** What became of limits and reminders, each to be said once. */
export type LimitNews =
  | { what: 'soon'; act: LimitAct; row: Instance; leftMs: number | undefined }
  | { what: 'read-only' | 'done' | 'service-failed' | 'called-off'; act: LimitAct; row: Instance }
  | { what: 'failed'; act: LimitAct; row: Instance; error: ApiError }
  /** There was nothing left to do. */
  | { what: 'over' | 'service-stopped'; row: Instance }
  | { what: 'service-destroyed' | 'moved-here'; id: number }
  /** The service took no job for the machine that a rescue has rented. */
  | { what: 'not-moved'; id: number; error: ApiError }
  | { what: 'set'; row: Instance; limit: OpenLimit; noted: Noted }
  | { what: 'not-set' | 'not-called-off'; row: Instance; error: ApiError }
  /** The next start acts by it, as `again` says: that it has ended is not on the disk. */
  | { what: 'off-for-now'; row: Instance; again: string; message: string }
  | { what: 'contract-end'; row: Instance; end: ContractEnd; at: number }
  | { what: 'idle'; row: Instance; forMs: number };

/** What is said; or of what an error is, where something failed. */
export type LimitSaying =
  | { level: MessageLevel; text: string; alert?: Alert }
  | { failed: string; error: ApiError };

type Names = { keyName: KeyName; timeZone?: string };

export function limitSaying(news: LimitNews, { keyName, timeZone }: Names): LimitSaying {
  const name = 'row' in news ? instanceName(news.row) : String(news.id);
  const id = 'row' in news ? news.row.id : news.id;
  const named = (act: 'stop' | 'destroy' | 'limit') => saidAct({ keyName }, act, id);
  const warn = (text: string, alert?: Omit<Alert, 'id'>): LimitSaying => ({
    ...{ level: 'warn', text },
    ...(alert === undefined ? {} : { alert: { ...alert, id } }),
  });
  switch (news.what) {
    case 'soon': {
      const text = `${name} ${actWords[news.act].does} in ${countdown(news.leftMs)} by its limit`;
      const alert = { event: 'limit', step: 'soon', text } as const;
      return warn(`${text}; ${keyName('instance.limit')} changes it`, alert);
    }
    case 'read-only':
      return warn(`${name} was to ${actWords[news.act].todo} now, and was not: rigdeck is in read-only mode`);
    case 'done': {
      const { done } = actWords[news.act];
      const text = `${name} was ${done} by its limit`;
      const many = { name, are: `were ${done} by their limits` };
      const left =
        news.act === 'stop' ? '; its disk is still charged' : ' and nothing of it is charged any more';
      return warn(text + left, { event: 'limit', step: 'done', text, many });
    }
    case 'failed':
      return { failed: `${actWords[news.act].doing} ${name} by its limit`, error: news.error };
    case 'over':
      return { level: 'info', text: `${name} is stopped already; its limit is over` };
    case 'service-stopped':
      return warn(`${name} is stopped, as its limit at the service says; its disk is still charged`);
    case 'service-destroyed':
      return warn(`${name} is gone, as its limit at the service says`);
    case 'service-failed': {
      const text = `The service was to ${news.act} ${name} and has not: it is ${readInstance(news.row).word}`;
      const ways = `${named('stop')} stops it, ${named('destroy')} destroys it.`;
      const alert: Alert = { event: 'limit', step: 'not-kept', id, text };
      return { level: 'error', text: `${text}. ${ways}`, alert };
    }
    case 'not-moved':
      return { failed: `Limit of ${name} on the service`, error: news.error };
    case 'moved-here':
      return warn(
        `The limit of ${name} is ${keptWords.here} from now on; ${keyName('instance.limit')} changes it`,
      );
    case 'set': {
      const { limit, noted } = news;
      const now = limit.at;
      const when = whenWords(limit, { now, ...(timeZone === undefined ? {} : { timeZone }) });
      const text = `${name} ${when}, ${keptWords[limit.kept]}`;
      if (noted.ok) return { level: 'info', text };
      const lost =
        limit.kept === 'here'
          ? 'it is not on disk and ends with this run'
          : 'it is not on disk, so only the service knows';
      return warn(`${text}; ${lost}: ${noted.message}`);
    }
    case 'not-set':
      return { failed: `Limit of ${name}`, error: news.error };
    case 'called-off':
      return {
        level: 'info',
        text: `${name}: it is called off; nothing ${news.act === 'stop' ? 'stops' : 'destroys'} it by itself`,
      };
    case 'not-called-off':
      return { failed: `Calling off the limit of ${name}`, error: news.error };
    case 'off-for-now':
      return warn(`${name}: called off for this run only, ${news.again}. ${news.message}`);
    case 'contract-end': {
      const text = `${name}: ${contractEndWords(news.end, news.at, timeZone)}`;
      return warn(text, news.end.stage === 2 ? { event: 'contract-end', text } : undefined);
    }
    case 'idle': {
      const { perHour } = instanceBurn(news.row);
      const spent =
        perHour === undefined ? '' : `, ${dollars((perHour * news.forMs) / HOUR_MS)} spent meanwhile`;
      const text = `${name}: ${span(news.forMs)} at 0 % GPU${spent}`;
      return warn(`${text}; ${named('stop')} stops it, ${named('limit')} sets a limit`, {
        event: 'idle',
        text,
      });
    }
  }
}

type LimitQuestion = Question & { kind: 'confirm'; action: ActionId };

/** The instance that a question about a limit names. */
const identity = (row: Instance): Parts => [
  [`${row.id}  ${row.label ?? ''}`.trim(), 'bold'],
  `  ${gpuLabel(row) ?? ''}  ${readInstance(row).word}`,
];

/** Whether it is to be done now: it came due while nobody kept it, the clocks disagree, or it was tried and failed. */
export function nowQuestion(
  { act }: OpenLimit,
  row: Instance,
  { lateMs, failed, apartMs }: WhyAsked,
): LimitQuestion {
  const { verb, todo } = actWords[act];
  const why =
    apartMs !== undefined
      ? `This machine's clock and the service's disagree by ${span(apartMs)}.`
      : failed === undefined
        ? 'Nobody kept its limit: rigdeck was closed, or this machine slept.'
        : failed === 'not known'
          ? "That was tried once. Couldn't confirm what came of it."
          : `That was tried once and failed: ${advise(failed).title}`;
  return {
    kind: 'confirm',
    action: `instance.${act}`,
    title: `${verb} ${row.id} now?`,
    body: [
      identity(row),
      [],
      [`It was to ${todo} ${span(lateMs)} ago, by a limit that you set.`],
      [why],
      ...(act === 'destroy' ? [['Its disk is erased and cannot be brought back.']] : []),
      [['Esc leaves it as it is.', 'dim']],
    ],
    no: 'Leave it',
    yes: `${verb} it now`,
    ...(act === 'destroy' ? { typed: phraseFor(row) } : {}),
  };
}

/** A destroy that nobody is asked about later wants its phrase typed now, for all that it names. */
export function laterQuestion(
  rows: readonly Instance[],
  says: string,
  kept: OpenLimit['kept'],
): LimitQuestion {
  const [only] = rows;
  const one = rows.length === 1 && only !== undefined;
  const size = one && only.disk_space !== undefined ? ` (${disk(only.disk_space)})` : '';
  return {
    kind: 'confirm',
    action: 'instance.limit',
    title: one ? 'Destroy it later, unasked?' : `Destroy ${rows.length} later, unasked?`,
    targets: rows.map(identity),
    body: [
      [`${one ? `It ${says}` : says.charAt(0).toUpperCase() + says.slice(1)}, ${keptWords[kept]}.`],
      [`${one ? `Its disk${size} is` : 'Their disks are'} erased then, for good, and nobody is asked again.`],
    ],
    no: 'No, go back',
    yes: 'Set it',
    typed: one ? phraseFor(only) : `destroy ${rows.length}`,
  };
}
