import { useState } from 'react';
import { useDeck } from '../hooks/deck.ts';
import { printKey } from '../key-text.ts';
import { boundActions } from '../layers.ts';
import { isPlace, namesOf } from '../places.ts';
import { useTheme } from '../theme.ts';
import { Menu } from './menu.tsx';
import { themeEntry } from './theme-menu.tsx';
import { useGuardEntries } from './use-guard-entries.ts';
import { useLoginEntries } from './use-logged-out.ts';
import { usePlaceEntries } from './use-place-entries.ts';
import { noProfileWords, useProfileEntries } from './use-profile-entries.ts';
import { useRehearsal } from './use-rehearsal.ts';
import { useSearchEntries } from './use-search-entries.ts';

/**
 * Every action of the place it was opened from and every place to go to, found by part of a name; on the sandbox, what
 * can be rehearsed.
 */
export function Palette() {
  const deck = useDeck();
  const { ascii } = useTheme();
  // The list is taken as the palette opens: its own layer hides the ones below from then on.
  const rehearsals = useRehearsal();
  const logins = useLoginEntries();
  const guards = useGuardEntries();
  const elsewhere = usePlaceEntries();
  const profiles = useProfileEntries();
  const searches = useSearchEntries();
  const [entries] = useState(() => {
    const bound = boundActions(
      deck.layers.get().map(({ current }) => current),
      deck.keymap,
    );
    const actions = bound
      .filter(({ row }) => row.group !== 'move')
      .map(({ id, row, binding, keys }) => ({
        ...(keys[0] === undefined ? {} : { key: printKey(keys[0], { ascii }) }),
        label: row.help,
        names: namesOf(id, row.label),
        isPlace: isPlace(id),
        ...(binding.blocked === undefined ? {} : { hint: binding.blocked }),
        run: () =>
          binding.blocked === undefined ? binding.run() : deck.messages.say('warn', binding.blocked),
      }));
    return [
      ...actions,
      ...guards(),
      ...elsewhere(bound),
      ...searches(bound),
      ...logins(),
      ...profiles(),
      themeEntry(deck),
      ...rehearsals(),
    ];
  });
  return <Menu title="Command" entries={entries} search none={(typed) => noProfileWords(deck, typed)} />;
}
