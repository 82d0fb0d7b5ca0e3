import type { Instance } from '../client/wire.ts';
import { type Cost, cost, diskPerHour, known, sum } from './price-parts.ts';

/** The states in which the GPU is charged; loading is not one of them. */
export function gpuIsBilled(status: string | null): boolean {
  return status === 'running' || status === 'frozen';
}

/** $/h of an instance's parts and of the whole while it runs, from whichever fields were sent. */
export function instancePrices(i: Instance): Cost {
  const disk =
    i.search?.diskHour ??
    i.storage_total_cost ??
    i.instance?.diskHour ??
    diskPerHour(i.storage_cost, i.disk_space);
  const whole = i.search?.totalHour ?? i.dph_total;
  const gpu =
    i.search?.gpuCostPerHour ??
    i.dph_base ??
    (known(whole) && known(disk) ? Math.max(0, whole - disk) : undefined);
  return cost(gpu, disk, whole ?? sum(gpu, disk));
}

/** `now`: the service said what it costs now. `fields`: made of its price fields and the state. */
export type Burn = { perHour?: number; basis: 'now' | 'fields' | 'unknown' };

/**
 * What an instance costs per hour in its present state: GPU and disk while it runs, the disk alone in every
 * other state until it is destroyed (interface.md, States and transitions).
 */
export function instanceBurn(instance: Instance): Burn {
  const now = instance.instance?.totalHour;
  if (known(now)) return { perHour: now, basis: 'now' };
  const prices = instancePrices(instance);
  const perHour = gpuIsBilled(instance.actual_status)
    ? prices.total
    : (instance.instance?.diskHour ?? prices.disk);
  return known(perHour) ? { perHour, basis: 'fields' } : { basis: 'unknown' };
}

/** The same by part. A GPU that is not charged in this state costs 0; a part that is not known is absent. */
export function burnParts(instance: Instance): Cost {
  const { perHour } = instanceBurn(instance);
  const prices = instancePrices(instance);
  const disk = instance.instance?.diskHour ?? prices.disk;
  const rest = known(perHour) && known(disk) ? Math.max(0, perHour - disk) : undefined;
  const gpu = gpuIsBilled(instance.actual_status) ? prices.gpu : 0;
  return cost(instance.instance?.gpuCostPerHour ?? rest ?? gpu, disk, perHour);
}

/** Sum over the instances whose price is known: `priced` of `count`. What is missing from the list has no known price. */
export function burn(
  instances: readonly Instance[],
  missing = 0,
): { perHour: number; priced: number; count: number } {
  const rates = instances.map((instance) => instanceBurn(instance).perHour).filter(known);
  const perHour = rates.reduce((total, rate) => total + rate, 0);
  return { perHour, priced: rates.length, count: instances.length + missing };
}

/** It is on its way to running, and nobody has asked it to stop. */
export const isBooting = ({ actual_status: status, intended_status: intended }: Instance): boolean =>
  (status === null || status === 'loading' || status === 'created') && intended !== 'stopped';

/** What the same instances cost once those that boot run: the burn that is coming; undefined when none boots. */
export function burnOnceBooted(instances: readonly Instance[]): number | undefined {
  const booting = instances.filter(isBooting);
  const more = booting.map((row) => {
    const { total } = instancePrices(row);
    return known(total) ? total - (instanceBurn(row).perHour ?? 0) : undefined;
  });
  if (booting.length === 0 || !more.every(known)) return undefined;
  return burn(instances).perHour + more.reduce((sum, rate) => sum + rate, 0);
}
