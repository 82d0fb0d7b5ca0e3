import type { ApiKey } from '../client/wire.ts';
import { useApi, useDeck } from './deck.ts';
import { noteLost, toldByList, useLostWrites } from './lost-writes.ts';
import { reportFailure } from './report-failure.ts';
import { keys } from './resources.ts';
import { useCommand } from './use-command.ts';

const nameOf = (key: ApiKey): string => `Key ${key.id}${key.name ? ` (${key.name})` : ''}`;

/**
 * Deletes an API key, once. With the key in use, `own`, everything ends. What became of one whose answer is lost tell the
 * keys that are `known` after that.
 */
export function useDeleteKey(known: readonly ApiKey[] | undefined): {
  run(key: ApiKey, own: boolean): void;
  pending: boolean;
} {
  const deck = useDeck();
  const api = useApi();
  const command = useCommand(
    (key: ApiKey) =>
      noteLost(deck, { list: keys.apiKeys, what: nameOf(key), target: key }, () => api.deleteApiKey(key.id)),
    [keys.apiKeys, keys.user, keys.instances],
  );
  const forgetUnkept = (id: number) => {
    const session = deck.session.get();
    if (session !== undefined) void deck.services.unkeptKeys(session).drop(id);
  };
  useLostWrites<ApiKey>(keys.apiKeys, (key) => {
    const there = known?.some(({ id }) => id === key.id);
    if (there === undefined) return undefined;
    if (!there) forgetUnkept(key.id);
    return toldByList(nameOf(key), there, {
      gone: 'deleted',
      again: `${deck.keyName('keys.delete')} deletes it`,
    });
  });
  const run = async (key: ApiKey, own: boolean) => {
    const result = await command.run(key);
    if (result === undefined) return;
    const name = nameOf(key);
    if (!result.ok) return reportFailure(deck, name, result.error);
    deck.messages.settle(name);
    forgetUnkept(key.id);
    // The reads that are made anew are refused then, and lead to Sign-in. A two-factor session may go on for a while.
    const over = own ? ', which was in use: rigdeck signs out' : '';
    deck.messages.say(own ? 'warn' : 'info', `${name} is deleted${over}`);
  };
  return { run: (key, own) => void run(key, own), pending: command.pending };
}
