import * as v from 'valibot';
import { assumptions } from '../assumptions.ts';
import { filled, num, optional, readShape } from '../body.ts';
import { type Call, type Route, success } from '../call.ts';
import type { EndpointGroupRecord } from '../entities.ts';
import { reject } from '../errors.ts';
import type { Store } from '../store.ts';

const amount = optional(v.pipe(num, v.minValue(0)));
const count = optional(v.pipe(num, v.integer(), v.minValue(0)));
/** Scaling fields that endpoint groups and worker groups share. */
export const scaling = {
  min_load: amount,
  target_util: optional(v.pipe(num, v.minValue(0), v.maxValue(1))),
  cold_mult: amount,
  cold_workers: count,
  max_workers: count,
};
export const groupFields = { amount, count };

const shape = v.object({
  endpoint_name: filled,
  ...scaling,
  min_cold_load: amount,
  endpoint_state: optional(v.picklist(['active', 'suspended', 'stopped'])),
  max_queue_time: amount,
  target_queue_time: amount,
  inactivity_timeout: amount,
});

/** Without the fields that were not given. */
export const given = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

export const endpointByName = (store: Store, name: string): EndpointGroupRecord | undefined =>
  store.state.endpointGroups.find((one) => one.name === name);

export function addEndpoint(
  store: Store,
  name: string,
  fields: Record<string, unknown>,
  now: number,
): EndpointGroupRecord {
  const record = { id: store.nextId('endpointGroup'), name, createdAt: now, fields };
  store.state.endpointGroups.push(record);
  return record;
}

const present = (store: Store, group: EndpointGroupRecord): Record<string, unknown> => ({
  id: group.id,
  user_id: store.state.account.id,
  endpoint_name: group.name,
  created_at: group.createdAt / 1000,
  ...assumptions.endpointGroup,
  ...group.fields,
});

function find({ store, id }: Call): EndpointGroupRecord {
  const group = store.state.endpointGroups.find((one) => one.id === id);
  return group ?? reject('not_found', `there is no endpoint group ${id}`);
}

/** A name is what a worker group finds its endpoint by, so no two have the same. */
function checkName(store: Store, name: string, except?: number): void {
  const other = endpointByName(store, name);
  if (other !== undefined && other.id !== except) reject('bad_request', 'an endpoint group has this name');
}

const auth = { category: 'misc', keyInBody: true } as const;
const path = '/api/v0/endptjobs';

/** Endpoint groups (service-facts.md (d)): what worker groups belong to. */
export const endpointGroupRoutes: Route[] = [
  {
    method: 'GET',
    path,
    auth,
    interval: 3,
    handler: ({ store }) =>
      success({ results: store.state.endpointGroups.map((one) => present(store, one)) }),
  },
  {
    method: 'POST',
    path,
    auth,
    interval: 4,
    handler: ({ store, body, now }) => {
      const { endpoint_name: name, ...fields } = readShape(shape, body);
      if (name === undefined) return reject('bad_request', '"endpoint_name" is missing');
      checkName(store, name);
      return success({ result: addEndpoint(store, name, given(fields), now).id });
    },
  },
  {
    method: 'PUT',
    path: `${path}/:id`,
    auth,
    interval: 2,
    handler: (call) => {
      const group = find(call);
      const { endpoint_name: name, ...fields } = readShape(shape, call.body);
      if (name !== undefined) checkName(call.store, name, group.id);
      group.name = name ?? group.name;
      group.fields = { ...group.fields, ...given(fields) };
      return success();
    },
  },
  {
    method: 'DELETE',
    path: `${path}/:id`,
    auth,
    interval: 3,
    handler: (call) => {
      const { id } = find(call);
      const { state } = call.store;
      state.endpointGroups = state.endpointGroups.filter((one) => one.id !== id);
      state.workerGroups = state.workerGroups.filter((one) => one.endpointId !== id);
      return success();
    },
  },
];
