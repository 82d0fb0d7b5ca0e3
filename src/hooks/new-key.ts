import { createStore } from '../base/store.ts';
import type { ApiKeyRequest } from '../client/wire.ts';
import { keys } from '../engine/read-keys.ts';
import { reportFailure } from '../engine/report-failure.ts';
import { currentRoute } from '../engine/route.ts';
import { noCopy } from '../engine/two-factor/backup-copy.ts';
import { useCommand } from './use-command.ts';
import { useApi, useDeck } from './use-deck.ts';
import { sendKey } from './watch/lost-keys.ts';

/** Makes a key, once. Whatever is shown when the answer comes gives way to it: the value comes this one time. */
export function useMakeKey(): (request: ApiKeyRequest) => void {
  const deck = useDeck();
  const api = useApi();
  const command = useCommand(
    (request: ApiKeyRequest) =>
      sendKey(deck, request, deck.reads.data(keys.apiKeys), () => api.createApiKey(request)),
    [keys.apiKeys],
  );
  const make = async (request: ApiKeyRequest) => {
    if (deck.newKey.get() !== undefined) return;
    const { name } = request;
    deck.newKey.set({ state: 'making', name });
    const result = await command.run(request);
    if (result?.ok !== true) {
      deck.newKey.set(undefined);
      if (result !== undefined) reportFailure(deck, `Key ${name}`, result.error);
      return;
    }
    deck.messages.settle(`Key ${name}`);
    const { id, key: value } = result.value;
    deck.keyDraft.current = undefined;
    const copy = createStore(noCopy);
    const session = deck.session.get();
    const unkept = session && deck.services.unkeptKeys(session);
    const mark = () =>
      void (copy.get().kept.length > 0 ? unkept?.drop(id) : unkept?.note(id, deck.services.clock.now()));
    // Before the value is shown, so that whatever ends the deck hides nothing.
    mark();
    copy.subscribe(mark);
    deck.newKey.set({ state: 'made', id, name, value, copy });
    const onForm = currentRoute(deck.nav.get()).screen === 'new-key';
    deck.go({ go: onForm ? 'replace' : 'push', route: { screen: 'key-value' } });
  };
  return (request) => void make(request);
}
