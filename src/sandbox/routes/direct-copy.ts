import * as v from 'valibot';
import { readShape, text } from '../body.ts';
import { type Call, type Route, success } from '../call.ts';
import type { InstanceRecord } from '../entities.ts';
import { reject } from '../errors.ts';
import { cancelled, copySpan, isCopying } from '../machines/cloud-copy.ts';
import { presentInstance } from '../present-instance.ts';
import type { Reply } from '../reply.ts';
import type { Store } from '../store.ts';
import { livingInstance } from './instances.ts';

/** An end of a copy as the public client writes it: n and `C.n` instances, `V.n` volumes, `s3.n` or `drive` clouds. */
const end = v.nullish(v.union([v.pipe(v.number(), v.integer()), v.pipe(text, v.trim(), v.nonEmpty())]));
const shape = v.object({ src_id: end, dst_id: end, src_path: text, dst_path: text });
type End = number | string | null | undefined;

const isLocal = (given: End): boolean => given === null || given === undefined || given === 'local';

/** The instance of an end; undefined for another kind of end, which has to be one that the account has. */
function instanceAt(store: Store, given: End): InstanceRecord | undefined {
  const name = String(given);
  const instance = /^(C\.)?(\d+)$/.exec(name);
  if (instance !== null) return livingInstance(store, Number(instance[2]));
  const volume = /^V\.(\d+)$/.exec(name);
  if (volume !== null) {
    const id = Number(volume[1]);
    const there = store.state.volumes.some((one) => one.id === id && one.deletedAt === undefined);
    return there ? undefined : reject('no_such_volume', `no_such_volume: ${id}`);
  }
  const [kind, id] = name.split('.');
  const known = store.state.connections.some(
    (one) => one.cloudType === kind && (id === undefined || String(one.id) === id),
  );
  return known ? undefined : reject('invalid_args', 'an end is an instance, a volume or a connection');
}

function checkPath(path: string): void {
  if (['/', '/root', ''].includes(path.replace(/\/+$/, '') || path))
    reject('invalid_args', 'never copy to / or to /root: it breaks the way in by SSH');
}

/** `PUT /api/v0/commands/copy_direct/`: between two ends that are both remote. */
function copyDirect({ store, body, now }: Call): Reply {
  const given = readShape(shape, body);
  if (isLocal(given.src_id) || isLocal(given.dst_id))
    reject('invalid_args', 'src_id and dst_id are both wanted');
  const from = instanceAt(store, given.src_id);
  const to = instanceAt(store, given.dst_id);
  checkPath(given.dst_path);
  const at = to ?? from;
  if (at !== undefined) {
    store.state.copies.push({
      token: store.secret(40),
      instanceId: at.id,
      connectionId: null,
      direction: 'Direct',
      src: `${given.src_id}:${given.src_path}`,
      dst: `${given.dst_id}:${given.dst_path}`,
      flags: [],
      startedAt: now,
      endsAt: now + copySpan(store.state, at.id),
    });
  }
  return success({ msg: 'the copy has begun: how far it is stands in the status message of the instance' });
}

/** `PUT /api/v0/commands/rsync/`: one end is the caller's own machine, which is told where to reach the other. */
function rsync({ store, body, now }: Call): Reply {
  const given = readShape(shape, body);
  if (isLocal(given.src_id) === isLocal(given.dst_id))
    reject('invalid_args', 'one end is local, the other is not');
  const remote = isLocal(given.src_id) ? given.dst_id : given.src_id;
  const instance = instanceAt(store, remote);
  if (instance === undefined)
    return reject('invalid_args', 'from or to this machine only an instance can copy');
  const side = isLocal(given.src_id) ? 'dst' : 'src';
  if (side === 'dst') checkPath(given.dst_path);
  const { ssh_host, ssh_port } = presentInstance(store, instance, now);
  return success({ [`${side}_addr`]: ssh_host, [`${side}_port`]: ssh_port });
}

const target = v.object({ dst_id: v.nonOptional(v.union([v.number(), text])) });

/** Calls off what is being copied to an instance; nothing there to call off is no error. */
function cancel({ store, body, now }: Call): Reply {
  const { dst_id } = readShape(target, body);
  const instance = instanceAt(store, dst_id);
  store.state.copies = store.state.copies.map((one) =>
    one.instanceId === instance?.id && one.direction === 'Direct' && isCopying(one, now)
      ? cancelled(one, now)
      : one,
  );
  return success();
}

const auth = { category: 'instance_write' } as const;

/** Copies between instances, volumes, clouds and the caller's own machine (service-facts.md (b), copy). */
export const directCopyRoutes: Route[] = [
  { method: 'PUT', path: '/api/v0/commands/copy_direct', auth, handler: copyDirect },
  { method: 'DELETE', path: '/api/v0/commands/copy_direct', auth, handler: cancel },
  { method: 'PUT', path: '/api/v0/commands/rsync', auth, handler: rsync },
  { method: 'DELETE', path: '/api/v0/commands/rsync', auth, handler: cancel },
];
