import type { Instance } from '../../client/wire.ts';
import { noKeyOnFile } from '../../engine/connect/key-on-file.ts';
import { directSshTarget, sshTarget } from '../../engine/instances/reading.ts';
import { canSsh } from '../../engine/instances/rules.ts';
import type { ActionId, Bindings } from '../../engine/keymap.ts';
import { dataOf } from '../../engine/read-health.ts';
import { useUser } from '../../hooks/resources.ts';
import { useDeck } from '../../hooks/use-deck.ts';

export const sshActs = [
  'instance.ssh',
  'instance.ssh-pane',
  'instance.ssh-direct',
] as const satisfies readonly ActionId[];

/** The ways into an instance by ssh: here, in a pane beside the deck, and past the proxy. */
export function useSsh(instance: Instance | undefined): Bindings<(typeof sshActs)[number]> {
  const deck = useDeck();
  const { terminal, sshUser } = deck.services;
  const id = instance?.id ?? 0;
  const can = instance === undefined ? undefined : canSsh(instance, deck);
  const address = instance === undefined ? undefined : sshTarget(instance, sshUser);
  const direct = instance === undefined ? undefined : directSshTarget(instance, sshUser);
  const blocked =
    instance === undefined ? 'No instance selected' : can?.ok === false ? can.reason : undefined;
  const { sshPane } = terminal;
  const before = noKeyOnFile(dataOf(useUser()));

  const connect = (to: typeof address) => {
    if (to === undefined) return;
    void terminal.ssh(to, id, before).then(({ ok, text, command }) => {
      deck.messages.say(ok ? 'info' : 'warn', text);
      if (command !== undefined)
        deck.open({ kind: 'pager', title: 'To forget the old host key, run', lines: [command] });
    });
  };

  return {
    // Where the service says that it is reached comes first (interface.md, Instance records); straight to it on request.
    'instance.ssh': { run: () => connect(address), blocked },
    'instance.ssh-pane': {
      run: () => {
        if (address === undefined || sshPane === undefined) return;
        if (before !== undefined) deck.messages.say('warn', before);
        void sshPane(address, id).then(({ ok, text }) => deck.messages.say(ok ? 'info' : 'warn', text));
      },
      blocked:
        sshPane === undefined
          ? `Panes are opened in tmux, zellij and WezTerm only: ${deck.keyName('instance.ssh')} connects in this terminal`
          : blocked,
    },
    'instance.ssh-direct': {
      run: () => connect(direct),
      blocked:
        blocked ??
        (direct === undefined
          ? `Its record names no direct address: ${deck.keyName('instance.ssh')} goes by the proxy`
          : undefined),
    },
  };
}
