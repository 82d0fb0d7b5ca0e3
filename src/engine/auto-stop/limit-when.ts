import { UNKNOWN } from '../../base/format-number.ts';
import { clockTime, weekdayTime } from '../../base/format-time.ts';
import { daysLater, isDate, momentOf, type WallTime, wallTime } from '../../base/wall-clock.ts';

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
  const span = spanOf(text.replace(/^(in|after) /, ''));
  if (span !== undefined) return spanRead(span, now);
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

/** A moment as it is said: the time alone for the next hours, the weekday for the next days, then the date. */
export function momentWords(at: number, now: number, timeZone?: string): string {
  if (!isDate(at)) return UNKNOWN;
  const [then, today] = [wallTime(at, timeZone), wallTime(now, timeZone)];
  const time = clockTime(at, timeZone).slice(0, 5);
  if (then.day === today.day && then.month === today.month && then.year === today.year) return time;
  if (Math.abs(at - now) < 6 * 1440 * MINUTE_MS) return weekdayTime(at, timeZone);
  const pad = (n: number) => String(n).padStart(2, '0');
  return `${then.year}-${pad(then.month)}-${pad(then.day)} ${time}`;
}
