import type { ListReply } from '../client/wire.ts';
import { type GroupRow, groupPhrase, groupTitle } from '../engine/groups/group-rows.ts';
import { goneWords, lossWords } from '../engine/groups/group-words.ts';
import { isWhole } from '../engine/missing-rows.ts';
import { type CommandContext, requireAccount } from './cli/context.ts';
import { failure } from './cli/failure.ts';
import { notListed } from './cli/missing-rows.ts';
import { readId } from './cli/numbers.ts';
import { printJson } from './cli/output.ts';
import { deleteOnce } from './cli/settle-lost.ts';
import { askTyped, needYes } from './cli/typed-consent.ts';
import type { GroupOptions } from './group-flags.ts';
import { readGroupRows, readShownGroups } from './group-reading.ts';

/**
 * `rigdeck groups delete ID --yes` and `groups endpoint-delete ID --yes`. Without --yes it says what goes and what is
 * billed on, and asks for the name where somebody can answer.
 */
export async function deleteGroupCommand(
  context: CommandContext,
  kind: GroupRow['kind'],
  typedId: string,
  { yes = false }: GroupOptions,
): Promise<void> {
  const { io, json, signal } = context;
  const id = readId(typedId, kind === 'worker' ? 'worker group id' : 'endpoint group id');
  needYes(
    context,
    yes,
    `groups ${kind === 'worker' ? 'delete' : 'endpoint-delete'}`,
    'its workers may stay billed',
  );
  const { api } = await requireAccount(context);
  if (!yes) await askForName(context, await findRow(context, kind, id));
  const endpoint = kind === 'endpoint';
  const name = `${endpoint ? 'endpoint' : 'worker'} group ${id}`;
  const list = (): Promise<ListReply<{ id: number }>> =>
    endpoint ? api.listEndpointGroups({ signal }) : api.listWorkerGroups({ signal });
  const answered = await deleteOnce(context, { name, id, list }, () =>
    endpoint ? api.deleteEndpointGroup(id, { signal }) : api.deleteWorkerGroup(id, { signal }),
  );
  const reply = answered ?? {};
  if (json)
    return printJson(io, {
      schema: 1,
      ...(kind === 'endpoint' ? { endpoint_group_id: id } : { worker_group_id: id }),
      success: true,
      deleted_workers: reply.deleted_workers ?? null,
      failed_workers: reply.failed_workers ?? null,
    });
  io.say(`${goneWords(kind, id, reply)} See what still runs: rigdeck instances`);
}

async function findRow(context: CommandContext, kind: GroupRow['kind'], id: number): Promise<GroupRow> {
  const { account } = context;
  if (account === undefined) throw new Error('a group was looked up without an account');
  const { groups } = await readShownGroups(context, account.api);
  const rows = await readGroupRows(context, account.api, groups);
  const row = rows.find((one) => one.kind === kind && one.id === id);
  if (row !== undefined) return row;
  if (!isWhole(groups)) throw notListed(groups, '', 'group');
  throw failure(
    'refused',
    'no_such_group',
    `There is no ${kind} group ${id} in the list.`,
    'See rigdeck groups.',
  );
}

async function askForName(context: CommandContext, row: GroupRow): Promise<void> {
  const { io } = context;
  io.say(`${groupTitle(row)}.`);
  for (const line of lossWords(row)) io.say(line);
  const phrase = groupPhrase(row);
  await askTyped(context, {
    question: `Type ${phrase} to delete it: `,
    accepts: (typed) => typed === phrase || typed === String(row.id),
    wrong: 'That is not its name.',
    nothing: 'Nothing was deleted.',
  });
}
