import type { Instance } from '../../client/wire.ts';

/** Whether the state of an instance is the wanted one by now. */
export const isAs = ({ actual_status: status }: Instance, wanted: 'running' | 'stopped'): boolean =>
  wanted === 'running' ? status === 'running' : status === 'stopped' || status === 'exited';

/** Whether the service has heard that it is to be so: by what it says of that, or where it says nothing by the state. */
export const isAsked = (row: Instance, wanted: 'running' | 'stopped'): boolean =>
  row.intended_status === undefined ? isAs(row, wanted) : row.intended_status === wanted;
