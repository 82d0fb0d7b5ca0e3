import type { Client } from '../client/client-type.ts';
import { ApiError } from '../client/errors.ts';
import { groupOfLabel, relabelledWords } from '../engine/groups/group-workers.ts';
import { readLabel } from '../engine/instances/instance-inputs.ts';
import { actOnce, seenLabel } from './cli/act-once.ts';
import { type CommandContext, requireAccount } from './cli/context.ts';
import { failure } from './cli/failure.ts';
import { readId } from './cli/numbers.ts';
import { printJson } from './cli/output.ts';

/**
 * `rigdeck label ID TEXT`: an empty text takes the label off. A worker of a group is known by its label alone, so what it
 * is called is read first, and what it loses is said.
 */
export async function labelCommand(context: CommandContext, typedId: string, typed: string): Promise<void> {
  const { io, json, signal } = context;
  const id = readId(typedId, 'instance id');
  const read = readLabel(typed);
  if (!read.ok) throw failure('usage', 'bad_label', read.reason);
  const { api, readOnly } = await requireAccount(context);
  const before = readOnly ? undefined : groupOfLabel(await labelOf(api, id, signal));
  if (before !== undefined && groupOfLabel(read.label) !== before) io.say(relabelledWords(id, before));
  const reply = await actOnce(context, { api, id, seen: seenLabel(id, read.label) }, () =>
    api.labelInstance(id, read.label, { signal }),
  );
  const fields = reply ?? { success: true };
  if (json) return printJson(io, { schema: 1, instance_id: id, label: read.label, ...fields });
  io.say(read.label === null ? `${id} has no label any more.` : `${id} is called ${read.label} now.`);
}

/** Undefined where it is not to be had, as for a key that may only write: what becomes of the label, its own answer tells. */
async function labelOf(api: Client, id: number, signal: AbortSignal): Promise<string | null | undefined> {
  try {
    return (await api.getInstance(id, { signal, once: true })).instances?.label;
  } catch (error) {
    if (error instanceof ApiError && !signal.aborted) return undefined;
    throw error;
  }
}
