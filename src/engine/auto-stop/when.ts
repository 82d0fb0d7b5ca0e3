import { dollars, ratePerHour } from '../../base/format-number.ts';
import { span, weekdayTime } from '../../base/format-time.ts';
import { daysLater, momentOf, type WallTime, wallTime } from '../../base/wall-clock.ts';
import type { Instance } from '../../client/wire.ts';
import { readInstance } from '../instances/reading.ts';
import { instanceBurn, instancePrices } from '../money/instance-burn.ts';
import { momentWords } from './messages.ts';
import { type OpenLimit, serviceHour } from './rules.ts';

/** When a limit acts: at a time (epoch ms), or once this many dollars are spent from now on. */
export type LimitWhen = { until: number } | { budget: number };
export type ReadWhen = ({ ok: true } & LimitWhen) | { ok: false; message: string };

const MINUTE_MS = 60_000;
const units: readonly (readonly [RegExp, number])[] = [
  [/^(d|days?)$/, 1440 * MINUTE_MS],
  [/^(h|hrs?|hours?)$/, 60 * MINUTE_MS],
  [/^(m|mins?|minutes?)$/, MINUTE_MS],
];
const FURTHEST_MS = 366 * 1440 * MINUTE_MS;

/** What can be typed, for input that was not understood. */
export const whenExamples = 'e.g. 3h, 18:30, tomorrow 9:00, 2026-11-28 9:00, $5';

const no = (message: string) => ({ ok: false, message }) as const;

/**
 * Reads a typed time or budget of a limit. `now` is epoch ms by the provider's clock. A malformed figure is refused
 * with a sentence and never corrected: it means money.
 */
export function readWhen(typed: string, { now, timeZone }: { now: number; timeZone?: string }): ReadWhen {
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ');
  if (text === '') return no(`Enter a time or a budget, ${whenExamples}.`);
  const dollars = /^(?:(?:at|after|for) )?\$ ?(.*)$/.exec(text);
  if (dollars !== null) return budgetOf(dollars[1] as string);
  const named = /^(?:at )?(?:on )?(today |tomorrow )?(?:at )?(.*?)( today| tomorrow)?$/.exec(text);
  const [, before, at = '', after] = named ?? [];
  const time = wallOf(at);
  if (time !== undefined) return momentRead(time, (before ?? after)?.trim(), { now, timeZone });
  const ms = spanOf(text.replace(/^(in|after) /, ''));
  if (ms !== undefined) return spanRead(ms, now);
  if (/^(in )?\d+([.,]\d+)?$/.test(text)) {
    const figure = text.replace('in ', '');
    return no(`Missing unit. For a time type ${figure}h, for a budget $${figure}.`);
  }
  return no(`Invalid time or budget. Type it as ${whenExamples.replace('e.g. ', '')}.`);
}

function budgetOf(figure: string): ReadWhen {
  if (!/^(\d+(\.\d{1,4})?|\.\d{1,4})$/.test(figure)) {
    return no('Invalid budget. Enter dollars, e.g. $5 or $12.50.');
  }
  const budget = Number(figure);
  return budget > 0 ? { ok: true, budget } : no('Budget must be above $0.');
}

/** `3h`, `90 min`, `1h 30m` or `1.5 hours` in ms. Undefined if it is not a duration. */
function spanOf(text: string): number | undefined {
  const words = [...text.matchAll(/(\d+(?:\.\d+)?) ?([a-z]+)(?: |,|$)?/g)];
  if (
    words.length === 0 ||
    words
      .map(([whole]) => whole)
      .join('')
      .trim() !== text
  )
    return undefined;
  let all = 0;
  for (const [, figure, word = ''] of words) {
    const unit = units.find(([name]) => name.test(word));
    if (unit === undefined) return undefined;
    all += Number(figure) * unit[1];
  }
  return all;
}

function spanRead(ms: number, now: number): ReadWhen {
  if (ms < MINUTE_MS) return no('Time must be at least 1 min from now.');
  return ms > FURTHEST_MS ? no('Time must be within a year.') : { ok: true, until: now + Math.round(ms) };
}

type Named = { hour: number; minute: number; date?: { year: number; month: number; day: number } };

/** `18:30`, `6:30 pm`, `6pm`, `2026-11-28 09:00`. An hour or minute out of range is kept, to be refused by name. */
function wallOf(text: string): Named | undefined {
  const found = /^(?:(\d{4})-(\d\d?)-(\d\d?)(?:[ t]|, ?| at ))?(\d\d?)(?:[:.](\d\d))? ?(am|pm)?$/.exec(text);
  if (found === null) return undefined;
  const [, year, month, day, hour, minute, half] = found;
  if (minute === undefined && half === undefined) return undefined;
  const named = Number(hour);
  const twelve = half !== undefined && named >= 1 && named <= 12;
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  return {
    hour: half === undefined ? named : twelve ? (named % 12) + (half === 'pm' ? 12 : 0) : 99,
    minute: Number(minute ?? 0),
    ...(year === undefined ? {} : { date }),
  };
}

function momentRead(
  named: Named,
  day: string | undefined,
  { now, timeZone }: { now: number; timeZone?: string | undefined },
): ReadWhen {
  const { hour, minute, date } = named;
  if (hour > 23 || minute > 59) return no('Invalid time. Type it as 09:00 or 18:30.');
  if (date !== undefined && day !== undefined) return no('Type a date or a day, not both.');
  const today: WallTime = { ...wallTime(now, timeZone), hour, minute };
  const at = (time: WallTime) => momentOf(time, timeZone);
  const first = at(date === undefined ? today : { ...date, hour, minute });
  const isPast = first !== undefined && first <= now;
  const shifted = day === 'tomorrow' || (date === undefined && day === undefined && isPast);
  const until = shifted ? at(daysLater(today, 1)) : first;
  if (until === undefined) {
    return no(date === undefined ? 'Invalid time: the clocks skip it that day.' : 'Invalid date.');
  }
  if (until <= now) return no(`Time is in the past. Now: ${weekdayTime(now, timeZone)}.`);
  if (until - now > FURTHEST_MS) return no('Time must be within a year.');
  return { ok: true, until };
}

/** The input as it would be set, or a sentence that says why it can't be. */
export type LimitReading =
  | { ok: true; until?: number; budget?: number; says: string; costs: string }
  | { ok: false; message: string };

/** The $/h that a limit is estimated with: the current cost, or while booting the cost once it is running. */
function ratePlanned(row: Instance): number | undefined {
  const { kind } = readInstance(row);
  const now = instanceBurn(row).perHour;
  return kind === 'provisioning' || kind === 'loading' ? (instancePrices(row).total ?? now) : now;
}

type Around = { now: number; timeZone?: string };

/**
 * A limit on each of `rows`, enforced by `kept`: a time is the same for all, a budget is per instance. It can be set on
 * all of them or on none. The provider acts at full hours, and only at a time.
 */
export function limitReadings(
  typed: string,
  rows: readonly Instance[],
  kept: OpenLimit['kept'],
  around: Around,
): LimitReading {
  const when = rows.length === 0 ? no('No instance here') : readWhen(typed, around);
  if (!when.ok) return when;
  if (!('budget' in when)) return timeReading(when.until, rows, kept, around);
  const { budget } = when;
  const each = rows.length === 1 ? '' : ' on each';
  if (kept === 'service') return no("The provider can't enforce a budget. Set a time instead.");
  return (
    budgetRefusal(rows) ?? {
      ...{ ok: true, budget, says: `When ${dollars(budget)} more is spent${each} (without traffic)` },
      costs: budgetCosts(budget, rows, around),
    }
  );
}

function timeReading(
  wanted: number,
  rows: readonly Instance[],
  kept: OpenLimit['kept'],
  { now, timeZone }: Around,
): LimitReading {
  const until = kept === 'service' ? serviceHour(wanted, now) : wanted;
  const late = until - wanted;
  const hour = late > 0 ? ` (${span(late)} later: full hours only)` : '';
  const rates = rows.map(ratePlanned).filter((rate) => rate !== undefined);
  const rate = rates.reduce((total, one) => total + one, 0);
  const all = rows.length === 1 ? '' : ` for all ${rows.length}`;
  return {
    ...{
      ok: true,
      until,
      says: `At ${momentWords(until, now, timeZone)}, in ${span(until - now)}${hour}`,
    },
    costs:
      rates.length < rows.length
        ? 'Cost until then unknown'
        : `About ${dollars((rate * (until - now)) / 3_600_000)} until then${all}`,
  };
}

/** Why a budget can't be enforced. Names the instance if the reason is not the same for all. */
function budgetRefusal(rows: readonly Instance[]): LimitReading | undefined {
  const messages = rows.map((row) => {
    const rate = ratePlanned(row);
    if (rate !== undefined && rate > 0) return undefined;
    const why = rate === undefined ? 'Price unknown' : 'Costs nothing now';
    return `${why}, so a budget can't be enforced. Set a time instead.`;
  });
  const at = messages.findIndex((message) => message !== undefined);
  if (at < 0) return undefined;
  const alike = messages.every((message) => message === messages[at]);
  return no(alike ? `${messages[at]}` : `${rows[at]?.id}: ${messages[at]}`);
}

function budgetCosts(budget: number, rows: readonly Instance[], { now, timeZone }: Around): string {
  if (rows.length > 1) return `${dollars(budget * rows.length)} for all ${rows.length}`;
  const rate = ratePlanned(rows[0] as Instance) as number;
  const ms = (budget / rate) * 3_600_000;
  const isLong = ms > 366 * 86_400_000;
  const lasts = isLong
    ? 'more than a year'
    : `about ${span(ms)}, until ${momentWords(now + ms, now, timeZone)}`;
  return `At ${ratePerHour(rate)}: ${lasts}`;
}
