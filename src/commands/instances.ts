import type { Client } from '../client/client-type.ts';
import { ApiError } from '../client/errors.ts';
import type { Instance } from '../client/wire.ts';
import { gpuLabel, instanceName } from '../engine/instances/names.ts';
import { readInstance } from '../engine/instances/reading.ts';
import { addressOf } from '../engine/journal-account.ts';
import { isWhole } from '../engine/missing-rows.ts';
import { dearerRows, dearerWords } from '../engine/money/agreed-price.ts';
import { recordNow } from '../engine/refusals.ts';
import { openRents } from '../engine/rent/open-rents.ts';
import { chargesFor } from './charges.ts';
import { type Account, type CommandContext, requireAccount, serviceTime } from './cli/context.ts';
import { failure } from './cli/failure.ts';
import { listEnd, notListed, wholeness } from './cli/missing-rows.ts';
import { readId } from './cli/numbers.ts';
import { printJson, printRows } from './cli/output.ts';
import { instanceColumns, jsonRows } from './instance-columns.ts';
import { journalFor } from './rent-journal.ts';
import type { Subject } from './write-command.ts';

/** `rigdeck instances [ID] [--watch[=10]]`: all of them, or one. */
export async function instancesCommand(
  context: CommandContext,
  typedId: string | undefined,
  { watch }: { watch?: string | true } = {},
): Promise<number | undefined> {
  if (watch !== undefined) {
    await (await import('./watch.ts')).watchCommand(context, typedId, watch);
    return undefined;
  }
  const { io, json, signal } = context;
  const id = typedId === undefined ? undefined : readId(typedId, 'instance id');
  const account = await requireAccount(context);
  const { api } = account;
  if (id === undefined) {
    const list = await api.listInstances({ signal });
    const { instances } = list;
    if (json) printJson(io, { schema: 1, instances: jsonRows(context, instances), ...wholeness(list) });
    else {
      await printInstances(context, api, instances);
      if (instances.length === 0 && isWhole(list)) io.say('No instances.');
      advise(context, account, instances);
    }
    return listEnd(io, 'instance', list);
  }
  const instance = await findInstance(api, id, signal);
  if (json) printJson(io, { schema: 1, instances: jsonRows(context, [instance]), ...wholeness({}) });
  else {
    await printInstances(context, api, [instance]);
    advise(context, account, [instance]);
  }
  return undefined;
}

async function printInstances(
  context: CommandContext,
  api: Client,
  rows: readonly Instance[],
): Promise<void> {
  const { charged, unread } = await chargesFor(context, api, rows);
  const { sshUser } = context.composition;
  printRows(context.io, instanceColumns(serviceTime(context, api), sshUser, charged), rows);
  if (unread !== undefined) context.io.say(unread);
}

/** The instance, or a not-found failure after a 404, or after an empty success reply and a list without it. */
export async function findInstance(api: Client, id: number, signal: AbortSignal): Promise<Instance> {
  const { instances: instance } = await api.getInstance(id, { signal });
  if (instance !== null) return instance;
  const list = await api.listInstances({ signal });
  const row = list.instances.find((one) => one.id === id);
  if (row !== undefined) return row;
  if (!isWhole(list)) throw notListed(list, '', 'instance', 'rigdeck instances lists what there is');
  throw failure(
    'refused',
    'no_such_instance',
    `Instance ${id} not found. It may have been destroyed.`,
    'rigdeck instances lists what there is',
  );
}

/** What commands know about instances besides the records. */
export const instanceSubject: Subject<Instance> = {
  id: { what: 'instance id', field: 'instance_id' },
  find: findInstance,
  now: (api, id, options) =>
    recordNow(id, {
      alone: () => api.getInstance(id, options),
      list: () => api.listInstances(options),
      asApiError: (thrown) => (thrown instanceof ApiError ? thrown : undefined),
    }),
  describe(row) {
    const label = row.label ? ` "${row.label}"` : '';
    const line = `Instance ${row.id}${label}, ${gpuLabel(row) ?? 'GPU unknown'}`;
    return { name: instanceName(row), line };
  },
  /** The key of a destroyed instance no longer opens anything, and there is nothing left to watch. */
  async removed(account, context, id) {
    const { secrets, baseUrl, sandbox } = account;
    await secrets.dropInstanceKey(id);
    const { journal, clock } = context.composition;
    const isKnown = openRents(journal.events()).some(
      (rent) => addressOf(rent.base_url) === addressOf(baseUrl) && rent.id === id,
    );
    if (!sandbox && isKnown) await journalFor(context, account).append({ t: 'gone', id, at: clock.now() });
    return journal.problem;
  },
};

function advise(context: CommandContext, account: Account, instances: readonly Instance[]): void {
  const { io } = context;
  const dearer = dearerRows(instances, journalFor(context, account).events());
  for (const instance of instances) {
    const more = dearer.get(instance.id);
    if (more !== undefined)
      io.say(`${instanceName(instance)} ${dearerWords(more)}. Destroy it: rigdeck destroy ${instance.id}`);
    const { needsYou, word, advice } = readInstance(instance);
    if (needsYou) io.say(`${instanceName(instance)} is ${word}. ${advice ?? ''}`.trimEnd());
  }
}
