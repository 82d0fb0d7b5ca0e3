/**
 * A call that the service makes by itself, from `start_time` to `end_time` (epoch seconds). Publicly known, not in
 * interface.md. Such services are seen to make it at the full hours only, that of an hour with `start_time` in it
 * included.
 */
export type ScheduledJob = {
  id: number;
  instance_id?: number;
  /** Path of the call, as `/api/v0/instances/9001/`. */
  api_endpoint?: string;
  request_method?: string;
  start_time?: number;
  end_time?: number;
  /** `HOURLY`, `DAILY` or `WEEKLY`, or a word that is not known. */
  frequency?: string;
  /** 0 to 23, UTC; for DAILY and WEEKLY. */
  hour_of_the_day?: number;
  /** 0 to 6, 0 is Sunday; for WEEKLY. */
  day_of_the_week?: number;
};

/** Body that makes a scheduled job, or puts another in its place. */
export type ScheduledJobRequest = {
  start_time: number;
  end_time: number;
  api_endpoint: string;
  request_method: 'PUT' | 'DELETE';
  request_body: Record<string, unknown>;
  frequency: 'HOURLY' | 'DAILY' | 'WEEKLY';
  day_of_the_week: number | null;
  hour_of_the_day: number | null;
  instance_id: number;
};

/** What answers a change of a job: nothing in it is promised, the status says that it was done. */
export type DoneReply = { success?: boolean; msg?: string };

/** `scheduled_job_id` addresses the job from then on; without it nothing is believed. */
export type ScheduledJobReply = { scheduled_job_id: number };
