import { closestName } from '../../base/closest-name.ts';
import type { PermissionCategory, PermissionDocument } from '../../client/wire.ts';

/** Every category in the order in which they are offered, with what a key may do by it. What it costs stands first: a narrow screen cuts the end. */
export const categoryMeans: Readonly<Record<PermissionCategory, string>> = {
  misc: 'spends money: worker groups; search for offers',
  user_read: 'see the account, its templates, variables and SSH keys',
  instance_read: 'see instances, their logs and volumes',
  instance_write: 'spends money: rent, start, stop, destroy, copy',
  billing_read: 'see charges and invoices',
  billing_write: 'spends money: send credit to others',
  user_write: 'as good as your login: keys, two-factor',
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
type ScopeRow = { path: string; get: PermissionCategory; other: PermissionCategory; spends?: true };
const both = (category: PermissionCategory, ...paths: string[]): ScopeRow[] =>
  paths.map((path) => ({ path, get: category, other: category }));
const split = (kind: 'user' | 'instance', ...paths: string[]): ScopeRow[] =>
  paths.map((path) => ({ path, get: `${kind}_read`, other: `${kind}_write` }));

/** Calls, other than a GET, that rent or buy something, or make the service rent. */
const spending = (...rows: ScopeRow[]): ScopeRow[] => rows.map((row) => ({ ...row, spends: true }));

/** Which category a call needs. interface.md does not show this; it is publicly known, and only ever told as likely. */
export const scopeTable: readonly ScopeRow[] = [
  ...both('misc', 'bundles', 'search/asks', 'volumes/search', 'benchmarks', 'audit_logs'),
  ...spending(...both('misc', 'launch_instance', 'autojobs', 'workergroups', 'endptjobs')),
  ...spending(...split('instance', 'instances', 'volumes', 'commands/schedule_job')),
  ...split('instance', 'deployments'),
  ...both('instance_read', 'instances/request_logs'),
  ...spending(...both('instance_write', 'asks')),
  ...both('instance_write', 'commands/rclone', 'commands/copy_direct', 'commands/rsync'),
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
  ...spending(...both('billing_write', 'commands/transfer_credit', 'credit')),
];

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
export const callsOf = (category: PermissionCategory): string[] =>
  scopeTable.flatMap((row) => callIn(row, category));

function callIn({ path, get, other }: ScopeRow, category: PermissionCategory): string[] {
  if (get === category && other === category) return [path];
  return get === category ? [`GET ${path}`] : other === category ? [`write ${path}`] : [];
}

/** The calls of a category by which money is spent, as `callsOf` names them. */
const spendingCalls = (category: PermissionCategory): string[] =>
  scopeTable.flatMap((row) => (row.spends === true && row.other === category ? callIn(row, category) : []));

/** The categories by which a key with these permissions may spend money. */
export const spendingCategories = (allowed: Allowed): PermissionCategory[] =>
  permissionCategories.filter((one) => allowed[one] !== 'none' && spendingCalls(one).length > 0);

/** The calls of a category in words, those that spend money first: `spends money by asks; also bundles`. */
export function callsWords(category: PermissionCategory): string {
  const dear = spendingCalls(category);
  if (dear.length === 0) return callsOf(category).join(', ') || categoryMeans[category];
  const rest = callsOf(category).filter((call) => !dear.includes(call));
  return `spends money by ${dear.join(', ')}${rest.length === 0 ? '' : `; also ${rest.join(', ')}`}`;
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
