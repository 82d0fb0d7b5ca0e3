import { assumptions } from './assumptions.ts';
import { diskPrice, ratesIn } from './billing.ts';
import type { InstanceRecord } from './entities.ts';
import { copyMessage } from './machines/cloud-copy.ts';
import { runningSince, statusAt } from './machines/instance.ts';
import type { OfferFacts } from './market/market.ts';
import { containerPorts, portMappings } from './ports.ts';
import { unit } from './random.ts';
import type { Store } from './store.ts';

/** How the service spells the runtypes on a record. */
const runtypeWords = {
  ssh_direct: 'ssh_direc ssh_proxy',
  ssh_proxy: 'ssh_proxy',
  jupyter_direct: 'jupyter_direc ssh_direc ssh_proxy',
  jupyter_proxy: 'jupyter_proxy ssh_proxy',
  args: 'args',
} as const;

const round = (value: number): number => Math.round(value * 10) / 10;

/** An instance record as it goes over the wire, at a moment (service-facts.md (b)). */
export function presentInstance(
  store: Store,
  instance: InstanceRecord,
  now: number,
): Record<string, unknown> {
  return { ...store.market.facts(instance.offerId), ...ownFields(store, instance, now) };
}

const factTexts = new WeakMap<OfferFacts, string>();

/**
 * The same record as JSON. Most of it is what the offer was and never changes: written once, it makes a poll
 * several times as cheap.
 */
export function writeInstance(store: Store, instance: InstanceRecord, now: number): string {
  const own = JSON.stringify(ownFields(store, instance, now));
  const facts = store.market.facts(instance.offerId);
  if (facts === undefined) return own;
  let text = factTexts.get(facts);
  if (text === undefined) {
    const { id: _, ask_contract_id, disk_space, storage_cost, ...rest } = facts;
    text = JSON.stringify(rest).slice(0, -1);
    factTexts.set(facts, text);
  }
  return `${text},${own.slice(1)}`;
}

/** What stands on an instance beside the facts of its offer, or in the place of one. */
function ownFields(store: Store, instance: InstanceRecord, now: number) {
  const facts: Partial<OfferFacts> = store.market.facts(instance.offerId) ?? {};
  const status = statusAt(instance, now);
  const running = status === 'running';
  const rates = ratesIn(instance, status);
  const disk = diskPrice(instance);
  const chance = (which: number) => unit(store.state.seed, instance.id, which);
  const stopped = status === assumptions.statusAfterStop;
  const halted = stopped || instance.waiting !== undefined || instance.intended === 'stopped';
  const ports = running
    ? portMappings(instance, store.state.seed, Number(facts.direct_port_count ?? 0))
    : undefined;
  const load = running ? 0.5 + 0.5 * Math.sin(now / 45_000 + instance.id) : 0;
  const since = running ? runningSince(instance, now) : undefined;
  const startDate = instance.createdAt / 1000;
  return {
    id: instance.id,
    ask_contract_id: instance.offerId,
    label: instance.label,
    actual_status: status,
    intended_status: instance.intended,
    cur_state: halted ? 'stopped' : 'running',
    next_state: instance.intended,
    status_msg:
      instance.statusMsg ??
      copyMessage(store.state.copies, instance.id, now) ??
      statusMessage(instance, status),
    template_id: instance.template?.id ?? null,
    template_hash_id: instance.template?.hash ?? null,
    template_name: instance.template?.name ?? null,
    image_uuid: instance.image,
    image_args: instance.args,
    image_runtype: runtypeWords[instance.runtype],
    runtype: instance.requestedRuntype,
    extra_env: Object.entries(instance.env),
    onstart: instance.onstart,
    use_jupyter_lab: instance.jupyterLab,
    jupyter_dir: instance.jupyterDir,
    jupyter_token: instance.runtype.startsWith('jupyter') ? instance.jupyterToken : null,
    python_utf8: instance.pythonUtf8,
    lang_utf8: instance.langUtf8,
    vm: instance.vm,
    docker_login_repo: instance.registry?.repo ?? null,
    docker_login_user: instance.registry?.user ?? null,
    docker_login_pass: instance.registry === null ? null : '********',
    ...(instance.runtype === 'args'
      ? {}
      : { ssh_host: `ssh${1 + (instance.id % 9)}.example.com`, ssh_port: 10_000 + (instance.id % 50_000) }),
    ssh_idx: String(1 + (instance.id % 9)),
    local_ipaddrs: '172.17.0.2',
    ...(ports === undefined ? {} : { ports }),
    direct_port_start: ports === undefined ? -1 : 40_000,
    direct_port_end: ports === undefined ? -1 : 40_000 + containerPorts(instance).length,
    machine_dir_ssh_port: 22,
    start_date: startDate,
    end_date: instance.endDate,
    duration: instance.endDate - now / 1000,
    uptime_mins: since === undefined ? null : (now - since) / 60_000,
    gpu_util: running ? Math.round(load * 100) : null,
    gpu_temp: running ? Math.round(35 + 40 * load) : null,
    cpu_util: running ? Math.round(load * 60) / 100 : 0,
    mem_usage: running ? round(4 + 20 * load) : null,
    mem_limit: round(Number(facts.cpu_ram ?? 0) / 1000),
    vmem_usage: running ? round((Number(facts.gpu_ram ?? 0) / 1000) * load) : null,
    disk_space: instance.disk,
    disk_usage: running ? round(Math.min(instance.disk, 3 + 4 * chance(8))) : -1,
    disk_util: running ? Math.round(((3 + 4 * chance(8)) / instance.disk) * 100) / 100 : -1,
    dph_base: instance.gpuPrice,
    dph_total: instance.gpuPrice + disk,
    storage_cost: instance.storageCost,
    storage_total_cost: disk,
    search: { gpuCostPerHour: instance.gpuPrice, diskHour: disk, totalHour: instance.gpuPrice + disk },
    instance: { gpuCostPerHour: rates.gpu, diskHour: rates.disk, totalHour: rates.gpu + rates.disk },
    is_bid: instance.bid,
    min_bid: instance.bidFloor ?? instance.minBid,
    ...(instance.bid ? { bid_price: instance.gpuPrice } : {}),
    credit_balance: 0,
    credit_discount: 0,
    country_code: String(facts.geolocation ?? '').slice(-2),
    time_remaining: '',
    time_remaining_isbid: '',
    volume_info: volumeInfo(store, instance),
    client_run_time: (now - instance.createdAt) / 3_600_000,
    host_run_time: 2_000 + Math.floor(chance(9) * 8_000),
    rentable: false,
    rented: true,
  };
}

function statusMessage(instance: InstanceRecord, status: string | null): string | null {
  const way = instance.runtype.startsWith('jupyter')
    ? 'jupyter'
    : instance.runtype === 'args'
      ? 'args'
      : 'ssh';
  const lost = instance.bid && instance.intended === 'running' && status === assumptions.statusAfterStop;
  if (instance.waiting === 'bid' || (lost && instance.waiting === undefined))
    return 'stopped: outbid, waiting for the bid to win again';
  if (instance.waiting === 'host') return 'waiting for a free GPU on this machine';
  if (status === null) return null;
  if (status === 'loading') return `loading image ${instance.image}`;
  if (status === 'running') return `success, running ${instance.image}/${way}`;
  if (status === 'exited') return `Error: the container of ${instance.image} exited`;
  if (status === 'offline') return 'the host is disconnected';
  if (status === 'unknown') return 'no heartbeat from the host';
  if (status === assumptions.statusAfterStop) return 'stopped';
  return status;
}

function volumeInfo(store: Store, instance: InstanceRecord): unknown[] {
  const volume = store.state.volumes.find((one) => one.id === instance.volumeId);
  if (volume === undefined) return [];
  return [
    {
      id: volume.id,
      total_space: volume.size,
      avail_space: volume.size,
      ...(instance.mountPath === null ? {} : { mount_path: instance.mountPath }),
    },
  ];
}
