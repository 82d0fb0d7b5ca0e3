import * as v from 'valibot';
import { assumptions } from '../assumptions.ts';
import { int, named, num, optional, readShape, text } from '../body.ts';
import { type Call, type Route, success } from '../call.ts';
import type { ScheduledJobRecord } from '../entities.ts';
import { reject } from '../errors.ts';
import type { Store } from '../store.ts';
import { livingInstance } from './instances.ts';

const path = '/api/v0/commands/schedule_job';
const within = (most: number) => v.pipe(int, v.minValue(0), v.maxValue(most));

const shape = v.object({
  instance_id: int,
  api_endpoint: v.pipe(text, v.startsWith('/')),
  request_method: v.picklist(['GET', 'POST', 'PUT', 'DELETE']),
  request_body: optional(named(v.unknown())),
  start_time: num,
  end_time: num,
  frequency: v.picklist(['HOURLY', 'DAILY', 'WEEKLY']),
  // Both spellings are publicly known.
  day: optional(within(6)),
  day_of_the_week: optional(within(6)),
  hour: optional(within(23)),
  hour_of_the_day: optional(within(23)),
});

/** The job of a body; which of day and hour a frequency wants is checked, and that its time does not end first. */
function read({ store, body }: Call): Omit<ScheduledJobRecord, 'id' | 'lastRunAt'> {
  const given = readShape(shape, body);
  const day = given.day_of_the_week ?? given.day ?? null;
  const hour = given.hour_of_the_day ?? given.hour ?? null;
  const { frequency } = given;
  if ((frequency === 'WEEKLY') !== (day !== null) || (frequency !== 'HOURLY') !== (hour !== null)) {
    reject('invalid_args', 'HOURLY takes no day and no hour, DAILY an hour, WEEKLY both');
  }
  if (given.start_time >= given.end_time) reject('invalid_args', 'start_time must be before end_time');
  livingInstance(store, given.instance_id);
  return {
    instanceId: given.instance_id,
    endpoint: given.api_endpoint,
    method: given.request_method,
    body: given.request_body ?? {},
    startTime: given.start_time * 1000,
    endTime: given.end_time * 1000,
    frequency,
    hour,
    day,
  };
}

const jobOf = (store: Store, id: number): ScheduledJobRecord =>
  store.state.scheduledJobs.find((one) => one.id === id) ?? reject('not_found', `there is no job ${id}`);

/** A job whose time is over is not kept in the way of a new one. */
const alike = (a: Omit<ScheduledJobRecord, 'id' | 'lastRunAt'>, now: number) => (b: ScheduledJobRecord) =>
  assumptions.scheduledJobsAlikeIn.every((name) => a[name] === b[name]) && b.endTime > now;

const present = (job: ScheduledJobRecord) => ({
  id: job.id,
  instance_id: job.instanceId,
  api_endpoint: job.endpoint,
  request_method: job.method,
  request_body: job.body,
  start_time: job.startTime / 1000,
  end_time: job.endTime / 1000,
  frequency: job.frequency,
  day_of_the_week: job.day,
  hour_of_the_day: job.hour,
  min_of_the_hour: 0,
  last_executed_around: job.lastRunAt === null ? null : job.lastRunAt / 1000,
});

const write = { category: 'instance_write' } as const;

/** Calls that the service makes by itself (service-facts.md (b), schedule). */
export const scheduledJobRoutes: Route[] = [
  {
    method: 'GET',
    path,
    auth: { category: 'instance_read' },
    handler: ({ store }) => ({ body: store.state.scheduledJobs.map(present) }),
  },
  {
    method: 'POST',
    path,
    auth: write,
    handler: (call) => {
      const { store, now } = call;
      const given = read(call);
      const there = store.state.scheduledJobs.find(alike(given, now));
      if (there !== undefined) {
        const extra = { scheduled_job_id: there.id };
        reject('scheduled_job_exists', `job ${there.id} does that already`, { extra });
      }
      const id = store.nextId('scheduledJob');
      store.state.scheduledJobs.push({ ...given, id, lastRunAt: null });
      return success({ scheduled_job_id: id });
    },
  },
  {
    method: 'PUT',
    path: `${path}/:id`,
    auth: write,
    handler: (call) => {
      Object.assign(jobOf(call.store, call.id), read(call));
      return success({ scheduled_job_id: call.id });
    },
  },
  {
    method: 'DELETE',
    path: `${path}/:id`,
    auth: write,
    handler: ({ store, id }) => {
      const job = jobOf(store, id);
      store.state.scheduledJobs = store.state.scheduledJobs.filter((one) => one !== job);
      return success();
    },
  },
];
