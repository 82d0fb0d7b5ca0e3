import type { Missing } from './wire.ts';

export type Runtype =
  | 'ssh_direct'
  | 'ssh_proxy'
  | 'ssh'
  | 'jupyter_direct'
  | 'jupyter_proxy'
  | 'jupyter'
  | 'args';
export type TargetState = 'running' | 'stopped';

/** Structure beyond the `volume_id` reference is not shown by interface.md. */
export type VolumeInfo = { volume_id: number; mount_path?: string };

/** Body of `PUT /api/v0/asks/<offer_id>/` (interface.md, Instance creation request). */
export type CreateRequest = {
  image?: string;
  template_hash_id?: string;
  label?: string;
  /** GB; the service takes 8 when it is left out. */
  disk?: number;
  runtype?: Runtype;
  target_state?: TargetState;
  /** Bid in $/h; interruptible only. */
  price?: number;
  /** Variables by name; a port mapping is the key `-p <host>:<container>` with the value `1`. */
  env?: Record<string, string>;
  onstart?: string;
  args_str?: string;
  use_jupyter_lab?: boolean;
  jupyter_dir?: string;
  python_utf8?: boolean;
  lang_utf8?: boolean;
  /** `-u <user> -p <access_token> <registry>`; a secret. */
  image_login?: string;
  cancel_unavail?: boolean;
  vm?: boolean;
  volume_info?: VolumeInfo;
};

export type CreateReply = { success: boolean; new_contract: number; instance_api_key?: string };

/** What is known of a port: Docker's form, only while the instance runs. */
export type PortMap = Record<string, readonly { HostIp?: string; HostPort?: string }[]>;

/** A rented machine. interface.md names `actual_status`, `ssh_host` and `ssh_port`; `id` is how it is addressed. */
export type Instance = {
  id: number;
  /** Offer that it was rented from. */
  ask_contract_id?: number;
  /** Null while provisioning; other words are passed through. */
  actual_status: string | null;
  ssh_host?: string;
  ssh_port?: number;
  intended_status?: string;
  cur_state?: string;
  next_state?: string;
  status_msg?: string;
  /** Empty if the provider sends null; missing if it has no labels. */
  label?: string;
  machine_id?: number;
  host_id?: number;
  gpu_name?: string;
  num_gpus?: number;
  /** MB per GPU. */
  gpu_ram?: number;
  /** Percent. */
  gpu_util?: number;
  /** Degrees Celsius. */
  gpu_temp?: number;
  /** Fraction. */
  cpu_util?: number;
  /** GB. */
  mem_usage?: number;
  /** GB. */
  mem_limit?: number;
  /** GB. */
  vmem_usage?: number;
  cpu_cores_effective?: number;
  /** MB. */
  cpu_ram?: number;
  image_uuid?: string;
  image_args?: readonly string[];
  /** Words separated by spaces, e.g. `ssh_direc ssh_proxy`. */
  image_runtype?: string;
  template_hash_id?: string;
  template_name?: string;
  extra_env?: readonly (readonly [string, string])[];
  onstart?: string;
  jupyter_token?: string;
  public_ipaddr?: string;
  ports?: PortMap;
  direct_port_count?: number;
  /** Epoch seconds of creation. */
  start_date?: number;
  /** Epoch seconds of the contract's end. */
  end_date?: number;
  uptime_mins?: number;
  /** GB allocated. */
  disk_space?: number;
  /** GB used, -1 unknown. */
  disk_usage?: number;
  /** $/h while running, GPU and disk. */
  dph_total?: number;
  /** $/h, the GPU part. */
  dph_base?: number;
  /** $/GB/month. */
  storage_cost?: number;
  /** $/h for the disk. */
  storage_total_cost?: number;
  /** Price when running. */
  search?: PriceParts;
  /** Price now. */
  instance?: PriceParts;
  is_bid?: boolean;
  min_bid?: number;
  /** Your bid, in $/h. */
  bid_price?: number;
  inet_up?: number;
  inet_down?: number;
  inet_up_cost?: number;
  inet_down_cost?: number;
  reliability2?: number;
  verification?: string;
  geolocation?: string;
};

export type PriceParts = { gpuCostPerHour?: number; diskHour?: number; totalHour?: number };

/** `instances_found` counts the missing rows too. */
export type InstanceListReply = { instances_found: number; instances: Instance[] } & Missing;
/** `instances` is an object; null for one that was destroyed or is not there yet. */
export type InstanceReply = { instances: Instance | null };
export type SuccessReply = { success: boolean; msg?: string };

/** Which part of a log is asked for. The service takes both as texts. */
export type LogsRequest = {
  /** So many lines from the end. */
  tail: string;
  /** Only lines that hold this. */
  filter?: string;
  /** The log of what runs the container, in the place of the container's own. */
  daemon_logs?: 'true';
};

/** `result_url` is read by client.readResult, without a key; empty where none was sent. */
export type ResultReply = { success: boolean; msg?: string; result_url: string; writeable_path?: string };
