import type { CallOptions, Client } from '../client/client-type.ts';
import { ApiError } from '../client/errors.ts';
import { type AnyWrite, dangerOf } from '../engine/write.ts';
import { type Account, type CommandContext, requireAccount } from './cli/context.ts';
import { failure } from './cli/failure.ts';
import { readId } from './cli/numbers.ts';
import { printJson, printJsonAsIs } from './cli/output.ts';
import { changeOnce, type Seen } from './cli/settle-lost.ts';
import { askTyped, needYes } from './cli/typed-consent.ts';

/** What commands know of a noun's rows beside their records. */
export type Subject<Row extends { id: number } = { id: number }> = {
  /** What errors call its id, and what the JSON does. */
  id: { what: Parameters<typeof readId>[1]; field: string };
  /** A row to ask about; fails when there is none. */
  find(api: Client, id: number, signal: AbortSignal): Promise<Row>;
  /** A row as the provider has it now, null when it is gone, undefined when that cannot be told. */
  now(api: Client, id: number, options: CallOptions): Promise<Row | null | undefined>;
  /** Its name, and a line that says which one it is. */
  describe(row: Row): { name: string; line: string };
  /** What goes with a row that was removed; answers what is said of it. */
  removed?(account: Account, context: CommandContext, id: number): Promise<string | undefined>;
};

type CommandOf = NonNullable<AnyWrite['command']>;

/**
 * A write as a command: `rigdeck stop ID`, `rigdeck label ID TEXT`. The command is the consent, but for what is lost for
 * good: that wants --yes or a typed answer. Only what the provider says counts as done: its reply, or, where that is
 * lost, the row.
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
  // A worker is known by its label alone: what it loses is said before that is sent.
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

/** What the row tells of a write whose answer was lost. One that is gone was removed, and nothing else. */
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

/** Undefined where it is not to be had, as for a key that may only write. */
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
