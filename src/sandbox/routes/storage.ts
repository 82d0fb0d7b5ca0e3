import * as v from 'valibot';
import { num, optional, readShape } from '../body.ts';
import type { VolumeRecord } from '../entities.ts';
import { reject } from '../errors.ts';
import { isAlive } from '../machines/instance.ts';
import type { Store } from '../store.ts';
import { type Call, type Route, success } from './call.ts';

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
  instances: users(store, volume),
});

/** Deletes the volume that the query or the body names; refused while an instance uses it. */
function remove({ store, query, body }: Call) {
  const id = readShape(v.object({ id: optional(num) }), { id: query.get('id') ?? body.id ?? null }).id;
  const volume = store.state.volumes.find((one) => one.id === id && one.deletedAt === undefined);
  if (volume === undefined) return reject('no_such_volume', `no_such_volume: ${id ?? 'no id'}`);
  if (users(store, volume).length > 0) reject('invalid_args', `volume ${volume.id} is in use by an instance`);
  volume.deletedAt = store.now();
  return success();
}

/** Volumes of the account, and its connections to cloud storage. */
export const storageRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/v0/volumes',
    auth: { category: 'instance_read' },
    interval: 5.5,
    handler: ({ store }) =>
      success({
        volumes: store.state.volumes
          .filter((one) => one.deletedAt === undefined)
          .map((one) => present(store, one)),
      }),
  },
  {
    method: 'DELETE',
    path: '/api/v0/volumes',
    auth: { category: 'instance_write', keyInBody: true },
    interval: 5.5,
    handler: remove,
  },
  {
    method: 'GET',
    path: '/api/v0/users/cloud_integrations',
    auth: { category: 'user_read' },
    interval: 2.9,
    handler: ({ store }) => ({
      body: store.state.connections.map(({ id, name, cloudType }) => ({ id, name, cloud_type: cloudType })),
    }),
  },
];
