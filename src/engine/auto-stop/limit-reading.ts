import { dollars, ratePerHour } from '../../base/format-number.ts';
import { span } from '../../base/format-time.ts';
import type { Instance } from '../../client/wire.ts';
import { readInstance } from '../instances/instance-reading.ts';
import { instanceBurn, instancePrices } from '../money/instance-burn.ts';
import { momentWords, readWhen } from './limit-when.ts';
import { actWords } from './limit-words.ts';
import type { LimitAct, OpenLimit } from './limits.ts';
import { serviceHour } from './scheduled-limit.ts';

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
