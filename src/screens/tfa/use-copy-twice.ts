import { useState } from 'react';
import { useDeck } from '../../hooks/deck.ts';

const warning = 'A clipboard keeps a history that others may read. y again copies it';

/** Copies a secret on the second press: the first one says what a clipboard is. */
export function useCopyTwice(what: string, text: () => string, copied?: () => void): { run: () => void } {
  const deck = useDeck();
  const [warned, setWarned] = useState(false);
  return {
    run: () => {
      if (!warned) {
        setWarned(true);
        return deck.messages.say('warn', warning);
      }
      setWarned(false);
      deck.messages.dismiss();
      void deck.services.terminal.copy(text()).then((said) => {
        deck.messages.say('info', `${what}: ${said}`);
        copied?.();
      });
    },
  };
}
