import type { EndpointName } from '../../client/endpoints.ts';
import type { ApiKey, PermissionCategory } from '../../client/wire.ts';
import { records } from '../records.ts';
import { mayCall, permissionCategories } from './permission-scopes.ts';

/** What the answers to a key's calls have shown of a category; what no harmless call can tell stays unknown. */
export type Shown = 'may' | 'may-not' | 'unknown';
export type Evidence = Readonly<Record<PermissionCategory, Shown>>;

/** Categories that a harmless read tells of. Nothing that writes is ever tried. */
export const triable: readonly PermissionCategory[] = ['misc', 'user_read', 'instance_read', 'billing_read'];

const calls: Readonly<Partial<Record<EndpointName, string>>> = {
  searchOffers: 'the search for offers',
  currentUser: 'the account',
  tfaStatus: 'the two-factor status',
  listApiKeys: 'the list of keys',
  listInstances: 'the list of instances',
  listCharges: 'the charges',
  createInstance: 'renting',
  changeBid: 'a bid',
  labelInstance: 'a label',
  executeCommand: 'a command',
  attachSshKey: 'attaching an SSH key',
  detachSshKey: 'detaching an SSH key',
  cloudCopy: 'a cloud copy',
  cancelCloudCopy: 'calling off a copy',
  createApiKey: 'a new key',
  deleteApiKey: 'deleting a key',
  createSshKey: 'adding an SSH key',
  deleteSshKey: 'removing an SSH key',
};

/** What was refused, of a call (an endpoint's name): `a label`, `stop`. */
export function refusedCall(endpoint: string): string {
  if (Object.hasOwn(calls, endpoint)) return calls[endpoint as EndpointName] ?? '';
  const record = records.find((one) => one.endpoint === endpoint);
  if (record?.action !== undefined) return record.action.label;
  if (/ScheduledJob/.test(endpoint)) return 'an auto-stop by the provider';
  if (/Group/.test(endpoint)) return 'groups';
  return endpoint.startsWith('tfa') ? 'two-factor' : 'another call';
}

/**
 * What is known of a key: what was answered, and what was refused with 403 in this session. An answer counts more than
 * a refusal, since a single call can be refused for a reason of its own.
 */
export function gatherEvidence(
  answered: Iterable<PermissionCategory>,
  refused: Iterable<PermissionCategory>,
): Evidence {
  const [yes, no] = [new Set(answered), new Set(refused)];
  const of = (one: PermissionCategory): Shown => (yes.has(one) ? 'may' : no.has(one) ? 'may-not' : 'unknown');
  return Object.fromEntries(permissionCategories.map((one) => [one, of(one)])) as Evidence;
}

/** Whether a listed key can be the one in use: its document says nothing else than the answers did. */
function fits({ permissions }: ApiKey, evidence: Evidence): boolean {
  if (permissions === undefined) return true;
  const allowed = mayCall(permissions);
  return permissionCategories.every((one) =>
    evidence[one] === 'may' ? allowed[one] !== 'none' : evidence[one] === 'unknown' || allowed[one] !== 'all',
  );
}

/**
 * The id of the listed key that is in use, undefined when that cannot be told. No list names it: it is known by its
 * last characters where the service shows them, else when it is the only one that the answers fit.
 */
export function keyInUse(rows: readonly ApiKey[], keyTail: string, evidence: Evidence): number | undefined {
  const shown = rows.filter(({ tail }) => tail !== undefined);
  if (shown.length > 0 && shown.length === rows.length) {
    const same = shown.filter(({ tail }) => tail === keyTail);
    return same.length === 1 ? same[0]?.id : undefined;
  }
  const fitting = rows.filter((row) => fits(row, evidence));
  return fitting.length === 1 ? fitting[0]?.id : undefined;
}
