import type { JsonObject } from './body.ts';
import type { ApiKey, Session } from './entities.ts';
import { reject } from './errors.ts';
import type { Store } from './store.ts';

/** Permission categories; the first four are those of interface.md, the rest stands in service-facts.md (c). */
export type Category =
  | 'misc'
  | 'user_read'
  | 'user_write'
  | 'instance_read'
  | 'instance_write'
  | 'billing_read'
  | 'billing_write';
export const categories: readonly string[] = [
  'misc',
  'user_read',
  'user_write',
  'instance_read',
  'instance_write',
  'billing_read',
  'billing_write',
  'machine_read',
  'machine_write',
  'team_read',
  'team_write',
];

/** A row of interface.md's two-factor authentication matrix: who may call. A blank cell is 403 `auth_error`. */
export type TfaCells = { loggedOut: boolean; ui: boolean; cli: boolean };

/** What a route asks of its caller. */
export type RouteAuth = {
  /** Permission category that a scoped key needs; none for a call that takes no key at all. */
  category?: Category;
  tfa?: TfaCells;
  /** The key may also come as `api_key` in the query or in the body. */
  keyInBody?: true;
  /** An `instance_api_key` may call this for its own instance (interface.md, Authentication 6). */
  instanceKey?: (body: JsonObject) => boolean;
};

/** Who calls. `nobody` is logged out; the 2FA calls then know the account by the secret in the body. */
export type Principal =
  | { kind: 'nobody' }
  | { kind: 'key'; key: ApiKey }
  | { kind: 'session'; session: Session }
  | { kind: 'instance'; instanceId: number };

export type Credentials = {
  authorization: string | null;
  query: URLSearchParams;
  body: JsonObject;
  instanceId: number | undefined;
};

/** The key that a request carries; undefined when it carries none. */
function presentedKey(credentials: Credentials, auth: RouteAuth): string | undefined {
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(credentials.authorization ?? '')?.[1];
  if (bearer !== undefined || auth.keyInBody !== true) return bearer;
  const other = credentials.query.get('api_key') ?? credentials.body.api_key;
  return typeof other === 'string' && other !== '' ? other : undefined;
}

/** Finds out who calls and whether they may: 403 without a key, 401 for a bad one, 403 beyond its scope. */
export function authorize(store: Store, auth: RouteAuth, credentials: Credentials): Principal {
  if (auth.category === undefined && auth.tfa === undefined) return { kind: 'nobody' };
  const value = presentedKey(credentials, auth);
  if (value === undefined) {
    if (auth.tfa?.loggedOut === true) return { kind: 'nobody' };
    reject('auth_error', 'This action requires login.');
  }
  const principal = identify(store, value, auth);
  if (principal.kind === 'instance') {
    const own = principal.instanceId === credentials.instanceId;
    if (own && auth.instanceKey?.(credentials.body) === true) return principal;
    reject('auth_error', 'this key may only start, stop or destroy its own instance');
  }
  if (auth.tfa !== undefined) {
    const ui = principal.kind === 'session' && principal.session.via === 'ui';
    if (!(ui ? auth.tfa.ui : auth.tfa.cli)) reject('auth_error', 'not possible with this kind of login');
  } else if (store.state.account.tfaRequired && principal.kind === 'key') {
    reject('auth_error', 'Two Factor Authentication required', { status: 401 });
  }
  if (!inScope(permissionsOf(principal), auth.category)) {
    reject('auth_error', `this key lacks the permission ${auth.category}`);
  }
  return principal;
}

function identify(store: Store, value: string, { tfa }: RouteAuth): Principal {
  const { keys, sessions, instances } = store.state;
  const key = keys.find((one) => one.value === value);
  if (key !== undefined && !key.revoked) return { kind: 'key', key };
  const session = sessions.find((one) => one.value === value);
  if (session?.expired === true) {
    // interface.md has `auth_error` 403 for it on the 2FA calls; elsewhere its shape is not shown.
    reject('auth_error', 'Session expired. Please log in again.', { status: tfa === undefined ? 404 : 403 });
  }
  if (session !== undefined) return { kind: 'session', session };
  const instance = instances.find((one) => one.apiKey === value);
  if (instance !== undefined) return { kind: 'instance', instanceId: instance.id };
  return reject('auth_error', 'Invalid user key', { status: 401 });
}

/** What a caller may do at most; null for everything. */
export const permissionsOf = (principal: Principal): ApiKey['permissions'] =>
  principal.kind === 'key'
    ? principal.key.permissions
    : principal.kind === 'session'
      ? (principal.session.permissions ?? null)
      : null;

const inScope = (permissions: ApiKey['permissions'], category: Category | undefined): boolean =>
  permissions === null || category === undefined || category in permissions.api;

/** Whether a value is a key that works, as the `api_key` field of a cloud copy has to be. */
export const isKnownKey = (store: Store, value: string): boolean =>
  store.state.keys.some((key) => key.value === value && !key.revoked) ||
  store.state.sessions.some((session) => session.value === value && !session.expired);
