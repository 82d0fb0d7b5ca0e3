import { type CommandContext, requireAccount } from './cli/context.ts';
import { readId } from './cli/numbers.ts';
import { printJson } from './cli/output.ts';
import { needYes } from './cli/typed-consent.ts';
import { askForName } from './destroy.ts';
import { findInstance } from './instances.ts';

/** `rigdeck reboot ID`: what runs in it ends, what is on its disk stays. The command is the consent. */
export async function rebootCommand(context: CommandContext, typedId: string): Promise<void> {
  const { io, json, signal } = context;
  const id = readId(typedId, 'instance id');
  const { api } = await requireAccount(context);
  const reply = await api.rebootInstance(id, { signal });
  if (json) return printJson(io, { schema: 1, instance_id: id, ...reply });
  io.say(`${id}: Asked to reboot. Its disk stays, and it keeps its machine.`);
}

/** `rigdeck recycle ID --yes`: as with a destroy, without --yes somebody has to type its name. */
export async function recycleCommand(
  context: CommandContext,
  typedId: string,
  options: { yes?: boolean },
): Promise<void> {
  const { io, json, signal } = context;
  const id = readId(typedId, 'instance id');
  needYes(context, options.yes, 'recycle', 'all data in the container is deleted');
  const { api } = await requireAccount(context);
  if (!options.yes)
    await askForName(context, await findInstance(api, id, signal), {
      lost: 'Everything in its container is lost for good; the machine stays yours.',
      verb: 'recycle',
      nothing: 'Nothing was recycled.',
    });
  const reply = await api.recycleInstance(id, { signal });
  if (json) return printJson(io, { schema: 1, instance_id: id, ...reply });
  io.say(`${id}: Asked to recycle. It is made anew from its image and keeps its machine.`);
}
