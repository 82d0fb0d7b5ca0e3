import type { Missing } from './wire.ts';

/** A rentable machine. Only `id` is promised (interface.md, Offers and search query). */
export type Offer = {
  id: number;
  ask_contract_id?: number;
  machine_id?: number;
  host_id?: number;
  gpu_name?: string;
  num_gpus?: number;
  gpu_arch?: string;
  /** MB per GPU. */
  gpu_ram?: number;
  /** MB over all GPUs of the offer. */
  gpu_total_ram?: number;
  /** Share of the machine's GPUs, 0 to 1. */
  gpu_frac?: number;
  /** GB/s. */
  gpu_mem_bw?: number;
  gpu_max_power?: number;
  /** Times 100: 890 is 8.9. */
  compute_cap?: number;
  cuda_max_good?: number;
  driver_version?: string;
  pci_gen?: number;
  gpu_lanes?: number;
  pcie_bw?: number;
  bw_nvlink?: number;
  /** TFLOPS over all GPUs. */
  total_flops?: number;
  dlperf?: number;
  dlperf_per_dphtotal?: number;
  flops_per_dphtotal?: number;
  score?: number;
  cpu_name?: string;
  cpu_arch?: string;
  cpu_cores?: number;
  cpu_cores_effective?: number;
  cpu_ghz?: number;
  /** MB. */
  cpu_ram?: number;
  /** GB on offer. */
  disk_space?: number;
  /** MB/s. */
  disk_bw?: number;
  disk_name?: string;
  /** Mb/s. */
  inet_up?: number;
  /** Mb/s. */
  inet_down?: number;
  /** $/GB. */
  inet_up_cost?: number;
  /** $/GB. */
  inet_down_cost?: number;
  /** $/h, the GPU part. */
  dph_base?: number;
  /** $/h, GPU part plus storage for the searched `allocated_storage`. */
  dph_total?: number;
  /** What it costs while it runs. */
  search?: PriceParts;
  /** $/h, the lowest bid that wins now. */
  min_bid?: number;
  is_bid?: boolean;
  /** $/GB/month, a month being 720 hours. */
  storage_cost?: number;
  /** $/h for the allocated storage. */
  storage_total_cost?: number;
  /** 0 to 1. */
  reliability?: number;
  reliability2?: number;
  verification?: string;
  hosting_type?: number;
  rentable?: boolean;
  rented?: boolean;
  external?: boolean;
  static_ip?: boolean;
  vms_enabled?: boolean;
  direct_port_count?: number;
  /** Seconds for which the offer can still be rented. */
  duration?: number;
  /** Epoch seconds. */
  start_date?: number;
  /** Epoch seconds. */
  end_date?: number;
  geolocation?: string;
  mobo_name?: string;
  os_version?: string;
  public_ipaddr?: string;
  avail_vol_ask_id?: number;
  avail_vol_size?: number;
};

/** Every operator that the search takes; interface.md shows `eq` and `gte`. */
export type FilterOp = 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'notin';
export type FilterScalar = string | number | boolean | null;
export type Filter = { [op in FilterOp]?: FilterScalar | readonly FilterScalar[] };
export type OfferType = 'on-demand' | 'bid';
export type Order = readonly (readonly [field: string, direction: 'asc' | 'desc'])[];

/** Body of `POST /api/v0/bundles/`: filters by field beside four fixed keys. */
export type SearchBody = {
  type?: OfferType;
  order?: Order;
  limit?: number;
  /** GB used to price storage; also a minimum disk. Publicly known, not in interface.md. */
  allocated_storage?: number;
} & { [field: string]: Filter | OfferType | Order | number | undefined };

export type SearchReply = { offers: Offer[] } & Missing;

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

/** `scheduled_job_id` addresses the job from then on; without it nothing is believed. */
export type ScheduledJobReply = { scheduled_job_id: number };
