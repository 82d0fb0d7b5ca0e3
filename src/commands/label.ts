import { readLabel } from '../domain/instance-inputs.ts';
import { type CommandContext, requireAccount } from './context.ts';
import { failure } from './failure.ts';
import { readId } from './numbers.ts';
import { printJson } from './output.ts';

/** `rigdeck label ID TEXT`: an empty text takes the label off. */
export async function labelCommand(context: CommandContext, typedId: string, typed: string): Promise<void> {
  const { io, json, signal } = context;
  const id = readId(typedId, 'ID');
  const read = readLabel(typed);
  if (!read.ok) throw failure('usage', 'bad_label', read.reason);
  const { api } = await requireAccount(context);
  const reply = await api.labelInstance(id, read.label, { signal });
  if (json) return printJson(io, { schema: 1, instance_id: id, label: read.label, ...reply });
  io.say(read.label === null ? `${id} has no label any more.` : `${id} is called ${read.label} now.`);
}
