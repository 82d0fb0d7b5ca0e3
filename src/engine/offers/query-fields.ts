/**
 * The fields that a search may name, as renters know them. interface.md shows six of them and leaves the
 * others open; these are publicly known names, sent as they are and refused by the service if it does not
 * know them.
 */

/** How a typed value becomes the one that is sent. */
export type FieldKind =
  | 'number'
  | 'boolean'
  /** 0 or 1 on the wire, true or false when typed. */
  | 'flag'
  | 'text'
  /** Typed with dots, sent as an integer: 535.86.05 is 535086005. */
  | 'version';

export type QueryField = {
  kind: FieldKind;
  /** What the typed number counts, for messages. */
  unit?: string;
  /** Typed number times this is what is sent; 1 when absent. */
  factor?: number;
  /** Unit letters that may stand behind the number. */
  suffix?: RegExp;
  /** Text that has an order, so that `>=` makes sense. */
  ordered?: boolean;
};

const number: QueryField = { kind: 'number' };
const boolean: QueryField = { kind: 'boolean' };
const text: QueryField = { kind: 'text' };
const gigabytes: QueryField = { kind: 'number', unit: 'GB', suffix: /^gb?$/i };
// The service counts memory in MB and takes a GB for 1000 of them.
const memory: QueryField = { ...gigabytes, factor: 1000 };

export const queryFields: Readonly<Record<string, QueryField>> = {
  bw_nvlink: number,
  cluster_id: number,
  compute_cap: number,
  cpu_arch: text,
  cpu_cores: number,
  cpu_cores_effective: number,
  cpu_ghz: number,
  cpu_ram: memory,
  cuda_max_good: number,
  datacenter: boolean,
  direct_port_count: number,
  disk_bw: number,
  disk_space: gigabytes,
  dlperf: number,
  dlperf_per_dphtotal: number,
  dph_total: number,
  driver_version: { kind: 'version' },
  duration: { kind: 'number', unit: 'days', factor: 86_400, suffix: /^d(ays?)?$/i },
  external: boolean,
  flops_per_dphtotal: number,
  geolocation: text,
  gpu_arch: text,
  gpu_display_active: boolean,
  gpu_frac: number,
  gpu_max_power: number,
  gpu_max_temp: number,
  gpu_mem_bw: number,
  gpu_name: text,
  gpu_ram: memory,
  gpu_total_ram: memory,
  has_avx: { kind: 'flag' },
  host_id: number,
  id: number,
  inet_down: number,
  inet_down_cost: number,
  inet_up: number,
  inet_up_cost: number,
  machine_id: number,
  min_bid: number,
  mobo_name: text,
  num_gpus: number,
  pci_gen: number,
  pcie_bw: number,
  reliability: number,
  rentable: boolean,
  rented: boolean,
  static_ip: boolean,
  storage_cost: number,
  total_flops: number,
  ubuntu_version: { kind: 'text', ordered: true },
  verification: text,
  verified: boolean,
  vms_enabled: boolean,
};

/** Short names that renters know, and the field each stands for. */
export const queryAliases: Readonly<Record<string, string>> = {
  cuda_vers: 'cuda_max_good',
  display_active: 'gpu_display_active',
  dlperf_usd: 'dlperf_per_dphtotal',
  dph: 'dph_total',
  flops_usd: 'flops_per_dphtotal',
};

/** Everyday words that no spelling distance would lead to the right field. */
export const queryHints: Readonly<Record<string, string>> = {
  bid: 'min_bid',
  country: 'geolocation',
  cpus: 'cpu_cores_effective',
  cuda: 'cuda_max_good',
  disk: 'disk_space',
  down: 'inet_down',
  gpu: 'gpu_name',
  gpus: 'num_gpus',
  host: 'host_id',
  location: 'geolocation',
  machine: 'machine_id',
  ports: 'direct_port_count',
  price: 'dph_total',
  ram: 'cpu_ram',
  region: 'geolocation',
  up: 'inet_up',
  vram: 'gpu_ram',
};

/** Columns that can be sorted by although no filter names them. */
const sortOnly = [
  'avail_vol_size',
  'dph_base',
  'end_date',
  'expected_reliability',
  'gpu_lanes',
  'reliability2',
  'score',
  'start_date',
  'storage_total_cost',
  'vram_costperhour',
];

export const sortableFields: readonly string[] = [...Object.keys(queryFields), ...sortOnly].sort();

/** The service's name for a typed field name, or undefined when there is none. */
export function fieldName(typed: string): string | undefined {
  const word = typed.toLowerCase();
  if (Object.hasOwn(queryFields, word)) return word;
  return Object.hasOwn(queryAliases, word) ? queryAliases[word] : undefined;
}
