import { assumptions } from '../assumptions.ts';
import type { InstanceRecord, ScheduledJobRecord } from '../entities.ts';
import { destroy, isAlive, stop } from './instance.ts';

const hour = 3_600_000;
const day = 24 * hour;
const week = 7 * day;
/** The epoch began on a Thursday. */
const firstWeekday = 4;

/** The first moment after `after` at which a job runs; undefined when it will not any more. */
export function nextRun(job: ScheduledJobRecord, after: number): number | undefined {
  const minute = assumptions.scheduledJobMinute * 60_000;
  const next = Math.floor((after - minute) / hour) * hour + hour;
  const from = Math.max(Math.floor(job.startTime / hour) * hour, next);
  const at = from + waits(job, from) + minute;
  return at <= job.endTime ? at : undefined;
}

/** From a full hour to the next one at which it is due. */
function waits({ frequency, hour: at, day: weekday }: ScheduledJobRecord, from: number): number {
  if (frequency === 'HOURLY') return 0;
  if (frequency === 'DAILY') return modulo((at ?? 0) * hour - from, day);
  return modulo(((weekday ?? 0) - firstWeekday) * day + (at ?? 0) * hour - from, week);
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by;

/** What the call of a job makes of the instance that it names; the same record when it makes nothing of it. */
export function carryOut(job: ScheduledJobRecord, instance: InstanceRecord, at: number): InstanceRecord {
  if (!isAlive(instance)) return instance;
  const path = job.endpoint.replace(/^\/api\/v0/, '').replace(/\/+$/, '');
  if (path !== `/instances/${instance.id}`) return instance;
  if (job.method === 'DELETE') return destroy(instance, at);
  return job.method === 'PUT' && job.body.state === 'stopped' ? stop(instance, at) : instance;
}
