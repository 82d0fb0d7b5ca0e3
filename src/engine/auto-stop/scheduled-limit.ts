import type { ScheduledJob, ScheduledJobRequest } from '../../client/wire.ts';
import type { LimitAct } from './limits.ts';

const HOUR_MS = 3_600_000;
/** A job made closer to its hour than this may miss it. */
const NOTICE_MS = 2 * 60_000;

/**
 * When the service can do by itself what is wanted at `until` (epoch ms): at the first full hour (UTC) that is not
 * before it. The jobs of such services are made by the hour, and are seen to run at its first minute.
 */
export function serviceHour(until: number, now: number): number {
  return Math.ceil(Math.max(until, now + NOTICE_MS) / HOUR_MS) * HOUR_MS;
}

const callOf = (id: number, act: LimitAct) =>
  ({
    api_endpoint: `/api/v0/instances/${id}/`,
    request_method: act === 'stop' ? 'PUT' : 'DELETE',
  }) as const;

/**
 * The job that acts once, at `hour` (epoch ms, a full one). Its time begins at that very moment and ends half an hour
 * later: whether a service counts the hour that holds the start or the next full one after it, it is this one, and
 * another does not come.
 */
export function limitJob(id: number, act: LimitAct, hour: number): ScheduledJobRequest {
  const start = hour / 1000;
  return {
    start_time: start,
    end_time: start + 1_800,
    ...callOf(id, act),
    request_body: act === 'stop' ? { state: 'stopped' } : {},
    frequency: 'HOURLY',
    day_of_the_week: null,
    hour_of_the_day: null,
    instance_id: id,
  };
}

/** The job of the list that does this to the instance and whose time is not over, whoever has set it. */
export function jobThatDoes(
  jobs: readonly ScheduledJob[],
  id: number,
  act: LimitAct,
  now: number,
): ScheduledJob | undefined {
  const { api_endpoint, request_method } = callOf(id, act);
  const path = (text: string | undefined) => text?.replace(/\/+$/, '');
  return jobs.find(
    (job) =>
      path(job.api_endpoint) === path(api_endpoint) &&
      job.request_method?.toUpperCase() === request_method &&
      (job.end_time === undefined || job.end_time * 1000 > now),
  );
}
