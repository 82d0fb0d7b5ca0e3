import { boards, disks, drivers, processors, systems } from './catalogue.ts';
import { type Ground, machineChance, modelOf, placeOf, trait } from './ground.ts';

/** How a field is read from a market; `NaN` and `null` stand for a value that the offer does not have. */
export type NumberField = { kind: 'number'; of: (ground: Ground, i: number) => number };
export type FlagField = { kind: 'flag'; of: (ground: Ground, i: number) => boolean };
export type TextField = { kind: 'text'; of: (ground: Ground, i: number) => string | null };
export type FixedField = NumberField | FlagField | TextField;

const number = (of: NumberField['of']): NumberField => ({ kind: 'number', of });
const flag = (of: FlagField['of']): FlagField => ({ kind: 'flag', of });
const text = (of: TextField['of']): TextField => ({ kind: 'text', of });

const round = (value: number, digits: number): number => {
  const unit = 10 ** digits;
  return Math.round(value * unit) / unit;
};
const pick = <T>(list: readonly T[], chance: number): T => list[Math.floor(chance * list.length)] as T;

/** Offer ids lie three apart, so that a mistyped one is no offer. */
const firstOfferId = 7_200_001;
export const offerIdAt = (i: number): number => firstOfferId + i * 3;
/** The place of an offer in the market, or undefined when there is none with that id. */
export function offerIndex(id: number, size: number): number | undefined {
  const i = (id - firstOfferId) / 3;
  return Number.isInteger(i) && i >= 0 && i < size ? i : undefined;
}
export const machineIdAt = (g: Ground, i: number): number => 40_000 + (g.machine[i] as number);

const share = (g: Ground, i: number) => (g.gpus[i] as number) / (g.machineGpus[i] as number);
const processor = (g: Ground, i: number) => pick(processors, machineChance(g, i, trait.processor));
const driver = (g: Ground, i: number) => pick(drivers, machineChance(g, i, trait.driver));
const memory = (g: Ground, i: number) =>
  pick([64, 96, 128, 192, 256], machineChance(g, i, trait.memory)) *
  1024 *
  Math.max(1, (g.machineGpus[i] as number) / 2);
const generation = (g: Ground, i: number) => (modelOf(g, i).computeCap >= 900 ? 5 : 4);
const mbps = (g: Ground, i: number) =>
  placeOf(g, i)[3] * (0.35 + 1.3 * (g.care[i] as number)) * (g.datacenter[i] ? 2 : 1);
const driverNumber = (version: string): number =>
  Number(
    version
      .split('.')
      .map((part) => part.padStart(3, '0'))
      .join(''),
  );
const verification = (g: Ground, i: number): string => {
  const chance = machineChance(g, i, trait.verification);
  if ((g.care[i] as number) > 0.12) return 'verified';
  return chance < 0.2 ? 'deverified' : 'unverified';
};
const upCost = (g: Ground, i: number) => round(machineChance(g, i, trait.traffic) ** 2 * 0.02, 5);

/** Fields whose value never changes (service-facts.md (a)); what follows from the price stands in live-fields.ts. */
export const fixedFields: Record<string, FixedField> = {
  id: number((_, i) => offerIdAt(i)),
  ask_contract_id: number((_, i) => offerIdAt(i)),
  bundle_id: number((g, i) => 1_000_000 + (g.machine[i] as number)),
  machine_id: number(machineIdAt),
  host_id: number((g, i) => 1_000 + Math.floor(machineChance(g, i, trait.host) * (20 + g.size / 8))),
  gpu_name: text((g, i) => modelOf(g, i).name),
  num_gpus: number((g, i) => g.gpus[i] as number),
  gpu_arch: text((g, i) => modelOf(g, i).arch),
  gpu_ram: number((g, i) => modelOf(g, i).ram),
  gpu_total_ram: number((g, i) => modelOf(g, i).ram * (g.gpus[i] as number)),
  gpu_frac: number(share),
  gpu_mem_bw: number((g, i) =>
    round(modelOf(g, i).memoryBandwidth * (0.9 + 0.1 * machineChance(g, i, trait.speed)), 1),
  ),
  bw_nvlink: number((g, i) => (modelOf(g, i).server && (g.machineGpus[i] as number) > 1 ? 300 : 0)),
  pcie_bw: number((g, i) => round(generation(g, i) * 5 * (0.8 + 0.4 * machineChance(g, i, trait.bus)), 1)),
  gpu_lanes: number((g, i) => (machineChance(g, i, trait.bus) < 0.15 ? 8 : 16)),
  pci_gen: number(generation),
  gpu_max_power: number((g, i) => modelOf(g, i).watts),
  gpu_max_temp: number((g, i) => (modelOf(g, i).server ? 85 : 90)),
  gpu_display_active: flag((g, i) => machineChance(g, i, trait.display) < 0.05),
  compute_cap: number((g, i) => modelOf(g, i).computeCap),
  cuda_max_good: number((g, i) => driver(g, i)[1]),
  driver_version: text((g, i) => driver(g, i)[0]),
  driver_vers: number((g, i) => driverNumber(driver(g, i)[0])),
  total_flops: number((g, i) => round(modelOf(g, i).tflops * (g.gpus[i] as number), 2)),
  dlperf: number((g, i) =>
    round(modelOf(g, i).dlperf * (g.gpus[i] as number) * (0.9 + 0.2 * machineChance(g, i, trait.speed)), 3),
  ),
  cpu_name: text((g, i) => processor(g, i)[0]),
  cpu_arch: text(() => 'amd64'),
  cpu_cores: number((g, i) => processor(g, i)[1]),
  cpu_cores_effective: number((g, i) => round(processor(g, i)[1] * share(g, i), 1)),
  cpu_ghz: number((g, i) => processor(g, i)[2]),
  has_avx: number(() => 1),
  cpu_ram: number(memory),
  disk_space: number((g, i) => round(60 + 3_000 * machineChance(g, i, trait.disk) ** 2 * share(g, i), 1)),
  disk_bw: number((g, i) => round(700 + 5_500 * machineChance(g, i, trait.diskSpeed), 1)),
  disk_name: text((g, i) => pick(disks, machineChance(g, i, trait.diskSpeed))),
  inet_up: number((g, i) => round(mbps(g, i) * (0.4 + 0.6 * machineChance(g, i, trait.up)), 1)),
  inet_down: number((g, i) => round(mbps(g, i) * (0.6 + 0.6 * machineChance(g, i, trait.down)), 1)),
  inet_up_cost: number(upCost),
  inet_down_cost: number((g, i) => round(upCost(g, i) * 0.8, 5)),
  internet_up_cost_per_tb: number((g, i) => round(upCost(g, i) * 1024, 3)),
  internet_down_cost_per_tb: number((g, i) => round(upCost(g, i) * 0.8 * 1024, 3)),
  storage_cost: number((g, i) => round(0.06 + 0.24 * machineChance(g, i, trait.storage), 4)),
  discount_rate: number((g, i) => round(0.1 + 0.3 * machineChance(g, i, trait.discount), 2)),
  credit_discount_max: number((g, i) => round(0.1 + 0.3 * machineChance(g, i, trait.discount), 2)),
  reliability: number((g, i) => reliability(g, i)),
  reliability2: number((g, i) => reliability(g, i)),
  expected_reliability: number((g, i) => reliability(g, i)),
  reliability_mult: number((g, i) => round(reliability(g, i) ** 2, 4)),
  verification: text(verification),
  vericode: number((g, i) => (verification(g, i) === 'verified' ? 1 : 0)),
  hosting_type: number((g, i) => g.datacenter[i] as number),
  external: flag((g, i) => machineChance(g, i, trait.external) < 0.03),
  static_ip: flag((g, i) => Boolean(g.datacenter[i]) || machineChance(g, i, trait.fixedAddress) < 0.3),
  vms_enabled: flag((g, i) => machineChance(g, i, trait.virtual) < 0.35),
  is_vm_deverified: flag(() => false),
  direct_port_count: number((g, i) => {
    const chance = machineChance(g, i, trait.ports);
    return chance < 0.08 ? 0 : Math.max(1, Math.round(chance ** 2 * 500 * share(g, i)) + 4);
  }),
  geolocation: text((g, i) => `${placeOf(g, i)[0]}, ${placeOf(g, i)[1]}`),
  geolocode: number((g, i) => 100 + (g.place[i] as number)),
  public_ipaddr: text((g, i) => {
    const chance = Math.floor(machineChance(g, i, trait.address) * 131_072);
    // 198.18.0.0/15 is set aside for tests: nobody lives there.
    return `198.${18 + (chance >> 16)}.${(chance >> 8) & 255}.${chance & 255}`;
  }),
  hostname: text(() => null),
  mobo_name: text((g, i) => pick(boards, machineChance(g, i, trait.board))),
  os_version: text((g, i) => pick(systems, machineChance(g, i, trait.system))),
  webpage: text(() => null),
  logo: text(() => null),
  resource_type: text(() => 'gpu'),
  cluster_id: number(() => Number.NaN),
  nw_disk_min_bw: number(() => Number.NaN),
  nw_disk_max_bw: number(() => Number.NaN),
  nw_disk_avg_bw: number(() => Number.NaN),
  avail_vol_ask_id: number((g, i) => 9_000_000 + (g.machine[i] as number)),
  avail_vol_size: number((g, i) => Math.round(20 + 400 * machineChance(g, i, trait.volume))),
};

function reliability(g: Ground, i: number): number {
  const care = g.care[i] as number;
  const chance = machineChance(g, i, trait.reliability);
  // A machine that nobody knows yet begins at 0.6.
  if (care < 0.04) return 0.6;
  return round(1 - 0.0004 - 0.09 * (1 - care) ** 2 * chance, 4);
}
