import { useState } from 'react';
import { useDeck } from '../hooks/deck.ts';
import { printKey } from '../key-text.ts';
import { actionRow } from '../keymap.ts';
import { visibleActions } from '../layers.ts';
import { useTheme } from '../theme.ts';
import { Menu } from './menu.tsx';

/** Every action of the place it was opened from, found by part of its name. */
export function Palette() {
  const deck = useDeck();
  const { ascii } = useTheme();
  // The list is taken as the palette opens: its own layer hides the ones below from then on.
  const [entries] = useState(() =>
    visibleActions(deck.layers.get().map(({ current }) => current))
      .filter(({ id }) => actionRow(id).group !== 'move')
      .map(({ id, binding }) => ({
        label: actionRow(id).help,
        hint: binding.blocked ?? printKey(deck.keymap(id)[0] ?? '', { ascii }),
        run: () =>
          binding.blocked === undefined ? binding.run() : deck.messages.say('warn', binding.blocked),
      })),
  );
  return <Menu title="Command" entries={entries} search />;
}
