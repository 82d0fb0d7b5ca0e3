import { tunnelLine } from '../engine/connect/connect-lines.ts';
import { type CommandContext, requireAccount } from './cli/context.ts';
import { failure } from './cli/failure.ts';
import { readId, readWhole } from './cli/numbers.ts';
import { printJson } from './cli/output.ts';
import { findInstance } from './instances.ts';
import { keyWarning } from './key-on-file.ts';
import { requireSsh } from './reach.ts';
import type { RunSsh } from './ssh.ts';

/** A port of this machine that is free: the wanted one, else any; undefined where there is none. */
export type FreePort = (wanted: number) => Promise<number | undefined>;

/** Ports below this one belong to the system. */
const firstOwnPort = 1024;

/**
 * `rigdeck tunnel ID PORT [--local N] [--print]`: runs ssh until Ctrl+C. A local port that was named and is taken is a
 * failure; otherwise the same number as far away is taken where it is free, and any other where not.
 */
export async function tunnelCommand(
  context: CommandContext,
  [typedId, typedPort]: readonly [string, string],
  options: { local?: string; print?: boolean },
  { runSsh, freePort }: { runSsh: RunSsh; freePort: FreePort },
): Promise<number> {
  const { io, json, composition, signal } = context;
  const id = readId(typedId, 'instance id');
  const remote = readWhole(typedPort, 'port', 1, 65_535);
  const named = options.local === undefined ? undefined : readWhole(options.local, '--local', 1, 65_535);
  const { api } = await requireAccount(context);
  const warning = json || options.print ? undefined : keyWarning(api, signal);
  const target = requireSsh(context, await findInstance(api, id, signal));
  const local = await freePort(named ?? (remote < firstOwnPort ? remote + 8000 : remote));
  if (local === undefined || (named !== undefined && local !== named)) {
    const which = named === undefined ? 'No port of this machine is free.' : `Port ${named} is taken here.`;
    throw failure('refused', 'port_taken', which, 'Leave --local out for a free one.');
  }
  const command = tunnelLine(target, local, remote);
  if (json) {
    printJson(io, { schema: 1, instance_id: id, local_port: local, remote_port: remote, command });
    return 0;
  }
  if (options.print) {
    io.out(`${command}\n`);
    return 0;
  }
  const said = await warning;
  if (said !== undefined) io.say(said);
  io.say(`localhost:${local} leads to port ${remote} of ${id} until you press Ctrl+C.`);
  const { code, text } = await runSsh({
    target,
    instanceId: id,
    tunnel: { local, remote },
    extraArgs: composition.config.config.ssh_args ?? [],
    stateDir: composition.paths.stateDir,
  });
  if (code === undefined)
    throw failure('refused', 'ssh_failed', text ?? 'ssh did not start.', `By hand: ${command}`);
  if (text !== undefined) io.say(text);
  return code;
}
