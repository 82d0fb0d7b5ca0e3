import * as v from 'valibot';
import { assumptions } from '../assumptions.ts';
import { flag, int, type JsonObject, optional, readShape, text } from '../body.ts';
import { type Call, type Route, success } from '../call.ts';
import type { InstanceRecord } from '../entities.ts';
import { reject } from '../errors.ts';
import { destroy, isAlive, start, stop } from '../machines/instance.ts';
import { hostOf } from '../offer-state.ts';
import { writeInstance } from '../present-instance.ts';
import type { Reply } from '../reply.ts';
import type { Store } from '../store.ts';

/** The instance of the path: 404 when its id was never given, undefined when it was destroyed. */
export function findInstance(store: Store, id: number): InstanceRecord | undefined {
  const instance = store.instance(id);
  if (instance === undefined) reject('no_such_instance', `no_such_instance: ${id}`);
  return isAlive(instance) ? instance : undefined;
}

/** The instance of the path; 404 also when it was destroyed. */
export const livingInstance = (store: Store, id: number): InstanceRecord =>
  findInstance(store, id) ?? reject('no_such_instance', `no_such_instance: ${id} was destroyed`);

const change = v.object({
  state: optional(v.picklist(['running', 'stopped'])),
  label: optional(text),
  force: optional(flag),
});

/** `PUT /api/v0/instances/<id>/`: `{state}` stops or starts, `{label}` names. */
function update(call: Call): Reply {
  const given = readShape(change, call.body);
  // A null is a field left out, but where nothing else is asked for it takes the label off.
  const unlabelled = given.state === undefined && (call.body.label === null || given.label === '');
  if (given.state === undefined && given.label === undefined && !unlabelled)
    reject('bad_request', '"state" is missing');
  const instance = livingInstance(call.store, call.id);
  if ((given.label?.length ?? 0) > assumptions.labelChars) {
    reject('label_too_long', `a label has at most ${assumptions.labelChars} characters`);
  }
  if (unlabelled) call.store.save({ ...instance, label: null });
  else if (given.label !== undefined) call.store.save({ ...instance, label: given.label });
  if (given.state !== undefined) setState(call, call.id, given.state);
  return success();
}

function setState(call: Call, id: number, state: 'running' | 'stopped'): void {
  const { store, now } = call;
  const instance = livingInstance(store, id);
  if (state === 'stopped') {
    store.save(stop(instance, now));
    return;
  }
  if (store.state.account.credit < 1e-9) reject('insufficient_credit', 'insufficient credit');
  store.save(start(instance, now, hostOf(store, instance)));
}

/** Destroying again what is destroyed succeeds: the public client repeats the call. */
function destroyOne(call: Call, id: number): void {
  const instance = findInstance(call.store, id);
  if (instance !== undefined) call.store.save(destroy(instance, call.now));
}

const many = v.object({ state: v.picklist(['running', 'stopped']), ids: v.array(int) });
const bulk = v.object({ instance_ids: v.array(int) });

const onlyState = (body: JsonObject): boolean =>
  typeof body.state === 'string' && (body.label === undefined || body.label === null);

export const instanceRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/v0/instances',
    auth: { category: 'instance_read' },
    interval: 1,
    handler: ({ store, now }) => {
      const texts = store.state.instances.filter(isAlive).map((one) => writeInstance(store, one, now));
      return { json: `{"success":true,"instances_found":${texts.length},"instances":[${texts.join(',')}]}` };
    },
  },
  {
    method: 'GET',
    path: '/api/v0/instances/:id',
    auth: { category: 'instance_read' },
    interval: 2,
    handler: ({ store, id, now }) => {
      const instance = findInstance(store, id);
      return { json: `{"instances":${instance === undefined ? null : writeInstance(store, instance, now)}}` };
    },
  },
  {
    method: 'PUT',
    path: '/api/v0/instances/:id',
    auth: { category: 'instance_write', keyInBody: true, instanceKey: onlyState },
    interval: 1,
    handler: update,
  },
  {
    method: 'DELETE',
    path: '/api/v0/instances/:id',
    auth: { category: 'instance_write', instanceKey: () => true },
    interval: 3,
    handler: (call) => {
      destroyOne(call, call.id);
      return success();
    },
  },
  {
    method: 'PUT',
    path: '/api/v0/instances',
    auth: { category: 'instance_write' },
    interval: 1,
    handler: (call) => {
      const { state, ids } = readShape(many, call.body);
      for (const id of ids) livingInstance(call.store, id);
      for (const id of ids) setState(call, id, state);
      return success();
    },
  },
  {
    method: 'DELETE',
    path: '/api/v0/instances',
    auth: { category: 'instance_write' },
    interval: 3,
    handler: (call) => {
      const ids = readShape(bulk, call.body).instance_ids;
      for (const id of ids) findInstance(call.store, id);
      for (const id of ids) destroyOne(call, id);
      return success();
    },
  },
];
