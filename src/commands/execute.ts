import { commandFlaw, removes } from '../engine/instances/instance-inputs.ts';
import { type CommandContext, requireAccount } from './cli/context.ts';
import { failure } from './cli/failure.ts';
import { readId } from './cli/numbers.ts';
import { printJsonAsIs } from './cli/output.ts';
import { askTyped, needYes } from './cli/typed-consent.ts';

/** `rigdeck execute ID COMMAND`: what it printed goes to standard output. `rm` wants a yes. */
export async function executeCommand(
  context: CommandContext,
  [typedId, line]: readonly [string, string],
  options: { yes?: boolean },
): Promise<void> {
  const { io, json, signal } = context;
  const id = readId(typedId, 'instance id');
  const flaw = commandFlaw(line);
  if (flaw !== undefined) throw failure('usage', 'bad_command', flaw, `rigdeck ssh ${id}`);
  const command = line.trim();
  if (removes(command) && !options.yes) await askToRemove(context, id);
  const { api } = await requireAccount(context);
  const reply = await api.executeCommand(id, command, { signal });
  const lines = await api.readResult('executeCommand', reply.result_url, { signal });
  if (json) return printJsonAsIs(io, { schema: 1, instance_id: id, command, lines });
  for (const one of lines) io.out(`${one}\n`);
}

async function askToRemove(context: CommandContext, id: number): Promise<void> {
  needYes(context, false, 'rm', 'files are deleted permanently');
  await askTyped(context, {
    question: `It removes files on ${id} for good. Type yes to go on: `,
    accepts: (typed) => typed.toLowerCase() === 'yes',
    nothing: 'Nothing was run.',
  });
}
