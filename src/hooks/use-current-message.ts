import { useDeck } from './deck.ts';
import { currentMessage, type Message } from './messages.ts';
import { useStore } from './store.ts';
import { useTicking } from './use-now.ts';

/** The message to show now, and how many wait behind it. It changes on the ticker when information has stood long enough. */
export function useCurrentMessage(): (Message & { more: number }) | undefined {
  const { messages, local } = useDeck();
  const all = useStore(messages.all);
  const dismissed = useStore(messages.dismissed);
  const read = () => currentMessage(all, dismissed, local.now());
  const said = useTicking(() => {
    const now = read();
    return now === undefined ? '' : `${now.message.id} ${now.more}`;
  });
  if (said === '') return undefined;
  const current = read();
  return current === undefined ? undefined : { ...current.message, more: current.more };
}
