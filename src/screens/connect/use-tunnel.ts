import type { Instance } from '../../client/wire.ts';
import { tunnelLine } from '../../engine/connect/connect-lines.ts';
import { openPorts, readPort } from '../../engine/connect/instance-ports.ts';
import { jupyterPort } from '../../engine/connect/jupyter.ts';
import type { Deck } from '../../engine/deck.ts';
import { instanceName } from '../../engine/instances/names.ts';
import { sshTarget } from '../../engine/instances/reading.ts';
import { canSsh } from '../../engine/instances/rules.ts';
import { runtypeOf, runtypes } from '../../engine/rent/runtypes.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import type { MenuEntry } from '../../tui/dialog/modal.ts';
import { copyText } from './copy-text.ts';

/** Ports below this one belong to the system. */
const firstOwnPort = 1024;

/** What a tunnel is for: to be opened in this terminal, or as a line on the clipboard. */
export type TunnelUse = 'open' | 'copy';

/** Asks which port of the instance is meant, and opens a tunnel there or copies the line for one. */
export function useTunnel(): (instance: Instance, use: TunnelUse) => void {
  const deck = useDeck();
  return (instance, use) => {
    const entries = portsOf(instance).map(
      ({ port, what }, index): MenuEntry => ({
        ...(index < 9 ? { key: String(index + 1) } : {}),
        label: `port ${port}`,
        hint: what,
        run: () => void tunnelTo(deck, instance, port, use),
      }),
    );
    deck.open({
      kind: 'menu',
      title: `${use === 'open' ? 'Tunnel' : 'Line for a tunnel'} to ${instanceName(instance)}`,
      entries: [...entries, { key: 'o', label: 'another port', run: () => askPort(deck, instance, use) }],
    });
  };
}

/** Ports of the container that are known to be worth reaching. ssh itself needs no tunnel. */
function portsOf(instance: Instance): readonly { port: number; what: string }[] {
  const runtype = runtypeOf(instance.image_runtype);
  const jupyter = runtype !== undefined && runtypes[runtype].hasJupyter ? [jupyterPort] : [];
  const mapped = openPorts(instance).flatMap((row) => (row.protocol === 'tcp' ? [row.container] : []));
  return [...new Set([...jupyter, ...mapped])]
    .filter((port) => port !== 22)
    .map((port) => ({
      port,
      what: jupyter.includes(port) ? 'Jupyter' : mapped.includes(port) ? 'mapped' : '',
    }));
}

function askPort(deck: Deck, instance: Instance, use: TunnelUse): void {
  deck.open({
    kind: 'prompt',
    title: `A port of ${instanceName(instance)}`,
    initial: '',
    limit: 5,
    wrong: (text) => (readPort(text) === undefined ? 'A port is a number from 1 to 65535' : undefined),
    run: (text) => void tunnelTo(deck, instance, readPort(text) ?? 0, use),
  });
}

/** The local port is the same number where that is free, so that addresses look alike on both sides. */
export async function tunnelTo(
  deck: Deck,
  instance: Instance,
  remote: number,
  use: TunnelUse,
): Promise<number | undefined> {
  const { terminal, sshUser } = deck.services;
  const can = canSsh(instance, deck);
  const target = can.ok ? sshTarget(instance, sshUser) : undefined;
  const local = await terminal.freePort(remote < firstOwnPort ? remote + 8000 : remote);
  if (target === undefined || local === undefined) {
    deck.messages.say('warn', can.ok ? 'No port of this machine is free' : can.reason);
    return undefined;
  }
  if (use === 'copy') {
    await copyText(deck, 'ssh command of a tunnel', tunnelLine(target, local, remote));
    return local;
  }
  const { ok, text } = await terminal.tunnel(target, instance.id, { local, remote });
  deck.messages.say(ok ? 'info' : 'warn', text);
  return local;
}
