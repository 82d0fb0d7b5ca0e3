import type { WorkerGroupRequest } from '../../client/wire.ts';
import { type GroupField, scalingFields } from './group-fields.ts';

export type WorkerGroupName = keyof WorkerGroupRequest;

// A record, so that a field of the request that is forgotten here does not compile.
const rows: Record<WorkerGroupName, Omit<GroupField, 'name'>> = {
  endpoint_name: {
    label: 'Endpoint name',
    help: 'Endpoint group by name, created if new',
    kind: 'text',
    flag: '--endpoint-name',
  },
  endpoint_id: {
    label: 'Endpoint id',
    help: 'Endpoint group by ID',
    kind: 'id',
    flag: '--endpoint-id',
  },
  template_hash: {
    label: 'Template hash',
    help: 'Template of the workers, by hash',
    kind: 'text',
    flag: '--template-hash',
  },
  template_id: {
    label: 'Template id',
    help: 'Template of the workers, by ID',
    kind: 'id',
    flag: '--template-id',
  },
  search_params: {
    label: 'Search',
    help: 'Machines to rent, memory in GB',
    kind: 'search',
    flag: '--search-params',
    usual: 'verified=true rentable=true rented=false',
  },
  launch_args: {
    label: 'Launch args',
    help: 'Extra launch arguments (e.g. "--disk 40")',
    kind: 'text',
    flag: '--launch-args',
  },
  min_load: { ...scalingFields.min_load, usual: '1' },
  target_util: {
    label: 'Target use',
    help: 'Target GPU utilization, 0 to 1',
    kind: 'share',
    flag: '--target-util',
    usual: '0.9',
  },
  cold_mult: { ...scalingFields.cold_mult, usual: '3' },
  cold_workers: { ...scalingFields.cold_workers, usual: '3' },
  max_workers: { ...scalingFields.max_workers, usual: '20' },
  test_workers: {
    label: 'Test workers',
    help: 'Workers to test at the start',
    kind: 'count',
    flag: '--test-workers',
    usual: '3',
  },
  gpu_ram: {
    label: 'GPU RAM',
    help: 'Min GPU memory',
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
