import { type Fields, flag, id, isRecord, type Reader, readFields, text, time, whole } from './fields.ts';
import type { DoneReply, ScheduledJob, ScheduledJobReply } from './wire.ts';

const jobFields: Fields<ScheduledJob> = {
  id,
  instance_id: id,
  api_endpoint: text,
  request_method: text,
  start_time: time,
  end_time: time,
  frequency: text,
  hour_of_the_day: whole(23),
  day_of_the_week: whole(6),
};

export const readScheduledJob: Reader<ScheduledJob> = (value) =>
  isRecord(value) && id(value.id) !== undefined ? (readFields(value, jobFields) as ScheduledJob) : undefined;

/** The job's own id, under either of the names that it is seen by. */
export const readJobMade: Reader<ScheduledJobReply> = (value) => {
  if (!isRecord(value) || value.success === false) return undefined;
  const made = id(value.scheduled_job_id) ?? id(value.id);
  return made === undefined ? undefined : { scheduled_job_id: made };
};

/** Such services answer a change with an object, a bare text or nothing worth reading; only a refusal in words counts. */
export const readDone: Reader<DoneReply> = (value) => {
  if (!isRecord(value)) return {};
  const [success, msg] = [flag(value.success), text(value.msg)];
  if (success === false) return undefined;
  return { ...(success === undefined ? {} : { success }), ...(msg === undefined ? {} : { msg }) };
};
