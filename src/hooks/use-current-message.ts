import { currentMessage, type Message, textOf } from '../engine/messages.ts';
import { useStore } from '../tui/use-store.ts';
import { useDeck } from './use-deck.ts';
import { useShownNow, useTicking } from './use-now.ts';

/**
 * The message to show now, and how many wait behind it. It changes on the ticker: when information has
 * stood long enough, and where it counts the time.
 */
export function useCurrentMessage(): (Message & { more: number }) | undefined {
  const { messages, local } = useDeck();
  const all = useStore(messages.all);
  const dismissed = useStore(messages.dismissed);
  const read = () => currentMessage(all, dismissed, local.now());
  const said = useTicking(() => {
    const now = read();
    return now === undefined ? '' : `${now.message.id} ${now.more}`;
  });
  const current = said === '' ? undefined : read();
  useShownNow(() => (current === undefined ? '' : textOf(current.message)));
  return current && { ...current.message, text: textOf(current.message), more: current.more };
}
