import { useState } from 'react';
import type { ActionId } from '../engine/keymap.ts';
import type { Copied } from '../engine/services.ts';
import { useDeck } from '../hooks/use-deck.ts';

/** A copy that may have arrived: `sent` went to the terminal, which does not say what it did with it. */
export type Arrived = Exclude<Copied['how'], 'not-copied'>;

/**
 * Copies a secret on the second press of `by`: the first one says what a clipboard is. `copied` hears of a copy only when
 * the clipboard, or the terminal that has one, took it.
 */
export function useCopyTwice(
  what: string,
  text: () => string,
  by: ActionId,
  copied?: (how: Arrived) => void,
): { run: () => void } {
  const deck = useDeck();
  const [warned, setWarned] = useState(false);
  return {
    run: () => {
      if (!warned) {
        setWarned(true);
        return deck.messages.say(
          'warn',
          `A clipboard keeps a history that others may read. ${deck.keyName(by)} again copies it`,
        );
      }
      setWarned(false);
      deck.messages.dismiss();
      void deck.services.terminal.copy(text()).then(({ how, text: said }) => {
        if (how === 'not-copied') return deck.messages.say('error', said);
        deck.messages.say('info', `${what}: ${said}`);
        copied?.(how);
      });
    },
  };
}
