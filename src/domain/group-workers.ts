import type { Instance } from '../client/wire.ts';

/**
 * The worker group that an instance works for. interface.md has no field for it; the one mark that is known is a label
 * that says so. An instance without it may be a worker all the same.
 */
export function workerGroupOf({ label }: Pick<Instance, 'label'>): number | undefined {
  const [, id] = /^worker group ([1-9]\d{0,14})$/.exec(label ?? '') ?? [];
  return id === undefined ? undefined : Number(id);
}

/**
 * The workers of each group by its id. Undefined while no instance is marked as a worker at all: the service may not
 * mark them, and then nothing is known.
 */
export function workersByGroup(
  instances: readonly Instance[],
): ReadonlyMap<number, readonly Instance[]> | undefined {
  const byGroup = new Map<number, Instance[]>();
  for (const instance of instances) {
    const group = workerGroupOf(instance);
    if (group !== undefined) byGroup.set(group, [...(byGroup.get(group) ?? []), instance]);
  }
  return byGroup.size === 0 ? undefined : byGroup;
}

/** What is said of a worker wherever it is shown among the instances. */
export const workerWords = (group: number): string => `Worker of group ${group}, billed as an instance`;
