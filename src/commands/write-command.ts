import type { CallOptions, Client } from '../client/client-type.ts';
import { ApiError } from '../client/errors.ts';
import { type AnyWrite, dangerOf } from '../engine/write.ts';
import { type Account, type CommandContext, requireAccount } from './cli/context.ts';
import { failure } from './cli/failure.ts';
import { readId } from './cli/numbers.ts';
import { printJson, printJsonAsIs } from './cli/output.ts';
import { changeOnce, type Seen } from './cli/settle-lost.ts';
import { askTyped, needYes } from './cli/typed-consent.ts';

/** What commands know about a noun's rows besides the records. */
export type Subject<Row extends { id: number } = { id: number }> = {
  /** What errors call its ID, and what the JSON calls it. */
  id: { what: Parameters<typeof readId>[1]; field: string };
  /** The row to ask about. Fails if it does not exist. */
  find(api: Client, id: number, signal: AbortSignal): Promise<Row>;
  /** The row as the provider has it now. Null if it is gone, undefined if that is unknown. */
  now(api: Client, id: number, options: CallOptions): Promise<Row | null | undefined>;
  /** Its name, and a line that identifies it. */
  describe(row: Row): { name: string; line: string };
  /** Cleans up after a removed row. Returns the message to show. */
  removed?(account: Account, context: CommandContext, id: number): Promise<string | undefined>;
};

type CommandOf = NonNullable<AnyWrite['command']>;

/**
 * A write as a command: `rigdeck stop ID`, `rigdeck label ID TEXT`. The command is the consent, except for a permanent
 * loss: that wants --yes or a typed answer. Only the provider decides what counts as done: by its reply, or by the row
 * if the reply is lost.
 */
export async function writeCommand(
  context: CommandContext,
  { subject, write }: { subject: Subject; write: AnyWrite },
  [typedId, typed]: readonly string[],
  { yes = false }: { yes?: boolean },
): Promise<void> {
  const { io, json, signal } = context;
  const command = write.command as CommandOf;
  const id = readId(typedId ?? '', subject.id.what);
  const read = write.input?.read(typed ?? '');
  if (read?.ok === false)
    throw failure('usage', command.badInput ?? 'usage', read.reason, command.instead?.(id));
  const input = read?.value;
  const ask = !yes && dangerOf(write, input) !== 'none' ? command.ask : undefined;
  if (ask !== undefined) needYes(context, false, ask.what, ask.effect);
  if (ask?.lost === undefined && ask !== undefined) await askYes(context, ask.question(id, '', input), ask);
  const account = await requireAccount(context);
  const { api } = account;
  if (ask?.lost !== undefined) {
    const { name, line } = subject.describe(await subject.find(api, id, signal));
    io.say(line);
    io.say(ask.lost);
    await askTyped(context, {
      question: ask.question(id, name, input),
      accepts: (typed) => typed === name || typed === String(id),
      wrong: "The name doesn't match.",
      nothing: ask.nothing,
    });
  }
  // A label alone identifies a worker: what the worker loses is reported before sending.
  const row = command.before && !account.readOnly ? await rowBefore(subject, api, id, signal) : undefined;
  const before = row && command.before?.(row, input);
  if (before !== undefined) io.say(before);

  const call = api[write.endpoint as 'stopInstance'] as (...args: unknown[]) => Promise<object>;
  const send = () => call(...write.request(id, input), { signal });
  const canTell = write.confirmedBy !== undefined || write.removes === true;
  const reply = canTell
    ? await changeOnce(
        context,
        { read: () => subject.now(api, id, { signal, once: true }), seen: seenAfter(write, id, input) },
        send,
      )
    : await send();
  const lines = write.output && (await write.output(api, reply, { signal }));
  const more = write.removes ? await subject.removed?.(account, context, id) : undefined;
  const fields = { schema: 1 as const, [subject.id.field]: id, ...command.json?.(input) };
  if (lines !== undefined) {
    if (json) printJsonAsIs(io, { ...fields, lines });
    else for (const line of lines) io.out(`${line}\n`);
    return;
  }
  if (json) return printJson(io, { ...fields, ...(reply ?? { success: true }) });
  // After a lost answer, what was read has been printed: a stop that was seen is no longer "Stopping".
  if (reply !== undefined || write.removes) io.say(command.done(id, input, reply));
  if (more !== undefined) io.say(more);
}

/** What the row shows about a write after a lost answer. A row that is gone proves a removal, and no other write. */
const seenAfter =
  (write: AnyWrite, id: number, input: unknown) =>
  (row: { id: number } | null): Seen => {
    const { one } = write.noun;
    if (row === null)
      return { done: write.removes === true, text: `the provider no longer has ${one} ${id}` };
    const isDone = write.confirmedBy?.(row, input) === true;
    return {
      done: isDone ? true : undefined,
      text: write.command?.shows?.(row, isDone) ?? `${one} ${id} still exists`,
    };
  };

type Ask = NonNullable<CommandOf['ask']>;

const askYes = (context: CommandContext, question: string, { nothing }: Ask): Promise<void> =>
  askTyped(context, { question, accepts: (typed) => typed.toLowerCase() === 'yes', nothing });

/** Undefined if the row can't be read, e.g. with a key that may only write. */
async function rowBefore(
  subject: Subject,
  api: Client,
  id: number,
  signal: AbortSignal,
): Promise<{ id: number } | undefined> {
  try {
    return (await subject.now(api, id, { signal, once: true })) ?? undefined;
  } catch (error) {
    if (error instanceof ApiError && !signal.aborted) return undefined;
    throw error;
  }
}
