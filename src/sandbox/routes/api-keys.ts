import * as v from 'valibot';
import { categories } from '../auth.ts';
import { isObject, named, noList, readShape, text } from '../body.ts';
import { type Route, success } from '../call.ts';
import type { ApiKey } from '../entities.ts';
import { reject } from '../errors.ts';
import type { Store } from '../store.ts';

/** A key without its value: that is shown once, when it is made. */
const present = (store: Store, key: ApiKey) => ({
  id: key.id,
  user_id: store.state.account.id,
  name: key.name,
  rights: key.permissions === null ? 'all' : 'scoped',
  permissions: key.permissions,
  team_id: null,
  team_name: null,
  created_at: key.createdAt / 1000,
});

const shape = v.object({
  name: v.pipe(text, v.nonEmpty(), v.maxLength(255)),
  permissions: v.nullish(noList(v.looseObject({ api: v.optional(named(v.unknown())) }))),
});

/** Reads a permission document; null is full access. */
export function readPermissions(
  given: { api?: Record<string, unknown> | undefined } | null | undefined,
): ApiKey['permissions'] {
  if (given === null || given === undefined) return null;
  const { api } = given;
  if (api === undefined) return reject('invalid_permissions', 'permissions must have an "api" object');
  for (const [name, inner] of Object.entries(api)) {
    if (!categories.includes(name))
      reject('invalid_permissions', `there is no permission category "${name}"`);
    if (!isObject(inner)) reject('invalid_permissions', `"${name}" must be an object`);
  }
  return { api };
}

export function addKey(store: Store, name: string, permissions: ApiKey['permissions']): ApiKey {
  const key: ApiKey = {
    id: store.nextId('key'),
    value: store.secret(64),
    name,
    permissions,
    revoked: false,
    createdAt: store.now(),
  };
  store.state.keys.push(key);
  return key;
}

const findKey = (store: Store, id: number): ApiKey =>
  store.state.keys.find((one) => one.id === id && !one.revoked) ??
  reject('not_found', `there is no key ${id}`);

const read = { category: 'user_read' } as const;
const write = { category: 'user_write' } as const;

export const apiKeyRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/v0/auth/apikeys',
    auth: read,
    interval: 1,
    handler: ({ store }) =>
      success({ apikeys: store.state.keys.filter((key) => !key.revoked).map((key) => present(store, key)) }),
  },
  {
    method: 'GET',
    path: '/api/v0/auth/apikeys/:id',
    auth: read,
    handler: ({ store, id }) => ({ body: present(store, findKey(store, id)) }),
  },
  {
    method: 'POST',
    path: '/api/v0/auth/apikeys',
    auth: write,
    interval: 2,
    handler: ({ store, body }) => {
      const given = readShape(shape, body);
      if (given.permissions === undefined) reject('missing_permissions', 'permissions is missing');
      const key = addKey(store, given.name, readPermissions(given.permissions));
      return success({ id: key.id, key: key.value, permissions: key.permissions });
    },
  },
  {
    method: 'DELETE',
    path: '/api/v0/auth/apikeys/:id',
    auth: write,
    interval: 2,
    handler: ({ store, id }) => {
      findKey(store, id).revoked = true;
      // The service answers this call with a bare text.
      return { body: 'API key deleted' };
    },
  },
  {
    method: 'PUT',
    path: '/api/v0/commands/reset_apikey',
    auth: write,
    handler: ({ store, principal }) => {
      if (principal.kind !== 'key') reject('auth_error', 'only an API key can be reset');
      principal.key.revoked = true;
      const { name, permissions } = principal.key;
      return success({ new_api_key: addKey(store, name, permissions).value });
    },
  },
];
