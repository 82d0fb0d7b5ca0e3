import type { Missing, PriceParts } from './wire.ts';

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
