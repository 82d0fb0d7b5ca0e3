import type { CallOptions, Client } from '../client/client-type.ts';
import { ApiError } from '../client/errors.ts';
import type { Instance } from '../client/wire.ts';
import { gpuLabel, instanceName } from '../engine/instances/names.ts';
import { addressOf } from '../engine/journal-account.ts';
import { recordNow } from '../engine/known-gone.ts';
import { openRents } from '../engine/rent/open-rents.ts';
import { type AnyWrite, dangerOf } from '../engine/write.ts';
import { type Account, type CommandContext, requireAccount } from './cli/context.ts';
import { failure } from './cli/failure.ts';
import { readId } from './cli/numbers.ts';
import { printJson, printJsonAsIs } from './cli/output.ts';
import { changeOnce, type Seen } from './cli/settle-lost.ts';
import { askTyped, needYes } from './cli/typed-consent.ts';
import { findInstance } from './instances.ts';

type CommandOf = NonNullable<AnyWrite['command']>;

/**
 * A write on an instance as a command: `rigdeck stop ID`, `rigdeck label ID TEXT`. The command is the consent, but for what
 * is lost for good: that wants --yes or a typed answer. Only what the service says counts as done: its reply, or, where
 * that is lost, the record.
 */
export async function writeCommand(
  context: CommandContext,
  write: AnyWrite,
  [typedId, typed]: readonly string[],
  { yes = false }: { yes?: boolean },
): Promise<void> {
  const { io, json, signal } = context;
  const command = write.command as CommandOf;
  const id = readId(typedId ?? '', 'instance id');
  const read = write.input?.read(typed ?? '');
  if (read?.ok === false)
    throw failure('usage', command.badInput ?? 'usage', read.reason, command.instead?.(id));
  const input = read?.value;
  const ask = !yes && dangerOf(write, input) !== 'none' ? command.ask : undefined;
  if (ask !== undefined) needYes(context, false, ask.what, ask.effect);
  if (ask?.lost === undefined && ask !== undefined) await askYes(context, id, ask);
  const account = await requireAccount(context);
  const { api } = account;
  if (ask?.lost !== undefined)
    await askForName(context, await findInstance(api, id, signal), command.name, ask);
  // A worker is known by its label alone: what it loses is said before that is sent.
  const row = command.before && !account.readOnly ? await rowBefore(api, id, signal) : undefined;
  const before = row && command.before?.(row, input);
  if (before !== undefined) io.say(before);

  const call = api[write.endpoint as 'stopInstance'] as (...args: unknown[]) => Promise<object>;
  const send = () => call(...write.request(id, input), { signal });
  const canTell = write.confirmedBy !== undefined || write.removes === true;
  const reply = canTell
    ? await changeOnce(
        context,
        { read: () => recordOf(api, id, { signal, once: true }), seen: seenAfter(write, id, input) },
        send,
      )
    : await send();
  const lines = write.output && (await write.output(api, reply, { signal }));
  if (write.removes) await forget(account, context, id);
  const fields = { schema: 1 as const, instance_id: id, ...command.json?.(input) };
  if (lines !== undefined) {
    if (json) printJsonAsIs(io, { ...fields, lines });
    else for (const line of lines) io.out(`${line}\n`);
    return;
  }
  if (json) return printJson(io, { ...fields, ...(reply ?? { success: true }) });
  io.say(command.done(id, input));
  const { problem } = context.composition.journal;
  if (write.removes && problem !== undefined) io.say(problem);
}

/** What the record tells of a write whose answer was lost. One that is gone was destroyed, and nothing else. */
export const seenAfter =
  (write: AnyWrite, id: number, input: unknown) =>
  (row: Instance | null): Seen => {
    if (row === null)
      return { done: write.removes === true, text: `the service has no instance ${id} any more` };
    const isDone = write.confirmedBy?.(row, input) === true;
    return {
      done: isDone ? true : undefined,
      text: write.command?.shows?.(row) ?? `instance ${id} is there`,
    };
  };

type Ask = NonNullable<CommandOf['ask']>;

async function askYes(context: CommandContext, id: number, { question, nothing }: Ask): Promise<void> {
  await askTyped(context, {
    question: question(id, ''),
    accepts: (typed) => typed.toLowerCase() === 'yes',
    nothing,
  });
}

/** Has the person type the name or the id of an instance before something of it is lost. */
async function askForName(
  context: CommandContext,
  instance: Instance,
  command: string,
  { lost, nothing, question }: Ask,
): Promise<void> {
  const { io } = context;
  const name = instanceName(instance);
  io.say(
    `Instance ${instance.id}${instance.label ? ` "${instance.label}"` : ''}, ${gpuLabel(instance) ?? 'GPU not known'}`,
  );
  io.say(lost ?? command);
  await askTyped(context, {
    question: question(instance.id, name),
    accepts: (typed) => typed === name || typed === String(instance.id),
    wrong: 'That is not its name.',
    nothing,
  });
}

/** An instance as the service has it now, null when it is gone, undefined when that cannot be told. */
const recordOf = (api: Client, id: number, options: CallOptions): Promise<Instance | null | undefined> =>
  recordNow(id, {
    alone: () => api.getInstance(id, options),
    list: () => api.listInstances(options),
    asApiError: (thrown) => (thrown instanceof ApiError ? thrown : undefined),
  });

/** Undefined where it is not to be had, as for a key that may only write. */
async function rowBefore(api: Client, id: number, signal: AbortSignal): Promise<Instance | undefined> {
  try {
    return (await api.getInstance(id, { signal, once: true })).instances ?? undefined;
  } catch (error) {
    if (error instanceof ApiError && !signal.aborted) return undefined;
    throw error;
  }
}

/** The key of a destroyed instance opens nothing any more, and nothing of it is left to watch. */
async function forget(account: Account, context: CommandContext, id: number): Promise<void> {
  const { secrets, baseUrl, sandbox } = account;
  await secrets.dropInstanceKey(id);
  const { journal, clock } = context.composition;
  const known = openRents(journal.events()).some(
    (rent) => addressOf(rent.base_url) === addressOf(baseUrl) && rent.id === id,
  );
  if (sandbox || !known) return;
  const { journalFor } = await import('./rent-journal.ts');
  await journalFor(context, account).append({ t: 'gone', id, at: clock.now() });
}
