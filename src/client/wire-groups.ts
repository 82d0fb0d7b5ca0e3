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
