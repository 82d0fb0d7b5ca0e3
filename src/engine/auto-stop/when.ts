import { dollars, ratePerHour } from '../../base/format-number.ts';
import { span, weekdayTime } from '../../base/format-time.ts';
import { daysLater, momentOf, type WallTime, wallTime } from '../../base/wall-clock.ts';
import type { Instance } from '../../client/wire.ts';
import { readInstance } from '../instances/instance-reading.ts';
import { instanceBurn, instancePrices } from '../money/instance-burn.ts';
import { actWords, momentWords } from './messages.ts';
import { type LimitAct, type OpenLimit, serviceHour } from './rules.ts';

/** When a limit acts: at a moment (epoch ms), or once so many dollars are spent from now on. */
export type LimitWhen = { until: number } | { budget: number };
export type ReadWhen = ({ ok: true } & LimitWhen) | { ok: false; message: string };

const MINUTE_MS = 60_000;
const units: readonly (readonly [RegExp, number])[] = [
  [/^(d|days?)$/, 1440 * MINUTE_MS],
  [/^(h|hrs?|hours?)$/, 60 * MINUTE_MS],
  [/^(m|mins?|minutes?)$/, MINUTE_MS],
];
const FURTHEST_MS = 366 * 1440 * MINUTE_MS;

/** What can be typed, for whoever typed something else. */
export const whenExamples = 'in 3h, in 90 min, at 18:30, at 18:30 tomorrow, at 2026-11-28 09:00, $5';

const no = (message: string): ReadWhen => ({ ok: false, message });

/**
 * What a person typed as the time or the budget of a limit. `now` is epoch ms by the service's clock. A figure that
 * is malformed is refused with a sentence and never mended: what it means is money.
 */
export function readWhen(typed: string, { now, timeZone }: { now: number; timeZone?: string }): ReadWhen {
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ');
  if (text === '') return no(`Type when, as ${whenExamples}.`);
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
    return no(`${figure} of what? Type  in ${figure}h , or  $${figure}  for a budget.`);
  }
  return no(`That cannot be read. Type ${whenExamples}.`);
}

function budgetOf(figure: string): ReadWhen {
  if (!/^(\d+(\.\d{1,4})?|\.\d{1,4})$/.test(figure)) {
    return no('Type the budget as a plain figure of dollars, as $5 or $12.50.');
  }
  const budget = Number(figure);
  return budget > 0 ? { ok: true, budget } : no('A budget of nothing is spent already; stop it instead.');
}

/** Ms of `3h`, `90 min`, `1h 30m`, `1.5 hours`; undefined when it is no span. */
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
  if (ms < MINUTE_MS) return no('That is now. Give it a minute at least, or do it at once instead.');
  return ms > FURTHEST_MS ? no('That is more than a year away.') : { ok: true, until: now + Math.round(ms) };
}

type Named = { hour: number; minute: number; date?: { year: number; month: number; day: number } };

/** `18:30`, `6:30 pm`, `6pm`, `2026-11-28 09:00`. An hour or minute that no clock shows is kept, to be refused by name. */
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
  if (hour > 23 || minute > 59) return no('No clock shows that. Type the time as 09:00 or 18:30.');
  if (date !== undefined && day !== undefined) return no('Name a date or a day, not both.');
  const today: WallTime = { ...wallTime(now, timeZone), hour, minute };
  const at = (time: WallTime) => momentOf(time, timeZone);
  const first = at(date === undefined ? today : { ...date, hour, minute });
  const isPast = first !== undefined && first <= now;
  const shifted = day === 'tomorrow' || (date === undefined && day === undefined && isPast);
  const until = shifted ? at(daysLater(today, 1)) : first;
  if (until === undefined) {
    return no(
      date === undefined ? 'The clocks skip that time then.' : 'There is no such time on the calendar.',
    );
  }
  if (until <= now) return no(`That is past: it is ${weekdayTime(now, timeZone)} now.`);
  if (until - now > FURTHEST_MS) return no('That is more than a year away.');
  return { ok: true, until };
}

/** $/h that several instances cost together; undefined where one of them is not known. */
function rateOfAll(rows: readonly Instance[]): number | undefined {
  const rates = rows.map(ratePlanned).filter((rate) => rate !== undefined);
  return rates.length === rows.length ? rates.reduce((total, rate) => total + rate, 0) : undefined;
}

/** What was typed, as it would be set; or, in a sentence, why it cannot be. */
export type LimitReading =
  | { ok: true; until?: number; budget?: number; says: string; costs: string }
  | { ok: false; message: string };

type Around = { now: number; timeZone?: string };

/** $/h that a limit reckons with beforehand: what it costs now, and for one that boots what it costs once it runs. */
function ratePlanned(row: Instance): number | undefined {
  const { kind } = readInstance(row);
  const now = instanceBurn(row).perHour;
  return kind === 'provisioning' || kind === 'loading' ? (instancePrices(row).total ?? now) : now;
}

/** What a limit on `row` would be, kept by whom; the service acts at full hours, and only at a time. */
export function limitReading(
  typed: string,
  row: Instance,
  { act, kept }: Pick<OpenLimit, 'act' | 'kept'>,
  around: Around,
): LimitReading {
  const when = readWhen(typed, around);
  if (!when.ok) return when;
  const rate = ratePlanned(row);
  if ('budget' in when) return budgetReading(when.budget, act, kept, rate, around);
  const until = kept === 'service' ? serviceHour(when.until, around.now) : when.until;
  const says = `${actWords[act].does} at ${momentWords(until, around.now, around.timeZone)}, in ${span(until - around.now)}`;
  const late = until - when.until;
  const hour = late > 0 ? `, ${span(late)} later than that: it acts at full hours` : '';
  const costs =
    rate === undefined
      ? 'what it costs until then is not known'
      : `about ${dollars((rate * (until - around.now)) / 3_600_000)} until then`;
  return { ok: true, until, says: `${says}${hour}`, costs };
}

function budgetReading(
  budget: number,
  act: LimitAct,
  kept: OpenLimit['kept'],
  rate: number | undefined,
  { now, timeZone }: Around,
): LimitReading {
  if (kept === 'service') return { ok: false, message: 'The service knows no budgets: give it a time.' };
  if (rate === undefined || rate <= 0) {
    const why = rate === undefined ? 'its price is not known' : 'it costs nothing as it is';
    return { ok: false, message: `A budget cannot be kept: ${why}. Set a time instead.` };
  }
  const ms = (budget / rate) * 3_600_000;
  const lasts =
    ms > 366 * 86_400_000
      ? 'more than a year'
      : `about ${span(ms)}, until ${momentWords(now + ms, now, timeZone)}`;
  return {
    ok: true,
    budget,
    says: `${actWords[act].does} when ${dollars(budget)} more is spent, traffic not counted`,
    costs: `at ${ratePerHour(rate)} that lasts ${lasts}`,
  };
}

/**
 * The same limit on each of several instances: a time is one for all, a budget is of each machine. It can be set on all
 * of them or on none, and says on which it cannot.
 */
export function limitReadings(
  typed: string,
  rows: readonly Instance[],
  how: Pick<OpenLimit, 'act' | 'kept'>,
  around: Around,
): LimitReading {
  const each = rows.map((row) => ({ id: row.id, reading: limitReading(typed, row, how, around) }));
  const [first] = each;
  if (first === undefined) return { ok: false, message: 'There is no instance here' };
  if (rows.length === 1) return first.reading;
  const refused = each.flatMap(({ id, reading }) => (reading.ok ? [] : [{ id, message: reading.message }]));
  const [refusal] = refused;
  if (refusal !== undefined) {
    const alike =
      refused.length === rows.length && refused.every(({ message }) => message === refusal.message);
    return { ok: false, message: alike ? refusal.message : `${refusal.id}: ${refusal.message}` };
  }
  if (!first.reading.ok) return first.reading;
  const { budget, until } = first.reading;
  const says = `each ${first.reading.says}`;
  if (budget !== undefined) {
    const all = `a budget is per machine: ${dollars(budget * rows.length)} for all ${rows.length}`;
    return { ok: true, budget, says, costs: all };
  }
  const rate = rateOfAll(rows);
  const costs =
    rate === undefined || until === undefined
      ? 'what they cost until then is not known'
      : `about ${dollars((rate * (until - around.now)) / 3_600_000)} until then, all together`;
  return { ...first.reading, says, costs };
}
