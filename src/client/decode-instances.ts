import type { Decoder, LongDecoder } from './endpoint-row.ts';
import {
  count,
  type Fields,
  flag,
  id,
  isRecord,
  list,
  number,
  orNull,
  port,
  price,
  type Reader,
  readFields,
  share,
  size,
  text,
  time,
  whole,
} from './fields.ts';
import { readLongRows, readRows } from './replies.ts';
import type * as W from './wire.ts';

const priceParts = (value: unknown): W.PriceParts | undefined =>
  isRecord(value)
    ? readFields<W.PriceParts>(value, { gpuCostPerHour: price, diskHour: price, totalHour: price })
    : undefined;

const offerFields: Fields<W.Offer> = {
  id,
  ask_contract_id: id,
  machine_id: id,
  host_id: id,
  gpu_name: text,
  num_gpus: count,
  gpu_arch: text,
  gpu_ram: size,
  gpu_total_ram: size,
  gpu_frac: size,
  gpu_mem_bw: number,
  gpu_max_power: number,
  compute_cap: number,
  cuda_max_good: number,
  driver_version: text,
  pci_gen: number,
  gpu_lanes: number,
  pcie_bw: number,
  bw_nvlink: number,
  total_flops: number,
  dlperf: number,
  dlperf_per_dphtotal: number,
  flops_per_dphtotal: number,
  score: number,
  cpu_name: text,
  cpu_arch: text,
  cpu_cores: size,
  cpu_cores_effective: size,
  cpu_ghz: number,
  cpu_ram: size,
  disk_space: size,
  disk_bw: number,
  disk_name: text,
  inet_up: size,
  inet_down: size,
  inet_up_cost: price,
  inet_down_cost: price,
  dph_base: price,
  dph_total: price,
  search: priceParts,
  min_bid: price,
  is_bid: flag,
  storage_cost: price,
  storage_total_cost: price,
  reliability: share,
  reliability2: share,
  verification: text,
  hosting_type: number,
  rentable: flag,
  rented: flag,
  external: flag,
  static_ip: flag,
  vms_enabled: flag,
  direct_port_count: count,
  duration: number,
  start_date: time,
  end_date: time,
  geolocation: text,
  mobo_name: text,
  os_version: text,
  public_ipaddr: text,
  avail_vol_ask_id: id,
  avail_vol_size: size,
};

/** One offer, or undefined without the `id` that interface.md promises (Offers and search query). */
function readOffer(value: unknown): W.Offer | undefined {
  if (!isRecord(value) || id(value.id) === undefined) return undefined;
  return readFields(value, offerFields) as W.Offer;
}

/** There may be thousands. */
export const readSearch: LongDecoder<W.SearchReply> = async (body) => {
  if (!isRecord(body) || !Array.isArray(body.offers)) return undefined;
  const { rows: offers, ...missing } = await readLongRows(body.offers, readOffer);
  return { offers, ...missing };
};

const binding = (value: unknown): { HostIp?: string; HostPort?: string } | undefined => {
  if (!isRecord(value)) return undefined;
  const ip = text(value.HostIp);
  const port = typeof value.HostPort === 'number' ? String(value.HostPort) : text(value.HostPort);
  return { ...(ip === undefined ? {} : { HostIp: ip }), ...(port === undefined ? {} : { HostPort: port }) };
};

/** Docker's form; one port without bindings is null there and an empty list here. */
const ports = (value: unknown): W.PortMap | undefined =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([port, to]) => [port, list(binding)(to) ?? []]))
    : undefined;

const pair = (value: unknown): readonly [string, string] | undefined => {
  if (!Array.isArray(value)) return undefined;
  const [name, to] = value;
  return typeof name === 'string' && (typeof to === 'string' || typeof to === 'number')
    ? [name, String(to)]
    : undefined;
};

const instanceFields: Fields<W.Instance> = {
  id,
  ask_contract_id: id,
  actual_status: orNull(text),
  ssh_host: text,
  ssh_port: port,
  intended_status: text,
  cur_state: text,
  next_state: text,
  status_msg: text,
  label: (value) => (value === null ? '' : text(value)),
  machine_id: id,
  host_id: id,
  gpu_name: text,
  num_gpus: count,
  gpu_ram: size,
  gpu_util: number,
  gpu_temp: number,
  cpu_util: number,
  mem_usage: number,
  mem_limit: size,
  vmem_usage: number,
  cpu_cores_effective: size,
  cpu_ram: size,
  image_uuid: text,
  image_args: list(text),
  image_runtype: text,
  template_hash_id: text,
  template_name: text,
  extra_env: list(pair),
  onstart: text,
  jupyter_token: text,
  public_ipaddr: text,
  ports,
  direct_port_count: count,
  start_date: time,
  end_date: time,
  uptime_mins: size,
  disk_space: size,
  disk_usage: number,
  dph_total: price,
  dph_base: price,
  storage_cost: price,
  storage_total_cost: price,
  search: priceParts,
  instance: priceParts,
  is_bid: flag,
  min_bid: price,
  bid_price: price,
  inet_up: size,
  inet_down: size,
  inet_up_cost: price,
  inet_down_cost: price,
  reliability2: share,
  verification: text,
  geolocation: text,
};

/**
 * One instance. A list row without an id cannot be addressed and is undefined; for GET one, whose record is not
 * promised to repeat it (interface.md, Instance records), `askedFor` stands in. `actual_status` is null, as for
 * one being provisioned, where the service sends no word.
 */
function readInstance(value: unknown, askedFor?: number): W.Instance | undefined {
  if (!isRecord(value)) return undefined;
  const own = id(value.id) ?? askedFor;
  if (own === undefined) return undefined;
  // Nobody here needs the password of a registry, and what is not kept cannot get out.
  const { docker_login_pass: _, ...record } = value;
  const read = readFields(record, instanceFields);
  return { ...read, id: own, actual_status: read.actual_status || null };
}

/** A count that is none counts more than there is: the list is not known to be whole. */
const foundOf = (value: unknown): number | undefined =>
  value === undefined || value === null ? undefined : (id(value) ?? Number.NaN);

export const readInstanceList: Decoder<W.InstanceListReply> = (body) => {
  if (!isRecord(body)) return undefined;
  const list = readRows(body.instances, (row) => readInstance(row), foundOf(body.instances_found));
  if (list === undefined) return undefined;
  const { rows: instances, ...missing } = list;
  return { instances_found: instances.length + (list.missing ?? 0), instances, ...missing };
};

/**
 * `instances` is one object here (interface.md, Instance records). Null is one that is gone or not there yet; a
 * list with one element is accepted. A record of another instance is no answer: acting on it would hit the wrong
 * machine.
 */
export const readOneInstance: Decoder<W.InstanceReply> = (body, askedFor) => {
  if (!isRecord(body) || !('instances' in body)) return undefined;
  const value =
    Array.isArray(body.instances) && body.instances.length <= 1
      ? (body.instances[0] ?? null)
      : body.instances;
  if (value === null) return { instances: null };
  const instance = readInstance(value, askedFor);
  if (instance === undefined || (askedFor !== undefined && instance.id !== askedFor)) return undefined;
  return { instances: instance };
};

/**
 * The id of the new instance is the one thing that must not be lost: it is enough, and without it nothing is
 * believed. The caller then looks the instance up instead.
 */
export const readCreated: Decoder<W.CreateReply> = (body) => {
  const contract = isRecord(body) ? id(body.new_contract) : undefined;
  if (contract === undefined || !isRecord(body) || body.success === false) return undefined;
  const key = text(body.instance_api_key);
  return { success: true, new_contract: contract, ...(key === undefined ? {} : { instance_api_key: key }) };
};

const jobFields: Fields<W.ScheduledJob> = {
  id,
  instance_id: id,
  api_endpoint: text,
  request_method: text,
  start_time: time,
  end_time: time,
  frequency: text,
  hour_of_the_day: whole(23),
  day_of_the_week: whole(6),
};

export const readScheduledJob: Reader<W.ScheduledJob> = (value) =>
  isRecord(value) && id(value.id) !== undefined
    ? (readFields(value, jobFields) as W.ScheduledJob)
    : undefined;

/** The job's own id, under either of the names that it is seen by. */
export const readJobMade: Reader<W.ScheduledJobReply> = (value) => {
  if (!isRecord(value) || value.success === false) return undefined;
  const made = id(value.scheduled_job_id) ?? id(value.id);
  return made === undefined ? undefined : { scheduled_job_id: made };
};
