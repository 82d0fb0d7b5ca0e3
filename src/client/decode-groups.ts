import * as v from 'valibot';
import type { Decoder } from './endpoint-row.ts';
import {
  count,
  type Fields,
  flag,
  id,
  isRecord,
  type Reader,
  readFields,
  size,
  text,
  time,
} from './fields.ts';
import { field, optionalField, readDone, reading } from './replies.ts';
import type * as W from './wire.ts';

const scaling = {
  min_load: size,
  target_util: size,
  cold_mult: size,
  cold_workers: count,
  max_workers: count,
  created_at: time,
};

const endpointFields: Fields<W.EndpointGroup> = {
  ...scaling,
  id,
  endpoint_name: text,
  endpoint_state: text,
  min_cold_load: size,
  max_queue_time: size,
  target_queue_time: size,
  inactivity_timeout: size,
};

/** Filters as a search body has them; what is none is left out, so that nothing of it is asked for. */
const filters: Reader<Record<string, W.Filter>> = (value) =>
  isRecord(value)
    ? (Object.fromEntries(Object.entries(value).filter(([, filter]) => isRecord(filter))) as Record<
        string,
        W.Filter
      >)
    : undefined;

const workerFields: Fields<W.WorkerGroup> = {
  ...scaling,
  id,
  endpoint_name: text,
  endpoint_id: id,
  template_hash: text,
  template_id: id,
  search_query: filters,
  search_params: text,
  launch_args: text,
  test_workers: count,
  gpu_ram: size,
};

/** Such records carry an `api_key`. It has no use here, and what is never kept cannot be shown. */
function readGroup<T extends { id: number }>(fields: Fields<T>): Reader<T> {
  return (value) => {
    if (!isRecord(value) || id(value.id) === undefined) return undefined;
    const { api_key: _secret, ...record } = value;
    return readFields(record, fields) as T;
  };
}

export const readEndpointGroup = readGroup(endpointFields);
export const readWorkerGroup = readGroup(workerFields);

/** The new group's id is `result`; worker groups have it as `id`, so that this is taken too. */
export const readEndpointMade: Reader<W.EndpointGroupReply> = (value) => {
  if (!isRecord(value) || value.success === false) return undefined;
  const made = id(value.result) ?? id(value.id);
  return made === undefined ? undefined : { result: made };
};

const howMany = (value: unknown): number | undefined => (Array.isArray(value) ? value.length : undefined);

/** A deletion, with the numbers of workers that went with the group and that did not, where they are told. */
export const readGroupGone: Reader<W.GroupGoneReply> = (value) => {
  const done = readDone(value);
  if (done === undefined || !isRecord(value)) return done;
  const [deleted, failed] = [howMany(value.deleted_workers), howMany(value.failed_workers)];
  return {
    ...done,
    ...(deleted === undefined ? {} : { deleted_workers: deleted }),
    ...(failed === undefined ? {} : { failed_workers: failed }),
  };
};

export const readWorkerGroupMade: Decoder<W.WorkerGroupReply> = reading(
  v.object({ success: field(flag), id: field(id) }),
);

export const readCopyStarted: Decoder<W.CloudCopyReply> = reading(
  v.object({ success: field(flag), msg: optionalField(text), result_url: optionalField(text) }),
);
