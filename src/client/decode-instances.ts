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
  readFields,
  share,
  size,
  text,
  time,
} from './fields.ts';
import type { Instance, PortMap, PriceParts } from './wire.ts';

export const priceParts = (value: unknown): PriceParts | undefined =>
  isRecord(value)
    ? readFields<PriceParts>(value, { gpuCostPerHour: price, diskHour: price, totalHour: price })
    : undefined;

const binding = (value: unknown): { HostIp?: string; HostPort?: string } | undefined => {
  if (!isRecord(value)) return undefined;
  const ip = text(value.HostIp);
  const port = typeof value.HostPort === 'number' ? String(value.HostPort) : text(value.HostPort);
  return { ...(ip === undefined ? {} : { HostIp: ip }), ...(port === undefined ? {} : { HostPort: port }) };
};

/** Docker's form; one port without bindings is null there and an empty list here. */
const ports = (value: unknown): PortMap | undefined =>
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

const instanceFields: Fields<Instance> = {
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
export function readInstance(value: unknown, askedFor?: number): Instance | undefined {
  if (!isRecord(value)) return undefined;
  const own = id(value.id) ?? askedFor;
  if (own === undefined) return undefined;
  // Nobody here needs the password of a registry, and what is not kept cannot get out.
  const { docker_login_pass: _, ...record } = value;
  const read = readFields(record, instanceFields);
  return { ...read, id: own, actual_status: read.actual_status || null };
}
