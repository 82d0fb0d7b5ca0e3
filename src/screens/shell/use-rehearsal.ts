import { currentRoute } from '../../engine/route.ts';
import { readAgain } from '../../hooks/live-reads.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import type { MenuEntry } from '../../tui/dialog/modal.ts';
import { placeOf, type RehearsalEntry, rehearsalEntries } from './rehearsal-entries.ts';

/** The palette's entries for rehearsing on the embedded sandbox; none on any other account. */
export function useRehearsal(): () => readonly MenuEntry[] {
  const deck = useDeck();
  return () => {
    const rehearsal = deck.session.get()?.rehearsal;
    if (rehearsal === undefined) return [];
    const run = ({ what, done, refresh }: RehearsalEntry) => {
      const refused = rehearsal.run(what);
      // Time that a person lets pass is no time in which nobody looks.
      deck.lastKeyAt.current = deck.local.now();
      deck.messages.say(refused === undefined ? 'info' : 'warn', refused ?? done);
      if (!refresh || refused !== undefined) return;
      readAgain(deck);
    };
    const place = placeOf(currentRoute(deck.nav.get()), deck.underCursor, deck.latest.current ?? []);
    return [
      {
        label: 'Sandbox: messages sent to the phone and by e-mail',
        run: () => deck.open({ kind: 'phone', messages: rehearsal.messages() }),
      },
      ...rehearsalEntries(place).map((entry) => {
        const { label, blocked } = entry;
        if (blocked === undefined) return { label, run: () => run(entry) };
        return { label, hint: blocked, run: () => deck.messages.say('warn', blocked) };
      }),
    ];
  };
}
