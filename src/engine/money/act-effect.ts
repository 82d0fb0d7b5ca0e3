import type { Instance } from '../../client/wire.ts';
import { burn, burnOnceBooted, instanceBurn } from './instance-burn.ts';
import { HOURS_PER_MONTH } from './price-parts.ts';
import { isWorthTelling, type Money, runwayAfter } from './runway-change.ts';

/** The same instance as it will be once it is stopped: the disk alone is charged (interface.md, Billing). */
function stopped(row: Instance): Instance {
  const { instance: now, ...rest } = row;
  return {
    ...rest,
    actual_status: 'stopped',
    intended_status: 'stopped',
    ...(now?.diskHour === undefined ? {} : { instance: { diskHour: now.diskHour } }),
  };
}

/** $/h of an instance's disk, which is what a stop leaves; undefined when it is not known. */
export const leftByStop = (row: Instance): number | undefined => instanceBurn(stopped(row)).perHour;

/** What instances cost in $/h as they are, and how many of them have a price. */
export type Rate = { perHour: number; priced: number; count: number };

/**
 * What `act` takes off the burn, in $/h. A row that has no price adds nothing to it and is not counted as priced. `soon`
 * is what it takes off once those that boot run, whose GPU is not charged before; absent where none boots.
 */
export function saving(targets: readonly Instance[], act: 'stop' | 'destroy'): Rate & { soon?: number } {
  const left = act === 'destroy' ? [] : targets.map(stopped);
  const coming = burnOnceBooted(targets);
  const soon = coming === undefined ? undefined : coming - burn(left).perHour;
  const rates = targets.map((row) => {
    const now = instanceBurn(row).perHour;
    const left = act === 'destroy' ? 0 : leftByStop(row);
    return now === undefined || left === undefined ? undefined : Math.max(0, now - left);
  });
  const priced = rates.filter((rate) => rate !== undefined);
  return {
    perHour: priced.reduce((sum, rate) => sum + rate, 0),
    priced: priced.length,
    count: targets.length,
    ...(soon === undefined ? {} : { soon }),
  };
}

/** What `rows` cost once those that boot run, as the runway reckons; undefined when a price or a row is missing. */
function comingBurn(rows: readonly Instance[], missing: number): number | undefined {
  const now = burn(rows, missing);
  return now.priced < now.count ? undefined : (burnOnceBooted(rows) ?? now.perHour);
}

/** The instances as they will be once those of `ids` are stopped or destroyed. */
export const afterAct = (
  rows: readonly Instance[],
  ids: ReadonlySet<number>,
  act: 'stop' | 'destroy',
): Instance[] => rows.flatMap((row) => (!ids.has(row.id) ? [row] : act === 'stop' ? [stopped(row)] : []));

/**
 * By how many ms the runway of `money` grows when the instances of `ids` are stopped or destroyed; `forever` when nothing
 * is spent then. What is spent beside instances, as for volumes, goes on. Undefined when the credit, a price or a row is
 * not known, or nothing is gained that is worth telling.
 */
export function runwayGain(
  rows: readonly Instance[],
  ids: ReadonlySet<number>,
  act: 'stop' | 'destroy',
  money: Money,
  missing = 0,
): number | 'forever' | undefined {
  const now = comingBurn(rows, missing);
  const then = comingBurn(afterAct(rows, ids, act), missing);
  if (now === undefined || then === undefined || money.atLeast === true) return undefined;
  // From one moment, so that the hour it is does not matter.
  const { beforeMs, afterMs, gainMs, end } = runwayAfter(money, then - now, 0);
  if (beforeMs === undefined) return undefined;
  if (end === 'forever') return 'forever';
  return afterMs !== undefined && isWorthTelling(gainMs, beforeMs) ? gainMs : undefined;
}

/** What it costs to leave instances as they are, in $/h, and for a day and a month of 30 days. */
export function costOfWaiting(rows: readonly Instance[]): Rate & { perDay: number; perMonth: number } {
  const now = burn(rows);
  return { ...now, perDay: now.perHour * 24, perMonth: now.perHour * HOURS_PER_MONTH };
}
