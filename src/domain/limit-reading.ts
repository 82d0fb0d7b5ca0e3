import type { Instance } from '../client/wire.ts';
import { dollars, ratePerHour } from './format-number.ts';
import { span } from './format-time.ts';
import { instanceBurn, instancePrices } from './instance-burn.ts';
import { readInstance } from './instance-reading.ts';
import { momentWords, readWhen } from './limit-when.ts';
import { actWords } from './limit-words.ts';
import type { LimitAct, OpenLimit } from './limits.ts';
import { serviceHour } from './scheduled-limit.ts';

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
