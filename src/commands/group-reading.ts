import type { Client } from '../client/client-type.ts';
import { ApiError, readAuth } from '../client/errors.ts';
import type { InstanceListReply } from '../client/wire.ts';
import { type GroupRow, groupRows } from '../engine/groups/group-rows.ts';
import { workersByGroup } from '../engine/groups/group-workers.ts';
import { type Groups, readGroups } from '../engine/groups/read-groups.ts';
import { isWhole, missingWords } from '../engine/missing-rows.ts';
import type { CommandContext } from './cli/context.ts';
import { type CommandFailure, failure } from './cli/failure.ts';

/** The lists of groups that are to be had here; `refusal` where the service has neither. */
export type ShownGroups = { groups: Groups; refusal?: CommandFailure };

type Signal = Pick<CommandContext, 'signal'>;

/**
 * Reads the groups. A service has none that says so of both lists and answers the key elsewhere; a key that may see
 * neither ends in the refusal that it is.
 */
export async function readShownGroups({ signal }: Signal, api: Client): Promise<ShownGroups> {
  const refusals: unknown[] = [];
  const groups = await readGroups(api, { signal }, (error) => refusals.push(error));
  const none = groups.endpoints === undefined && groups.workers === undefined;
  if (!none) return { groups };
  const narrow = refusals.find(isUnderScoped);
  if (narrow !== undefined) throw narrow;
  await readInstances(api, signal);
  const [error] = refusals;
  const code = error instanceof ApiError ? (error.code ?? `http_${error.status}`) : 'not_found';
  const next = 'Take the id of a group from the web console.';
  return { groups, refusal: failure('refused', code, 'This service does not list groups.', next) };
}

/** Rows of groups with their workers. The list of instances wants another permission: without it that is said. */
export async function readGroupRows(
  { io, signal }: Signal & Pick<CommandContext, 'io'>,
  api: Client,
  groups: Groups,
): Promise<readonly GroupRow[]> {
  const instances = await readInstances(api, signal);
  const workersOf =
    instances === undefined || !isWhole(instances) ? undefined : workersByGroup(instances.instances);
  const rows = groupRows(groups, { workersOf, pricesOf: () => undefined });
  if (instances === undefined && rows.length > 0)
    io.say(
      'The workers are not known: this key may not list instances (it most likely lacks instance_read).',
    );
  if (instances !== undefined && !isWhole(instances) && rows.length > 0)
    io.say(`The workers are not known: ${missingWords(instances.missing ?? 0, 'instance')}.`);
  return rows;
}

/** Undefined for a key that may not list them. */
async function readInstances(api: Client, signal: AbortSignal): Promise<InstanceListReply | undefined> {
  try {
    return await api.listInstances({ signal });
  } catch (error) {
    if (isUnderScoped(error)) return undefined;
    throw error;
  }
}

const isUnderScoped = (error: unknown): boolean =>
  error instanceof ApiError && readAuth(error) === 'under-scoped';
