import { assumptions } from './assumptions.ts';
import type { Charge, InstanceRecord, ScheduledJobRecord, VolumeRecord } from './entities.ts';
import { isAlive, nextStep, statusAt, stop } from './machines/instance.ts';
import { carryOut, nextRun } from './machines/scheduled-job.ts';
import type { State } from './state.ts';

const hour = 3_600_000;

/** $/h for the disk of an instance. */
export const diskPrice = (instance: InstanceRecord): number =>
  (instance.storageCost * instance.disk) / assumptions.monthHours;

/** $/GB/month of a volume. */
export const volumeCost = ({ storageCost = assumptions.volumeStorageCost }: VolumeRecord): number =>
  storageCost;

/** $/h that an instance costs in a status: GPU while running, disk until destroyed. */
export function ratesIn(instance: InstanceRecord, status: string | null): { gpu: number; disk: number } {
  const isGpuBilled = status !== null && assumptions.gpuBilledIn.some((word) => word === status);
  return { gpu: isGpuBilled ? instance.gpuPrice : 0, disk: diskPrice(instance) };
}

/**
 * Charges for the time up to `now`, piece by piece between the moments at which a status changes or a scheduled job
 * runs. When the credit
 * runs out on the way, instances are stopped at that moment; their disks are charged on.
 */
export function settle(state: State, now: number): void {
  while (state.settledAt < now) {
    const from = state.settledAt;
    const alive = state.instances.filter(isAlive);
    const costs = alive.map((instance) => ({ instance, ...ratesIn(instance, statusAt(instance, from)) }));
    const stored = state.volumes
      .filter((volume) => volume.deletedAt === undefined)
      .map((volume) => ({ volume, rate: (volumeCost(volume) * volume.size) / assumptions.monthHours }));
    const burn =
      costs.reduce((sum, cost) => sum + cost.gpu + cost.disk, 0) +
      stored.reduce((sum, { rate }) => sum + rate, 0);
    const stepped = alive.reduce((first, instance) => Math.min(first, nextStep(instance, from) ?? now), now);
    const runs = state.scheduledJobs.map((job) => ({
      job,
      at: nextRun(job, from) ?? Number.POSITIVE_INFINITY,
    }));
    let to = runs.reduce((first, { at }) => Math.min(first, at), stepped);

    const { credit } = state.account;
    const spending = alive.some((instance) => instance.intended === 'running');
    const ends = spending && (credit <= 0 || (burn > 0 && (burn * (to - from)) / hour >= credit));
    if (ends) to = Math.max(from, Math.min(to, from + (Math.max(0, credit) / burn) * hour || from));

    for (const { instance, gpu, disk } of costs) {
      charge(state, { instanceId: instance.id, kind: 'gpu', rate: gpu }, from, to);
      charge(state, { instanceId: instance.id, kind: 'disk', rate: disk }, from, to);
    }
    for (const { volume, rate } of stored)
      charge(state, { instanceId: 0, volumeId: volume.id, kind: 'volume', rate }, from, to);
    state.settledAt = to;
    if (ends) {
      state.instances = state.instances.map((instance) =>
        isAlive(instance) && instance.intended === 'running' ? stop(instance, to) : instance,
      );
    }
    for (const { job } of runs.filter(({ at }) => at === to)) run(state, job, to);
  }
}

/** The service makes a call by itself. An offer is free again when its instance is gone. */
function run(state: State, job: ScheduledJobRecord, at: number): void {
  job.lastRunAt = at;
  state.instances = state.instances.map((instance) => carryOut(job, instance, at));
  state.offerVersion++;
}

/** Lengthens the last line of the ledger for this source and kind, or begins a new one. */
function charge(
  state: State,
  source: Pick<Charge, 'instanceId' | 'volumeId' | 'kind' | 'rate'>,
  from: number,
  to: number,
): void {
  const { instanceId, volumeId, kind, rate } = source;
  if (rate === 0 || to <= from) return;
  let line = state.charges.findLast(
    (one) => one.instanceId === instanceId && one.volumeId === volumeId && one.kind === kind,
  );
  if (line === undefined || line.to !== from || line.rate !== rate) {
    line = { ...source, from, to: from, amount: 0 };
    state.charges.push(line);
  }
  const before = line.amount;
  line.to = to;
  line.amount = (line.rate * (line.to - line.from)) / hour;
  state.account.credit -= line.amount - before;
}
