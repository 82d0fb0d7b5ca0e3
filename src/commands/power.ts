import { actOnce, seenPower } from './cli/act-once.ts';
import { type CommandContext, requireAccount } from './cli/context.ts';
import { readId } from './cli/numbers.ts';
import { printJson } from './cli/output.ts';

const doings = {
  stop: 'Stopped: the compute charge halts. The disk is charged until you destroy it.',
  start: 'Asked to start. It runs, and is charged, once a GPU is free.',
} as const;

/** `rigdeck stop ID` and `rigdeck start ID`. The command is the consent; only the service says that it was done. */
export async function powerCommand(
  context: CommandContext,
  doing: 'stop' | 'start',
  typedId: string,
): Promise<void> {
  const { io, json, signal } = context;
  const id = readId(typedId, 'instance id');
  const { api } = await requireAccount(context);
  const seen = seenPower(id, doing === 'stop' ? 'stopped' : 'running');
  const reply = await actOnce(context, { api, id, seen }, () =>
    (doing === 'stop' ? api.stopInstance : api.startInstance)(id, { signal }),
  );
  if (json) return printJson(io, { schema: 1, instance_id: id, ...(reply ?? { success: true }) });
  io.say(`${id}: ${doings[doing]}`);
}
