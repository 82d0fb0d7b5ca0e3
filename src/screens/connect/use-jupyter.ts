import type { Instance } from '../../client/wire.ts';
import { jupyterLink, jupyterPort } from '../../engine/connect/jupyter.ts';
import type { Deck } from '../../engine/deck.ts';
import { canSsh } from '../../engine/instances/rules.ts';
import type { Binding } from '../../engine/keymap.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { askTokenCopy } from './ask-token-copy.ts';
import { tunnelTo } from './use-tunnel.ts';

/**
 * Opens the Jupyter of an instance in the browser. Where there is none to open, as over SSH, the address is offered to
 * be shown or, on a second press, copied: the one place beside the copy menu where its token is seen.
 */
export function useJupyter(instance: Instance | undefined): Binding {
  const deck = useDeck();
  const link = instance === undefined ? undefined : jupyterLink(instance);
  const byTunnel = link?.ok === false && link.tunnel && instance !== undefined && canSsh(instance).ok;
  return {
    run: () => {
      if (instance === undefined || link === undefined) return;
      if (link.ok) void openOrShow(deck, link.url);
      else offerTunnel(deck, instance);
    },
    blocked: link === undefined ? 'No instance selected' : link.ok || byTunnel ? undefined : link.reason,
  };
}

async function openOrShow(deck: Deck, url: string): Promise<void> {
  const { terminal } = deck.services;
  const opened = await terminal.openLink(url);
  if (opened.ok) return deck.messages.say('info', `${opened.text} Its certificate is its own`);
  const show = () =>
    deck.open({ kind: 'pager', title: 'Jupyter, with its token', lines: [url, '', opened.text] });
  askTokenCopy(deck, url, { key: deck.keymap('instance.jupyter')[0] ?? 'N', show });
}

/** Through the proxy its record names no address; its port is reached by a tunnel. */
function offerTunnel(deck: Deck, instance: Instance): void {
  const to = (use: 'open' | 'copy') => () => void tunnelTo(deck, instance, jupyterPort, use);
  deck.open({
    kind: 'menu',
    title: 'This Jupyter is reached by a tunnel',
    entries: [
      { key: 't', label: 'open the tunnel here', run: to('open') },
      { key: 'c', label: 'copy its line', run: to('copy') },
    ],
  });
}
