import type { ApiKey } from '../../client/wire.ts';
import { keys } from '../../engine/read-keys.ts';
import { reportFailure } from '../../engine/report-failure.ts';
import { useCommand } from '../../hooks/use-command.ts';
import { useApi, useDeck } from '../../hooks/use-deck.ts';
import { forgetUnkept, nameOfKey, sendKeyDeletion } from '../../hooks/watch/lost-keys.ts';

/** Deletes an API key, once. With the key in use, `own`, everything ends. */
export function useDeleteKey(): {
  run(key: ApiKey, own: boolean): void;
  pending: boolean;
} {
  const deck = useDeck();
  const api = useApi();
  const command = useCommand(
    (key: ApiKey) => sendKeyDeletion(deck, key, () => api.deleteApiKey(key.id)),
    [keys.apiKeys, keys.user, keys.instances],
  );
  const run = async (key: ApiKey, own: boolean) => {
    const result = await command.run(key);
    if (result === undefined) return;
    const name = nameOfKey(key);
    if (!result.ok) return reportFailure(deck, name, result.error);
    deck.messages.settle(name);
    forgetUnkept(deck, key.id);
    // The reads that are made anew are refused then, and lead to Sign-in. A two-factor session may go on for a while.
    const over = own ? ', which was in use: rigdeck signs out' : '';
    deck.messages.say(own ? 'warn' : 'info', `${name} is deleted${over}`);
  };
  return { run: (key, own) => void run(key, own), pending: command.pending };
}
