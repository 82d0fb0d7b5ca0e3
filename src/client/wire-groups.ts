import type { DoneReply, Filter } from './wire.ts';

/** Body of `POST /api/v0/workergroups/`; a field that is left out takes the default of interface.md. */
export type WorkerGroupRequest = {
  endpoint_name?: string;
  endpoint_id?: number;
  template_hash?: string;
  template_id?: number;
  search_params?: string;
  launch_args?: string;
  min_load?: number;
  target_util?: number;
  cold_mult?: number;
  cold_workers?: number;
  max_workers?: number;
  test_workers?: number;
  /** GB. */
  gpu_ram?: number;
};
export type WorkerGroupReply = { success: boolean; id: number };

/** A worker group as the list has it. Publicly known, not in interface.md; only `id` is relied on. */
export type WorkerGroup = Omit<WorkerGroupRequest, 'search_params'> & {
  id: number;
  /** Search for its workers: filters of a search body, in the provider's units. */
  search_query?: Readonly<Record<string, Filter>>;
  search_params?: string;
  /** Epoch seconds. */
  created_at?: number;
};

/**
 * Body that creates an endpoint group, or changes one: a field that is left out takes its default, or stays. Publicly
 * known, not in interface.md, as everything of endpoint groups is.
 */
export type EndpointGroupRequest = {
  endpoint_name?: string;
  min_load?: number;
  min_cold_load?: number;
  /** 0 to 1. */
  target_util?: number;
  cold_mult?: number;
  cold_workers?: number;
  max_workers?: number;
  /** Seconds, like the two below. */
  max_queue_time?: number;
  target_queue_time?: number;
  inactivity_timeout?: number;
  /** `active`, `suspended`, `stopped`, or another word. */
  endpoint_state?: string;
};
export type EndpointGroup = EndpointGroupRequest & { id: number; created_at?: number };
/** The id of the new group. */
export type EndpointGroupReply = { result: number };

/** What answers a deletion. Which workers went with the group is told by some services and not by others. */
export type GroupGoneReply = DoneReply & { deleted_workers?: number; failed_workers?: number };

/** Body of `POST /api/v0/commands/rclone/`. */
export type CloudCopyRequest = {
  instance_id: string;
  src: string;
  dst: string;
  selected: string;
  transfer: string;
  flags?: readonly string[];
  /** A secret; left out unless the person gives one. */
  api_key?: string;
};
export type CloudCopyReply = { success: boolean; msg?: string; result_url?: string };
