import { useEffect } from 'react';
import type { ApiKey, ListReply } from '../client/wire.ts';
import { unkeptKeyWords } from '../engine/api-keys/unkept-keys.ts';
import { saysOnce } from '../engine/messages.ts';
import { listed } from '../engine/missing-rows.ts';
import { keys as reads } from '../engine/read-keys.ts';
import { useDeck, useSession } from './use-deck.ts';

/** Of the keys as they are listed, the ids of those whose value nobody kept. One that is listed no more is forgotten. */
export function useUnkeptKeys(known: ListReply<ApiKey> | undefined): ReadonlySet<number> {
  const deck = useDeck();
  const session = useSession();
  const port = session && deck.services.unkeptKeys(session);
  const unkept = port?.list() ?? [];
  useEffect(() => {
    const readAt = deck.reads.askedAt(reads.apiKeys);
    if (known === undefined || readAt === undefined) return;
    // A list that was asked for before the key was made says nothing of it.
    for (const { id, at } of port?.list() ?? [])
      if (at < readAt && listed(known, id) === false) void port?.drop(id);
  });
  return new Set(unkept.map(({ id }) => id));
}

/** Says as an account is opened which of its keys nobody has the value of, once. */
export function useUnkeptKeysSaid(): void {
  const deck = useDeck();
  const session = useSession();
  useEffect(() => {
    if (session === undefined || session.loggedOut !== undefined) return;
    if (!saysOnce(deck, 'keys not kept', session)) return;
    const words = unkeptKeyWords(
      deck.services
        .unkeptKeys(session)
        .list()
        .map(({ id }) => id),
    );
    if (words !== undefined) deck.messages.say('warn', `${words} They stand under :keys.`);
  }, [deck, session]);
}
