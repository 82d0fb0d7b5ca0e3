import { isWhole } from '../engine/missing-rows.ts';
import { type CommandContext, requireAccount } from './cli/context.ts';
import { listEnd, wholeness } from './cli/missing-rows.ts';
import { printJson, printRows } from './cli/output.ts';
import { groupColumns } from './group-columns.ts';
import { readGroupRows, readShownGroups } from './group-reading.ts';

/**
 * `rigdeck groups`: endpoint groups with their worker groups. In JSON a list that is not to be had is null, and an empty
 * one is empty.
 */
export async function groupsCommand(context: CommandContext): Promise<number> {
  const { io, json } = context;
  const { api } = await requireAccount(context);
  const { groups, refusal } = await readShownGroups(context, api);
  if (refusal !== undefined) throw refusal;
  if (json)
    printJson(io, {
      schema: 1,
      endpoint_groups: groups.endpoints ?? null,
      worker_groups: groups.workers ?? null,
      ...wholeness(groups),
    });
  else {
    const rows = await readGroupRows(context, api, groups);
    printRows(io, groupColumns, rows);
    if (rows.length === 0 && isWhole(groups)) io.say('No groups.');
    if (rows.some((row) => row.kind === 'worker'))
      io.say('Workers are billed as instances: rigdeck instances.');
  }
  return listEnd(io, 'group', groups);
}
