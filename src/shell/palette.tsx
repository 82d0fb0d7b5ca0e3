import { useState } from 'react';
import { useDeck } from '../hooks/deck.ts';
import { printKey } from '../key-text.ts';
import { actionRow } from '../keymap.ts';
import { visibleActions } from '../layers.ts';
import { useTheme } from '../theme.ts';
import { Menu } from './menu.tsx';
import { useGuardEntries } from './use-guard-entries.ts';
import { useKeyEntries } from './use-key-entries.ts';
import { useLoginEntries } from './use-logged-out.ts';
import { useProfileEntries } from './use-profile-entries.ts';
import { useRehearsal } from './use-rehearsal.ts';
import { useVolumeEntries } from './use-volume-entries.ts';

/** Every action of the place it was opened from, found by part of its name; on the sandbox, what can be rehearsed. */
export function Palette() {
  const deck = useDeck();
  const { ascii } = useTheme();
  // The list is taken as the palette opens: its own layer hides the ones below from then on.
  const rehearsals = useRehearsal();
  const logins = useLoginEntries();
  const guards = useGuardEntries();
  const keyScreens = useKeyEntries();
  const volumeScreen = useVolumeEntries();
  const profiles = useProfileEntries();
  const [entries] = useState(() => {
    const actions = visibleActions(
      deck.layers.get().map(({ current }) => current),
      deck.keymap,
    )
      .filter(({ id }) => actionRow(id).group !== 'move')
      .map(({ id, binding, keys }) => ({
        key: printKey(keys[0] ?? '', { ascii }),
        label: actionRow(id).help,
        ...(binding.blocked === undefined ? {} : { hint: binding.blocked }),
        run: () =>
          binding.blocked === undefined ? binding.run() : deck.messages.say('warn', binding.blocked),
      }));
    return [
      ...actions,
      ...guards(),
      ...keyScreens(),
      ...volumeScreen(),
      ...logins(),
      ...profiles(),
      ...rehearsals(),
    ];
  });
  return <Menu title="Command" entries={entries} search />;
}
