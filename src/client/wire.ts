/**
 * The shapes that go over the wire. Types only, so that the sandbox may share them without sharing code.
 *
 * Only what interface.md names is required. Every other field is one that services of this kind are publicly
 * known to send; it is optional, and a screen shows `·` where it is absent. Fields not listed are kept on the
 * decoded record at run time (for raw JSON and `--json`), but no code relies on them.
 */

// ── offers and search ───────────────────────────────────────────────────────────────────────────────────────

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
  /** x100: 890 is 8.9. */
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

/** `dropped` counts the rows that could not be read (no usable id); absent when there were none. */
export type SearchReply = { offers: Offer[]; dropped?: number };

// ── instances ───────────────────────────────────────────────────────────────────────────────────────────────

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
  /** null while it is being provisioned; a word that is not in interface.md is shown as it came. */
  actual_status: string | null;
  ssh_host?: string;
  ssh_port?: number;
  intended_status?: string;
  cur_state?: string;
  next_state?: string;
  status_msg?: string;
  label?: string;
  machine_id?: number;
  host_id?: number;
  gpu_name?: string;
  num_gpus?: number;
  /** MB per GPU. */
  gpu_ram?: number;
  /** percent. */
  gpu_util?: number;
  /** degrees Celsius. */
  gpu_temp?: number;
  /** fraction. */
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
  /** Space-separated words, as `ssh_direc ssh_proxy`. */
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
  /** What it costs now. */
  instance?: PriceParts;
  is_bid?: boolean;
  min_bid?: number;
  /** $/h that was bid. */
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

/** `dropped` counts the rows that could not be read (no usable id); absent when there were none. */
export type InstanceListReply = { instances_found: number; instances: Instance[]; dropped?: number };
/** `instances` is an object; null for one that was destroyed or is not there yet. */
export type InstanceReply = { instances: Instance | null };
export type SuccessReply = { success: boolean; msg?: string };

// ── account ─────────────────────────────────────────────────────────────────────────────────────────────────

export type TfaStatusWord = 'enabled' | 'disabled' | 'legacy';
export type User = {
  id: number;
  email?: string;
  /** dollars that can be spent. */
  credit?: number;
  ssh_key?: string;
  full_name?: string;
  tfa_status?: TfaStatusWord;
  balance?: number;
};

export type SshKey = { id: number; public_key?: string; created_at?: number | string };
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
  recommended_disk_space?: number;
  desc?: string;
};
export type Volume = {
  id: number;
  label?: string;
  /** GB. */
  disk_space?: number;
  status?: string;
  machine_id?: number;
  start_date?: number;
};
export type CloudConnection = { id: number; name?: string; cloud_type?: string };

// ── worker groups and cloud copy ────────────────────────────────────────────────────────────────────────────

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

// ── two-factor ──────────────────────────────────────────────────────────────────────────────────────────────

export type StoredTfaMethod = 'sms' | 'totp';
export type TfaMethodWord = StoredTfaMethod | 'email';

export type TfaMethod = {
  id: number;
  method: StoredTfaMethod;
  user_id?: number;
  label?: string;
  /** Masked, last 4 digits shown. */
  phone_number?: string;
  is_primary?: boolean;
  fail_count?: number;
  /** Epoch seconds, or null. */
  locked_until?: number | null;
  /** Epoch seconds. */
  created_at?: number;
  /** Epoch seconds. */
  last_used?: number;
};

export type TfaStatusReply = {
  success: boolean;
  tfa_enabled: boolean;
  methods: TfaMethod[];
  backup_codes_remaining: number;
  new_method_authorized: boolean;
};

/** Body of `POST /api/v0/tfa/`, of regeneration, and (with `target_id`) of removal. */
export type TfaVerification = {
  tfa_method?: TfaMethodWord;
  code?: string;
  secret?: string;
  tfa_method_id?: number;
  backup_code?: string;
};
export type TfaLoginRequest = TfaVerification & { admin?: boolean };
export type TfaRemoveRequest = TfaVerification & { target_id?: number };
export type TfaLoginReply = User & {
  session_key?: string;
  backup_codes_remaining?: number;
  legacy_tfa_user?: boolean;
};
export type TfaRemoveReply = { msg: string; remaining_methods?: number };
export type TfaEmailRequest = { secret?: string };
export type TfaSmsRequest = { phone_number?: string; tfa_method_id?: number; secret?: string };
/** `secret` names the challenge; it comes back in the call that submits the code. */
export type TfaChallengeReply = { secret?: string; msg?: string; success?: boolean };
export type TotpSetupReply = { secret: string; provisioning_uri: string };
export type AuthorizeStartRequest = {
  tfa_method?: TfaMethodWord;
  tfa_method_id?: number;
  backup_code?: string;
};
export type AuthorizeConfirmRequest = { code: string; secret: string };
export type ConfirmNewRequest = {
  tfa_method: StoredTfaMethod;
  code: string;
  secret: string;
  phone_number?: string;
  label?: string;
};
export type ConfirmNewReply = { success: boolean; msg?: string; backup_codes?: string[] };
export type TfaUpdateRequest = {
  tfa_method_id?: number;
  tfa_method?: StoredTfaMethod;
  label?: string;
  is_primary?: boolean;
};
export type TfaUpdateReply = { success: boolean; msg?: string; method?: TfaMethod };
export type BackupCodesReply = { msg?: string; backup_codes: string[] };

// ── errors ──────────────────────────────────────────────────────────────────────────────────────────────────

/** An error body; outside 2FA its shape is not shown by interface.md, so every field is optional. */
export type ErrorBody = {
  success?: false;
  error?: string;
  msg?: string;
  fail_count?: number;
  locked_until?: number | null;
};
