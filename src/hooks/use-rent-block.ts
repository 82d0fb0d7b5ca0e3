import { useSyncExternalStore } from 'react';
import { standingBlock } from '../engine/rent/rent-run.ts';
import { useDeck, useSession } from './use-deck.ts';
import { useLackingReason } from './use-write.ts';

/** Why nothing can be rented now, in a sentence. A rent that is on its way is no reason: its own form says so. */
export function useRentBlock(): string | undefined {
  const deck = useDeck();
  const session = useSession();
  const read = () => (session === undefined ? undefined : standingBlock(deck, session));
  const lacks = useLackingReason('instance_write');
  const block = useSyncExternalStore((changed) => {
    const ends = [deck.sending.subscribe(changed), deck.writer.subscribe(changed)];
    if (session !== undefined) ends.push(deck.services.journal(session).subscribe(changed));
    return () => {
      for (const end of ends) end();
    };
  }, read);
  return block ?? lacks;
}

/** Why the form of an offer would be of no use now. Read-only it may be looked at. */
export function useFormBlock(): string | undefined {
  const block = useRentBlock();
  return useSession()?.readOnly === true ? undefined : block;
}
