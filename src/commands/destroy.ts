import type { Instance } from '../client/wire.ts';
import { gpuLabel, instanceName } from '../engine/instances/names.ts';
import { addressOf } from '../engine/journal-account.ts';
import { openRents } from '../engine/rent/open-rents.ts';
import { actOnce, seenDestroyed } from './cli/act-once.ts';
import { type Account, type CommandContext, requireAccount } from './cli/context.ts';
import { readId } from './cli/numbers.ts';
import { printJson } from './cli/output.ts';
import { askTyped, needYes } from './cli/typed-consent.ts';
import { findInstance } from './instances.ts';
import { journalFor } from './rent-journal.ts';

/**
 * `rigdeck destroy ID --yes`. Without --yes it asks for the instance's name where somebody can answer, and is
 * refused elsewhere. Only what the service says counts as destroyed: its reply, or, where that is lost, the record.
 */
export async function destroyCommand(
  context: CommandContext,
  typedId: string,
  options: { yes?: boolean },
): Promise<void> {
  const { io, json, signal, composition } = context;
  const id = readId(typedId, 'instance id');
  needYes(context, options.yes, 'destroy', 'all data on the instance is deleted');
  const account = await requireAccount(context);
  if (!options.yes) await askForName(context, await findInstance(account.api, id, signal));

  const { api } = account;
  const reply = await actOnce(context, { api, id, seen: seenDestroyed(id) }, () =>
    api.destroyInstance(id, { signal }),
  );
  await forget(account, context, id);
  if (json) return printJson(io, { schema: 1, instance_id: id, ...(reply ?? { success: true }) });
  io.say(`${id}: Destroyed. All its charges end here.`);
  if (composition.journal.problem !== undefined) io.say(composition.journal.problem);
}

type NameQuestion = { lost: string; verb: string; nothing: string };
const destroyQuestion: NameQuestion = {
  lost: 'Everything on it is removed for good.',
  verb: 'destroy',
  nothing: 'Nothing was destroyed.',
};

/** Has the person type the name or the id of an instance before something of it is lost. */
export async function askForName(
  context: CommandContext,
  instance: Instance,
  { lost, verb, nothing }: NameQuestion = destroyQuestion,
): Promise<void> {
  const { io } = context;
  const name = instanceName(instance);
  io.say(
    `Instance ${instance.id}${instance.label ? ` "${instance.label}"` : ''}, ${gpuLabel(instance) ?? 'GPU not known'}`,
  );
  io.say(lost);
  await askTyped(context, {
    question: `Type ${name} to ${verb} it: `,
    accepts: (typed) => typed === name || typed === String(instance.id),
    wrong: 'That is not its name.',
    nothing,
  });
}

/** Its key opens nothing any more, and nothing of it is left to watch. */
async function forget(account: Account, context: CommandContext, id: number): Promise<void> {
  const { secrets, baseUrl, sandbox } = account;
  await secrets.dropInstanceKey(id);
  const { journal, clock } = context.composition;
  const known = openRents(journal.events()).some(
    (rent) => addressOf(rent.base_url) === addressOf(baseUrl) && rent.id === id,
  );
  if (!sandbox && known) await journalFor(context, account).append({ t: 'gone', id, at: clock.now() });
}
