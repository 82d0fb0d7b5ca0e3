import type { Parts } from '../../base/parts.ts';
import { wrapWords } from '../../base/wrap-words.ts';
import type { SshKey } from '../../client/wire.ts';
import { describePublicKey } from '../../engine/api-keys/ssh-public-key.ts';
import type { ActionId, Bindings } from '../../engine/keymap.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import { useLackingReason } from '../../hooks/use-write.ts';
import { useBody } from '../../tui/use-viewport.ts';
import { useSshKeyActs } from './use-ssh-key-acts.ts';

export const sshKeyActs = [
  'ssh-keys.add',
  'ssh-keys.open',
  'ssh-keys.remove',
] as const satisfies readonly ActionId[];
export type SshKeyAct = (typeof sshKeyActs)[number];

/** What the keys of the SSH keys screen do. */
export function useSshKeyBindings(
  known: readonly SshKey[] | undefined,
  row: SshKey | undefined,
): Bindings<SshKeyAct> {
  const deck = useDeck();
  const session = useSession();
  const { columns } = useBody();
  const acts = useSshKeyActs(known);
  const lacks = useLackingReason('user_write');
  const none = row === undefined ? 'There is no SSH key here' : undefined;
  const write =
    session?.readOnly === true
      ? 'rigdeck is in read-only mode'
      : (lacks ?? (acts.pending ? 'The last change is still on its way' : undefined));

  const ask = (key: SshKey) => {
    const { fingerprint, comment } = describePublicKey(key.public_key);
    const facts = [comment, fingerprint].filter((fact) => fact !== undefined && fact !== '');
    deck.open({
      kind: 'confirm',
      action: 'ssh-keys.remove',
      title: `Remove SSH key ${key.id}?`,
      body: [
        ...facts.map((fact): Parts => [fact as string]),
        [],
        [
          'New instances will not take it any more. Those that have it already may keep it; it can be added again.',
        ],
      ],
      no: 'Keep it',
      yes: 'Remove it',
      run: () => acts.remove(key),
    });
  };
  return {
    'ssh-keys.add': { run: acts.add, blocked: write },
    'ssh-keys.open': {
      run: () => {
        const { type, fingerprint, comment } = describePublicKey(row?.public_key);
        deck.open({
          kind: 'pager',
          title: `SSH key ${row?.id}`,
          lines: [
            `type         ${type ?? '·'}`,
            `comment      ${comment || '·'}`,
            `fingerprint  ${fingerprint ?? '·'}`,
            '',
            ...wrapWords(row?.public_key ?? 'The service does not tell its text.', columns - 12),
          ],
        });
      },
      blocked: none,
    },
    'ssh-keys.remove': { run: () => row && ask(row), blocked: none ?? write },
  };
}
