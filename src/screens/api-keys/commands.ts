import type { Parts } from '../../base/parts.ts';
import type { ApiKey } from '../../client/wire.ts';
import { keyName, mayText } from '../../engine/api-keys/key-words.ts';
import type { ActionId, Bindings } from '../../engine/keymap.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import { useLackingReason } from '../../hooks/use-write.ts';
import { useBody } from '../../tui/use-viewport.ts';
import { useDeleteKey } from './use-delete-key.ts';
import { keyPages } from './words.ts';

export const keyActs = [
  'keys.new',
  'keys.open',
  'keys.delete',
  'keys.ssh',
] as const satisfies readonly ActionId[];
export type KeyAct = (typeof keyActs)[number];

/** What the keys of the Keys screen do. `inUse` is the id of the key that rigdeck works with, where that is known. */
export function useKeyActs(row: ApiKey | undefined, inUse: number | undefined): Bindings<KeyAct> {
  const deck = useDeck();
  const session = useSession();
  const { columns } = useBody();
  const remove = useDeleteKey();
  const lacks = useLackingReason('user_write');
  const none = row === undefined ? 'There is no key here' : undefined;
  const write = session?.readOnly === true ? 'rigdeck is in read-only mode' : lacks;

  const ask = (key: ApiKey) => {
    const own = key.id === inUse;
    const leaves = own
      ? 'It is the key in use: rigdeck signs out.'
      : inUse === undefined
        ? 'The service does not say which key is in use. If it is this one, rigdeck signs out.'
        : '';
    const may = mayText(key);
    deck.open({
      kind: 'confirm',
      action: 'keys.delete',
      title: `Delete key ${keyName(key)}?`,
      body: [
        [`It may call ${may ?? 'what it may call is not told'}.`],
        [],
        [['Whatever uses it stops working at once, for good.', 'bold']],
        ...(leaves === '' ? [] : [[[leaves, own ? 'warn' : 'plain']] as Parts]),
      ],
      no: 'Keep it',
      yes: 'Delete it',
      typed: `delete ${key.id}`,
      run: () => remove.run(key, own),
    });
  };

  return {
    'keys.new': {
      run: () => deck.go({ go: 'push', route: { screen: 'new-key' } }),
      blocked: write,
    },
    'keys.ssh': { run: () => deck.go({ go: 'push', route: { screen: 'ssh-keys' } }) },
    'keys.open': {
      run: () =>
        row &&
        deck.open({
          kind: 'pager',
          title: `Key ${keyName(row)}`,
          lines: keyPages(row, deck.services.timeZone, columns - 12),
        }),
      blocked: none,
    },
    'keys.delete': {
      run: () => row && ask(row),
      blocked: none ?? write ?? (remove.pending ? 'The last key is still being deleted' : undefined),
    },
  };
}
