import { useEffect, useState } from 'react';
import { saidNow } from '../../engine/held-calls.ts';
import { useAskAgain, useInstances, useUser } from '../../hooks/resources.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';

/**
 * The session that is still there when a refusal has led to this screen. The screen is left as soon as the service
 * takes its key again, unless another one is being typed. `again` asks with it once more; undefined where no session
 * is behind the screen.
 */
export function useSameKey(reason: string | undefined, typed: string) {
  const deck = useDeck();
  const session = useSession();
  const askAgain = useAskAgain();
  const [asking, setAsking] = useState(false);
  const answered = [useUser(), useInstances()].some(({ state }) => state === 'ready');
  const behind = reason !== undefined && session?.keyless !== true ? session : undefined;
  const taken = behind !== undefined && answered;
  const isTyping = typed !== '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once; what is typed after that is the person's affair
  useEffect(() => {
    if (!taken) return;
    const key = `The service takes the key ...${behind.keyTail} again`;
    deck.messages.say('info', isTyping ? `${key}: esc goes back to where you were.` : `${key}.`);
    if (!isTyping) deck.go({ go: 'back' });
  }, [taken]);

  const again = async () => {
    if (asking) return;
    setAsking(true);
    const refusal = await askAgain();
    setAsking(false);
    if (refusal === undefined) return;
    const { text, now } = saidNow(deck.session.get()?.api, refusal, ({ title, next, exitCode }) =>
      exitCode === 4 ? 'The service still does not take this key.' : `${title} ${next}`,
    );
    deck.messages.say('warn', text, { now });
  };
  return { again: behind === undefined ? undefined : () => void again(), asking };
}
