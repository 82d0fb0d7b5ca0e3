import { amount, dollars } from '../../base/format-number.ts';
import { epochMs } from '../../base/format-time.ts';
import type { Charge, Instance } from '../../client/wire.ts';
import type { Charged } from './charged.ts';
import { chargedTo, chargesOfGone, type GoneCharge } from './charges.ts';
import { gpuIsBilled, instanceBurn, instancePrices } from './instance-burn.ts';
import type { Sample } from './samples.ts';

const HOUR_MS = 3_600_000;

/**
 * `charged`: what the service says. `age`: today's prices times the age, as though the GPU
 * had run all the time: the true figure may be lower. `uptime`: GPU for the reported uptime, disk
 * for the age. `disk`: the disk alone, since nothing tells how long the GPU ran before; `seen`: what it had cost when it
 * was last seen running. Of these two the true figure may be higher.
 */
export type Spent = {
  dollars: number;
  basis: 'charged' | 'age' | 'uptime' | 'disk' | 'seen';
  /** Of an uptime: it is that of a later start, and what the GPU had run before that is not known. */
  startedAgain?: true;
};

/** An instance may have taken this long to come up at first; what its uptime lacks beyond that is of an earlier start. */
const LONGEST_BOOT_MS = 15 * 60_000;

/** Whether it is a lower bound. */
export const isLeast = ({ basis, startedAgain }: Spent): boolean =>
  basis === 'disk' || basis === 'seen' || startedAgain === true;

/** What is reckoned for the second that is shown is less by a trifle than what was seen within it. */
const halfCent = 0.005;

/** Whether it is an upper bound. */
export const isMost = ({ basis }: Spent): boolean => basis === 'age';

/** What stands before a figure that is a bound: `≥` before the least, `≤` before the most that it can be. */
export const boundSign = (spent: Spent): '≥' | '≤' | '' => (isLeast(spent) ? '≥' : isMost(spent) ? '≤' : '');

/** A lower bound that rounds to nothing says nothing: it is not known then, and never 0. */
export const sayable = (spent: Spent | undefined): Spent | undefined =>
  spent !== undefined && isLeast(spent) && spent.dollars < halfCent ? undefined : spent;

/** A stop takes the uptime away, a reboot begins it anew, and neither what it cost: `seen` (dollars) is the least from then on. */
export const neverLess = (now: Spent | undefined, seen: number | undefined): Spent | undefined =>
  seen === undefined ||
  (now !== undefined && (now.basis === 'charged' || now.basis === 'age' || now.dollars >= seen - halfCent))
    ? now
    : { dollars: seen, basis: 'seen' };

/** The same of one that was seen to run before: an uptime is that of its last start alone, however short the pause was. */
export const spentAfterRuns = (now: Spent | undefined, ranBefore: boolean): Spent | undefined =>
  ranBefore && now?.basis === 'uptime' ? { ...now, startedAgain: true } : now;

/** A figure that does not fall when the machine stops: the service's own, or by how long it has run. */
export const isFirm = ({ basis }: Spent): boolean => basis === 'charged' || basis === 'uptime';

/** `2.45`, `≥2.45` where it is the least and `≤2.45` where it is the most; undefined where nothing is known. */
export function spentFigure(spent: Spent | undefined): string | undefined {
  const known = sayable(spent);
  return known === undefined ? undefined : `${boundSign(known)}${amount(known.dollars)}`;
}

/**
 * An estimate of what an instance has cost since it was made, or undefined when the fields for it did not
 * come, or while it boots (whether it ran before is not known then). Traffic is not in it.
 */
export function spent(instance: Instance, now: number): Spent | undefined {
  const { actual_status: status, start_date, uptime_mins } = instance;
  if (start_date === undefined || status === null || status === 'loading') return undefined;
  const hours = Math.max(0, now - epochMs(start_date)) / HOUR_MS;
  const { gpu, disk, total } = instancePrices(instance);
  if (!gpuIsBilled(status)) return disk === undefined ? undefined : { dollars: disk * hours, basis: 'disk' };
  if (uptime_mins !== undefined && gpu !== undefined && disk !== undefined) {
    const ran = Math.min(hours, uptime_mins / 60);
    const startedAgain = (hours - ran) * HOUR_MS > LONGEST_BOOT_MS;
    return { dollars: gpu * ran + disk * hours, basis: 'uptime', ...(startedAgain && { startedAgain }) };
  }
  return total === undefined ? undefined : { dollars: total * hours, basis: 'age' };
}

/**
 * What the service itself has charged for an instance since it was made, where its charges from `from` (epoch ms) on
 * tell all of that: they begin before it and end within the last hour. That last piece is reckoned by today's burn.
 */
export function spentAsCharged(
  instance: Instance,
  charges: readonly Charge[],
  from: number,
  now: number,
): Spent | undefined {
  const charged = chargedTo(instance.id, charges);
  if (charged === undefined || !chargesMayTell(instance, from)) return undefined;
  const { perHour } = instanceBurn(instance);
  const sinceMs = now - charged.until;
  if (perHour === undefined || sinceMs > HOUR_MS) return undefined;
  return { dollars: charged.dollars + (perHour * Math.max(0, sinceMs)) / HOUR_MS, basis: 'charged' };
}

/** Whether charges from `from` (epoch ms) on can tell all that an instance has cost: it is no older, and its burn is known. */
export const chargesMayTell = (instance: Instance, from: number): boolean =>
  instance.start_date !== undefined &&
  epochMs(instance.start_date) >= from &&
  instanceBurn(instance).perHour !== undefined;

/**
 * What an instance has cost until `now` (epoch ms), in dollars: as the service has charged it where the charges are known
 * and tell all of it, else the estimate of `spent`.
 */
export const spentAsKnown = (
  instance: Instance,
  charged: Charged | undefined,
  now: number,
): Spent | undefined =>
  (charged?.all === true ? spentAsCharged(instance, charged.charges, charged.from, now) : undefined) ??
  spent(instance, now);

/** Whether it may have been more: an uptime is that of the last start, and a reboot begins it anew. */
const mayBeMore = (spent: Spent): boolean => isLeast(spent) || spent.basis === 'uptime';

/**
 * `$2.45`, `≥ $2.45` for a single look, which cannot know of an earlier start, `≤ $2.45` where it is the most, or the
 * sign for what is not known.
 */
export function spentDollars(spent: Spent | undefined): string {
  const sign = spent === undefined ? '' : mayBeMore(spent) ? '≥ ' : isMost(spent) ? '≤ ' : '';
  return `${sign}${dollars(spent?.dollars)}`;
}

/** What instances that are gone have cost, in dollars: how many, each, and whether it may have been more. */
export type SpentByGone = {
  dollars: number;
  isLeast: boolean;
  each: readonly (GoneCharge & { dollars: number })[];
};

/**
 * What instances have cost that the list has no more, as far as is known: by the service's charges of the last days, and
 * never less than was `seen` of them, so that a destroy takes nothing away from a sum.
 */
export function spentByGone(
  rows: readonly Instance[],
  charged: Charged | undefined,
  seen: ReadonlyMap<number, number> = new Map(),
): SpentByGone {
  const listed = new Set(rows.map(({ id }) => id));
  const gone = new Map(chargesOfGone(charged?.charges ?? [], listed).map((one) => [one.id, one]));
  for (const id of seen.keys()) if (!listed.has(id) && !gone.has(id)) gone.set(id, { id });
  const each = [...gone.values()].map((one) => ({
    ...one,
    dollars: Math.max(one.dollars ?? 0, seen.get(one.id) ?? 0),
  }));
  // One that was charged from the first of these days on may have been charged before.
  const isOpen = ({ id, dollars, from }: GoneCharge) =>
    dollars === undefined ||
    from === undefined ||
    from <= (charged?.from ?? 0) ||
    (seen.get(id) ?? 0) > dollars;
  return {
    dollars: each.reduce((sum, { dollars }) => sum + dollars, 0),
    isLeast: (each.length > 0 && charged?.all !== true) || [...gone.values()].some(isOpen),
    each,
  };
}

/** How far back a measured burn looks. */
export const BURN_WINDOW_MS = 30 * 60_000;
/** Less than this is noise: the service may book in steps. */
export const SHORTEST_SPAN_MS = 5 * 60_000;
/** Of so many stretches between reads one may be left out. */
const leastFalls = 2;
/** Less than this is not seen in a figure of three decimals. */
const LEAST_DIFFERENCE = 0.001;

/**
 * `steady`: the same without the largest fall, which may be a single payment or a late booking; absent where too few reads
 * were made to tell.
 */
export type MeasuredBurn = {
  perHour: number;
  spanMs: number;
  dollars: number;
  steady?: { perHour: number; spanMs: number; dollars: number };
};

/**
 * Burn as the account's credit shows it, in $/h, over the 30 minutes up to `now` of the samples (oldest first).
 * A rise is a top-up: that stretch counts neither as time nor as money.
 */
export function measuredBurn(credit: readonly Sample[], now: number): MeasuredBurn | undefined {
  const recent = credit.filter(({ at }) => at >= now - BURN_WINDOW_MS && at <= now);
  const falls = recent.flatMap((sample, index) => {
    const before = recent[index - 1];
    if (before === undefined || sample.at <= before.at || sample.value > before.value) return [];
    return [{ dollars: before.value - sample.value, spanMs: sample.at - before.at }];
  });
  const all = rateOf(falls);
  if (all.spanMs < SHORTEST_SPAN_MS) return undefined;
  const largest = falls.reduce((most, fall) => (fall.dollars > most.dollars ? fall : most));
  return {
    ...all,
    ...(falls.length >= leastFalls && { steady: rateOf(falls.filter((fall) => fall !== largest)) }),
  };
}

function rateOf(falls: readonly { dollars: number; spanMs: number }[]) {
  const dollars = falls.reduce((sum, fall) => sum + fall.dollars, 0);
  const spanMs = falls.reduce((sum, fall) => sum + fall.spanMs, 0);
  return { perHour: (dollars / spanMs) * HOUR_MS, spanMs, dollars };
}

/** Whether quoted and measured burn differ by more than 15 %, so that both are worth showing. */
export function burnDiffers(quoted: number, measured: number): boolean {
  const apart = Math.abs(quoted - measured);
  return apart >= LEAST_DIFFERENCE && apart > 0.15 * Math.max(quoted, measured);
}
