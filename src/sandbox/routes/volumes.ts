import * as v from 'valibot';
import { assumptions } from '../assumptions.ts';
import { volumeCost } from '../billing.ts';
import { flag, int, num, optional, readShape, text } from '../body.ts';
import { type Call, type Route, success } from '../call.ts';
import type { VolumeRecord } from '../entities.ts';
import { reject } from '../errors.ts';
import { isAlive } from '../machines/instance.ts';
import type { Reply } from '../reply.ts';
import type { Store } from '../store.ts';
import { findVolumeOffer, searchVolumes } from './volume-offers.ts';

const alive = (volume: VolumeRecord): boolean => volume.deletedAt === undefined;

const users = (store: Store, volume: VolumeRecord): number[] =>
  store.state.instances.filter((one) => isAlive(one) && one.volumeId === volume.id).map((one) => one.id);

const present = (store: Store, volume: VolumeRecord) => ({
  id: volume.id,
  cluster_id: null,
  label: volume.label,
  disk_space: volume.size,
  status: 'ready',
  disk_name: 'nvme',
  machine_id: volume.machineId,
  host_id: null,
  start_date: volume.createdAt / 1000,
  storage_cost: volumeCost(volume),
  instances: users(store, volume),
});

/** The volumes of the account; every one of them is local to its machine. */
function list({ store, query }: Call): Reply {
  const none = query.get('type') === 'network_volume';
  const volumes = none ? [] : store.state.volumes.filter(alive);
  return success({ volumes: volumes.map((one) => present(store, one)) });
}

const rent = v.object({
  id: v.nonOptional(int),
  size: optional(v.pipe(int, v.minValue(1))),
  name: optional(v.pipe(text, v.nonEmpty())),
});

/** Makes a volume of the offer, `size` GB; 404 without such an offer, 400 when it has no such room. */
function add(call: Call, offerId: number, size: number, name: string | undefined): VolumeRecord {
  const { store, now } = call;
  const offer = findVolumeOffer(store, offerId, now);
  if (offer === undefined)
    return reject('invalid_args', `no_such_ask: there is no volume offer ${offerId}`, { status: 404 });
  if (size > offer.disk_space) reject('invalid_args', `size: the offer has ${offer.disk_space} GB`);
  if ((name?.length ?? 0) > assumptions.volumeNameChars)
    reject('invalid_args', `a name has at most ${assumptions.volumeNameChars} characters`);
  const id = store.nextId('volume');
  const volume = { id, label: name ?? `V.${id}`, size, machineId: offer.machine_id, createdAt: now };
  store.state.volumes.push(volume);
  return volume;
}

function create(call: Call): Reply {
  const given = readShape(rent, call.body);
  const volume = add(call, given.id, given.size ?? assumptions.volumeGb, given.name);
  return success({ volume_name: `V.${volume.id}` });
}

const clone = v.object({
  src_id: v.nonOptional(int),
  dst_id: v.nonOptional(int),
  size: optional(v.pipe(num, v.minValue(1))),
  disable_compression: optional(flag),
});

function find(store: Store, id: number | undefined): VolumeRecord {
  const volume = store.state.volumes.find((one) => one.id === id && alive(one));
  return volume ?? reject('no_such_volume', `no_such_volume: ${id ?? 'no id'}`);
}

/** A volume is copied into another one: into a new one on a volume offer, at least as large as it is. */
function copy(call: Call): Reply {
  const given = readShape(clone, call.body);
  const source = find(call.store, given.src_id);
  const size = given.size ?? source.size;
  if (size < source.size) reject('invalid_args', `size: the volume holds ${source.size} GB`);
  const volume = add(call, given.dst_id, size, undefined);
  return success({ volume_name: `V.${volume.id}`, msg: `volume ${source.id} is being copied` });
}

/** Deletes the volume that the query or the body names; refused while an instance uses it. */
function remove({ store, query, body }: Call): Reply {
  const { id } = readShape(v.object({ id: optional(num) }), { id: query.get('id') ?? body.id ?? null });
  const volume = find(store, id);
  if (users(store, volume).length > 0) reject('invalid_args', `volume ${volume.id} is in use by an instance`);
  volume.deletedAt = store.now();
  return success();
}

const path = '/api/v0/volumes';
const write = { category: 'instance_write', keyInBody: true } as const;

/** Volumes (service-facts.md (d)). */
export const volumeRoutes: Route[] = [
  { method: 'GET', path, auth: { category: 'instance_read' }, interval: 5.5, handler: list },
  { method: 'PUT', path, auth: write, interval: 5.5, handler: create },
  { method: 'DELETE', path, auth: write, interval: 5.5, handler: remove },
  { method: 'POST', path: `${path}/copy`, auth: write, interval: 5.5, handler: copy },
  {
    method: 'POST',
    path: `${path}/search`,
    auth: { category: 'misc' },
    reads: true,
    interval: 5.5,
    handler: ({ store, body, now }) => success({ offers: searchVolumes(store, body, now) }),
  },
];
