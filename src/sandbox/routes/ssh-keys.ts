import * as v from 'valibot';
import { optional, readShape, text } from '../body.ts';
import { type Route, success } from '../call.ts';
import type { SshKeyRecord } from '../entities.ts';
import { reject } from '../errors.ts';
import type { Store } from '../store.ts';
import { livingInstance } from './instances.ts';

const body = v.object({ ssh_key: optional(text) });

const alive = (key: SshKeyRecord) => key.deletedAt === undefined;

const present = (store: Store, key: SshKeyRecord) => ({
  id: key.id,
  user_id: store.state.account.id,
  key: key.key,
  public_key: key.key,
  created_at: key.createdAt / 1000,
  deleted_at: key.deletedAt === undefined ? null : key.deletedAt / 1000,
});

/** The text of a public key; 400 `no_ssh_key` when there is none. */
function keyText(given: string | undefined): string {
  const key = given?.trim() ?? '';
  if (key === '') reject('no_ssh_key', 'ssh_key is missing');
  if (!/^(ssh-|ecdsa-|sk-)\S+ \S+/.test(key)) reject('bad_request', '"ssh_key" is not a public key');
  return key;
}

function findKey(store: Store, id: number): SshKeyRecord {
  const key = store.state.sshKeys.find((one) => one.id === id && alive(one));
  return key ?? reject('no_such_ssh_key', `no_such_ssh_key: ${id}`);
}

/** `ssh_key` of the user object is the oldest key that is left. */
function follow(store: Store): void {
  store.state.account.sshKey = store.state.sshKeys.find(alive)?.key ?? '';
}

function add(store: Store, key: string): SshKeyRecord {
  const known = store.state.sshKeys.find((one) => one.key === key && alive(one));
  if (known !== undefined) return known;
  const record = { id: store.nextId('sshKey'), key, createdAt: store.now() };
  store.state.sshKeys.push(record);
  follow(store);
  return record;
}

const read = { category: 'user_read' } as const;
const write = { category: 'user_write' } as const;

export const sshKeyRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/v0/ssh',
    auth: read,
    handler: ({ store }) => ({ body: store.state.sshKeys.filter(alive).map((key) => present(store, key)) }),
  },
  {
    method: 'POST',
    path: '/api/v0/ssh',
    auth: write,
    interval: 1,
    handler: ({ store, body: given }) =>
      success({ key: present(store, add(store, keyText(readShape(body, given).ssh_key))) }),
  },
  {
    method: 'PUT',
    path: '/api/v0/ssh/:id',
    auth: write,
    interval: 1,
    handler: ({ store, id, body: given }) => {
      const key = findKey(store, id);
      key.key = keyText(readShape(body, given).ssh_key);
      follow(store);
      return success({ key: present(store, key) });
    },
  },
  {
    method: 'DELETE',
    path: '/api/v0/ssh/:id',
    auth: write,
    handler: ({ store, id }) => {
      findKey(store, id).deletedAt = store.now();
      follow(store);
      return success();
    },
  },
  {
    method: 'GET',
    path: '/api/v0/instances/:id/ssh',
    auth: { category: 'instance_read' },
    handler: ({ store, id }) => {
      const ids = livingInstance(store, id).sshKeyIds;
      const keys = store.state.sshKeys
        .filter((key) => ids.includes(key.id))
        .map((key) => present(store, key));
      // The service sends this list as a text.
      return success({ ssh_keys: JSON.stringify(keys) });
    },
  },
  {
    method: 'POST',
    path: '/api/v0/instances/:id/ssh',
    auth: { category: 'instance_write' },
    handler: ({ store, id, body: given }) => {
      const instance = livingInstance(store, id);
      const key = add(store, keyText(readShape(body, given).ssh_key));
      store.save({ ...instance, sshKeyIds: [...new Set([...instance.sshKeyIds, key.id])] });
      return success({ msg: 'the key is attached' });
    },
  },
  {
    method: 'DELETE',
    path: '/api/v0/instances/:id/ssh/:key{[0-9]+}',
    auth: { category: 'instance_write' },
    interval: 2,
    handler: ({ store, id, params }) => {
      const instance = livingInstance(store, id);
      const keyId = Number(params.key);
      if (!instance.sshKeyIds.includes(keyId)) reject('no_such_ssh_key', `no_such_ssh_key: ${keyId}`);
      store.save({ ...instance, sshKeyIds: instance.sshKeyIds.filter((one) => one !== keyId) });
      return success({ msg: 'the key is detached' });
    },
  },
];
