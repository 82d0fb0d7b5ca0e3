import type { ApiKey, ApiKeyRequest, ListReply, SshKey } from '../../client/wire.ts';
import { describePublicKey } from '../../engine/api-keys/ssh-public-key.ts';
import type { Deck } from '../../engine/deck.ts';
import { noteLost, ownGuess, toldOfCreation, toldOfDeletion } from '../../engine/lost-writes.ts';
import { isWhole, listed } from '../../engine/missing-rows.ts';
import { keys } from '../../engine/read-keys.ts';
import { absentAfterMs } from '../../engine/write.ts';
import { useDeck } from '../use-deck.ts';
import { useLostWrites } from '../use-write.ts';

/** Under these names new keys are looked for: their lists tell of deletions, too. */
const newApiKeys = `new ${keys.apiKeys}`;
const newSshKeys = `new ${keys.sshKeys}`;

/** A key that was asked for, and the ids that were listed before that, where they are known. */
type LostKey = { name: string; knownIds: readonly number[] | undefined };

/** Sends the creation of an API key. Where its answer is lost it stays open, until a list tells what became of it. */
export const sendKey = <R>(
  deck: Deck,
  { name }: ApiKeyRequest,
  known: ListReply<ApiKey> | undefined,
  send: () => Promise<R>,
): Promise<R> => {
  const target: LostKey = {
    name,
    knownIds: known && isWhole(known) ? known.rows.map(({ id }) => id) : undefined,
  };
  return noteLost(deck, { list: newApiKeys, what: `Key ${name}`, target }, send);
};

/** Settles creations of API keys by the keys that are `known` after them: one that was made has a value nobody saw. */
export function useLostKeys(known: ListReply<ApiKey> | undefined): void {
  const { keyName } = useDeck();
  useLostWrites<LostKey>(
    newApiKeys,
    ({ name, knownIds }) => {
      const ids = known?.rows
        .filter((key) => key.name === undefined || key.name === name)
        .map(({ id }) => id)
        .filter((id) => knownIds?.includes(id) !== true);
      if (ids === undefined || (ids.length === 0 && !isWhole(known ?? {}))) return undefined;
      const more = `Nobody has its value: ${keyName('keys.delete')} deletes it.`;
      return toldOfCreation(ids, { what: 'Key', isNew: knownIds !== undefined, more });
    },
    [keys.apiKeys],
  );
}

/** Sends an SSH key to the account. Where the answer is lost, the list tells by the fingerprint whether it is there. */
export const sendSshKey = <R>(deck: Deck, fingerprint: string, send: () => Promise<R>): Promise<R> =>
  noteLost(deck, { list: newSshKeys, what: 'SSH key', target: fingerprint }, send);

/** Settles additions of SSH keys by the keys that are `known` after them. */
export function useLostSshKeys(known: ListReply<SshKey> | undefined): void {
  useLostWrites<string>(
    newSshKeys,
    (fingerprint) => {
      if (known === undefined) return undefined;
      const there = known.rows.find(
        ({ public_key: text }) => describePublicKey(text).fingerprint === fingerprint,
      );
      if (there === undefined && !isWhole(known)) return undefined;
      return there === undefined
        ? {
            level: 'warn',
            text: `The SSH key has not appeared for ${absentAfterMs / 1000} s, so it was not added. ${ownGuess}`,
            soFar: 'the SSH key is not in the list',
          }
        : { level: 'info', text: `SSH key ${there.id} is added: the list has it. New instances take it.` };
    },
    [keys.sshKeys],
  );
}

/** How messages about a listed API key begin. */
export const nameOfKey = ({ id, name }: ApiKey): string => `Key ${id}${name ? ` (${name})` : ''}`;

/** How messages about a listed SSH key begin. */
export const nameOfSshKey = ({ id }: SshKey): string => `SSH key ${id}`;

/** Sends the deletion of an API key. Where its answer is lost the list tells. */
export const sendKeyDeletion = <R>(deck: Deck, key: ApiKey, send: () => Promise<R>): Promise<R> =>
  noteLost(deck, { list: keys.apiKeys, what: nameOfKey(key), target: key }, send);

/** A key that is no more has no value to keep. */
export function forgetUnkept(deck: Deck, id: number): void {
  const session = deck.session.get();
  if (session !== undefined) void deck.services.unkeptKeys(session).drop(id);
}

/** Settles deletions of API keys by the keys that are `known` after them. */
export function useLostKeyDeletions(known: ListReply<ApiKey> | undefined): void {
  const deck = useDeck();
  useLostWrites<ApiKey>(keys.apiKeys, (key) => {
    const there = known && listed(known, key.id);
    if (there === undefined) return undefined;
    if (!there) forgetUnkept(deck, key.id);
    const again = `${deck.keyName('keys.delete')} deletes it`;
    return toldOfDeletion(nameOfKey(key), there, { gone: 'deleted', again });
  });
}

/** Sends that an SSH key is to leave the account. Where the answer is lost the list tells. */
export const sendSshKeyRemoval = <R>(deck: Deck, key: SshKey, send: () => Promise<R>): Promise<R> =>
  noteLost(deck, { list: keys.sshKeys, what: nameOfSshKey(key), target: key }, send);

/** Settles removals of SSH keys by the keys that are `known` after them. */
export function useLostSshKeyRemovals(known: ListReply<SshKey> | undefined): void {
  const { keyName } = useDeck();
  useLostWrites<SshKey>(keys.sshKeys, (key) => {
    const there = known && listed(known, key.id);
    if (there === undefined) return undefined;
    const again = `${keyName('ssh-keys.remove')} removes it`;
    return toldOfDeletion(nameOfSshKey(key), there, { gone: 'removed', again });
  });
}

/** The lists that an open write on keys is told by; whoever shows none of them reads them only then. */
export const apiKeyLists: readonly string[] = [newApiKeys, keys.apiKeys];
export const sshKeyLists: readonly string[] = [newSshKeys, keys.sshKeys];
