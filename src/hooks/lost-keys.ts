import type { ApiKey, ApiKeyRequest, SshKey } from '../client/wire.ts';
import { toldOfCreation } from '../domain/lost-creation.ts';
import { describePublicKey } from '../domain/ssh-public-key.ts';
import { type Deck, useDeck } from './deck.ts';
import { noteLost, useLostWrites } from './lost-writes.ts';
import { keys } from './resources.ts';

/** Under these names new keys are looked for: their lists tell of deletions, too. */
const newApiKeys = `new ${keys.apiKeys}`;
const newSshKeys = `new ${keys.sshKeys}`;

/** A key that was asked for, and the ids that were listed before that, where they are known. */
type LostKey = { name: string; knownIds: readonly number[] | undefined };

/** Sends the creation of an API key. Where its answer is lost it stays open, until a list tells what became of it. */
export const sendKey = <R>(
  deck: Deck,
  { name }: ApiKeyRequest,
  known: readonly ApiKey[] | undefined,
  send: () => Promise<R>,
): Promise<R> => {
  const target: LostKey = { name, knownIds: known?.map(({ id }) => id) };
  return noteLost(deck, { list: newApiKeys, what: `Key ${name}`, target }, send);
};

/** Settles creations of API keys by the keys that are `known` after them: one that was made has a value nobody saw. */
export function useLostKeys(known: readonly ApiKey[] | undefined): void {
  const { keyName } = useDeck();
  useLostWrites<LostKey>(
    newApiKeys,
    ({ name, knownIds }, waitedMs) => {
      const ids = known
        ?.filter((key) => key.name === undefined || key.name === name)
        .map(({ id }) => id)
        .filter((id) => knownIds?.includes(id) !== true);
      if (ids === undefined) return undefined;
      const more = `Nobody has its value: ${keyName('keys.delete')} deletes it.`;
      return toldOfCreation(ids, { what: 'Key', isNew: knownIds !== undefined, waitedMs, more });
    },
    [keys.apiKeys],
  );
}

/** Sends an SSH key to the account. Where the answer is lost, the list tells by the fingerprint whether it is there. */
export const sendSshKey = <R>(deck: Deck, fingerprint: string, send: () => Promise<R>): Promise<R> =>
  noteLost(deck, { list: newSshKeys, what: 'SSH key', target: fingerprint }, send);

/** Settles additions of SSH keys by the keys that are `known` after them. */
export function useLostSshKeys(known: readonly SshKey[] | undefined): void {
  useLostWrites<string>(
    newSshKeys,
    (fingerprint) => {
      if (known === undefined) return undefined;
      const there = known.find(({ public_key: text }) => describePublicKey(text).fingerprint === fingerprint);
      return there === undefined
        ? { level: 'warn', text: 'The SSH key is not in the list, read after that: it was not added.' }
        : { level: 'info', text: `SSH key ${there.id} is added: the list has it. New instances take it.` };
    },
    [keys.sshKeys],
  );
}
