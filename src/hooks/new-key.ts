import { useSWRConfig } from 'swr';
import { createStore, type Store } from '../base/store.ts';
import type { ApiKeyRequest } from '../client/wire.ts';
import { type Deck, useApi, useDeck } from '../engine/deck.ts';
import { reportFailure } from '../engine/report-failure.ts';
import { currentRoute } from '../engine/route.ts';
import { type BackupCopy, noCopy } from '../engine/two-factor/backup-copy.ts';
import { keys } from './resources.ts';
import { useCommand } from './use-command.ts';
import { sendKey } from './watch/lost-keys.ts';

/**
 * A new API key: on its way, or made and shown once. Its value stands here and nowhere else, until the person lets go
 * of it; `copy` is how far it is kept.
 */
export type NewKey =
  | { state: 'making'; name: string }
  | { state: 'made'; id: number; name: string; value: string; copy: Store<BackupCopy> };

/** Makes a key, once. Whatever is shown when the answer comes gives way to it: the value comes this one time. */
export function useMakeKey(): (request: ApiKeyRequest) => void {
  const deck = useDeck();
  const api = useApi();
  const { cache } = useSWRConfig();
  const command = useCommand(
    (request: ApiKeyRequest) =>
      sendKey(deck, request, cache.get(keys.apiKeys)?.data, () => api.createApiKey(request)),
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

/** Lets go of a key that was made: from here on nothing holds its value. */
export function letGoOfKey(deck: Deck): void {
  const made = deck.newKey.get();
  if (made?.state !== 'made') return;
  deck.newKey.set(undefined);
  deck.messages.say('info', `Key ${made.id} (${made.name}) is made; its value is not shown again`);
  deck.go(deck.nav.get().stack.length > 1 ? { go: 'back' } : { go: 'jump', route: { screen: 'keys' } });
}

/** The part of a new key that leaving would lose: one that is being made, or whose value is `shown` and not kept yet. */
export function keyAtStake(key: NewKey | undefined): { is: 'making' | 'shown'; name: string } | undefined {
  if (key === undefined) return undefined;
  if (key.state === 'making') return { is: 'making', name: key.name };
  return key.copy.get().kept.length > 0 ? undefined : { is: 'shown', name: String(key.id) };
}
