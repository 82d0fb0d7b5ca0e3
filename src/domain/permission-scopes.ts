import type { PermissionDocument } from '../client/wire.ts';
import { closestName } from './closest-name.ts';
import type { PermissionCategory } from './permission-category.ts';

/** Every category in the order in which they are offered, with what a key may do by it. */
export const categoryMeans: Readonly<Record<PermissionCategory, string>> = {
  misc: 'search for offers; worker and endpoint groups',
  user_read: 'see the account, its templates, variables and SSH keys',
  instance_read: 'see instances, their logs and volumes',
  instance_write: 'rent, stop, start, destroy, copy: it spends money',
  billing_read: 'see charges and invoices',
  billing_write: 'send credit to others',
  user_write: 'make keys, change two-factor: as good as your login',
  machine_read: 'see machines that you host',
  machine_write: 'change machines that you host',
  team_read: 'see the team',
  team_write: 'change the team',
};
export const permissionCategories = Object.keys(categoryMeans) as readonly PermissionCategory[];

/** The categories with which a key can read and manage instances and not see billing (interface.md, Authentication 4). */
export const usualCategories: readonly PermissionCategory[] = [
  'misc',
  'user_read',
  'instance_read',
  'instance_write',
];

/** A path below the version prefix and all that lies below it: the category of a GET there, and of any other call. */
type ScopeRow = { path: string; get: PermissionCategory; other: PermissionCategory };
const both = (category: PermissionCategory, ...paths: string[]): ScopeRow[] =>
  paths.map((path) => ({ path, get: category, other: category }));
const split = (kind: 'user' | 'instance', ...paths: string[]): ScopeRow[] =>
  paths.map((path) => ({ path, get: `${kind}_read`, other: `${kind}_write` }));

/** Which category a call needs. interface.md does not show this; it is publicly known, and only ever told as likely. */
export const scopeTable: readonly ScopeRow[] = [
  ...both('misc', 'bundles', 'search/asks', 'launch_instance', 'volumes/search'),
  ...both('misc', 'autojobs', 'workergroups', 'endptjobs', 'benchmarks', 'audit_logs'),
  ...split('instance', 'instances', 'volumes', 'deployments', 'commands/schedule_job'),
  ...both('instance_read', 'instances/request_logs'),
  ...both('instance_write', 'asks', 'commands/rclone', 'commands/copy_direct', 'commands/rsync'),
  ...both('user_read', 'users/current'),
  ...split(
    'user',
    'auth/apikeys',
    'auth/sessions',
    'ssh',
    'secrets',
    'template',
    'users',
    'subaccounts',
    'webhooks',
  ),
  ...split('user', 'tfa/status'),
  ...both('user_write', 'tfa', 'commands/reset_apikey'),
  ...both('billing_read', 'charges', 'invoices', 'users/me/invoices'),
  ...both('billing_write', 'commands/transfer_credit', 'credit'),
];

/** The category that a call needs; undefined where the table has no such path. */
export function categoryOfCall(method: string, path: string): PermissionCategory | undefined {
  const below = path.replace(/^\/?(api\/v\d+\/)?/, '').replace(/\/+$/, '');
  const row = scopeTable
    .filter((one) => below === one.path || below.startsWith(`${one.path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0];
  return row === undefined ? undefined : method === 'GET' ? row.get : row.other;
}

/** What a document lets a key call: a whole category, a part of one by what stands inside it, or nothing of one. */
export type Allowed = Readonly<Record<PermissionCategory, 'all' | 'part' | 'none'>>;

/** What may this permission document call? Null is a key without a document, which may call everything. */
export function mayCall(document: PermissionDocument | null): Allowed {
  const of = (category: PermissionCategory) => {
    if (document === null) return 'all';
    const inner = Object.hasOwn(document.api, category) ? document.api[category] : undefined;
    return inner === undefined ? 'none' : Object.keys(inner).length === 0 ? 'all' : 'part';
  };
  return Object.fromEntries(permissionCategories.map((one) => [one, of(one)])) as Allowed;
}

/** The calls of a category, as `GET instances`, in the order of the table. */
export function callsOf(category: PermissionCategory): string[] {
  return scopeTable.flatMap(({ path, get, other }) => {
    if (get === category && other === category) return [path];
    return get === category ? [`GET ${path}`] : other === category ? [`write ${path}`] : [];
  });
}

/**
 * The document of these categories, in the order of the table. What `given` has inside a category stays inside it as
 * it is; a category that is not chosen goes with all that it held.
 */
export function buildPermissions(
  chosen: Iterable<PermissionCategory>,
  given: PermissionDocument = { api: {} },
): PermissionDocument {
  const wanted = new Set(chosen);
  const inner = (one: PermissionCategory) =>
    (Object.hasOwn(given.api, one) ? given.api[one] : undefined) ?? {};
  return {
    api: Object.fromEntries(
      permissionCategories.filter((one) => wanted.has(one)).map((one) => [one, inner(one)]),
    ),
  };
}

/** The categories that a document names, in the order of the table. */
export function categoriesOf(document: PermissionDocument): PermissionCategory[] {
  return permissionCategories.filter((one) => Object.hasOwn(document.api, one));
}

export type DocumentRead = { ok: true; document: PermissionDocument } | { ok: false; reason: string };

const form = 'It has the form {"api": {"misc": {}, "user_read": {}}}';

/** A document as a person wrote it. A category that does not exist is refused here and not by the service. */
export function readPermissions(text: string): DocumentRead {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, reason: `This is not JSON. ${form}.` };
  }
  if (!isObject(value) || !isObject(value.api)) return { ok: false, reason: `It names no "api". ${form}.` };
  for (const [name, inner] of Object.entries(value.api)) {
    if (!permissionCategories.includes(name as PermissionCategory)) {
      const near = closestName(name, permissionCategories);
      const meant = near === undefined ? '' : ` Do you mean ${near}?`;
      return { ok: false, reason: `There is no category ${JSON.stringify(name)}.${meant}` };
    }
    if (!isObject(inner))
      return { ok: false, reason: `${name} holds an object, {} where nothing narrows it.` };
  }
  const others = Object.keys(value).filter((name) => name !== 'api');
  if (others.length > 0) return { ok: false, reason: `Beside "api" nothing is known: ${others.join(', ')}.` };
  return { ok: true, document: { api: value.api as PermissionDocument['api'] } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
