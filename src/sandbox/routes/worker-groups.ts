import * as v from 'valibot';
import { filled, int, type JsonObject, optional, readShape, text } from '../body.ts';
import { type Call, type Route, success } from '../call.ts';
import type { WorkerGroupRecord } from '../entities.ts';
import { reject } from '../errors.ts';
import type { Store } from '../store.ts';
import {
  addEndpoint,
  endpointByName,
  endpointGroupRoutes,
  given,
  groupFields,
  scaling,
} from './endpoint-groups.ts';
import { readSearchParams } from './search-params.ts';
import { type GroupFields, groupDefaults, startWorkers, workerPlan } from './workers.ts';

const shape = v.object({
  endpoint_name: filled,
  endpoint_id: optional(int),
  template_hash: filled,
  template_id: optional(int),
  search_params: optional(text),
  launch_args: optional(text),
  ...scaling,
  test_workers: groupFields.count,
  gpu_ram: groupFields.amount,
});
type Wanted = v.InferOutput<typeof shape>;

/** Reads a body; of the two names of one thing at most one may be given. */
function read(store: Store, body: JsonObject): Wanted {
  const wanted = readShape(shape, body);
  const either = (a: keyof Wanted, b: keyof Wanted) => {
    if (wanted[a] !== undefined && wanted[b] !== undefined)
      reject('bad_request', `"${a}" or "${b}", not both`);
  };
  either('endpoint_name', 'endpoint_id');
  either('template_hash', 'template_id');
  const { template_hash: hash, template_id: id } = wanted;
  const known = store.state.templates.some(
    (one) => one.deleted !== true && (one.hash === hash || one.id === id),
  );
  if ((hash !== undefined || id !== undefined) && !known) reject('bad_request', 'there is no such template');
  return wanted;
}

/** The endpoint group that is meant. A name that no group has makes one; 400 for an id that no group has. */
function endpointOf(store: Store, wanted: Wanted, now: number): number | undefined {
  const { endpoint_name: name, endpoint_id: id } = wanted;
  if (id !== undefined) {
    const found = store.state.endpointGroups.some((one) => one.id === id);
    return found ? id : reject('bad_request', 'there is no endpoint group with this endpoint_id');
  }
  if (name === undefined) return undefined;
  const { min_load, target_util, cold_mult, cold_workers, max_workers } = {
    ...groupDefaults,
    ...given(wanted),
  };
  const fields = { min_load, target_util, cold_mult, cold_workers, max_workers };
  return (endpointByName(store, name) ?? addEndpoint(store, name, fields, now)).id;
}

function fieldsOf(store: Store, before: GroupFields, wanted: Wanted): GroupFields {
  const { endpoint_name: _name, endpoint_id: _id, ...fields } = wanted;
  const changed = { ...before, ...given(fields) };
  if (fields.template_hash !== undefined) changed.template_id = null;
  if (fields.template_id !== undefined) changed.template_hash = null;
  // What no worker could be rented for is refused now, before anything is kept.
  workerPlan(store, changed);
  return changed;
}

function create({ store, body, now }: Call) {
  const wanted = read(store, body);
  const fields = fieldsOf(store, groupDefaults, wanted);
  const endpointId = endpointOf(store, wanted, now);
  if (endpointId === undefined) return reject('bad_request', '"endpoint_name" or "endpoint_id" is missing');
  const group = { id: store.nextId('workerGroup'), endpointId, createdAt: now, fields };
  store.state.workerGroups.push(group);
  startWorkers(store, group, now);
  return success({ id: group.id });
}

function present(store: Store, group: WorkerGroupRecord): Record<string, unknown> {
  const { search_params, ...fields } = group.fields as GroupFields;
  const endpoint = store.state.endpointGroups.find((one) => one.id === group.endpointId);
  return {
    id: group.id,
    user_id: store.state.account.id,
    endpoint_id: group.endpointId,
    endpoint_name: endpoint?.name ?? null,
    search_query: readSearchParams(search_params),
    search_params,
    ...fields,
    created_at: group.createdAt / 1000,
  };
}

function find({ store, id }: Call): WorkerGroupRecord {
  const group = store.state.workerGroups.find((one) => one.id === id);
  return group ?? reject('not_found', `there is no worker group ${id}`);
}

function change(call: Call) {
  const { store, now } = call;
  const group = find(call);
  const wanted = read(store, call.body);
  group.fields = fieldsOf(store, group.fields as GroupFields, wanted);
  group.endpointId = endpointOf(store, wanted, now) ?? group.endpointId;
  return success();
}

/** Removes the group alone: its workers stay and are billed on, as the public client warns. */
function remove(call: Call) {
  const { id } = find(call);
  const { state } = call.store;
  state.workerGroups = state.workerGroups.filter((one) => one.id !== id);
  const msg = 'the worker group is gone; its workers go on and are billed until they are destroyed';
  return success({ deleted_workers: [], failed_workers: [], msg });
}

const auth = { category: 'misc', keyInBody: true } as const;

/** Worker groups under both of their names, and the endpoint groups that they belong to. */
export const workerGroupRoutes: Route[] = [
  ...['/api/v0/workergroups', '/api/v0/autojobs'].flatMap((path): Route[] => [
    {
      method: 'GET',
      path,
      auth,
      interval: 2,
      handler: ({ store }) =>
        success({ results: store.state.workerGroups.map((one) => present(store, one)) }),
    },
    { method: 'POST', path, auth, interval: 4, handler: create },
    { method: 'PUT', path: `${path}/:id`, auth, interval: 2, handler: change },
    { method: 'DELETE', path: `${path}/:id`, auth, interval: 3, handler: remove },
  ]),
  ...endpointGroupRoutes,
];
