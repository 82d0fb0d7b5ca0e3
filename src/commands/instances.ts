import type { Client } from '../client/client-type.ts';
import type { Instance } from '../client/wire.ts';
import type { Account } from '../composition.ts';
import { dearerRows, dearerWords } from '../domain/agreed-price.ts';
import { readInstance } from '../domain/lifecycle.ts';
import { instanceName } from '../domain/names.ts';
import { chargesFor } from './charges.ts';
import { type CommandContext, requireAccount, serviceTime } from './context.ts';
import { failure } from './failure.ts';
import { instanceColumns, jsonRows } from './instance-columns.ts';
import { readId } from './numbers.ts';
import { printJson, printRows } from './output.ts';
import { journalFor } from './rent-journal.ts';

/** `rigdeck instances [ID] [--watch[=10]]`: all of them, or the one. */
export async function instancesCommand(
  context: CommandContext,
  typedId: string | undefined,
  { watch }: { watch?: string | true } = {},
): Promise<void> {
  if (watch !== undefined) return (await import('./watch.ts')).watchCommand(context, typedId, watch);
  const { io, json, signal } = context;
  const id = typedId === undefined ? undefined : readId(typedId, 'ID');
  const account = await requireAccount(context);
  const { api } = account;
  if (id === undefined) {
    const { instances, dropped } = await api.listInstances({ signal });
    if (dropped !== undefined) io.say(`${dropped} of the service's rows could not be read and are left out.`);
    if (json) return printJson(io, { schema: 1, instances: jsonRows(context, instances) });
    await printInstances(context, api, instances);
    if (instances.length === 0) io.say('No instances.');
    return advise(context, account, instances);
  }
  const instance = await findInstance(api, id, signal);
  if (json) return printJson(io, { schema: 1, instances: jsonRows(context, [instance]) });
  await printInstances(context, api, [instance]);
  advise(context, account, [instance]);
}

async function printInstances(
  context: CommandContext,
  api: Client,
  rows: readonly Instance[],
): Promise<void> {
  const charged = await chargesFor(context, api, rows);
  const { sshUser } = context.composition;
  printRows(context.io, instanceColumns(serviceTime(context, api), sshUser, charged), rows);
}

/** The instance, by the list where the service has no record of it alone, or a failure that says that there is none. */
export async function findInstance(api: Client, id: number, signal: AbortSignal): Promise<Instance> {
  const instance =
    (await api.getInstance(id, { signal })).instances ??
    (await api.listInstances({ signal })).instances.find((row) => row.id === id);
  if (instance !== undefined) return instance;
  throw failure(
    'refused',
    'no_such_instance',
    `There is no such instance: ${id}. It may have been destroyed.`,
    'See rigdeck instances.',
  );
}

function advise(context: CommandContext, account: Account, instances: readonly Instance[]): void {
  const { io } = context;
  const dearer = dearerRows(instances, journalFor(context, account).events());
  for (const instance of instances) {
    const more = dearer.get(instance.id);
    if (more !== undefined)
      io.say(`${instanceName(instance)} ${dearerWords(more)}. End it with: rigdeck destroy ${instance.id}`);
    const { needsYou, word, advice } = readInstance(instance);
    if (needsYou) io.say(`${instanceName(instance)} is ${word}. ${advice ?? ''}`.trimEnd());
  }
}
