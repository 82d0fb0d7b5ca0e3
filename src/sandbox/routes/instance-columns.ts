import { fixedFields } from '../market/fixed-fields.ts';

/** Columns that are worked out for an answer: the service orders by them and cannot filter by them. */
export const computedColumns: ReadonlySet<string> = new Set([
  'dph_total',
  'dph_base',
  'num_gpus',
  'storage_total_cost',
  'search',
  'instance',
  'uptime_mins',
  'duration',
  'ports',
  'gpu_util',
  'cpu_util',
  'mem_usage',
]);

const own =
  'id ask_contract_id label actual_status intended_status cur_state next_state status_msg template_id ' +
  'template_hash_id template_name image_uuid image_args image_runtype runtype extra_env onstart use_jupyter_lab ' +
  'jupyter_dir jupyter_token python_utf8 lang_utf8 vm docker_login_repo docker_login_user docker_login_pass ssh_host ' +
  'ssh_port ssh_idx local_ipaddrs direct_port_start direct_port_end machine_dir_ssh_port start_date end_date gpu_temp ' +
  'mem_limit vmem_usage disk_space disk_usage disk_util storage_cost is_bid min_bid bid_price credit_balance ' +
  'credit_discount country_code time_remaining time_remaining_isbid volume_info client_run_time host_run_time rentable ' +
  'rented';

/** Every column of an instance record, whichever instance has it: what a list may be ordered by. */
export const instanceColumns: ReadonlySet<string> = new Set([
  ...computedColumns,
  ...Object.keys(fixedFields),
  ...own.split(' '),
]);
