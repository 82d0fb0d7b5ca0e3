import type { EndpointGroupRequest } from '../../client/wire.ts';
import {
  type GroupDraft,
  type GroupError,
  type GroupField,
  readGroupDraft,
  scalingFields,
} from './group-fields.ts';

export type EndpointGroupName = keyof EndpointGroupRequest;

// interface.md does not show endpoint groups: the defaults are those that are publicly known, and so only ever "usual".
const rows: Record<EndpointGroupName, Omit<GroupField, 'name'>> = {
  endpoint_name: {
    label: 'Name',
    help: 'Name of the endpoint group',
    kind: 'text',
    flag: '--endpoint-name',
  },
  min_load: { ...scalingFields.min_load, usual: '0' },
  min_cold_load: {
    label: 'Min cold load',
    help: 'Load to keep cold workers for',
    kind: 'amount',
    flag: '--min-cold-load',
    usual: '0',
  },
  target_util: {
    label: 'Target use',
    help: 'Target utilization, 0 to 1',
    kind: 'share',
    flag: '--target-util',
    usual: '0.9',
  },
  cold_mult: { ...scalingFields.cold_mult, usual: '2.5' },
  cold_workers: { ...scalingFields.cold_workers, usual: '5' },
  max_workers: { ...scalingFields.max_workers, usual: '20' },
  max_queue_time: {
    label: 'Max queue',
    help: 'Max time a request waits in the queue',
    kind: 'amount',
    flag: '--max-queue-time',
    unit: 's',
  },
  target_queue_time: {
    label: 'Target queue',
    help: 'Target time in the queue',
    kind: 'amount',
    flag: '--target-queue-time',
    unit: 's',
  },
  inactivity_timeout: {
    label: 'Idle after',
    help: 'Idle after this long without a request',
    kind: 'amount',
    flag: '--inactivity-timeout',
    unit: 's',
  },
  endpoint_state: {
    label: 'State',
    help: 'New state (one of: active, suspended, stopped)',
    kind: 'state',
    flag: '--state',
    changeOnly: true,
  },
};

/** Every field of an endpoint group with its usual value. */
export const endpointGroupFields: readonly GroupField<EndpointGroupName>[] = Object.entries(rows).map(
  ([name, row]) => ({ name: name as EndpointGroupName, ...row }),
);

export type EndpointGroupBody =
  | { ok: true; body: EndpointGroupRequest }
  | { ok: false; body: EndpointGroupRequest; errors: GroupError<EndpointGroupName>[] };

/** The body that creates an endpoint group, or changes one: what was typed and nothing else. */
export function buildEndpointGroup(
  draft: GroupDraft<EndpointGroupName>,
  purpose: 'create' | 'change',
): EndpointGroupBody {
  const { values, errors } = readGroupDraft(endpointGroupFields, draft);
  const body = values as EndpointGroupRequest;
  if (purpose === 'create' && body.endpoint_name === undefined)
    errors.unshift({ field: 'endpoint_name', message: 'write a name: worker groups find it by that' });
  if (purpose === 'change' && errors.length === 0 && Object.keys(body).length === 0)
    errors.push({ message: 'Nothing is changed so far' });
  return errors.length === 0 ? { ok: true, body } : { ok: false, body, errors };
}
