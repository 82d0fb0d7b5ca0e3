import { type CommandContext, requireAccount } from './cli/context.ts';
import { failure } from './cli/failure.ts';
import { readId } from './cli/numbers.ts';
import { printJson } from './cli/output.ts';
import { findInstance } from './instances.ts';
import { keyWarning } from './key-on-file.ts';
import { requireSsh } from './reach.ts';

export type SshRequest = {
  target: { host: string; port: number; user: string };
  instanceId: number;
  /** A tunnel and no session: Ctrl+C ends it well. */
  tunnel?: { local: number; remote: number };
  extraArgs: readonly string[];
  /** Where what ssh remembers of hosts can be kept. */
  stateDir: string | undefined;
};

/** Runs ssh in this terminal: its exit code, undefined when it could not be run, and what went wrong with it. */
export type RunSsh = (request: SshRequest) => Promise<{ code: number | undefined; text?: string }>;

/** `rigdeck ssh ID [--print]`: opens the session, or prints the one line that would. */
export async function sshCommand(
  context: CommandContext,
  typedId: string,
  options: { print?: boolean },
  runSsh: RunSsh,
): Promise<number> {
  const { io, json, composition, signal } = context;
  const id = readId(typedId, 'instance id');
  const { api } = await requireAccount(context);
  const warning = json || options.print ? undefined : keyWarning(api, signal);
  const instance = await findInstance(api, id, signal);
  const { ssh_args: extraArgs = [] } = composition.config.config;
  const target = requireSsh(context, instance);
  if (json) {
    printJson(io, {
      schema: 1,
      instance_id: id,
      host: target.host,
      port: target.port,
      user: target.user,
      command: target.command,
    });
    return 0;
  }
  if (options.print) {
    io.out(`${target.command}\n`);
    return 0;
  }
  const said = await warning;
  if (said !== undefined) io.say(said);
  const { code, text } = await runSsh({
    target,
    instanceId: id,
    extraArgs,
    stateDir: composition.paths.stateDir,
  });
  if (code === undefined)
    throw failure('refused', 'ssh_failed', text ?? 'ssh did not start.', `By hand: ${target.command}`);
  if (text !== undefined) io.say(text);
  return code;
}
