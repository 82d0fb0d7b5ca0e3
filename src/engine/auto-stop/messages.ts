import { disk, dollars, ratePerHour, UNKNOWN } from '../../base/format-number.ts';
import { clockTime, countdown, epochMs, span, weekdayTime } from '../../base/format-time.ts';
import { atStart } from '../../base/key-text.ts';
import type { Parts } from '../../base/parts.ts';
import { isDate, wallTime } from '../../base/wall-clock.ts';
import type { ApiError } from '../../client/errors.ts';
import type { Instance, ScheduledJob } from '../../client/wire.ts';
import type { Alert } from '../alerts.ts';
import { advise } from '../error-advice.ts';
import { inTitle } from '../instances/messages.ts';
import { gpuLabel, phraseFor, saidAct } from '../instances/names.ts';
import { readInstance } from '../instances/reading.ts';
import type { Noted } from '../journal-events.ts';
import type { ActionId, KeyName } from '../keymap.ts';
import type { MessageLevel } from '../messages.ts';
import { instanceBurn, instancePrices } from '../money/instance-burn.ts';
import type { Question } from '../write.ts';
import { isUnclear } from '../write-advice.ts';
import {
  ASK_AGAIN_MS,
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

/** What users call a limit. Only IDs, events and the code say `limit`. */
export const named = { stop: 'auto-stop', destroy: 'auto-destroy' } as const;

/** Who enforces it. The words must not let users close the deck and rely on it. */
export const keptWords = { here: 'only while rigdeck runs', service: 'by the provider' } as const;

/** A point in time in words: only the time for the next hours, the weekday for the next days, then the date. */
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

/** A limit in words: `Auto-stop at 18:30, in 2h 10m · only while rigdeck runs`. */
export function limitWords(limit: OpenLimit, around: Around): string {
  return `${atStart(named[limit.act])} ${whenWords(limit, around)} ${around.sep} ${keptWords[limit.kept]}`;
}

const endOf = ({ until, budget }: OpenLimit, now: number, timeZone?: string): string =>
  until === undefined ? dollars(budget) : momentWords(until, now, timeZone);

/** For a limit whose instance a rescue replaced: `Auto-stop of 9100698 continues: at $5.00 in total`. */
export function followWords(limit: OpenLimit, { now, timeZone }: Pick<Around, 'now' | 'timeZone'>): string {
  const inTotal = limit.until === undefined ? ' in total' : '';
  const of = limit.first ?? limit.id;
  return `${atStart(named[limit.act])} of ${of} continues: at ${endOf(limit, now, timeZone)}${inTotal}`;
}

/** `at 18:30, in 2h 10m`; `at $5.00, $1.20 spent, in about 2h`; `was due at 18:30, 5m ago`. */
function whenWords(limit: OpenLimit, { now, timeZone, meter, own }: Omit<Around, 'sep'>): string {
  const due = dueOf(limit, now, meter, own);
  const at = `at ${endOf(limit, now, timeZone)}`;
  if (due.is === 'due') return `was due ${at}, ${span(due.lateMs)} ago`;
  if (limit.until !== undefined) return `${at}, in ${span(due.leftMs)}`;
  const spent = meter === undefined ? undefined : `${dollars(spentBy(meter, own?.now ?? now))} spent`;
  const left = due.leftMs === undefined ? undefined : `in about ${span(due.leftMs)}`;
  return [at, spent, left].filter((part) => part !== undefined).join(', ');
}

/** For a provider's job that belongs to no limit of ours. */
export function jobWords(
  act: LimitAct,
  { id, start_time: start }: ScheduledJob,
  now: number,
  timeZone?: string,
): string {
  const from = start === undefined ? '' : ` from ${momentWords(epochMs(start), now, timeZone)}`;
  return `${atStart(named[act])} by job ${id} of the provider${from}, set elsewhere`;
}

/** `contract ends Sat 18:30, in 23h 10m; stops then, can be deleted 48h later`. */
export function contractEndWords({ endsAt, leftMs }: ContractEnd, now: number, timeZone?: string): string {
  const at = momentWords(endsAt, now, timeZone);
  if (leftMs <= 0) return `contract ended ${at}; can't start again, can be deleted 48h later`;
  return `contract ends ${at}, in ${span(leftMs)}; stops then, can be deleted 48h later`;
}

/** For a cell of seven, instead of the age: `end 23h`. Undefined while the end is far off. */
export function contractEndCell(instance: Instance, now: number): string | undefined {
  const end = contractEnd(instance, now);
  if (end === undefined) return undefined;
  if (end.leftMs <= 0) return 'ended';
  const hours = Math.floor(end.leftMs / HOUR_MS);
  return hours > 0 ? `end ${hours}h` : `end ${Math.floor(end.leftMs / 60_000)}m`;
}

/** News about limits and reminders, each reported once. */
export type LimitNews =
  | { what: 'soon'; act: LimitAct; row: Instance; leftMs: number | undefined }
  | {
      what: 'read-only' | 'put-off' | 'done' | 'service-failed' | 'called-off' | 'moved-here';
      act: LimitAct;
      row: Instance;
    }
  /** It is due and the list can't be read. After a yes it is asked about again, else it is read again. */
  | { what: 'unread'; act: LimitAct; row: Instance; retries: boolean }
  | { what: 'failed' | 'not-set' | 'not-called-off'; act: LimitAct; row: Instance; error: ApiError }
  /** Nothing was left to do. */
  | { what: 'over' | 'service-stopped'; row: Instance }
  | { what: 'service-destroyed'; id: number }
  /** The provider did not accept a job for the instance that a rescue rented. */
  | { what: 'not-moved'; act: LimitAct; row: Instance; error: ApiError }
  | { what: 'set'; row: Instance; limit: OpenLimit; noted: Noted }
  /** The end of the limit is not on disk: the next start acts on it, as `again` says. */
  | { what: 'off-for-now'; act: LimitAct; row: Instance; again: string; message: string }
  | { what: 'contract-end'; row: Instance; end: ContractEnd; at: number }
  | { what: 'idle'; row: Instance; forMs: number };

/** The message, or after a failure what failed and its error. */
export type LimitSaying =
  | { level: MessageLevel; text: string; alert?: Alert }
  | { failed: string; error: ApiError };

type Names = { keyName: KeyName; timeZone?: string };

export function limitSaying(news: LimitNews, { keyName, timeZone }: Names): LimitSaying {
  const name = 'row' in news ? inTitle(news.row) : String(news.id);
  const id = 'row' in news ? news.row.id : news.id;
  const command = (act: 'stop' | 'destroy' | 'limit') => saidAct({ keyName }, act, id);
  /** `Auto-stop of train-a`. */
  const title = 'act' in news ? `${atStart(named[news.act])} of ${name}` : '';
  const warn = (text: string, alert?: Omit<Alert, 'id'>): LimitSaying => ({
    ...{ level: 'warn', text },
    ...(alert === undefined ? {} : { alert: { ...alert, id } }),
  });
  switch (news.what) {
    case 'soon': {
      const text = `${title} in ${countdown(news.leftMs)}`;
      return warn(`${text}. To change it: ${command('limit')}`, { event: 'limit', step: 'soon', text });
    }
    case 'read-only':
      return warn(`${title} is due, but rigdeck is in read-only mode. Nothing was sent.`);
    case 'unread': {
      const text = `${title} is due, but the instance list couldn't be read. ${name} may still be billed`;
      const next = news.retries ? 'Trying again every 20s.' : 'Nothing was sent.';
      return warn(`${text}. ${next}`, { event: 'limit', step: 'unread', text });
    }
    case 'put-off':
      return warn(`${title} stays set. ${askedAgain}. To change it: ${command('limit')}`);
    case 'done': {
      const done = news.act === 'stop' ? 'Auto-stopped' : 'Auto-destroyed';
      const text = `${done} ${name}`;
      const many = { name, are: `were ${done.toLowerCase()}` };
      const left = news.act === 'stop' ? diskBilled(news.row) : 'Billing ended.';
      return warn(`${text}. ${left}`, { event: 'limit', step: 'done', text, many });
    }
    case 'failed':
      return { failed: title, error: news.error };
    case 'over':
      return { level: 'info', text: `${name} was already stopped. Its auto-stop ended.` };
    case 'service-stopped':
      return warn(`The provider auto-stopped ${name}. ${diskBilled(news.row)}`);
    case 'service-destroyed':
      return warn(`The provider auto-destroyed ${name}. Billing ended.`);
    case 'service-failed': {
      const text = `The provider didn't ${named[news.act]} ${name} (${readInstance(news.row).word})`;
      const ways = `To stop it: ${command('stop')}. To destroy it: ${command('destroy')}`;
      const alert: Alert = { event: 'limit', step: 'not-kept', id, text };
      return { level: 'error', text: `${text}. ${ways}`, alert };
    }
    case 'not-moved':
      return { failed: `${title} by the provider`, error: news.error };
    case 'moved-here':
      return warn(`${title} now works ${keptWords.here}. To change it: ${command('limit')}`);
    case 'set': {
      const { limit, noted } = news;
      const now = limit.at;
      const left = limit.until === undefined ? '' : ` (in ${span(limit.until - now)})`;
      const when = `${endOf(limit, now, timeZone)}${left}`;
      const text = `${atStart(named[limit.act])} set for ${name}: ${when}, ${keptWords[limit.kept]}`;
      if (noted.ok) return { level: 'info', text };
      const lost = limit.kept === 'here' ? 'lost when rigdeck ends' : 'only the provider knows of it';
      return warn(`${text}. Not saved, ${lost}: ${noted.message}`);
    }
    case 'not-set':
      return { failed: `Setting ${named[news.act]} of ${name}`, error: news.error };
    case 'called-off':
      return { level: 'info', text: `Removed ${named[news.act]} of ${name}` };
    case 'not-called-off':
      return { failed: `Removing ${named[news.act]} of ${name}`, error: news.error };
    case 'off-for-now':
      return warn(`Removed ${named[news.act]} of ${name} for this run only: ${news.again}. ${news.message}`);
    case 'contract-end': {
      const text = `${name}: ${contractEndWords(news.end, news.at, timeZone)}`;
      return warn(text, news.end.stage === 2 ? { event: 'contract-end', text } : undefined);
    }
    case 'idle': {
      const { perHour } = instanceBurn(news.row);
      const spent = perHour === undefined ? '' : `, ${dollars((perHour * news.forMs) / HOUR_MS)} spent`;
      const text = `${name}: ${span(news.forMs)} at 0% GPU${spent}`;
      return warn(`${text}. To stop it: ${command('stop')}. To set auto-stop: ${command('limit')}`, {
        event: 'idle',
        text,
      });
    }
  }
}

/** What a stopped instance still costs. */
function diskBilled(row: Instance): string {
  const { disk } = instancePrices(row);
  return disk === undefined ? 'Disk still billed.' : `Disk still billed at ${ratePerHour(disk)}.`;
}

const askedAgain = `You will be asked again in ${ASK_AGAIN_MS / 60_000} min`;

type LimitQuestion = Question & { kind: 'confirm'; action: ActionId };

/** Names the instance in a question about a limit. */
const identity = (row: Instance): Parts => [
  [`${row.id}  ${row.label ?? ''}`.trim(), 'bold'],
  `  ${gpuLabel(row) ?? ''}  ${readInstance(row).word}`,
];

/** Asks whether to do it now: it came due while nothing enforced it, the clocks disagree, or the attempt failed. */
export function nowQuestion({ act }: OpenLimit, row: Instance, asked: WhyAsked): LimitQuestion {
  const verb = act === 'stop' ? 'Stop' : 'Destroy';
  const { perHour } = instanceBurn(row);
  const rate = perHour === undefined ? '' : ` at ${ratePerHour(perHour)}`;
  return {
    kind: 'confirm',
    action: `instance.${act}`,
    title: `${verb} ${inTitle(row)} now?`,
    targets: [identity(row)],
    body: [
      [`${atStart(named[act])} was due ${span(asked.lateMs)} ago${whyWords(act, asked)}`],
      ...(act === 'destroy' ? [[erasedWords([row])]] : []),
      [`Still billed${rate}.`],
      [`Cancel keeps ${named[act]} set. ${askedAgain}.`],
    ],
    no: 'Cancel',
    yes: verb,
    ...(act === 'destroy' ? { typed: phraseFor(row) } : {}),
  };
}

/** The end of the sentence that says when it was due. */
function whyWords(act: LimitAct, { failed, hindered, apartMs }: WhyAsked): string {
  if (failed === 'not known') return ` and was sent once. Couldn't confirm the ${act}.`;
  if (failed !== undefined) {
    const { title } = advise(failed);
    return isUnclear(failed) ? `. ${title}` : ` and failed: ${title}`;
  }
  if (hindered) return ", but rigdeck couldn't reach the provider in time.";
  if (apartMs === undefined) return ', while rigdeck was closed or asleep.';
  return `. This machine's clock and the provider's differ by ${span(apartMs)}.`;
}

/** `Deletes its 20G disk permanently.` */
function erasedWords(rows: readonly Instance[]): string {
  const [only] = rows;
  if (rows.length > 1) return 'Deletes their disks permanently.';
  return `Deletes its ${only?.disk_space === undefined ? '' : `${disk(only.disk_space)} `}disk permanently.`;
}

/** An auto-destroy doesn't ask when it comes due, so its phrase is typed now, for all targets. */
export function laterQuestion(
  rows: readonly Instance[],
  says: string,
  kept: OpenLimit['kept'],
): LimitQuestion {
  const [only] = rows;
  const one = rows.length === 1 && only !== undefined;
  return {
    kind: 'confirm',
    action: 'instance.limit',
    title: one ? `Auto-destroy ${inTitle(only)}?` : `Auto-destroy ${rows.length} instances?`,
    targets: rows.map(identity),
    body: [[`${says}, ${keptWords[kept]}.`], [`${erasedWords(rows)} You won't be asked again.`]],
    no: 'Cancel',
    yes: 'Set auto-destroy',
    typed: one ? phraseFor(only) : `destroy ${rows.length}`,
  };
}
