/**
 * The fields of the rows of each list that `--json=` picks from, as docs/json.md promises them: a name that no row has now
 * may be known, and one that is not known is a slip. `ssh` of an instance is made where it is asked for.
 */
export const knownRowFields = {
  instances: [
    'id ask_contract_id actual_status ssh_host ssh_port intended_status cur_state next_state status_msg label',
    'machine_id host_id gpu_name num_gpus gpu_ram gpu_util gpu_temp cpu_util mem_usage mem_limit vmem_usage',
    'cpu_cores_effective cpu_ram image_uuid image_args image_runtype template_hash_id template_name extra_env',
    'onstart jupyter_token public_ipaddr ports direct_port_count start_date end_date uptime_mins disk_space',
    'disk_usage dph_total dph_base storage_cost storage_total_cost search instance is_bid min_bid bid_price',
    'inet_up inet_down inet_up_cost inet_down_cost reliability2 verification geolocation bundle_id gpu_arch',
    'gpu_total_ram gpu_frac gpu_mem_bw bw_nvlink pcie_bw gpu_lanes pci_gen gpu_max_power gpu_max_temp',
    'gpu_display_active compute_cap cuda_max_good driver_version driver_vers total_flops dlperf cpu_name',
    'cpu_arch cpu_cores cpu_ghz has_avx disk_bw disk_name internet_up_cost_per_tb internet_down_cost_per_tb',
    'discount_rate credit_discount_max reliability expected_reliability reliability_mult vericode hosting_type',
    'external static_ip vms_enabled is_vm_deverified geolocode hostname mobo_name os_version webpage logo',
    'resource_type cluster_id nw_disk_min_bw nw_disk_max_bw nw_disk_avg_bw avail_vol_ask_id avail_vol_size',
    'template_id runtype use_jupyter_lab jupyter_dir python_utf8 lang_utf8 vm docker_login_repo',
    'docker_login_user ssh_idx local_ipaddrs direct_port_start direct_port_end machine_dir_ssh_port duration',
    'disk_util credit_balance credit_discount country_code time_remaining time_remaining_isbid volume_info',
    'client_run_time host_run_time rentable rented ssh',
  ].join(' '),
  offers: [
    'id ask_contract_id machine_id host_id gpu_name num_gpus gpu_arch gpu_ram gpu_total_ram gpu_frac',
    'gpu_mem_bw gpu_max_power compute_cap cuda_max_good driver_version pci_gen gpu_lanes pcie_bw bw_nvlink',
    'total_flops dlperf dlperf_per_dphtotal flops_per_dphtotal score cpu_name cpu_arch cpu_cores',
    'cpu_cores_effective cpu_ghz cpu_ram disk_space disk_bw disk_name inet_up inet_down inet_up_cost',
    'inet_down_cost dph_base dph_total min_bid is_bid storage_cost storage_total_cost reliability reliability2',
    'verification hosting_type rentable rented external static_ip vms_enabled direct_port_count duration',
    'start_date end_date geolocation mobo_name os_version public_ipaddr avail_vol_ask_id avail_vol_size',
    'bundle_id gpu_max_temp gpu_display_active driver_vers has_avx internet_up_cost_per_tb',
    'internet_down_cost_per_tb discount_rate credit_discount_max expected_reliability reliability_mult',
    'vericode is_vm_deverified geolocode hostname webpage logo resource_type cluster_id nw_disk_min_bw',
    'nw_disk_max_bw nw_disk_avg_bw dph_total_adj discounted_hourly discounted_dph_total vram_costperhour',
    'avail_vol_dph search instance gpu_ids time_remaining time_remaining_isbid bundled_results rn platform_fee',
  ].join(' '),
  templates: [
    'id hash_id name image tag runtype onstart args_str ssh_direct jup_direct use_jupyter_lab jupyter_dir',
    'docker_login_repo docker_login_user recommended_disk_space volume_info desc default_tag use_ssh href repo',
    'readme readme_visible extra_filters private recommended creator_id created_at recent_create_date',
    'count_created',
  ].join(' '),
  volumes:
    'id label disk_space status machine_id cluster_id instances storage_cost start_date disk_name host_id',
  connections: 'id name cloud_type',
  cost: 'id label state per_hour gpu_per_hour disk_per_hour spent spent_basis',
  endpoint_groups: [
    'id endpoint_name min_load min_cold_load target_util cold_mult cold_workers max_workers max_queue_time',
    'target_queue_time inactivity_timeout endpoint_state created_at user_id',
  ].join(' '),
  worker_groups: [
    'id endpoint_name endpoint_id template_hash template_id search_query search_params launch_args min_load',
    'target_util cold_mult cold_workers max_workers test_workers gpu_ram created_at user_id',
  ].join(' '),
  unsettled: 'id offer_id sent_at unclear_since gpu label overridden',
  keys: 'id name permissions may created_at in_use',
  ssh_keys: 'id type fingerprint comment public_key created_at',
  profiles: 'name active base_url home read_only color colour',
} as const;
