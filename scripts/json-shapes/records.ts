/**
 * The provider's records as the commands print them. The compiler checks each against its type in src/client/wire-*.ts,
 * whose comments have the units.
 */

import * as v from 'valibot';
import type {
  CloudConnection,
  EndpointGroup,
  Instance,
  Offer,
  PermissionDocument,
  PriceParts,
  Template,
  TfaMethod,
  Volume,
  WorkerGroup,
} from '../../src/client/wire.ts';
import { flag, list, may, means, number, object, orNull, text, time, whole, words } from './kinds.ts';

/** A schema for every field of T, no more and no less. */
type Entries<T> = { [K in keyof Required<T>]: v.GenericSchema<T[K]> };

/** `besides`: fields that providers also send; rigdeck does not read them. */
const record = <T>(name: string, entries: Entries<T>, besides = ''): v.GenericSchema<T> =>
  v.pipe(
    object({
      ...(entries as v.ObjectEntries),
      ...Object.fromEntries(
        besides
          .split(' ')
          .filter(Boolean)
          .map((field) => [field, means(may(v.unknown()), passedOn)]),
      ),
    }),
    v.title(name),
  ) as v.GenericSchema<unknown> as v.GenericSchema<T>;

/** Marks a field that is only passed through. */
export const passedOn = 'passed on';

const [maybeText, maybeNumber, maybeId, maybeFlag, maybeTime] = [
  may(text),
  may(number),
  may(whole),
  may(flag),
  may(time),
];

const priceParts = record<PriceParts>(
  'PriceParts',
  { gpuCostPerHour: maybeNumber, diskHour: maybeNumber, totalHour: maybeNumber },
  'discountTotalHour discountedTotalPerHour',
);

export const instance = record<Instance>(
  'Instance',
  {
    id: whole,
    ask_contract_id: maybeId,
    actual_status: orNull(text),
    ssh_host: maybeText,
    ssh_port: maybeNumber,
    intended_status: maybeText,
    cur_state: maybeText,
    next_state: maybeText,
    status_msg: maybeText,
    label: maybeText,
    machine_id: maybeId,
    host_id: maybeId,
    gpu_name: maybeText,
    num_gpus: maybeNumber,
    gpu_ram: maybeNumber,
    gpu_util: maybeNumber,
    gpu_temp: maybeNumber,
    cpu_util: maybeNumber,
    mem_usage: maybeNumber,
    mem_limit: maybeNumber,
    vmem_usage: maybeNumber,
    cpu_cores_effective: maybeNumber,
    cpu_ram: maybeNumber,
    image_uuid: maybeText,
    image_args: may(list(text)),
    image_runtype: maybeText,
    template_hash_id: maybeText,
    template_name: maybeText,
    extra_env: may(list(v.tuple([text, text]))),
    onstart: maybeText,
    jupyter_token: maybeText,
    public_ipaddr: maybeText,
    ports: may(v.record(text, list(object({ HostIp: maybeText, HostPort: maybeText })))),
    direct_port_count: maybeNumber,
    start_date: maybeTime,
    end_date: maybeTime,
    uptime_mins: maybeNumber,
    disk_space: maybeNumber,
    disk_usage: maybeNumber,
    dph_total: maybeNumber,
    dph_base: maybeNumber,
    storage_cost: maybeNumber,
    storage_total_cost: maybeNumber,
    search: may(priceParts),
    instance: may(priceParts),
    is_bid: maybeFlag,
    min_bid: maybeNumber,
    bid_price: maybeNumber,
    inet_up: maybeNumber,
    inet_down: maybeNumber,
    inet_up_cost: maybeNumber,
    inet_down_cost: maybeNumber,
    reliability2: maybeNumber,
    verification: maybeText,
    geolocation: maybeText,
  },
  'bundle_id gpu_arch gpu_total_ram gpu_frac gpu_mem_bw bw_nvlink pcie_bw gpu_lanes pci_gen gpu_max_power gpu_max_temp gpu_display_active compute_cap cuda_max_good driver_version driver_vers total_flops dlperf cpu_name cpu_arch cpu_cores cpu_ghz has_avx disk_bw disk_name internet_up_cost_per_tb internet_down_cost_per_tb discount_rate credit_discount_max reliability expected_reliability reliability_mult vericode hosting_type external static_ip vms_enabled is_vm_deverified geolocode hostname mobo_name os_version webpage logo resource_type cluster_id nw_disk_min_bw nw_disk_max_bw nw_disk_avg_bw avail_vol_ask_id avail_vol_size template_id runtype use_jupyter_lab jupyter_dir python_utf8 lang_utf8 vm docker_login_repo docker_login_user ssh_idx local_ipaddrs direct_port_start direct_port_end machine_dir_ssh_port duration disk_util credit_balance credit_discount country_code time_remaining time_remaining_isbid volume_info client_run_time host_run_time rentable rented',
);

export const offer = record<Offer>(
  'Offer',
  {
    id: whole,
    ask_contract_id: maybeId,
    machine_id: maybeId,
    host_id: maybeId,
    gpu_name: maybeText,
    num_gpus: maybeNumber,
    gpu_arch: maybeText,
    gpu_ram: maybeNumber,
    gpu_total_ram: maybeNumber,
    gpu_frac: maybeNumber,
    gpu_mem_bw: maybeNumber,
    gpu_max_power: maybeNumber,
    compute_cap: maybeNumber,
    cuda_max_good: maybeNumber,
    driver_version: maybeText,
    pci_gen: maybeNumber,
    gpu_lanes: maybeNumber,
    pcie_bw: maybeNumber,
    bw_nvlink: maybeNumber,
    total_flops: maybeNumber,
    dlperf: maybeNumber,
    dlperf_per_dphtotal: maybeNumber,
    flops_per_dphtotal: maybeNumber,
    score: maybeNumber,
    cpu_name: maybeText,
    cpu_arch: maybeText,
    cpu_cores: maybeNumber,
    cpu_cores_effective: maybeNumber,
    cpu_ghz: maybeNumber,
    cpu_ram: maybeNumber,
    disk_space: maybeNumber,
    disk_bw: maybeNumber,
    disk_name: maybeText,
    inet_up: maybeNumber,
    inet_down: maybeNumber,
    inet_up_cost: maybeNumber,
    inet_down_cost: maybeNumber,
    dph_base: maybeNumber,
    dph_total: maybeNumber,
    search: may(priceParts),
    min_bid: maybeNumber,
    is_bid: maybeFlag,
    storage_cost: maybeNumber,
    storage_total_cost: maybeNumber,
    reliability: maybeNumber,
    reliability2: maybeNumber,
    verification: maybeText,
    hosting_type: maybeNumber,
    rentable: maybeFlag,
    rented: maybeFlag,
    external: maybeFlag,
    static_ip: maybeFlag,
    vms_enabled: maybeFlag,
    direct_port_count: maybeNumber,
    duration: maybeNumber,
    start_date: maybeNumber,
    end_date: maybeNumber,
    geolocation: maybeText,
    mobo_name: maybeText,
    os_version: maybeText,
    public_ipaddr: maybeText,
    avail_vol_ask_id: maybeId,
    avail_vol_size: maybeNumber,
  },
  'bundle_id gpu_max_temp gpu_display_active driver_vers has_avx internet_up_cost_per_tb internet_down_cost_per_tb discount_rate credit_discount_max expected_reliability reliability_mult vericode is_vm_deverified geolocode hostname webpage logo resource_type cluster_id nw_disk_min_bw nw_disk_max_bw nw_disk_avg_bw dph_total_adj discounted_hourly discounted_dph_total vram_costperhour avail_vol_dph instance gpu_ids time_remaining time_remaining_isbid bundled_results rn platform_fee',
);

/** Without `env`, whose values may be secrets. */
export const template = record<Omit<Template, 'env'>>(
  'Template',
  {
    id: whole,
    hash_id: text,
    name: maybeText,
    image: maybeText,
    tag: maybeText,
    runtype: maybeText,
    onstart: maybeText,
    args_str: maybeText,
    ssh_direct: maybeFlag,
    jup_direct: maybeFlag,
    use_jupyter_lab: maybeFlag,
    jupyter_dir: maybeText,
    docker_login_repo: maybeText,
    docker_login_user: maybeText,
    recommended_disk_space: maybeNumber,
    volume_info: may(v.record(text, v.unknown())),
    desc: maybeText,
  },
  'default_tag use_ssh href repo readme readme_visible extra_filters private recommended creator_id created_at ' +
    'recent_create_date count_created',
);

export const volume = record<Volume>(
  'Volume',
  {
    id: whole,
    label: maybeText,
    disk_space: maybeNumber,
    status: maybeText,
    machine_id: maybeId,
    cluster_id: maybeId,
    instances: may(list(whole)),
    storage_cost: maybeNumber,
    start_date: maybeTime,
  },
  'disk_name host_id',
);

export const connection = record<CloudConnection>('CloudConnection', {
  id: whole,
  name: maybeText,
  cloud_type: maybeText,
});

export const endpointGroup = record<EndpointGroup>(
  'EndpointGroup',
  {
    id: whole,
    endpoint_name: maybeText,
    min_load: maybeNumber,
    min_cold_load: maybeNumber,
    target_util: maybeNumber,
    cold_mult: maybeNumber,
    cold_workers: maybeNumber,
    max_workers: maybeNumber,
    max_queue_time: maybeNumber,
    target_queue_time: maybeNumber,
    inactivity_timeout: maybeNumber,
    endpoint_state: maybeText,
    created_at: maybeTime,
  },
  'user_id',
);

export const workerGroup = record<WorkerGroup>(
  'WorkerGroup',
  {
    id: whole,
    endpoint_name: maybeText,
    endpoint_id: maybeId,
    template_hash: maybeText,
    template_id: maybeId,
    search_query: may(v.record(text, v.record(text, v.any()))),
    search_params: maybeText,
    launch_args: maybeText,
    min_load: maybeNumber,
    target_util: maybeNumber,
    cold_mult: maybeNumber,
    cold_workers: maybeNumber,
    max_workers: maybeNumber,
    test_workers: maybeNumber,
    gpu_ram: maybeNumber,
    created_at: maybeTime,
  },
  'user_id',
);

export const tfaMethod = record<TfaMethod>('TfaMethod', {
  id: whole,
  method: words(['sms', 'totp']),
  user_id: maybeId,
  label: maybeText,
  phone_number: maybeText,
  is_primary: maybeFlag,
  fail_count: maybeNumber,
  locked_until: may(orNull(time)),
  created_at: maybeTime,
  last_used: maybeTime,
});

export const permissions = record<PermissionDocument>('PermissionDocument', {
  api: v.record(text, v.record(text, v.unknown())),
});
