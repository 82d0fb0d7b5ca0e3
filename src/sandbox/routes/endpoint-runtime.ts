import * as v from 'valibot';
import { int, readShape } from '../body.ts';
import type { Call, Route } from '../call.ts';
import type { InstanceRecord, WorkerGroupRecord } from '../entities.ts';
import { reject } from '../errors.ts';
import { isAlive, statusAt } from '../machines/instance.ts';

const target = v.object({ id: v.nonOptional(int) });

/** The worker groups of the endpoint group that the body names; 404 for one that nobody has. */
function groupsOf({ store, body }: Call): { id: number; groups: WorkerGroupRecord[] } {
  const { id } = readShape(target, body);
  if (!store.state.endpointGroups.some((one) => one.id === id))
    reject('not_found', `there is no endpoint group ${id}`);
  return { id, groups: store.state.workerGroups.filter((one) => one.endpointId === id) };
}

const workersOf = ({ store }: Call, group: WorkerGroupRecord): InstanceRecord[] =>
  store.state.instances.filter((one) => isAlive(one) && one.label === `worker group ${group.id}`);

/** The words that this call has for the states of a worker, by `actual_status`. */
const states: Readonly<Record<string, string>> = {
  loading: 'loading',
  running: 'idle',
  rebooting: 'rebooting',
  stopped: 'stopped',
};

function workerState(instance: InstanceRecord, now: number): string {
  const status = statusAt(instance, now);
  return status === null ? 'creating' : (states[status] ?? 'error');
}

/** What a worker is at, as a list. Nothing is ever sent to a worker of a sandbox. */
function workers(call: Call) {
  const { groups } = groupsOf(call);
  const rows = groups.flatMap((group) =>
    workersOf(call, group).map((instance) => ({
      id: instance.id,
      workergroup_id: group.id,
      status: workerState(instance, call.now),
      cur_load: 0,
      perf: 0,
      reqs_working: 0,
    })),
  );
  return { body: rows };
}

/** The log of an endpoint group, a text for each level. */
function logs(call: Call) {
  const { id, groups } = groupsOf(call);
  const line = (at: number, text: string) => `[${new Date(at).toISOString()}] ${text}`;
  const made = groups.map((group) => line(group.createdAt, `worker group ${group.id} created`));
  const rented = groups.flatMap((group) =>
    workersOf(call, group).map((one) => line(one.createdAt, `worker ${one.id} rented`)),
  );
  const now = groups.flatMap((group) =>
    workersOf(call, group).map((one) => line(call.now, `worker ${one.id} is ${workerState(one, call.now)}`)),
  );
  const text = (lines: readonly string[]) => lines.join('\n');
  return {
    body: {
      info0: text(made),
      info1: text(rented),
      trace: text(now),
      debug: line(call.now, `endpoint ${id}`),
    },
  };
}

const row = (name: string, handler: Route['handler']): Route => ({
  method: 'POST',
  path: `/${name}`,
  auth: { category: 'misc', keyInBody: true },
  reads: true,
  handler,
});

/** What the public client asks of the host that scales workers, which is the same here (service-facts.md (d)). */
export const endpointRuntimeRoutes: Route[] = [
  row('get_endpoint_workers', workers),
  row('get_endpoint_logs', logs),
];
