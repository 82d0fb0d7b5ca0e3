import type { Instance } from '../client/wire.ts';
import { burn, burnOnceBooted, isBooting } from './instance-burn.ts';
import { burnDiffers, measuredBurn } from './money-spent.ts';
import type { Sample } from './samples.ts';

/** What an account spends in $/h, from the two sides that are known: prices and states, and the credit itself. */
export type AccountBurn = {
  /** By the prices that are known: the least it can be while `priced` is below `count`. */
  quoted: { perHour: number; priced: number; count: number };
  /** The same once what boots now runs; absent when nothing boots or its price is not known. */
  coming?: number;
  /** By the slope of the credit over `spanMs`. */
  measured?: { perHour: number; spanMs: number };
  /** Quoted and measured are so far apart that both are worth showing. */
  differs: boolean;
  /** What a runway is reckoned with. `atLeast`: some prices are not known, so that the runway is the most it can be. */
  reckoned: { perHour: number; basis: 'quoted' | 'measured'; atLeast: boolean };
};

/**
 * The burn of these instances and of those `missing` from the list, with the credit as it was read (oldest first). A runway is reckoned with the prices, what
 * boots being counted as running; where prices are missing and the credit falls faster than the known ones explain, with
 * what was measured.
 */
export function accountBurn(
  instances: readonly Instance[],
  credit: readonly Sample[],
  now: number,
  missing = 0,
): AccountBurn {
  const quoted = burn(instances, missing);
  const coming = burnOnceBooted(instances);
  const measured = measuredBurn(credit, now);
  const perHour = coming ?? quoted.perHour;
  const unpriced = quoted.priced < quoted.count || (coming === undefined && instances.some(isBooting));
  const fromCredit = unpriced && measured !== undefined && measured.perHour > perHour;
  return {
    quoted,
    ...(coming === undefined ? {} : { coming }),
    ...(measured === undefined ? {} : { measured }),
    differs: measured !== undefined && burnDiffers(quoted.perHour, measured.perHour),
    reckoned: fromCredit
      ? { perHour: measured.perHour, basis: 'measured', atLeast: false }
      : { perHour, basis: 'quoted', atLeast: unpriced },
  };
}

/** The dearest first, what boots counted as running. What is not priced is not known to be cheap. */
export const dearestFirst = (rows: readonly Instance[]): Instance[] => {
  const cost = (row: Instance): number => {
    const { perHour, atLeast } = accountBurn([row], [], 0).reckoned;
    return atLeast ? Number.POSITIVE_INFINITY : perHour;
  };
  return [...rows].sort((a, b) => (cost(a) === cost(b) ? a.id - b.id : cost(b) - cost(a)));
};
