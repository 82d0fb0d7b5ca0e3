import type { InstanceListReply } from '../client/wire.ts';
import type { Deck } from './deck.ts';
import { keys } from './read-keys.ts';

/** The list of instances, read now; undefined when there is none to be had just now. */
export async function readListAnew(deck: Deck): Promise<InstanceListReply | undefined> {
  // By our own time: what the answer says of the service's may set that back.
  const before = deck.freshAt.own(keys.instances) ?? 0;
  const list = await deck.mutate.current<InstanceListReply>(keys.instances).catch(() => undefined);
  return (deck.freshAt.own(keys.instances) ?? 0) > before ? list : undefined;
}
