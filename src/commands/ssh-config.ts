import { sshConfigBlock } from '../engine/connect/ssh-config.ts';
import { sshTarget } from '../engine/instances/reading.ts';
import { canSsh } from '../engine/instances/rules.ts';
import { knownHostsFile } from '../platform/files/known-hosts.ts';
import { type CommandContext, requireAccount } from './cli/context.ts';
import { failure } from './cli/failure.ts';
import { listEnd, wholeness } from './cli/missing-rows.ts';
import { readId } from './cli/numbers.ts';
import { printJson } from './cli/output.ts';
import { findInstance } from './instances.ts';
import { requireSsh } from './reach.ts';

/**
 * `rigdeck ssh-config [ID…]`: a block for each instance that can be reached, to be kept in a file that the person's own
 * configuration includes. rigdeck never writes into ~/.ssh itself.
 */
export async function sshConfigCommand(
  context: CommandContext,
  typedIds: readonly string[],
): Promise<number> {
  const { io, json, composition, signal } = context;
  const ids = typedIds.map((typed) => readId(typed, 'instance id'));
  const { api } = await requireAccount(context);
  const user = composition.sshUser;
  const list = ids.length === 0 ? await api.listInstances({ signal }) : undefined;
  const all =
    list !== undefined
      ? list.instances.filter((one) => canSsh(one).ok)
      : await Promise.all(ids.map((id) => findInstance(api, id, signal)));
  const hosts = all.map((instance) => {
    const target = ids.length === 0 ? sshTarget(instance, user) : requireSsh(context, instance);
    const file = knownHostsFile(composition.paths.stateDir, instance.id);
    const block = target && sshConfigBlock(instance, target, file);
    if (block === undefined)
      throw failure('refused', 'no_block', 'The state folder has a name that ssh_config cannot hold.');
    return { instance_id: instance.id, block };
  });
  if (json) {
    printJson(io, { schema: 1, hosts, ...wholeness(list ?? {}) });
    return listEnd(io, 'instance', list ?? {});
  }
  io.out(hosts.map(({ block }) => block).join('\n'));
  if (hosts.length === 0) io.say('No instance can be reached by SSH now.');
  else if (!io.outIsTerminal)
    io.say('Keep it in a file, and begin ~/.ssh/config with a line as: Include rigdeck.conf');
  return listEnd(io, 'instance', list ?? {});
}
