import type { EndpointGroupRequest, ListReply, WorkerGroupRequest } from '../client/wire.ts';
import { alreadyThere, madeOf } from '../engine/lost-writes.ts';
import { isWhole } from '../engine/missing-rows.ts';
import type { Account, CommandContext } from './cli/context.ts';
import { createOnce, listedBefore } from './cli/settle-lost.ts';

type Wish = { kind: 'worker'; body: WorkerGroupRequest } | { kind: 'endpoint'; body: EndpointGroupRequest };

/**
 * Creates a group, once; its id. The list that is read before is what a lost answer is settled by, and tells whether the
 * same group is there already, as after a run that ended without an answer: nothing is paid twice unsaid.
 */
export async function createGroup(context: CommandContext, account: Account, wish: Wish): Promise<number> {
  const { io, signal } = context;
  const { api } = account;
  const { kind, body } = wish;
  const what = `${kind} group`;
  const list = (): Promise<ListReply<{ id: number }>> =>
    kind === 'worker' ? api.listWorkerGroups({ signal }) : api.listEndpointGroups({ signal });
  const before = await listedBefore(context, account, list);
  const same = alreadyThere(body, before?.rows ?? []);
  if (same.length > 0) io.say(`Already there, with all that is asked for here: ${what} ${same.join(', ')}.`);
  const knownIds = before && isWhole(before) ? before.rows.map(({ id }) => id) : undefined;
  const made = await createOnce(
    context,
    {
      ...{ what, list },
      found: (rows) => {
        const ids = madeOf(
          { kind, body, knownIds },
          kind === 'worker' ? { workers: rows } : { endpoints: rows },
        );
        return rows.filter(({ id }) => ids?.includes(id));
      },
    },
    async () =>
      kind === 'worker'
        ? (await api.createWorkerGroup(body, { signal })).id
        : (await api.createEndpointGroup(body, { signal })).result,
  );
  return 'reply' in made ? made.reply : made.row.id;
}
