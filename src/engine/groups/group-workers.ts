import type { Instance } from '../../client/wire.ts';

/** The group of each instance that was seen to be a worker in this run, by the id of the instance. */
export type WorkersSeen = ReadonlyMap<number, number>;

export const noWorkersSeen: WorkersSeen = new Map();

/** The label of a worker of this group. */
export const workerLabel = (group: number): string => `worker group ${group}`;

/** The worker group that a label names. */
export function groupOfLabel(label: string | null | undefined): number | undefined {
  const [, id] = /^worker group ([1-9]\d{0,14})$/.exec(label ?? '') ?? [];
  return id === undefined ? undefined : Number(id);
}

/**
 * The worker group that an instance works for. interface.md has no field for it; the one mark that is known is a label
 * that says so. One that was seen with it stays a worker whatever it is called later. An instance without it may be a
 * worker all the same.
 */
export const workerGroupOf = (
  { id, label }: Pick<Instance, 'id' | 'label'>,
  seen: WorkersSeen = noWorkersSeen,
): number | undefined => seen.get(id) ?? groupOfLabel(label);

/** What was seen with one more list. Ids are not given twice, so nothing is taken out: a worker that is gone is in no list. */
export function seeWorkers(seen: WorkersSeen, instances: readonly Instance[]): WorkersSeen {
  const added = instances.flatMap((row): [number, number][] => {
    const group = groupOfLabel(row.label);
    return group === undefined || seen.has(row.id) ? [] : [[row.id, group]];
  });
  return added.length === 0 ? seen : new Map([...seen, ...added]);
}

/**
 * The workers of each group by its id. Undefined while no instance is marked as a worker at all: the service may not
 * mark them, and then nothing is known.
 */
export function workersByGroup(
  instances: readonly Instance[],
  seen?: WorkersSeen,
): ReadonlyMap<number, readonly Instance[]> | undefined {
  const byGroup = new Map<number, Instance[]>();
  for (const instance of instances) {
    const group = workerGroupOf(instance, seen);
    if (group !== undefined) byGroup.set(group, [...(byGroup.get(group) ?? []), instance]);
  }
  return byGroup.size === 0 ? undefined : byGroup;
}

/** What is said of a worker wherever it is shown among the instances. */
export const workerWords = (group: number): string => `Worker of group ${group}, billed as an instance`;

/** What another label does to a worker, a sentence a line. */
export const relabelWords = (group: number): string[] => [
  'Workers are identified by their label.',
  `Once you quit, it no longer counts toward group ${group}.`,
];

/** The same of a label that a command has changed, with the way back. */
export const relabelledWords = (id: number, group: number): string =>
  `${id} is a worker of group ${group}, identified by its label. Relabeled, it no longer counts toward the group or its cost. Undo: rigdeck label ${id} "${workerLabel(group)}"`;
