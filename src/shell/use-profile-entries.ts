import { type Deck, useDeck } from '../hooks/deck.ts';
import type { MenuEntry } from '../hooks/modal.ts';
import { unfinished } from '../hooks/unfinished.ts';

/** The palette's entries for going over to another account; none where there is only one. */
export function useProfileEntries(): () => readonly MenuEntry[] {
  const deck = useDeck();
  return () => {
    const here = deck.session.get()?.profile;
    return (deck.services.profiles?.list() ?? [])
      .filter(({ name }) => name !== here)
      .map(({ name, baseUrl, readOnly }) => {
        const label = `Profile: switch to ${name}, at ${baseUrl}${readOnly ? ', read-only' : ''}`;
        const blocked = unfinished(deck)[0];
        if (blocked === undefined) return { label, run: () => void switchTo(deck, name) };
        // Whatever waits or is under way belongs to the account that is left.
        const reason = `Not while something is unfinished. ${blocked}`;
        return { label, hint: reason, run: () => deck.messages.say('warn', reason) };
      });
  };
}

/** The account of another profile takes the place of this one, for this run. Without its key nothing changes. */
async function switchTo(deck: Deck, name: string): Promise<void> {
  const before = deck.session.get();
  const opened = await deck.services.profiles?.open(name);
  if (opened === undefined || deck.session.get() !== before) return;
  if (!opened.ok) return deck.messages.say('error', opened.text);
  deck.go({ go: 'jump', route: { screen: 'offers' } });
  deck.session.set(opened.session);
  deck.messages.say('info', `Profile ${name}, until rigdeck ends.`);
}
