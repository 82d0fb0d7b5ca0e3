import type { Instance } from '../../client/wire.ts';
import { copyRows } from '../../engine/connect/instance-copies.ts';
import { jupyterLink } from '../../engine/connect/jupyter.ts';
import type { Deck } from '../../engine/deck.ts';
import { instanceName } from '../../engine/instances/names.ts';
import type { Binding } from '../../engine/keymap.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import type { MenuEntry } from '../../tui/dialog/modal.ts';
import { askNewFile } from './ask-new-file.ts';
import { askTokenCopy } from './ask-token-copy.ts';
import { copyText } from './copy-text.ts';

/** The menu of what can be copied of an instance: `yy` its ssh command, and more. What is not there now is left out. */
export function useCopyMenu(instance: Instance | undefined, tunnelLine: (row: Instance) => void): Binding {
  const deck = useDeck();
  const session = useSession();
  const { terminal, sshUser } = deck.services;
  const open = (row: Instance) => {
    const rows = copyRows({
      ...{ instance: row, baseUrl: session?.baseUrl ?? '', user: sshUser },
      knownHosts: terminal.knownHosts(row.id),
    });
    const block = rows.find(({ key }) => key === 'e')?.text;
    const link = jupyterLink(row);
    deck.open({
      kind: 'menu',
      title: `Copy of ${instanceName(row)}`,
      entries: [
        ...rows.flatMap(({ key, label, text }): MenuEntry[] =>
          text === undefined
            ? []
            : [{ key, label, ...preview(text), run: () => void copyText(deck, label, text) }],
        ),
        ...(block === undefined
          ? []
          : [
              { key: 't', label: 'ssh command of a tunnel', run: () => tunnelLine(row) },
              { key: 'f', label: 'block for ssh_config, to a file', run: () => askFile(deck, row.id, block) },
            ]),
        ...(link.ok
          ? [
              {
                key: 'n',
                label: 'Jupyter address',
                hint: link.shown,
                run: () => askTokenCopy(deck, link.url, { key: 'n' }),
              },
            ]
          : []),
      ],
    });
  };
  return {
    run: () => instance && open(instance),
    blocked: instance === undefined ? 'No instance selected' : undefined,
  };
}

const previewCells = 36;
/** One line, as far as it goes; a text of several lines says nothing by its first. */
const preview = (text: string): { hint?: string } =>
  text.includes('\n')
    ? {}
    : { hint: text.length > previewCells ? `${text.slice(0, previewCells - 1)}…` : text };

/** A new file that the person's own configuration includes: rigdeck writes into none that is there. */
const askFile = (deck: Deck, id: number, block: string): void =>
  askNewFile(deck, {
    title: 'Save the block to a new file',
    path: `~/.ssh/rigdeck-${id}.conf`,
    notes: ['ssh reads it once ~/.ssh/config begins with', `Include rigdeck-${id}.conf`],
    text: block,
    done: (path) => `Saved to ${path}; include it in ~/.ssh/config yourself`,
  });
