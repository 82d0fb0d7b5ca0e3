import { useMemo, useRef } from 'react';
import { openLimitBook } from '../../engine/auto-stop/limit-book.ts';
import { keepLimits } from '../../engine/auto-stop/limit-keeper.ts';
import { watchLimits } from '../../engine/auto-stop/limit-watch.ts';
import { createReminders } from '../../engine/auto-stop/reminders.ts';
import { dataOf } from '../../engine/loadable.ts';
import { keys } from '../../engine/read-keys.ts';
import { useInstances } from '../resources.ts';
import { useDeck, useSession } from '../use-deck.ts';
import { useEachSecond } from '../use-now.ts';

/**
 * Keeps the limits that a person has set for as long as the deck runs, whatever screen is shown, and says when a
 * contract ends or a GPU has long been idle. Draws nothing.
 */
export function LimitKeeper() {
  const deck = useDeck();
  const session = useSession();
  const known = dataOf(useInstances());
  const list = useRef(known);
  list.current = known;
  const kept = useMemo(() => {
    if (session === undefined || session.loggedOut !== undefined) return undefined;
    const book = openLimitBook(deck, session);
    return {
      session,
      keep: keepLimits(book),
      watch: watchLimits(book),
      remind: createReminders(deck),
      at: 0,
    };
  }, [deck, session]);
  useEachSecond(() => {
    if (kept === undefined || list.current === undefined) return;
    // By our own clock: the service's may step back, and a read after that is news all the same.
    const readAt = deck.reads.askedAtOwn(keys.instances) ?? 0;
    if (readAt > kept.at) {
      kept.at = readAt;
      kept.watch(list.current, readAt);
      kept.remind(list.current.instances, deck.reads.askedAt(keys.instances) ?? 0);
    }
    kept.keep(list.current);
  });
  return null;
}
