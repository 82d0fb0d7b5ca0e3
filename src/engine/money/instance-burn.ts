import { rate } from '../../base/format-number.ts';
import type { Instance } from '../../client/wire.ts';
import { agreeing, type Cost, cost, dearest, diskPerHour, isDearer, known } from './price-parts.ts';

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
  const { gpu, whole } = agreeing(
    dearest(i.search?.gpuCostPerHour, i.dph_base),
    disk,
    dearest(i.search?.totalHour, i.dph_total),
  );
  return cost(gpu, disk, whole);
}

/**
 * `now`: the service said what it costs now. `fields`: made of its price fields and the state. `isMost`: the record names
 * two prices, and this is the dearer.
 */
export type Burn = { perHour?: number; basis: 'now' | 'fields' | 'unknown'; isMost?: true };

/**
 * What an instance costs per hour in its present state: GPU and disk while it runs, the disk alone in every
 * other state until it is destroyed (interface.md, States and transitions).
 */
export function instanceBurn(instance: Instance): Burn {
  const now = instance.instance?.totalHour;
  const prices = instancePrices(instance);
  const isBilled = gpuIsBilled(instance.actual_status);
  const disk = instance.instance?.diskHour ?? prices.disk;
  if (known(now) && !(isBilled && lacksGpu(instance, now, disk))) return { perHour: now, basis: 'now' };
  const perHour = isBilled ? prices.total : disk;
  if (!known(perHour)) return { basis: 'unknown' };
  const isMost = known(now) && isDearer(perHour, now);
  return { perHour, basis: 'fields', ...(isMost && { isMost }) };
}

/** Whether what it costs now, as the service says, leaves out the GPU: of one that runs that is no total. */
function lacksGpu(instance: Instance, now: number, disk: number | undefined): boolean {
  const { gpuCostPerHour: gpu } = instance.instance ?? {};
  if (known(gpu) && gpu > 0) return false;
  const { total } = instancePrices(instance);
  return known(total) ? total > now : known(disk) && now <= disk;
}

/** The same by part. A GPU that is not charged in this state costs 0; a part that is not known is absent. */
export function burnParts(instance: Instance): Cost {
  const { perHour, basis } = instanceBurn(instance);
  const prices = instancePrices(instance);
  const disk = instance.instance?.diskHour ?? prices.disk;
  const rest = known(perHour) && known(disk) ? Math.max(0, perHour - disk) : undefined;
  const gpu = gpuIsBilled(instance.actual_status) ? prices.gpu : 0;
  const told = basis === 'now' ? instance.instance?.gpuCostPerHour : undefined;
  return cost(told ?? rest ?? gpu, disk, perHour);
}

/** $/h as a cell of a column: `0.319`, and `≤1.002` where the record names two prices and this is the dearer. */
export const burnCell = (instance: Instance): string => {
  const { perHour, isMost } = instanceBurn(instance);
  return `${isMost === true ? '≤' : ''}${rate(perHour)}`;
};

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
