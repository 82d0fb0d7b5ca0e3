export type TfaStatusWord = 'enabled' | 'disabled' | 'legacy';
export type User = {
  id: number;
  email?: string;
  /** Available, in dollars. */
  credit?: number;
  ssh_key?: string;
  full_name?: string;
  tfa_status?: TfaStatusWord;
  balance?: number;
};

export type Template = {
  id: number;
  hash_id: string;
  name?: string;
  image?: string;
  tag?: string;
  runtype?: string;
  onstart?: string;
  /** A Docker flag string (interface.md, creation rule 7). */
  env?: string;
  args_str?: string;
  ssh_direct?: boolean;
  jup_direct?: boolean;
  use_jupyter_lab?: boolean;
  jupyter_dir?: string;
  /** Registry of the stored login, without its password. */
  docker_login_repo?: string;
  docker_login_user?: string;
  /** GB. */
  recommended_disk_space?: number;
  /** Hint for forms, not applied to a rent. */
  volume_info?: Record<string, unknown>;
  desc?: string;
};
export type Volume = {
  id: number;
  label?: string;
  /** GB. */
  disk_space?: number;
  status?: string;
  machine_id?: number;
  /** Set if a cluster shares the volume. */
  cluster_id?: number;
  /** IDs of the instances that it is attached to. */
  instances?: readonly number[];
  /** $/GB/month, if known. */
  storage_cost?: number;
  start_date?: number;
};
/** A connection to cloud storage; `cloud_type` is a word such as `s3` or `drive`. Made in the web console. */
export type CloudConnection = { id: number; name?: string; cloud_type?: string };
