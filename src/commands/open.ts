import { jupyterAt, jupyterLink, jupyterPort } from '../engine/connect/jupyter.ts';
import { readInstance } from '../engine/instances/reading.ts';
import { type CommandContext, requireAccount } from './cli/context.ts';
import { failure } from './cli/failure.ts';
import { readId, readWhole } from './cli/numbers.ts';
import { printJsonAsIs } from './cli/output.ts';
import { findInstance } from './instances.ts';

/** Opens an address in a browser: what came of it, in a sentence. `ok` false where there is none to open, as over SSH. */
export type OpenLink = (url: string) => Promise<{ ok: boolean; text: string }>;

/**
 * `rigdeck open ID [--print]`: Jupyter with its token. Where no browser can be opened the address is printed; it is the
 * purpose of this command to hand it out.
 */
export async function openCommand(
  context: CommandContext,
  typedId: string,
  options: { print?: boolean; local?: string },
  { openLink }: { openLink: OpenLink },
): Promise<void> {
  const { io, json, signal } = context;
  const id = readId(typedId, 'instance id');
  const local = options.local === undefined ? undefined : readWhole(options.local, '--local', 1, 65_535);
  const { api } = await requireAccount(context);
  const instance = await findInstance(api, id, signal);
  const direct = jupyterLink(instance);
  const mayTunnel = direct.ok || direct.tunnel;
  const link = local !== undefined && mayTunnel ? jupyterAt(instance, `localhost:${local}`) : direct;
  if (!link.ok) {
    const failed = readInstance(instance).neverRuns;
    throw failure(
      failed ? 'instanceFailed' : 'refused',
      failed ? 'instance_failed' : 'no_jupyter',
      link.reason,
      link.tunnel
        ? `Run rigdeck tunnel ${id} ${jupyterPort}, and in another terminal rigdeck open ${id} --local with its port.`
        : `See rigdeck instances ${id}.`,
    );
  }
  if (json) return printJsonAsIs(io, { schema: 1, instance_id: id, url: link.url });
  if (options.print) return io.out(`${link.url}\n`);
  const opened = await openLink(link.url);
  io.say(opened.text);
  if (opened.ok) io.say('Its certificate is its own, so the browser asks whether to trust it.');
  else io.out(`${link.url}\n`);
}
