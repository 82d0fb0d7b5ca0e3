import type { SshKey } from '../../client/wire.ts';
import {
  describePublicKey,
  isPrivateKey,
  type PublicKey,
  privateKeyRefused,
  readPublicKey,
} from '../../engine/api-keys/ssh-public-key.ts';
import { keys } from '../../engine/read-keys.ts';
import { reportFailure } from '../../engine/report-failure.ts';
import { useCommand } from '../../hooks/use-command.ts';
import { useApi, useDeck } from '../../hooks/use-deck.ts';
import { nameOfSshKey, sendSshKey, sendSshKeyRemoval } from '../../hooks/watch/lost-keys.ts';
import type { MenuEntry } from '../../tui/dialog/modal.ts';

const longestLine = 16_384;

/** Adds public keys to the account, picked from ~/.ssh or pasted, and takes them off again; each is sent once. */
export function useSshKeyActs(known: readonly SshKey[] | undefined): {
  add(): void;
  remove(key: SshKey): void;
  pending: boolean;
} {
  const deck = useDeck();
  const api = useApi();
  const adding = useCommand(
    ({ line, fingerprint }: PublicKey) => sendSshKey(deck, fingerprint, () => api.createSshKey(line)),
    [keys.sshKeys, keys.user],
  );
  const removing = useCommand(
    (key: SshKey) => sendSshKeyRemoval(deck, key, () => api.deleteSshKey(key.id)),
    [keys.sshKeys, keys.user],
  );
  const there = new Set(known?.map(({ public_key: text }) => describePublicKey(text).fingerprint));
  const send = async (key: PublicKey) => {
    if (there.has(key.fingerprint)) return deck.messages.say('info', 'That key is on the account already');
    const result = await adding.run(key);
    if (result === undefined) return;
    if (!result.ok) return reportFailure(deck, 'SSH key', result.error);
    deck.messages.settle('SSH key');
    deck.messages.say('info', `SSH key ${result.value.key.id} is added: new instances take it`);
  };
  const paste = () =>
    deck.open({
      kind: 'prompt',
      title: 'Paste a public key',
      initial: '',
      limit: longestLine,
      notes: ['The line of a .pub file, as ssh-ed25519 AAAA... me'],
      refuses: (text) => (isPrivateKey(text) ? privateKeyRefused : undefined),
      wrong: (text) => {
        const read = readPublicKey(text);
        return text === '' || read.ok ? undefined : read.reason;
      },
      run: (text) => {
        const read = readPublicKey(text);
        if (read.ok) void send(read.key);
      },
    });
  const ask = async () => {
    const files = (await deck.services.publicKeyFiles?.()) ?? [];
    const entries = files.map(({ name, text }): MenuEntry => {
      const read = readPublicKey(text);
      return {
        label: name,
        hint: read.ok ? `${read.key.type} ${read.key.comment}`.trim() : 'no public key',
        run: () => (read.ok ? void send(read.key) : deck.messages.say('warn', read.reason)),
      };
    });
    if (entries.length === 0) return paste();
    deck.open({
      kind: 'menu',
      title: 'Add a public key of ~/.ssh',
      entries: [...entries, { key: 'p', label: 'paste another one', run: paste }],
    });
  };
  const remove = async (key: SshKey) => {
    const result = await removing.run(key);
    if (result === undefined) return;
    if (!result.ok) return reportFailure(deck, nameOfSshKey(key), result.error);
    deck.messages.settle(nameOfSshKey(key));
    deck.messages.say('info', `SSH key ${key.id} is removed; instances that have it may keep it`);
  };
  return {
    add: () => void ask(),
    remove: (key) => void remove(key),
    pending: adding.pending || removing.pending,
  };
}
