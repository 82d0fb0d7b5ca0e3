import type { WorkerGroupRequest } from '../client/wire.ts';
import { type GroupField, scalingFields } from './group-fields.ts';

export type WorkerGroupName = keyof WorkerGroupRequest;

// A record, so that a field of the request that is forgotten here does not compile.
const rows: Record<WorkerGroupName, Omit<GroupField, 'name'>> = {
  endpoint_name: {
    label: 'Endpoint name',
    help: 'name of the endpoint group; one that nobody has may be made',
    kind: 'text',
    flag: '--endpoint-name',
  },
  endpoint_id: {
    label: 'Endpoint id',
    help: 'id of an endpoint group, in place of its name',
    kind: 'id',
    flag: '--endpoint-id',
  },
  template_hash: {
    label: 'Template hash',
    help: 'hash of the template of the workers',
    kind: 'text',
    flag: '--template-hash',
  },
  template_id: {
    label: 'Template id',
    help: 'id of the template, in place of its hash',
    kind: 'id',
    flag: '--template-id',
  },
  search_params: {
    label: 'Search',
    help: 'which machines are rented, in place of a template; memory in GB',
    kind: 'search',
    flag: '--search-params',
    usual: 'verified=true rentable=true rented=false',
  },
  launch_args: {
    label: 'Launch args',
    help: 'further arguments for the launch of workers, as "--disk 40"',
    kind: 'text',
    flag: '--launch-args',
  },
  min_load: { ...scalingFields.min_load, usual: '1' },
  target_util: {
    label: 'Target use',
    help: 'GPU use that is aimed at, 0 to 1',
    kind: 'share',
    flag: '--target-util',
    usual: '0.9',
  },
  cold_mult: { ...scalingFields.cold_mult, usual: '3' },
  cold_workers: { ...scalingFields.cold_workers, usual: '3' },
  max_workers: { ...scalingFields.max_workers, usual: '20' },
  test_workers: {
    label: 'Test workers',
    help: 'workers that are tried out at first',
    kind: 'count',
    flag: '--test-workers',
    usual: '3',
  },
  gpu_ram: {
    label: 'GPU RAM',
    help: 'GPU memory at least, in GB',
    kind: 'gigabytes',
    flag: '--gpu-ram',
    usual: '24',
    unit: 'GB',
  },
};

/** Every field of a worker group with its default, in the order of interface.md (Worker group create body). */
export const workerGroupFields: readonly GroupField<WorkerGroupName>[] = Object.entries(rows).map(
  ([name, row]) => ({ name: name as WorkerGroupName, ...row }),
);

/** What holds where a field is left out, as it would be typed. */
export const usualOf = (name: WorkerGroupName): string => rows[name].usual ?? '';
