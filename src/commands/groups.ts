import { readGroups } from '../client/read-groups.ts';
import { groupRows } from '../domain/group-rows.ts';
import { workersByGroup } from '../domain/group-workers.ts';
import { type CommandContext, requireAccount } from './context.ts';
import { groupColumns } from './group-columns.ts';
import { printJson, printRows } from './output.ts';

/**
 * `rigdeck groups`: endpoint groups with their worker groups. In JSON a list that the service, or this key, does not
 * have is null, and an empty one is empty.
 */
export async function groupsCommand(context: CommandContext): Promise<void> {
  const { io, json, signal } = context;
  const { api } = await requireAccount(context);
  const groups = await readGroups(api, { signal });
  const { endpoints, workers } = groups;
  if (json)
    return printJson(io, { schema: 1, endpoint_groups: endpoints ?? null, worker_groups: workers ?? null });
  if (endpoints === undefined && workers === undefined)
    return io.say('This service has no groups, or this key may not see them (it most likely lacks misc).');
  const { instances } = await api.listInstances({ signal });
  const rows = groupRows(groups, { workersOf: workersByGroup(instances), pricesOf: () => undefined });
  printRows(io, groupColumns, rows);
  if (rows.length === 0) return io.say('No groups.');
  if (rows.some((row) => row.kind === 'worker'))
    io.say('Workers are billed as instances: rigdeck instances.');
}
