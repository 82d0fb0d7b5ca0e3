import { assumptions } from '../assumptions.ts';
import type { InstanceRecord, IntendedStatus, StatusStep } from '../entities.ts';
import { unit } from '../random.ts';

/**
 * The life of an instance, as pure functions of the record and the moment. What is to come is written down as
 * steps with their times; nothing has to run for a boot to go on.
 */

/** `actual_status` at a moment. */
export function statusAt(instance: InstanceRecord, at: number): string | null {
  if (instance.forced !== undefined) return instance.forced.status;
  let status: string | null = null;
  for (const step of instance.steps) {
    if (step.at > at) break;
    status = step.status;
  }
  return status;
}

/** The first moment after `at` at which the status changes by itself; undefined when it will not. */
export function nextStep(instance: InstanceRecord, at: number): number | undefined {
  return instance.steps.find((step) => step.at > at)?.at;
}

export const isAlive = (instance: InstanceRecord): boolean => instance.destroyedAt === undefined;

/** Whether the image was ever loaded, so that a start need not pull it. */
const wasLoaded = (instance: InstanceRecord, at: number): boolean =>
  instance.steps.some((step) => step.at <= at && step.status === 'running');

const within = ([from, to]: readonly [number, number], chance: number): number =>
  Math.round((from + (to - from) * chance) * 1000);

/** What the course of an instance depends on beside the moment. */
export type Fate = { seed: number; id: number; lively: boolean; bid: boolean };

/** Steps of a boot from `at` on: null, loading, running (interface.md, States and transitions). */
export function bootSteps({ seed, id, lively, bid }: Fate, at: number): StatusStep[] {
  const loadingAt = at + within(assumptions.provisioning, unit(seed, id, 1));
  const runningAt = loadingAt + within(assumptions.loading, unit(seed, id, 2));
  const chance = lively ? unit(seed, id, 3) : 1;
  const end = chance < 0.04 ? 'exited' : chance < 0.06 ? 'offline' : chance < 0.07 ? 'unknown' : 'running';
  const steps: StatusStep[] = [
    { at, status: null },
    { at: loadingAt, status: 'loading' },
    { at: runningAt, status: end },
  ];
  if (!lively || !bid || end !== 'running') return steps;
  // In a lively market a bid loses now and then, and wins again later.
  const lostAt = runningAt + within(assumptions.bidHolds, unit(seed, id, 6));
  const wonAt = lostAt + within(assumptions.bidLost, unit(seed, id, 7));
  return [
    ...steps,
    { at: lostAt, status: assumptions.statusAfterStop },
    { at: wonAt, status: 'loading' },
    { at: wonAt + within(assumptions.starting, unit(seed, id, 4)), status: 'running' },
  ];
}

/** Drops what was to come and goes on with `steps`. */
const continueWith = (instance: InstanceRecord, at: number, steps: StatusStep[]): InstanceRecord => ({
  ...instance,
  steps: [...instance.steps.filter((step) => step.at <= at), ...steps],
});

const without = <K extends 'forced' | 'waiting' | 'bidFloor'>(
  instance: InstanceRecord,
  key: K,
): InstanceRecord => {
  const { [key]: _, ...rest } = instance;
  return rest as InstanceRecord;
};

const intend = (instance: InstanceRecord, intended: IntendedStatus): InstanceRecord => ({
  ...instance,
  intended,
});

/** Any state, stopped: compute billing halts, the disk stays. */
export function stop(instance: InstanceRecord, at: number): InstanceRecord {
  const halted = without(without(intend(instance, 'stopped'), 'waiting'), 'forced');
  if (instance.forced === undefined && statusAt(instance, at) === assumptions.statusAfterStop) {
    return continueWith(halted, at, []);
  }
  return continueWith(halted, at, [{ at, status: assumptions.statusAfterStop }]);
}

/** What the start of an instance depends on: whether its GPU is free, and the world's chance. */
export type Host = { free: boolean; seed: number; lively: boolean };

/** Starts again, or waits until the GPU is free and the bid wins. */
export function start(instance: InstanceRecord, at: number, host: Host): InstanceRecord {
  const status = statusAt(instance, at);
  const ended = status === 'exited' || status === assumptions.statusAfterStop;
  if (instance.intended === 'running' && (!ended || instance.waiting !== undefined)) return instance;
  const meant = intend(instance, 'running');
  // A forced status is where it starts from: what lay below it did not go on.
  const from =
    instance.forced === undefined ? meant : continueWith(without(meant, 'forced'), at, [{ at, status }]);
  return goOn(from, at, host);
}

/** An instance that should run does so as soon as nothing is in its way. */
export function goOn(instance: InstanceRecord, at: number, host: Host): InstanceRecord {
  const beaten = instance.bidFloor !== undefined && instance.gpuPrice < instance.bidFloor;
  if (beaten) return { ...instance, waiting: 'bid' };
  if (!host.free) return { ...instance, waiting: 'host' };
  const free = without(without(instance, 'waiting'), 'bidFloor');
  if (!wasLoaded(instance, at)) {
    return continueWith(free, at, bootSteps({ ...host, id: instance.id, bid: instance.bid }, at));
  }
  const runningAt = at + within(assumptions.starting, unit(host.seed, instance.id, 4));
  return continueWith(free, at, [
    { at, status: 'loading' },
    { at: runningAt, status: 'running' },
  ]);
}

/** The bid was beaten: the instance stops, and comes back by itself when its bid is at least `floor` ($/h). */
export function outbid(instance: InstanceRecord, at: number, floor: number): InstanceRecord {
  const beaten = without({ ...instance, bidFloor: floor }, 'forced');
  const halted = continueWith(beaten, at, [{ at, status: assumptions.statusAfterStop }]);
  return instance.intended === 'running' ? { ...halted, waiting: 'bid' } : halted;
}

/** Restarts the container (`rebooting`) or pulls its image again (`loading`); the GPU is kept. */
export function restart(
  instance: InstanceRecord,
  at: number,
  seed: number,
  how: 'reboot' | 'recycle',
): InstanceRecord {
  const span = how === 'reboot' ? assumptions.rebooting : assumptions.recycling;
  return continueWith(without(instance, 'forced'), at, [
    { at, status: how === 'reboot' ? 'rebooting' : 'loading' },
    { at: at + within(span, unit(seed, instance.id, 5)), status: 'running' },
  ]);
}

export const destroy = (instance: InstanceRecord, at: number): InstanceRecord => ({
  ...continueWith(instance, at, []),
  destroyedAt: at,
});

/** Forces a status, or lets it go when `status` is undefined. What runs by that has run since then. */
export function force(
  instance: InstanceRecord,
  status: string | null | undefined,
  at: number,
): InstanceRecord {
  const next = status === undefined ? without(instance, 'forced') : { ...instance, forced: { status } };
  const comesUp = statusAt(next, at) === 'running' && statusAt(instance, at) !== 'running';
  return comesUp ? { ...next, forcedUpAt: at } : next;
}

/** Since when an instance that runs at a moment has done so, as far as it ran at all. */
export function runningSince({ steps, forcedUpAt }: InstanceRecord, at: number): number | undefined {
  const begun = steps.findLast((step) => step.at <= at && step.status === 'running')?.at;
  return forcedUpAt === undefined ? begun : Math.max(forcedUpAt, begun ?? forcedUpAt);
}
